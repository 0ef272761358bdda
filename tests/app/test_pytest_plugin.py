"""The pytest plugin in a project that has only the installed package."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.support.paths import ROOT

GOOD = 'banquier 1\nplayers 2\nstart\nexpect "J1 LANCEZ" 150.000\n'
BAD = GOOD.replace("150.000", "15.000")
WRONG = "banquier 1\npres OK\nstrat\n"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python with the package installed from its wheel, and the libraries of this one."""
    folder = tmp_path_factory.mktemp("project")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    venv.create(folder / "venv")
    made = str(folder / "venv" / "bin" / "python")
    (wheel,) = folder.glob("*.whl")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", made, "install", "--quiet", "--no-index",
         "--no-deps", str(wheel)],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text("".join(f"{path}\n" for path in libraries))
    return made


def collected(python: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    (folder / "pytest.ini").write_text("[pytest]\n")  # or one of a folder above would count
    return subprocess.run(
        [python, "-m", "pytest", "-p", "no:cacheprovider", *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_scripts_are_collected_and_failures_told_as_by_run(python: str, tmp_path: Path) -> None:
    (tmp_path / "good.keys").write_text(GOOD)
    (tmp_path / "bad.keys").write_text(BAD)
    (tmp_path / "wrong.keys").write_text(WRONG)
    (tmp_path / "other.keys").write_text("another program's file\n")
    done = collected(python, tmp_path, "-v")
    told = done.stdout
    assert done.returncode == 1, told + done.stderr
    assert "good.keys::good PASSED" in told
    assert "bad.keys::bad FAILED" in told and "wrong.keys::wrong FAILED" in told
    assert "other" not in told
    assert 'bad.keys:4: expected "J1 LANCEZ" 15.000, obtained "J1 LANCEZ" 150.000' in told
    assert "to see it again: banquier run" in told and "Traceback" not in told
    assert "wrong.keys:2:" in told and "wrong.keys:3:" in told
    assert str(ROOT / "banquier") not in told


def test_they_can_be_left_alone(python: str, tmp_path: Path) -> None:
    (tmp_path / "bad.keys").write_text(BAD)
    assert collected(python, tmp_path, "-p", "no:banquier").returncode == 5
