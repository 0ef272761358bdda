"""Benchmarks: one row a figure, with its unit, its goal, and the speed of this machine beside it.

    for row in measure():
        print(row["name"], row["median"], row["unit"], "goal", row["goal"])

A figure has a name, a unit, a goal and a function that takes it once. `measure` repeats each and
gives median, least and most. Before each it takes a figure of the machine (`against`), so that
other load slows both. `ratio` is the median of the quotients, to compare machines or days.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

from banquier.chances.position import Position
from banquier.chances.tally import jobs
from banquier.editions.edition_file import editions, load
from banquier.play.bots import play_without_keys
from banquier.play.bots.strategy import PROFILES
from banquier.play.processes import spread
from banquier.saves.save_folder import SaveFolder
from firmware_sim.question import THROWS
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from keypad.keys import PULSE
from tests.support.paths import ROOT

TWO_HOURS = 2 * 3600 * SECOND
FIVE_HOURS = 5 * 3600 * SECOND


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


class MachineFigure(NamedTuple):
    """A figure of this machine, to set others beside."""

    name: str
    unit: str
    take: Callable[[], float]


PYTHON_LOOP = MachineFigure("Python loop", "M steps/s", python_loop)
BARE_PYTHON = MachineFigure(
    "bare Python", "ms", lambda: _milliseconds([sys.executable, "-c", "pass"])
)


class Figure(NamedTuple):
    name: str
    unit: str
    goal: float
    at_least: bool  # the goal is a floor; otherwise a ceiling
    take: Callable[[], float]
    repeats: int = 5
    against: MachineFigure = PYTHON_LOOP


Row = dict[str, Any]
"""A figure as plain data: `measure` has its fields."""


def measure(figures: Iterable[Figure] | None = None, repeats: int | None = None) -> list[Row]:
    """Take every figure `repeats` times, or as often as it needs."""
    rows = []
    for figure in FIGURES if figures is None else figures:
        name, unit, goal, at_least, take, usual, machine = figure
        pairs = [(machine.take(), take()) for _ in range(repeats or usual)]
        values = [round(value, 3) for _, value in pairs]
        middle = median(values)
        rows.append({
            "name": name, "unit": unit, "goal": goal, "at_least": at_least,
            "median": middle, "least": min(values), "most": max(values), "values": values,
            "reached": middle >= goal if at_least else middle <= goal,
            "machine": machine.name, "machine_unit": machine.unit,
            "machine_median": round(median(speed for speed, _ in pairs), 3),
            "ratio": round(median(value / speed for speed, value in pairs), 6),
        })  # fmt: skip
    return rows


# -- a game to replay

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


def replay(edges: Iterable[Edge], until: int, *, stepped: bool = False) -> Unit:
    unit = Unit(editions(), seed=1990, stepped=stepped)
    for tick, key, down in edges:
        if tick >= until:
            break
        unit.run(tick)
        (unit.press if down else unit.release)(key)
    unit.run(until)
    return unit


def replay_speed(*, stepped: bool = False) -> float:
    """Return the speed in times of real time, by processor time, as others may be running."""
    edges = two_hours()
    start = process_time()
    replay(edges, TWO_HOURS, stepped=stepped)
    return TWO_HOURS / SECOND / (process_time() - start)


# -- a game taken up again


@cache
def five_hours() -> bytes:
    """The save of five hours of play: some 3 300 operations."""
    from banquier.saves.open_game import open_save  # not in the memory of a unit alone

    with TemporaryDirectory() as folder:
        path = Path(folder, "night.keys")
        save = open_save(SaveFolder(folder), path=str(path), seed=1990)
        for _ in simple_player(save.unit, FIVE_HOURS):
            pass
        save.close()
        return path.read_bytes()


def opening() -> float:
    """Measure from the file to a unit that asks REPRISE ?, by wall clock."""
    from banquier.saves.open_game import open_save  # not in the memory of a unit alone

    night = five_hours()
    with TemporaryDirectory() as folder:
        path = Path(folder, "night.keys")
        path.write_bytes(night)
        start = perf_counter()
        save = open_save(SaveFolder(folder), path=str(path))
        took = perf_counter() - start
        save.abandon()
        return 1000 * took


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


# -- who is winning

MID_GAME = 60  # turns
CHANCES_GAMES, CORES = 1_000, 2


def chances_time() -> float:
    """Measure the chances of a position: games of four played on to the end, on two processors."""
    chance = play_without_keys.fast_rng(1990)
    game = play_without_keys.begin_game(load("electronique"), 4, chance)
    careful, *others = PROFILES.values()
    play_without_keys.play(game, (careful, careful, *others, careful), chance, MID_GAME)
    start = perf_counter()
    for _ in spread(jobs([Position(game)], CHANCES_GAMES, seed=1), CORES):
        pass
    return perf_counter() - start


# -- the whole program, as the shell starts it


def _milliseconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (perf_counter() - start)


def start_to_exit() -> float:
    with TemporaryDirectory() as folder:
        script = Path(folder, "one-line.keys")
        script.write_text("banquier 1\nstart\n", encoding="utf-8")
        return _milliseconds([sys.executable, "-m", "banquier", "run", str(script)])


def own_peak() -> float:
    """The most memory this process ever held, in MiB. `getrusage` tells that of who started it."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


_REPLAY_AND_PRINT = """\
from tests.bench import figures as benchmark
benchmark.replay(benchmark.two_hours(), benchmark.TWO_HOURS)
print(benchmark.own_peak())
"""


def peak_memory() -> float:
    """A process of its own that makes and replays the two hours."""
    done = subprocess.run(
        [sys.executable, "-c", _REPLAY_AND_PRINT], cwd=ROOT, check=True, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    return float(done.stdout)


FIGURES: tuple[Figure, ...] = (
    Figure("two-hour game replayed", "x real time", 40_000, True, replay_speed),
    Figure("the same, stepped", "x real time", 1_000, True, lambda: replay_speed(stepped=True), 3),
    Figure("save of five hours opened", "ms", 500, False, opening),
    # Where bare Python starts in 11 ms.
    Figure("key presses, finger to glass", "presses/s", 90_000, True, presses),
    Figure("bank alone, four bots", "turns/s", 100_000, True, bank_turns),
    Figure("chances, 1 000 games of four", "s", 5, False, chances_time, repeats=3),
    Figure("run, start to exit", "ms", 75, False, start_to_exit, repeats=15, against=BARE_PYTHON),
    Figure("peak memory, headless", "MiB", 24, False, peak_memory, repeats=3),
)
