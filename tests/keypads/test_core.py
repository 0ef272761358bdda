"""The firmware's core without its pins, in C under AddressSanitizer."""

from __future__ import annotations

import os
import random
import re
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.keypads.vectors import VECTORS

ROUNDS = int(os.environ.get("KEYPAD_FUZZ", "100000"))

Core = Callable[[str, list[str]], list[str]]
"""What it is asked for and rows in, rows out."""


def run(command: list[str], what: str, rows: list[str]) -> list[str]:
    done = subprocess.run(
        [*command, what], input="".join(f"{row}\n" for row in rows),
        capture_output=True, text=True, timeout=3_000, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    return done.stdout.split("\n")[:-1]


@pytest.fixture
def in_c(host_programs: Path) -> Core:
    return partial(run, [str(host_programs / "core")])


def test_every_vector_is_read_and_answered(in_c: Core) -> None:
    rows = in_c("lines", [vector.stream.hex() for vector in VECTORS])
    for vector, row in zip(VECTORS, rows, strict=True):
        reading, answer = row.split("\t")
        assert reading == vector.reading, vector
        assert vector.answer is None or answer == vector.answer, vector


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_invariants_of_the_core_hold_under_random_input(host_programs: Path, seed: str) -> None:
    (said,) = run([str(host_programs / "fuzz"), str(ROUNDS)], seed, [])
    rounds, frames, edges, *others = [int(number) for number in re.findall(r"\d+", said)]
    assert rounds == ROUNDS
    # Every path was walked: full queues, glasses and beeps too.
    assert frames > edges > ROUNDS // 10
    assert min(others) > ROUNDS // 2_000


# -- the debounce goes by elapsed time, not by the number of scans


Readings = list[tuple[int, bool]]
"""Milliseconds since the reading before, and whether the key reads closed."""

AT_REST: Readings = [(1, False)] * 20


def edges_of(core: Core, readings: Readings) -> list[str]:
    """What each reading of the key at row 1, column 2 brings, after a matrix at rest."""
    found = core("matrix", [f"{ms} 0 {4 * closed} 0 0" for ms, closed in AT_REST + readings])
    assert not any(found[: len(AT_REST)])
    return found[len(AT_REST) :]


@pytest.mark.parametrize(
    ("pauses", "nth"),
    [
        ([1] * 20, 15),
        ([1, *[5] * 6], 3),
        ([1, 7, 7, 7, 7], 3),
        ([1, 14, 1], 2),
        ([1, 15], 1),
        ([40, 40, 40], 1),
        ([255, 255], 1),
        ([255, 1, 1, 13], 3),
    ],
)
def test_a_key_counts_at_the_first_reading_15_ms_after_its_first(
    in_c: Core, pauses: list[int], nth: int
) -> None:
    down: Readings = [*((ms, True) for ms in pauses), *[(1, True)] * 15]
    up: Readings = [(ms, False) for ms in pauses]
    told = [*[""] * nth, "D12", *[""] * (len(down) - 1), "U12", *[""] * (len(up) - nth - 1)]
    assert edges_of(in_c, down + up) == told


def test_a_single_reading_counts_for_nothing_however_long_the_pause_before_it(in_c: Core) -> None:
    readings = [(pause, closed) for pause in (20, 60, 255) for closed in (False, True, False)]
    assert not any(edges_of(in_c, readings))


@pytest.mark.parametrize("pauses", [1, 33])
def test_presses_that_bounce_are_each_one_down_and_one_up(in_c: Core, pauses: int) -> None:
    dice = random.Random(16)
    readings, presses = Readings(), 300
    for _ in range(presses):
        for closed in (True, False):
            bounce, length, at = dice.randrange(13), dice.randrange(80, 160), 0
            while at < length:
                pause = dice.randint(1, pauses)
                at += pause
                bounces = at <= bounce and dice.random() < 0.5
                readings.append((pause, closed is not bounces))
    told = [edge for edge in edges_of(in_c, [*readings, *AT_REST]) if edge]
    assert told == ["D12", "U12"] * presses
