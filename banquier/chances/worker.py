"""Games played on in a process of its own: a line of JSON asks for them, another one answers.

    {"positions": [P], "first": 0, "games": 50, "seed": 1}      P: Position.written
    {"tally": [50, [13.0, 37.0], [87, 63]]}                     games, wins and places
    {"positions": [P, WITHOUT], …}                              two positions, on the same dice
    {"tally": …, "without": …, "squares": [8.0, 8.0]}

It ends with its input.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from banquier.chances.position import Position
from banquier.chances.tally import Comparison, Tally, compared, played_on


def answered(asked: dict[str, Any]) -> dict[str, Any]:
    position, *without = map(Position.read, asked["positions"])
    numbers = range(asked["first"], asked["first"] + asked["games"])
    if not without:
        return {"tally": _plain(played_on(position, numbers, asked["seed"]))}
    tally, change = compared(position, without[0], numbers, asked["seed"])
    return {"tally": _plain(tally), "without": _plain(change.without), "squares": change.squares}


def _plain(tally: Tally) -> list[Any]:
    return [tally.games, tally.wins, tally.ranks]


def answer(told: dict[str, Any]) -> tuple[Tally, Comparison | None]:
    tally = _tally(told["tally"])
    if "without" not in told:
        return tally, None
    change = Comparison(len(tally.wins))
    change.without, change.squares = _tally(told["without"]), told["squares"]
    change.total = [a - b for a, b in zip(tally.wins, change.without.wins, strict=True)]
    return tally, change


def _tally(plain: list[Any]) -> Tally:
    tally = Tally(len(plain[1]))
    tally.games, tally.wins, tally.ranks = plain
    return tally


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)  # keys come first
    for line in sys.stdin:
        print(json.dumps(answered(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
