"""The firmware's Makefile: where it builds, what it refuses, and the size of what it makes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.keypads.building import SOURCES, build
from tests.support.system import CHIP


@pytest.mark.needs(*CHIP)
def test_the_firmware_is_built_in_any_folder_and_not_flashed_without_a_port(
    programs: Path, tmp_path: Path
) -> None:
    """It leaves flash for a boot loader, and a stack in 2 048 and 2 560 bytes of memory."""
    folder = tmp_path / "l'été  a b"
    folder.mkdir()
    build(folder, "leonardo", "arduino")
    assert (folder / "banquier" / "banquier.ino").exists()
    for elf, flash, memory in (
        (programs / "banquier-4x8.elf", 32_256, 1_600), (folder / "leonardo.elf", 28_672, 2_000),
    ):  # fmt: skip
        size = subprocess.check_output(["avr-size", str(elf)], text=True)
        text, data, bss = (int(number) for number in size.splitlines()[1].split()[:3])
        assert 10_000 < text + data < flash
        assert data + bss < memory
    done = subprocess.run(
        ["make", "-C", str(SOURCES), f"BUILD={tmp_path}", "PORT=", "flash"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.count("avr-gcc")) == (2, 0)
    assert "Which port?" in done.stderr and not [*tmp_path.glob("*.hex")]
