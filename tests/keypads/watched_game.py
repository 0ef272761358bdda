"""The key edges of a game, and the unit behind them.

made = a_script(path)
made.edges, made.unit.roll
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from banquier.script.header import Header, unit_for
from banquier.script.language import parse_file
from banquier.script.player import Player
from hardware.unit import Observer, Unit

SIXTEEN_KEYS = Path(__file__).with_name("sixteen-keys.keys")


class Edge(NamedTuple):
    tick: int
    key: str
    down: bool


class Played(Observer):
    def __init__(self, header: Header) -> None:
        self.header = header
        self.unit = unit_for(header)
        self.unit.observers.append(self)
        self.edges: list[Edge] = []

    def on_input(self, unit: Unit, verb: str, *facts: object) -> None:
        self.edges.append(Edge(unit.tick, str(facts[0]), verb == "down"))


def a_script(path: Path) -> Played:
    """A script of presses, whose expectations held."""
    script = parse_file(str(path))
    played = Played(script.header)
    assert Player(played.unit, script).play() is None
    return played
