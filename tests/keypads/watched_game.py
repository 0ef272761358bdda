"""The key edges of a game, and the unit behind them.

made = a_script(path)
made.edges, made.unit.roll
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import NamedTuple

from banquier.script.header import Header, unit_for
from banquier.script.language import parse_file
from banquier.script.player import Player
from hardware.unit import Unit

SIXTEEN_KEYS = Path(__file__).with_name("sixteen-keys.keys")


class Edge(NamedTuple):
    tick: int
    key: str
    down: bool


class Played(NamedTuple):
    header: Header
    unit: Unit
    edges: list[Edge]


def a_script(path: Path) -> Played:
    """A script of presses, whose expectations held."""
    script = parse_file(str(path))
    player = Player(unit_for(script.header), script)
    player.edges = deque()  # for all of them
    assert player.play() is None
    return Played(script.header, player.unit, [Edge(*edge) for edge in player.edges])
