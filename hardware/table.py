"""A unit brought to the table: cold, or with its set-up walked already by somebody's fingers.

    unit = table()                                  asks everything itself
    unit = table(edition="euro", players=3)         waits for J1's throw
    unit = table(players=4, house={2: "greedy"})    and who else sits there
    seats(unit, {2: "greedy"})                      their strokes, at a pace one can follow

A file that follows the roll is written line by line as the unit prints.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TextIO

from hardware.unit import Unit

PACE = 20_000
"""Ticks between two strokes of the house: somebody watches."""


def table(edition: str = "", players: int = 0) -> Any:
    """A unit with chance of its own; ScriptError says what the set-up did not take."""
    if not edition and not players:
        return Unit()

    # Only a walk through the set-up needs the language of scripts.
    from hardware.rig import unit_for
    from keypad.script.header import Header
    from keypad.script.language import parse
    from keypad.script.player import Player
    from keypad.script.steps import Place, ScriptError

    header = Header()
    # Nobody presses the first key at a moment of their own: somebody has to shake the dice.
    header.seed = int.from_bytes(os.urandom(2), "big")
    asked = {"edition": edition, "players": players}
    for field, value in asked.items():
        if value:
            setattr(header, field, value)
            header.given[field] = Place(f"--{field}", 0)
    unit, labels, label = unit_for(header)
    walk = parse("banquier 1\nstart\n")._replace(header=header)
    failure = Player(unit, walk, labels, label).play()
    if failure is not None:
        raise ScriptError("the set-up did not lead to a first throw", Place("start", 0))
    return unit


def seats(unit: Any, players: Mapping[int, str], pace: int = PACE) -> Iterator[Any]:
    """The strokes of the house for these seats."""
    from keypad.house import House, Stuck

    house = House(unit, players, seed=int.from_bytes(os.urandom(4), "big"), pace=pace)

    def strokes() -> Iterator[Any]:
        try:
            yield from house.strokes()
        except Stuck:
            return  # they leave the keys to whoever else is there

    return strokes()


def roll_writer(unit: Any, paper: TextIO) -> Callable[[], None]:
    """To be called now and then: writes what was printed since, and what was struck since."""
    printed = 0
    struck: set[int] = set()

    def write() -> None:
        nonlocal printed
        roll = unit.roll
        for number in range(printed):
            if number < len(roll) and roll[number].struck and number not in struck:
                struck.add(number)
                print(f"   x {roll[number].text}", file=paper)
        for number in range(printed, len(roll)):
            print(roll[number], file=paper)
            if roll[number].struck:
                struck.add(number)
        if len(roll) != printed:
            paper.flush()
        printed = len(roll)

    return write
