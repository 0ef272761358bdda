"""The plugin that runs the tests in several processes: each test once, no failure lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.waiting import until

SHARED = """
import os, pytest

@pytest.fixture(scope="session", autouse=True)
def begun_and_ended():
    yield
    open(f"ended.{os.getpid()}", "w").close()

@pytest.fixture(autouse=True)
def counted(request):
    with open("run", "a") as file:
        file.write(f"{request.node.name} {os.getpid()}\\n")
"""
FIRST = """
import pytest

@pytest.mark.parametrize("number", range(20))
def test_number(number):
    print("the number is", number)
    assert number != 7

@pytest.fixture
def broken():
    raise OSError("no such thing")

def test_broken(broken):
    pass

@pytest.mark.skip(reason="not today")
def test_skipped():
    pass
"""
SECOND = """
import os

def test_before():
    pass

def test_dies():
    os.kill(os.getpid(), 9)

def test_after():
    pass
"""
WAITS = """
import time

def test_waits():
    open("waits", "w").close()
    time.sleep(60)

def test_never_runs():
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "conftest.py").write_text(SHARED)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def started(project: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "tests.support.processes", "-p", "no:banquier",
         "-p", "no:cacheprovider", "-q", "--processes", "2", *words],
        cwd=project, env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def run(project: Path) -> list[tuple[str, int]]:
    lines = (project / "run").read_text().splitlines()
    return [(name, int(process)) for name, process in map(str.split, lines)]


def ended(project: Path) -> set[int]:
    return {int(path.suffix[1:]) for path in project.glob("ended.*")}


def test_each_test_runs_once_and_each_failure_is_told(project: Path) -> None:
    (project / "test_first.py").write_text(FIRST)
    (project / "test_second.py").write_text(SECOND)
    program = started(project)
    told, _ = program.communicate(timeout=60)
    assert program.returncode == 1, told
    assert "3 failed, 20 passed, 1 skipped, 1 error" in told
    assert "the number is 7" in told and "the number is 8" not in told
    assert "OSError: no such thing" in told
    assert "test_dies its process ended with status -9" in told
    assert "test_after was not run" in told
    process_of = dict(run(project))
    assert len(run(project)) == len(process_of) == 23
    assert process_of["test_before"] == process_of["test_dies"]
    assert ended(project) == {process_of["test_number[0]"]}


def test_it_stops_at_the_first_failure_where_that_is_asked(project: Path) -> None:
    (project / "test_first.py").write_text(FIRST)
    program = started(project, "-x")
    told, _ = program.communicate(timeout=60)
    assert program.returncode == 1, told
    assert "1 failed, 7 passed" in told
    assert len(run(project)) == 8


def test_ctrl_c_ends_all_processes_with_what_they_began(project: Path) -> None:
    (project / "test_first.py").write_text(WAITS)
    (project / "test_second.py").write_text(WAITS.replace('"waits"', '"waits too"'))
    program = started(project)
    until(lambda: (project / "waits").exists() and (project / "waits too").exists())
    program.send_signal(signal.SIGINT)
    told, _ = program.communicate(timeout=30)
    assert program.returncode == pytest.ExitCode.INTERRUPTED, told
    assert ended(project) == {process for _, process in run(project)}
    assert len(ended(project)) == 2
