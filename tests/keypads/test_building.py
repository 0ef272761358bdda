"""Where a tool is missing the board's tests say which, and in CI they fail."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.keypads.building import HERE, SOURCES, build, need


def test_a_machine_without_the_tools_skips_and_names_the_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="gcc-avr"):
        build(tmp_path, "all", avr=True)


def test_in_ci_a_missing_tool_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="make"):
        build(tmp_path, "host", sources=HERE)


def test_the_firmware_is_built_in_any_folder(tmp_path: Path) -> None:
    need(avr=True)
    name = "l'été  a b"
    made = _make(tmp_path / name, "all", "arduino")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / name / "banquier-4x8.hex").stat().st_size > 10_000
    assert (tmp_path / name / "banquier" / "banquier.ino").exists()


def test_flashing_without_a_port_flashes_nothing(tmp_path: Path) -> None:
    need(avr=True)
    made = _make(tmp_path, "flash")
    assert made.returncode == 2
    assert "Which port?" in made.stderr and "avrdude" not in made.stdout


def _make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "-C", str(SOURCES), f"BUILD={folder}", "PORT=", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
