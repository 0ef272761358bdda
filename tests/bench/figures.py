"""Benchmarks: one line per figure, with its unit, its goal, and the speed of the machine beside it.

    for figure in FIGURES:
        print(measured(figure))

A figure has a name, a unit, a goal and a function that takes it once. `measured` repeats it and
gives the median, least and most. Before each it takes the speed of a fixed loop, so that other
load slows both: compare machines or days by the two.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from banquier.editions.edition_file import editions, load
from banquier.play.bots import play_without_keys
from banquier.play.bots.strategy import PROFILES
from firmware_sim.question import THROWS
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from keypad.keys import PULSE
from tests.support.paths import ROOT

LOOP = 200_000


def python_loop() -> float:
    """Millions of steps a second of a fixed loop: a call, a list, an addition and a test each."""

    def step(values: list[int], number: int) -> int:
        values[number & 7] += number
        return values[number & 3] if number & 1 else number

    values = [0] * 8
    start = process_time()
    for number in range(LOOP):
        step(values, number)
    return LOOP / 1e6 / max(process_time() - start, 1e-9)


class Figure(NamedTuple):
    name: str
    unit: str
    goal: float
    at_least: bool  # the goal is a floor; otherwise a ceiling
    take: Callable[[], float]
    repeats: int = 5


def measured(figure: Figure, repeats: int | None = None) -> str:
    """Take a figure `repeats` times, or as often as it needs, and return its line."""
    pairs = [(python_loop(), figure.take()) for _ in range(repeats or figure.repeats)]
    speeds, values = zip(*pairs, strict=True)
    value = median(values)
    reached = value >= figure.goal if figure.at_least else value <= figure.goal
    goal = f"{'at least' if figure.at_least else 'at most'} {figure.goal:,g}"
    short = "" if reached else ", NOT REACHED"
    line = f"{figure.name:38} {value:>12,.1f} {figure.unit} ({goal}{short})"
    return (
        f"{line}  [{min(values):,.1f} to {max(values):,.1f}; "
        f"Python loop {median(speeds):,.1f} M steps/s]"
    )


# -- a game to replay

TWO_HOURS = 2 * 3600 * SECOND

Edge = tuple[int, str, bool]

PAUSES = (40_000, 25_000, 90_000, 30_000, 120_000, 50_000, 70_000)  # about two seconds a key
FUNCTIONS = ("ACHAT", "CARTE", "OK", "FIN", "C", "DES", "FAILL")
YES = ("OK", "C")


def simple_player(unit: Unit, until: int) -> Iterator[Edge]:
    """A game of four players up to that tick, key edge by key edge.

    Each player throws when allowed, answers OK to each question, and otherwise tries one function
    after the other.
    """
    moved, tries, before = 0, 0, ("", 0, -1)
    while unit.tick < until - 10 * SECOND:
        unit.run(max(unit.notices_end, unit.tick + PAUSES[moved % len(PAUSES)]))
        moved += 2
        asked = unit.question
        seen = (asked.kind, asked.player, asked.square)
        tries = tries + 1 if seen == before else 0
        before = seen
        if tries < 2 and asked.kind in THROWS:
            key = "DES"
        elif asked.keys == YES or asked.kind.startswith("who"):
            key = "OK"
        else:
            key = FUNCTIONS[tries % len(FUNCTIONS)]
        yield unit.tick, key, True
        unit.press(key)
        unit.run(unit.tick + PULSE + 500)
        yield unit.tick, key, False
        unit.release(key)


@cache
def two_hours() -> tuple[Edge, ...]:
    return tuple(simple_player(Unit(editions(), seed=1990), TWO_HOURS))


def replay_speed(*, stepped: bool = False) -> float:
    """Return the speed in times of real time, by processor time, as others may be running."""
    edges = two_hours()
    start = process_time()
    unit = Unit(editions(), seed=1990, stepped=stepped)
    for tick, key, down in edges:
        unit.run(tick)
        (unit.press if down else unit.release)(key)
    unit.run(TWO_HOURS)
    return TWO_HOURS / SECOND / (process_time() - start)


# -- keys

PRESSES = 20_000


def presses() -> float:
    """Two digits and C repeated: press, matrix, debounce, firmware, memory of the glass."""
    unit = Unit(editions(), seed=1)
    while unit.question.kind != "throw_keyed":
        if unit.question.kind == "auto_dice":
            tap(unit, "+")  # real dice, keyed
        tap(unit, "OK")
    keys = ("4", "3", "C") * (PRESSES // 3)
    start = process_time()
    for key in keys:
        tap(unit, key)
    return len(keys) / (process_time() - start)


# -- the bank alone

BANK_GAMES = 50
CAREFUL = PROFILES["careful"]._replace(reserve=25, attention=20, trades=1)
GREEDY = PROFILES["greedy"]._replace(attention=30, trades=2)
TRADER = PROFILES["trader"]._replace(attention=20, trades=6)
RASH = PROFILES["greedy"]._replace(reserve=4, bids=100, attention=15, trades=3, margin=0)
"""As busy as the bots of version 1.0, so that the figure stays comparable."""


def bank_turns() -> float:
    """Whole games of four bots, full rules with trades and posts, and no key.

    Chance is Python's own generator: that of the bots is written in Python, for any machine.
    """

    edition, turns = load("electronique"), 0
    profiles = (CAREFUL, CAREFUL, GREEDY, TRADER, RASH)  # the bank's place is never asked
    start = process_time()
    for game in range(BANK_GAMES):
        chance = play_without_keys.fast_rng(game)
        played = play_without_keys.begin_game(edition, 4, chance)
        play_without_keys.play(played, profiles, chance)
        turns += played.turn_number
    return turns / (process_time() - start)


# -- the whole program, as the shell starts it


def in_turn(taken: Callable[[], float], bare: Callable[[], float], times: int) -> float:
    """Return the ratio of two medians, each measured after the other, as a load slows both."""
    pairs = [(taken(), bare()) for _ in range(times)]
    return median(whole for whole, _ in pairs) / median(part for _, part in pairs)


def _milliseconds(*words: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (perf_counter() - start)


def start_to_exit() -> float:
    with TemporaryDirectory() as folder:
        script = Path(folder, "one-line.keys")
        script.write_text("banquier 1\nstart\n", encoding="utf-8")
        return in_turn(
            lambda: _milliseconds("-m", "banquier", "run", str(script)),
            lambda: _milliseconds("-c", "pass"),
            15,
        )


FIGURES: tuple[Figure, ...] = (
    Figure("two-hour game replayed", "x real time", 40_000, True, replay_speed),
    Figure("the same, stepped", "x real time", 1_000, True, lambda: replay_speed(stepped=True), 3),
    Figure("key presses, finger to glass", "presses/s", 90_000, True, presses),
    Figure("bank alone, four bots", "turns/s", 100_000, True, bank_turns),
    Figure("run, start to exit, to bare Python", "x", 6, False, start_to_exit, 1),
)
