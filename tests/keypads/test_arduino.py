"""The firmware fits the chips of Uno and Leonardo, and answers every line of frames.txt."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.keypads.building import build, shared_folder
from tests.keypads.rig import Rig
from tests.keypads.vectors import answers_every_vector

HELLO = "H,proto=1,fw=1.0,rows=4,cols=8,disp=3,beep=1"


@pytest.mark.parametrize(
    ("name", "flash", "memory"),
    [("banquier-4x8", 32_256, 1_600), ("leonardo", 28_672, 2_000)],
)
def test_the_firmware_leaves_room(programs: Path, name: str, flash: int, memory: int) -> None:
    """Of 2 048 and 2 560 bytes of memory the rest is the stack; the boot loader has some flash."""
    build(shared_folder(), "all", "leonardo")
    size = subprocess.run(
        ["avr-size", f"{programs / name}.elf"], capture_output=True, text=True, check=True
    )
    text, data, bss = (int(number) for number in size.stdout.splitlines()[1].split()[:3])
    assert text + data < flash
    assert data + bss < memory


def test_every_vector_is_answered(rig: Rig) -> None:
    answers_every_vector(rig, HELLO)
