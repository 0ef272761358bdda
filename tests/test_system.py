"""Tests whose tool is missing are left out, told in one line; where CI is set they fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.system import BROWSER


def run_of(folder: Path, *words: str, **environment: str) -> tuple[int, str]:
    """pytest on a PATH that is this one folder: its status and what it printed."""
    (folder / "python3").symlink_to(sys.executable)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=ROOT, env={**os.environ, "CI": "", **environment, "PATH": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_a_missing_tool_leaves_its_tests_out_and_is_told_last(tmp_path: Path) -> None:
    status, told = run_of(tmp_path, "tests/keypads/test_building.py")
    assert status == 0
    assert "1 left out, for want of gcc-avr, binutils-avr" in told.splitlines()[-1]


def test_in_ci_a_missing_tool_is_an_error(tmp_path: Path) -> None:
    status, told = run_of(tmp_path, "tests/app/test_completion.py", "-k", "zsh_and_fish", CI="1")
    assert status == 1
    assert "for want of zsh" in told and "for want of fish" in told


@pytest.mark.needs(*BROWSER)
def test_a_browser_that_cannot_start_is_told_with_its_own_words(tmp_path: Path) -> None:
    broken = tmp_path / BROWSER[0]
    broken.write_text("#!/bin/sh\necho 'no usable sandbox, no luck' >&2\nexit 1\n")
    broken.chmod(0o755)
    status, told = run_of(tmp_path, "tests/page/test_table_page.py", "-k", "in_pieces")
    assert status == 0
    last = told.splitlines()[-1]
    assert last.endswith(f"for want of {BROWSER[0]} that starts: no usable sandbox, no luck")
