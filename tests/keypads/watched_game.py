"""The key edges of a game, and the unit behind them.

made = a_script(path)                        # with a recorder on the unit
made.edges, made.unit.roll
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
from hardware.unit import Unit

SIXTEEN_KEYS = Path(__file__).with_name("sixteen-keys.keys")

_EDGE = re.compile(r"^@(\d+) (down|up) (\S+)$", re.MULTILINE)


class Edge(NamedTuple):
    tick: int
    key: str
    down: bool


class Played(NamedTuple):
    unit: Unit
    header: Header
    recording: str

    @property
    def edges(self) -> list[Edge]:
        found = _EDGE.findall(self.recording)
        return [Edge(int(tick), key, way == "down") for tick, way, key in found]


def a_script(path: Path) -> Played:
    """A script whose expectations held: its key edges, in absolute times."""
    script = parse_file(str(path))
    unit = unit_for(script.header)
    file = record(unit, script.header, SaveInMemory()).file
    assert Player(unit, script).play() is None
    return Played(unit, script.header, file.content.decode())
