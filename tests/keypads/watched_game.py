"""The key edges of a game, and all that was to be seen of it.

made = a_script(path)                        # with a recorder on the unit
made.edges, made.watched.displays
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from banquier.saves.recorder import record
from banquier.saves.save_file import SaveInMemory
from banquier.script.header import Header, unit_for
from banquier.script.language import parse_file
from banquier.script.player import Player
from firmware_sim.glass import Shown

SIXTEEN_KEYS = Path(__file__).with_name("sixteen-keys.keys")

_EDGE = re.compile(r"^@(\d+) (down|up) (\S+)$", re.MULTILINE)


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
        found = _EDGE.findall(self.recording)
        return [Edge(int(tick), key, way == "down") for tick, way, key in found]


def a_script(path: Path) -> Played:
    """A script whose expectations held: its key edges, in absolute times."""
    script = parse_file(str(path))
    watched = Watched(script.header)
    file = record(watched.unit, script.header, SaveInMemory()).file
    assert Player(watched.unit, script).play() is None
    return Played(watched, script.header, file.content.decode())
