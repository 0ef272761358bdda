"""The firmware's Makefile: where it builds, and what it refuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.keypads.building import SOURCES, build
from tests.support.system import CHIP


@pytest.mark.needs(*CHIP)
def test_the_firmware_is_built_in_any_folder_and_not_flashed_without_a_port(tmp_path: Path) -> None:
    folder = tmp_path / "l'été  a b"
    folder.mkdir()
    build(folder, "leonardo", "arduino")
    assert (folder / "leonardo.hex").stat().st_size > 10_000
    assert (folder / "banquier" / "banquier.ino").exists()
    done = subprocess.run(
        ["make", "-C", str(SOURCES), f"BUILD={tmp_path}", "PORT=", "flash"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.count("avr-gcc")) == (2, 0)
    assert "Which port?" in done.stderr and not [*tmp_path.glob("*.hex")]
