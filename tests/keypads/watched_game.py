"""The key edges of a game, and all that was to be seen of it.

made = a_script(path)                        # with a recorder on the unit
made.edges, made.watched.displays
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from banquier.play.bots import Bots
from banquier.saves.recorder import record
from banquier.saves.save_file import SaveInMemory
from banquier.script.header import Header, unit_for
from banquier.script.language import parse, parse_file
from banquier.script.player import Player, Script
from firmware_sim.glass import Shown
from hardware.unit import tap

SIXTEEN_KEYS = Path(__file__).with_name("sixteen-keys.keys")

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


def a_game_of_bots(script: str, seed: int, operations: int) -> Played:
    """A game by the bots, from where the script's set-up leads: its first operations."""
    return _recorded(parse(script, "game.keys"), seed, operations)


def _recorded(script: Script, seed: int | None = None, operations: int = 0) -> Played:
    watched = Watched(script.header)
    unit = watched.unit
    file = record(unit, script.header, SaveInMemory()).file
    assert Player(unit, script).play() is None
    if seed is not None:
        for key, pause in Bots(unit, dict.fromkeys(range(1, 9), "greedy"), seed=seed).strokes():
            if key:
                tap(unit, key)
            unit.run(unit.tick + pause)
            if unit.operations >= operations:
                break
    return Played(watched, script.header, file.content.decode())
