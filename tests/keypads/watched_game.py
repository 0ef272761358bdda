"""Plays the key edges of a recording through a keypad board: contacts, firmware, wire, link, unit.

    made = a_script(path)                        # directly, with a recorder on the unit
    again = Watched(made.header)
    BoardPlayer(rig, link, again.unit).play(made.edges)
    again.displays == made.watched.displays

The unit stands still while an edge is on its way, so the edge falls on the very tick of the
recording, and all that depends on time, dice among it, comes out alike.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from banquier.play.bots import Bots
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad import exchange
from banquier.saves.recorder import record
from banquier.saves.save_file import SaveInMemory
from banquier.script.header import Header, unit_for
from banquier.script.language import parse, parse_file
from banquier.script.player import Player, Script
from firmware_sim.glass import NEVER, Shown
from hardware.keypads.keypad_link import KeypadLink
from hardware.unit import Unit, tap
from keypad.keys import BY_NAME
from tests.keypads.rig import Rig
from tests.keypads.wires import waiting

BOUNCE_MS = 12
SETTLED_MS = BOUNCE_MS + 15 + 13
"""The bounce, the debounce, and the frame behind others on its way out."""
PATIENCE_S = 10.0
SIXTEEN_KEYS = Path(__file__).with_name("sixteen-keys.keys")
OPERATIONS = int(os.environ.get("KEYPAD_OPERATIONS", "150"))

_EDGE = re.compile(r"@(\d+) (down|up) (\S+)")


class Edge(NamedTuple):
    tick: int
    key: str
    down: bool


class Watched:
    """A unit, and all that was to be seen on it."""

    def __init__(self, header: Header) -> None:
        unit = unit_for(header)
        self.unit = unit
        self.displays: list[tuple[int, Shown]] = []
        self.unit.on_display.append(lambda tick, shown: self.displays.append((tick, shown)))


class Played(NamedTuple):
    watched: Watched
    header: Header
    recording: str

    @property
    def edges(self) -> list[Edge]:
        return list(edges_of(self.recording))


def edges_of(recording: str) -> Iterator[Edge]:
    """The key edges of a recording, without its other lines."""
    for line in recording.splitlines():
        if match := _EDGE.fullmatch(line):
            yield Edge(int(match[1]), match[3], match[2] == "down")


def a_script(path: Path) -> Played:
    """A script whose expectations held: its key edges, in absolute times."""
    return _recorded(parse_file(str(path)))


def a_game_of_bots(script: str, seed: int) -> Played:
    """A game by the bots, from where the script's set-up leads: its first OPERATIONS."""
    return _recorded(parse(script, "game.keys"), seed)


def _recorded(script: Script, seed: int | None = None) -> Played:
    watched = Watched(script.header)
    unit = watched.unit
    file = record(unit, script.header, SaveInMemory()).file
    assert Player(unit, script).play() is None
    if seed is not None:
        for key, pause in Bots(unit, dict.fromkeys(range(1, 9), "greedy"), seed=seed).strokes():
            if key:
                tap(unit, key)
            unit.run(unit.tick + pause)
            if unit.operations >= OPERATIONS:
                break
    return Played(watched, script.header, file.content.decode())


class BoardPlayer:
    def __init__(self, rig: Rig, link: KeypadLink, unit: Unit) -> None:
        self.rig = rig
        self.link = link
        self.unit = unit
        self.keys = KeyQueue(unit)
        self.edges = 0

    def play(self, edges: Iterable[Edge]) -> None:
        """Every edge through the board. The rig must stand still between commands."""
        for edge in edges:
            self.unit.run(edge.tick)
            place = BY_NAME[edge.key]
            what = "d" if edge.down else "u"
            self.rig.tell(f"{what} {place.line} {place.strobe} {BOUNCE_MS}", f"wait {SETTLED_MS}")
            self._await_edge(edge)
            exchange(self.keys, self.link)
            assert self.unit.tick == edge.tick
            assert self.keys.next_event() == NEVER, f"{edge} had to wait"
            self.edges += 1

    def _await_edge(self, edge: Edge) -> None:
        end = time.monotonic() + PATIENCE_S
        while not waiting(self.link):
            assert time.monotonic() < end, f"{edge} never came: {self.link.status()}"
            self.link.wait(0.05)
