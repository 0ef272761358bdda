"""A board whose loop is held up: the debounce goes by elapsed time, not by the number of scans.

The C matrix and the MicroPython one with pauses between readings; the Arduino sketch on the
simulated Uno and the MicroPython file at its port, both with a loop that something else keeps busy.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.keypads.building import build, compile_matrix, shared_folder
from tests.keypads.rig import COLS, ROWS, Rig
from tests.keypads.test_pico import check, running
from tests.keypads.test_rig import listening, name_of

Readings = list[tuple[int, bool]]
"""Milliseconds since the reading before, and whether the key reads closed."""

AT_REST: Readings = [(1, False)] * 20
PRESSES = 16
HELD_UP = "../../tests/keypads/sketches/held_up.cpp"


@pytest.fixture(scope="module")
def c_matrix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_matrix(tmp_path_factory.mktemp("matrix"))


@pytest.fixture(params=["C", "MicroPython"])
def edges_of(request: pytest.FixtureRequest) -> Callable[[Readings], list[str]]:
    """What each reading of the key at row 1, column 2 brings, after a matrix at rest."""

    def edges(readings: Readings) -> list[str]:
        rows = [f"{ms} 0 {4 * closed} 0 0" for ms, closed in AT_REST + readings]
        if request.param == "C":
            program = request.getfixturevalue("c_matrix")
            text = "".join(f"{row}\n" for row in rows)
            done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
            found = done.stdout.split("\n")[:-1]
        else:
            found = check(request.getfixturevalue("micropython"), "matrix", rows)
        assert not any(found[: len(AT_REST)])
        return found[len(AT_REST) :]

    return edges


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
    edges_of: Callable[[Readings], list[str]], pauses: list[int], nth: int
) -> None:
    down: Readings = [(ms, True) for ms in pauses]
    up: Readings = [(ms, False) for ms in pauses]
    told = ["" for _ in pauses]
    assert edges_of(down) == [*told[:nth], "D12", *told[nth + 1 :]]
    released = edges_of([*down, *[(1, True)] * 15, *up])[len(down) + 15 :]
    assert released == [*told[:nth], "U12", *told[nth + 1 :]]


@pytest.mark.parametrize("pause", [20, 60, 255])
def test_a_single_reading_counts_for_nothing_however_long_the_pause_before_it(
    edges_of: Callable[[Readings], list[str]], pause: int
) -> None:
    readings: Readings = [(pause, False), (pause, True), (pause, False), (pause, False)]
    assert edges_of(readings) == [""] * 4


def test_presses_longer_than_two_pauses_are_each_one_down_and_one_up(
    edges_of: Callable[[Readings], list[str]],
) -> None:
    dice = random.Random(16)
    readings, presses = Readings(), 500
    for _ in range(presses):
        for closed in (True, False):
            bounce, length, at = dice.randrange(13), dice.randrange(80, 160), 0
            while at < length:
                pause = dice.randint(1, 33)
                at += pause
                bounces = at <= bounce and dice.random() < 0.5
                readings.append((pause, closed is not bounces))
    told = [edge for edge in edges_of([*readings, *AT_REST]) if edge]
    assert told == ["D12", "U12"] * presses


@pytest.fixture(scope="module")
def held_up_uno() -> str:
    build(shared_folder(), f"SKETCH={HELD_UP}", "sketch")
    return "sketch"


def test_the_arduino_sketch_in_a_slow_loop_loses_and_doubles_nothing(
    make_rig: Callable[..., Rig], held_up_uno: str
) -> None:
    dice = random.Random(16)
    with listening(rig := make_rig(held_up_uno)) as listener:
        expected = []
        for _ in range(PRESSES):
            row, col = dice.randrange(ROWS), dice.randrange(COLS)
            rig.tell(f"d {row} {col} 12", f"wait {dice.randrange(130, 200)}")
            rig.tell(f"u {row} {col} 12", f"wait {dice.randrange(130, 200)}")
            expected += [("press", name_of(row, col)), ("release", name_of(row, col))]
        assert listener.edges() == expected
        counters = listener.session.counters
        assert counters.missing == counters.damaged == counters.ghosts == counters.healed == 0


def test_a_key_that_only_bounces_in_a_slow_loop_is_no_press(
    make_rig: Callable[..., Rig], held_up_uno: str
) -> None:
    dice = random.Random(17)
    with listening(rig := make_rig(held_up_uno)) as listener:
        for _ in range(PRESSES):
            rig.tell("d 1 2 8", "wait 3", "u 1 2 8", f"wait {dice.randrange(100, 160)}")
        assert listener.edges() == []


def test_the_micropython_file_in_a_slow_loop_loses_and_doubles_nothing(
    micropython: str, tmp_path: Path
) -> None:
    with running(micropython, tmp_path, held_up_ms=40) as pico:
        for row, col in [(0, 0), (3, 7), (1, 4), (2, 2)]:
            pico.close((row, col))
            assert pico.listen_for(1) == [("press", name_of(row, col))]
            pico.close()
            assert pico.listen_for(1) == [("release", name_of(row, col))]
        assert pico.listen(0.3) == []
        assert pico.session.counters.missing == pico.session.counters.damaged == 0
