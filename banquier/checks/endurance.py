"""Endurance benchmark: one process plays a game a day for a year; memory and speed must not drift.

`banquier bench --growth` plays it, once, in a process of its own: four bots at the pace of people,
the unit switched off in between and its cells changed every day. What a process
holds after a year and what a game then costs must be what they were in the first week.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import process_time
from typing import NamedTuple

from banquier.bots import Bots
from banquier.checks.benchmark import Figure
from banquier.play.open_game import play_setup
from banquier.play.strokes import press_strokes
from hardware.crystal import SECOND
from hardware.unit import Unit, tap

WEEK, YEAR = 7, 365
NIGHT = 20 * 3600 * SECOND
PACE = 50_000  # ticks, a good second, between two keys
SEATS = {1: "careful", 2: "greedy", 3: "trader", 4: "careful"}


class Day(NamedTuple):
    """After the game of that day."""

    number: int
    memory: float
    """MiB that the process holds."""
    seconds: float
    """Of the processor, for that game."""
    presses: int


def days(unit: Unit) -> Iterator[Day]:
    """A game a day, without end."""
    number = 0
    while True:
        number += 1
        start = process_time()
        presses = _game(unit, number)
        yield Day(number, held(), process_time() - start, presses)
        unit.run(unit.tick + NIGHT)
        _change_cells(unit)


def _game(unit: Unit, seed: int) -> int:
    play_setup(unit, players=len(SEATS))
    strokes = Bots(unit, SEATS, seed=seed, pace=PACE).strokes()
    return sum(1 for key in press_strokes(unit, strokes) if key)


def _change_cells(unit: Unit) -> None:
    """Change the cells; then erase the finished game."""
    unit.power_off()
    unit.run(unit.tick + SECOND)
    unit.power_on()
    answers = {"resume": "C", "erase": "OK"}
    while answers:
        unit.run(max(unit.notices_end, unit.tick + SECOND))
        if key := answers.pop(unit.question.kind, ""):
            tap(unit, key)


def held() -> float:
    """What the process holds now, in MiB."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096 / 2**20


@cache
def year() -> tuple[Day, ...]:
    code = (
        "from banquier.checks.endurance import *\n"
        f"for day, _ in zip(days(Unit(editions(), seed=3)), range({YEAR})): print(*day, flush=True)"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, check=True, stdout=subprocess.PIPE, text=True
    )
    rows = [line.split() for line in done.stdout.splitlines()]
    return tuple(Day(int(n), float(mib), float(s), int(p)) for n, mib, s, p in rows)


def memory(day: int) -> float:
    return year()[day - 1].memory


def slower() -> float:
    """What a press costs in the last quarter of the year, over what it costs in the first."""
    quarter = YEAR // 4

    def cost(some: tuple[Day, ...]) -> float:
        return sum(day.seconds for day in some) / sum(day.presses for day in some)

    return cost(year()[-quarter:]) / cost(year()[:quarter])


FIGURES = (
    Figure("memory after an evening", "MiB", 30, False, lambda: memory(1), repeats=1),
    Figure("memory after a week", "MiB", 30, False, lambda: memory(WEEK), repeats=1),
    Figure("memory after a year", "MiB", 30, False, lambda: memory(YEAR), repeats=1),
    Figure("a press in winter over one in spring", "times", 1.1, False, slower, repeats=1),
)
