"""The firmware's Makefile: where it builds, and what it refuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.keypads.building import SOURCES
from tests.support.system import CHIP


@pytest.mark.needs(*CHIP)
def test_the_firmware_is_built_in_any_folder(tmp_path: Path) -> None:
    name = "l'été  a b"
    made = _make(tmp_path / name, "leonardo", "arduino")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / name / "leonardo.hex").stat().st_size > 10_000
    assert (tmp_path / name / "banquier" / "banquier.ino").exists()


@pytest.mark.needs(*CHIP)
def test_flashing_without_a_port_flashes_nothing(tmp_path: Path) -> None:
    made = _make(tmp_path, "flash")
    assert made.returncode == 2
    assert "Which port?" in made.stderr and not made.stdout.count("avr-gcc")
    assert not list(tmp_path.iterdir())


def _make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "-C", str(SOURCES), f"BUILD={folder}", "PORT=", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
