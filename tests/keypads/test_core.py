"""The firmware's portable core, compiled for this computer under AddressSanitizer."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.keypads.vectors import VECTORS, vectors

ROUNDS = int(os.environ.get("KEYPAD_FUZZ", "100000"))


def run(program: Path, *args: str) -> str:
    done = subprocess.run(
        [str(program), *args], capture_output=True, text=True, timeout=3_000, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_board_reads_and_answers_every_vector(host_programs: Path) -> None:
    said = run(host_programs / "vectors", str(VECTORS))
    assert said == f"{len(vectors())} vectors, 0 wrong\n"


def test_a_wrong_vector_fails(host_programs: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("$05,D,25*0000\\n\tframe 05 D 25\n", encoding="ascii")
    done = subprocess.run(
        [str(host_programs / "vectors"), str(wrong)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "obtained crc 05" in done.stdout


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_invariants_of_the_core_hold_under_random_input(host_programs: Path, seed: str) -> None:
    said = run(host_programs / "fuzz", str(ROUNDS), seed)
    counts = [int(number) for number in re.findall(r"\d+", said)]
    rounds, frames, edges, overflows, glasses, beeps = counts
    assert rounds == ROUNDS
    # Every path was walked, full queues too.
    assert frames > edges > ROUNDS // 10
    assert min(overflows, glasses, beeps) > ROUNDS // 2_000


def test_no_press_is_lost_or_doubled_while_contacts_bounce_for_less_than_the_debounce(
    host_programs: Path,
) -> None:
    table = dict[int, tuple[int, int, int]]()
    for line in run(host_programs / "debounce").splitlines():
        bounce, presses, downs, ups = (int(number) for number in re.findall(r"\d+", line))
        table[bounce] = (presses, downs, ups)
    for bounce in (0, 4, 8, 12):
        presses, downs, ups = table[bounce]
        assert presses == downs == ups == 2_000
    # Far worse than any keypad: what the filter cannot do, so that it is seen to be at work.
    assert table[40][1] > 2_000
