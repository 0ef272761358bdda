"""The firmware's core without its pins, in C under AddressSanitizer."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
from pathlib import Path

import pytest

ROUNDS = int(os.environ.get("KEYPAD_FUZZ", "100000"))

Edge = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8, ctypes.c_uint8)


@pytest.fixture
def core(host_programs: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(host_programs / "core.so"))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_invariants_of_the_core_hold_under_random_input(host_programs: Path, seed: str) -> None:
    done = subprocess.run(
        [str(host_programs / "fuzz"), str(ROUNDS), seed],
        capture_output=True, text=True, timeout=3_000, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    rounds, frames, edges, *others = [int(number) for number in re.findall(r"\d+", done.stdout)]
    assert rounds == ROUNDS
    # Every path was walked: full queues, glasses and beeps too.
    assert frames > edges > ROUNDS // 10
    assert min(others) > ROUNDS // 2_000


# -- the debounce goes by elapsed time, not by the number of scans


Readings = list[tuple[int, bool]]
"""Milliseconds since the reading before, and whether the key reads closed."""

AT_REST: Readings = [(1, False)] * 20


def edges_of(core: ctypes.CDLL, readings: Readings) -> list[str]:
    """Return the edges by reading of the key at row 1, column 2, after a matrix at rest."""
    matrix, told = ctypes.create_string_buffer(64), [""]
    take = Edge(lambda _, edge, row, col: told.append(f"{told.pop()}{'UD'[edge]}{row}{col}"))
    core.matrix_clear(matrix)
    for ms, closed in AT_REST + readings:
        core.matrix_step(matrix, bytes((0, 4 * closed, 0, 0)), ms, take, None)
        told.append("")
    assert not any(told[: len(AT_REST)])
    return told[len(AT_REST) : -1]


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
    core: ctypes.CDLL, pauses: list[int], nth: int
) -> None:
    down: Readings = [*((ms, True) for ms in pauses), *[(1, True)] * 15]
    up: Readings = [(ms, False) for ms in pauses]
    told = [*[""] * nth, "D12", *[""] * (len(down) - 1), "U12", *[""] * (len(up) - nth - 1)]
    assert edges_of(core, down + up) == told
