"""The pytest plugin in another project."""

import subprocess
from pathlib import Path

from tests.support.commands import python
from tests.support.paths import ROOT

GOOD = 'banquier 1\nplayers 2\nstart\nexpect "J1 LANCEZ" 150.000\n'
BAD = GOOD.replace("150.000", "15.000")
WRONG = "banquier 1\npres OK\nstrat\n"


def collected(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text("[pytest]\n")  # or one of a folder above would count
    return python("-m", "pytest", "-p", "no:cacheprovider", *words, folder=folder)


def test_scripts_are_collected_and_failures_told_as_by_run(tmp_path: Path) -> None:
    (tmp_path / "good.keys").write_text(GOOD)
    (tmp_path / "bad.keys").write_text(BAD)
    (tmp_path / "wrong.keys").write_text(WRONG)
    (tmp_path / "other.keys").write_text("another program's file\n")
    done = collected(tmp_path, "-v")
    told = done.stdout
    assert done.returncode == 1, told + done.stderr
    assert "good.keys::good PASSED" in told
    assert "bad.keys::bad FAILED" in told and "wrong.keys::wrong FAILED" in told
    assert "other" not in told
    assert 'bad.keys:4: expected "J1 LANCEZ" 15.000, obtained "J1 LANCEZ" 150.000' in told
    assert "to see it again: banquier run" in told and "Traceback" not in told
    assert "wrong.keys:2:" in told and "wrong.keys:3:" in told
    assert str(ROOT / "banquier") not in told


def test_they_can_be_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bad.keys").write_text(BAD)
    assert collected(tmp_path, "-p", "no:banquier").returncode == 5
