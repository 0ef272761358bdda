"""Set-up of all tests: the same surroundings and the same Hypothesis examples in each run.

Hypothesis draws the same few examples in every run, so that a failure is reproducible. For a
longer search with new examples:

    HYPOTHESIS_PROFILE=deep make test
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support import system
from tests.support.waiting import LIFETIME

FOLDERS = {
    "HOME": "",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "XDG_RUNTIME_DIR": "runtime",
}
"""Variables that name the user's folders."""

KEPT = re.compile("PATH|TMPDIR|CI|BANQUIER_(?!DEBUG).*|(KEYPAD|HYPOTHESIS)_.*|PYTEST_(?!ADDOPTS).*")
"""Variables that a test gets as they are: where programs are, and what the tests were asked for."""
SET = {"LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color"}
UMASK = 0o022
LONGEST = (
    "test_make.py",
    "test_panel.py",
    "test_seats_page.py",
    "test_clear_glass.py",
    "test_table_page.py",
)

settings.register_profile(
    "default",
    max_examples=40,
    deadline=None,  # the machine may be busy
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep", settings.get_profile("default"), derandomize=False, max_examples=5_000
)
settings.register_profile("few", settings.get_profile("default"), max_examples=5)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

gc.disable()  # until all is imported and collected: nothing of it is garbage

# A shell starts programs in the background with Ctrl-C ignored; those that tests start inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def _hangs(*_: object) -> None:
    raise TimeoutError("this test hangs")


signal.signal(signal.SIGALRM, _hangs)


def settle(home: Path, patch: pytest.MonkeyPatch) -> Path:
    """Point every folder of the user's into `home`."""
    for variable, folder in FOLDERS.items():
        place = home / folder
        place.mkdir(mode=0o700, exist_ok=True)
        patch.setenv(variable, str(place))
    return home


@pytest.fixture(scope="session", autouse=True)
def _surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The same for every test and every user: folders, language, time zone, rights of new files.

    A test that needs others sets them itself."""
    home = tmp_path_factory.mktemp("home")
    umask = os.umask(UMASK)
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if not KEPT.fullmatch(name):
                patch.delenv(name)
        for name, value in SET.items():
            patch.setenv(name, value)
        settle(home, patch)
        time.tzset()
        yield
    os.umask(umask)
    time.tzset()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files of each folder are spread over the run, so that tests that wait run beside tests
    that compute; each worker begins with a file that takes long."""
    folders: dict[Path, dict[Path, int]] = {}
    for item in items:
        files = folders.setdefault(item.path.parent, {})
        files.setdefault(item.path, len(files))
    places = {file: at / len(files) for files in folders.values() for file, at in files.items()}
    spread = [item for item in items if item.path.name not in LONGEST]
    spread.sort(key=lambda item: places[item.path])
    for worker, name in enumerate(LONGEST):
        first = len(items) * worker // len(LONGEST)  # where its share begins
        spread[first:first] = [item for item in items if item.path.name == name]
    items[:] = spread


def pytest_collection_finish() -> None:
    """Freeze imported and collected objects, and collect garbage less often, for speed."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    """One that waits in vain, for a program that hangs, is red at last."""
    signal.setitimer(signal.ITIMER_REAL, 10 * LIFETIME)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that needs what is missing here is left out before anything of it is started."""
    wanted = [package for mark in item.iter_markers("needs") for package in mark.args]
    for name in getattr(item, "fixturenames", ()):
        wanted += system.OF_FIXTURES.get(name, ())
    if wanted:
        system.need(*dict.fromkeys(wanted))


def pytest_unconfigure(config: pytest.Config) -> None:
    """The last line of a run tells what was left out."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not reporter:  # a worker
        return
    reasons = [report.longrepr[2] for report in reporter.getreports("skipped")]
    if line := system.summary(reasons):
        reporter.write_line(line)


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine is run to its end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    asyncio.run(test)
    return True


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder for one test."""
    place = tmp_path / "home"
    place.mkdir()
    return settle(place, monkeypatch)


@pytest.fixture
def nothing_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A keypad to which nothing happens by time, however long the machine is held up."""
    never = 600_000
    for name in ("LOST_MS", "ASK_MS"):
        monkeypatch.setattr(f"hardware.keypads.keypad_session.{name}", never)
    monkeypatch.setattr("hardware.keypads.plain_keypad.START_MS", never)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """`auto` is three more than there are processors: while some wait, others compute; each
    collects all tests first. `logical` is one to a processor."""
    return (os.cpu_count() or 1) + (3 if config.option.numprocesses == "auto" else 0)
