"""Runs the tests in several processes, forked once everything is collected: a plugin of pytest.

    python -m pytest -p tests.support.processes --processes auto

Tests of some folders mostly wait: for a terminal, a browser, a board. They come first, those that
compute last. Half of the processes take from the front, the others from the back: single tests of
terminals and boards, whole files where tests share what they have begun or computed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

WAITING = ("panel", "page", "board")
SINGLE = ("panel", "board")
PATIENCE = 15.0
"""Seconds that an interrupted process has to clear up."""

_forked = multiprocessing.get_context("fork")


def _count(word: str) -> int:
    """Three to a processor: while some wait for a program, the others compute."""
    return 3 * (os.cpu_count() or 1) if word == "auto" else int(word)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--processes", metavar="N", type=_count, default=0,
        help="run the tests in N processes; auto: three to a processor",
    )  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where few tests are in a file they are long: these begin first, so that none comes last."""
    tests = Counter(item.path for item in items)
    waiting = {path for path in tests if path.parent.name in WAITING}
    last = len(items)
    items.sort(key=lambda item: tests[item.path] if item.path in waiting else last)


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    processes = session.config.getoption("processes")
    if not processes or session.config.option.collectonly or session.testsfailed:
        return None  # pytest's own loop
    _Tests(session, processes).run()
    return True


def _share(item: pytest.Item) -> str:
    """Tests of one share run in one process, one after the other."""
    return item.nodeid if item.path.parent.name in SINGLE else str(item.path)


class _Tests:
    def __init__(self, session: pytest.Session, processes: int) -> None:
        self.session = session
        self.shares = [
            [at for at, _ in share]
            for _, share in groupby(enumerate(session.items), key=lambda each: _share(each[1]))
        ]
        self.left = _forked.Array("i", [0, len(self.shares)])
        """The first share that no process has taken, and the one after the last."""
        self.unfinished = set(range(len(session.items)))
        self.running: dict[Connection, int] = {}
        self.processes: dict[Connection, BaseProcess] = {}
        for number in range(processes):
            here, there = _forked.Pipe(duplex=False)
            process = _forked.Process(target=self._process, args=(there, number % 2 == 1))
            process.start()
            there.close()
            self.processes[here] = process

    # -- in the first process -----------------------------------------------------------------

    def run(self) -> None:
        try:
            open_ones = list(self.processes)
            while open_ones:
                for connection in wait(open_ones):
                    assert isinstance(connection, Connection)
                    try:
                        self._heard(connection, *connection.recv())
                    except EOFError:
                        open_ones.remove(connection)
                        self._ended(connection)
            for at in sorted(self.unfinished):
                self._failed(at, "was not run: the process that was to run it ended")
        finally:
            self._end()

    def _heard(self, connection: Connection, at: int, reports: list[dict[str, Any]] | None) -> None:
        if reports is None:
            self.running[connection] = at
            return
        del self.running[connection]
        self.unfinished.discard(at)
        hook = self.session.config.hook
        for told in reports:
            report = hook.pytest_report_from_serializable(config=self.session.config, data=told)
            hook.pytest_runtest_logreport(report=report)
        item = self.session.items[at]
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        if self.session.shouldfail:
            raise self.session.Failed(self.session.shouldfail)
        if self.session.shouldstop:
            raise self.session.Interrupted(self.session.shouldstop)

    def _ended(self, connection: Connection) -> None:
        process = self.processes[connection]
        process.join()
        if connection in self.running:
            at = self.running[connection]
            self.unfinished.discard(at)
            self._failed(at, f"its process ended with status {process.exitcode}")

    def _failed(self, at: int, why: str) -> None:
        item = self.session.items[at]
        report = pytest.TestReport(
            item.nodeid, item.location, {}, "failed", f"{item.nodeid} {why}", "call"
        )
        self.session.config.hook.pytest_runtest_logreport(report=report)

    def _end(self) -> None:
        """Nothing is left behind: also when the tests were interrupted."""
        with self.left:
            self.left[0] = self.left[1]
        alive = [process for process in self.processes.values() if process.is_alive()]
        for process in alive:
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)
        for process in alive:
            process.join(PATIENCE)
            process.kill()

    # -- in each of the others ----------------------------------------------------------------

    def _process(self, there: Connection, from_the_back: bool) -> None:
        config, items = self.session.config, self.session.items
        config.workerinput = {}  # type: ignore[attr-defined]  # so plugins leave the cache alone
        config.pluginmanager.unregister(name="terminalreporter")
        capture: Any = config.pluginmanager.getplugin("capturemanager")
        capture.stop_global_capturing()  # the file it writes to is shared
        capture.start_global_capturing()
        capture.suspend_global_capture()
        reports = _Reports(config)
        config.pluginmanager.register(reports)
        mine = self._taken(from_the_back)
        at = next(mine, None)
        try:
            while at is not None and not (self.session.shouldfail or self.session.shouldstop):
                following = next(mine, None)
                there.send((at, None))
                config.hook.pytest_runtest_protocol(
                    item=items[at], nextitem=None if following is None else items[following]
                )
                there.send((at, reports.taken()))
                at = following
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        finally:
            config.hook.pytest_sessionfinish(session=self.session, exitstatus=0)

    def _taken(self, from_the_back: bool) -> Iterator[int]:
        while True:
            with self.left:
                first, end = self.left[0], self.left[1]
                if first == end:
                    return
                share = end - 1 if from_the_back else first
                self.left[:] = [first, share] if from_the_back else [first + 1, end]
            yield from self.shares[share]


class _Reports:
    """What pytest says of the test that runs."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.told: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.told.append(
            self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        )

    def taken(self) -> list[dict[str, Any]]:
        told, self.told = self.told, []
        return told
