"""Mutants: every small change of some rooms, tried with the tests that reach it.

    python -m tests.mutants                                 all of them
    python -m tests.mutants keypad                          those of a room
    python -m tests.mutants firmware_sim.rules.rent         those of a module
    python -m tests.mutants firmware_sim.rules.rent.x_due   those of a function

mutmut makes the changes. Each module is imported with all mutants of its functions, none of them
switched on. All tests are played once, and coverage tells which of them reach a line. Each mutant
is then switched on in a forked process, which plays those tests, the shortest first, up to the
first that fails. Survivors are printed as they are found, then a table.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import signal
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from functools import wraps
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage
from mutmut.mutation import trampoline
from mutmut.mutation.file_mutation import MutatedFile, mutate_file_contents

from tests.support.paths import ROOT


class Part(NamedTuple):
    changed: tuple[str, ...]
    tests: tuple[str, ...]


PARTS = (
    Part(
        tuple(f"firmware_sim/{name}" for name in (
            "rules/[!_]*", "dialogue/[!_]*", "ledger", "game", "session", "conversation",
        )),
        tuple(f"firmware/test_{name}" for name in (
            "conversations", "errors", "ledger", "notices", "question", "rule_corners",
            "rule_facts", "rule_guards", "rules", "saved_state", "session", "sixth_edition",
            "speed_die", "undo",
        )),
    ),
    Part(("keypad/scanner", "keypad/matrix"), ("keypad/test_[!k]*", "hardware/test_unit")),
    Part(("display/lcd",), ("display/test_lcd", "display/test_optics", "hardware/test_unit")),
    Part(
        tuple(f"banquier/saves/{name}" for name in ("recorder", "save_file", "save_format")),
        tuple(f"app/test_{name}" for name in (
            "game_save", "history", "open_game", "recorder", "save_faults", "save_file",
            "save_format", "save_messages", "save_oddities", "saves", "saves_kept",
        )),
    ),
    Part(
        tuple(f"banquier/saves/{name}" for name in (
            "game_save", "history", "messages", "save_listing",
        )),
        tuple(f"app/test_{name}" for name in (
            "game_save", "history", "open_game", "replay_cursor", "save_listing",
            "save_messages", "save_oddities", "saves",
        )),
    ),
    Part(
        tuple(f"banquier/script/{name}" for name in (
            "expectations", "failure", "header", "language", "player", "recording*", "replay*",
            "reader", "source", "start", "steps", "vocabulary",
        )),
        tuple(f"app/test_{name}" for name in (
            "recording", "replay_cursor", "script_language", "script_limits", "script_mistakes",
            "script_player",
        )),
    ),
    Part(
        tuple(f"hardware/serial/{name}" for name in (
            "edge_queue", "frames", "outbox", "plain_board", "port", "session", "speed_memory",
        )),
        tuple(f"board/test_{name}" for name in (
            "edge_queue", "frames", "outbox", "plain", "port", "session", "session_corners",
            "speed_memory",
        )),
    ),
    Part(("hardware/serial/keypad_link",), ("board/test_link_reopening", "board/test_link_status")),
)  # fmt: skip
NOT_TRIED = ("after_any_key", "page_of_rules", "page_tells", "every_rule_of", "named_after",
             "below_the_folder", "says_what_it_shows", "replaying_everything", "is_not_taken_up_by",
             "same_instant", "can_be_written_opens", "older_program_opens",
             "durable_within", "rfc_2217_is_a_board")  # fmt: skip
"""Tests that are slow, about the scripts themselves, or warn where they are played again."""
SPARE_SECONDS = 4
"""Of processor time, besides what the tests took: then a mutant never ends."""
WAITING = 4
"""Or after so many times as long on the clock: it waits for what never comes."""


class Mutant(NamedTuple):
    module: str
    name: str
    file: str
    line: int  # the changed one, in the text that is imported
    function: range  # its lines there, unchanged
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}\n    - {self.before}\n    + {self.after}"


switched_on = ("", "")


def choose(mutants: dict[str, Any], is_classmethod: bool = False) -> Callable[..., Any]:
    """Replaces mutmut's decorator: calls the mutant that is switched on, or the original."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            module, name = switched_on
            original = mutants["_mutmut_orig"]
            chosen = mutants.get(name, original) if module == function.__module__ else original
            if is_classmethod:
                return getattr(args[0], chosen.__name__)(*args[1:], **kwargs)
            return chosen(*args, **kwargs)

        return call

    return decorate


class MutatedModules(MetaPathFinder, Loader):
    """Imports the modules that are changed with all their mutants."""

    def __init__(self, part: Part, wanted: Sequence[str]) -> None:
        self.wanted = wanted
        paths = [path for name in part.changed for path in ROOT.glob(f"{name}.py")]
        names = {module_of(path): path for path in sorted(paths)}
        self.paths = {name: path for name, path in names.items() if self._is_wanted(name)}
        self.files = {
            module: mutate_file_contents(str(path), path.read_text(encoding="utf-8"))
            for module, path in self.paths.items()
        }

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name not in self.files:
            return None
        return spec_from_file_location(name, self.paths[name], loader=self)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        code, path = self.files[module.__name__].code, str(self.paths[module.__name__])
        exec(compile(code, path, "exec", dont_inherit=True), module.__dict__)

    def _is_wanted(self, name: str) -> bool:
        """Whether it is, or holds, or is part of what is wanted."""
        return any(name.startswith(part) or part.startswith(f"{name}.") for part in self.wanted)

    def mutants(self) -> Iterator[Mutant]:
        for module, file in self.files.items():
            lines = file.code.splitlines()
            for name in filter(lambda name: self._is_wanted(f"{module}.{name}"), file.mutant_names):
                yield _mutant(module, name, str(self.paths[module]), file, lines)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _mutant(module: str, name: str, path: str, file: MutatedFile, lines: list[str]) -> Mutant:
    """Compare a mutant's function with the original, line by line."""
    original = f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"
    start, end = astuple(file.line_span_by_function_name[original])
    old = [line.replace(original, name) for line in lines[start - 1 : end]]
    start_of_mutant, end_of_mutant = astuple(file.line_span_by_function_name[name])
    new = lines[start_of_mutant - 1 : end_of_mutant]
    pairs = enumerate(zip_longest(old, new, fillvalue=""))
    at, was, now = next((at, was, now) for at, (was, now) in pairs if was != now)
    function = range(start, end + 1)
    return Mutant(module, name, path, start + at, function, was.strip(), now.strip())


class Trial:
    """A pytest plugin: instead of playing the tests once, tries all mutants with them."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.reach: dict[str, dict[int, list[str]]] = {}
        self.results: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("not all tests could be collected")
        self.tests = {test.nodeid: test for test in session.items}
        self._measure()
        for name in {mutant.module for mutant in self.mutants} & set(sys.modules):
            if not isinstance(sys.modules[name].__loader__, MutatedModules):
                raise pytest.UsageError(f"{name} was imported without its mutants")
        gc.collect()
        gc.freeze()
        killers: defaultdict[str, list[str]] = defaultdict(list)
        for mutant in self.mutants:
            tests = self._tests_of(mutant)
            recent = [test for test in killers[mutant.module] if test in tests]
            result, killer = self._try(mutant, list(dict.fromkeys([*recent, *tests])))
            if killer and self.seconds[killer] < 0.5:
                killers[mutant.module] = [killer, *killers[mutant.module]][:8]
            self.results[mutant.module][result] += 1
            if result != "killed":
                print(f"{result}: {mutant}", flush=True)
        return True

    def _measure(self) -> None:
        """Play each test once, with the lines that it reaches."""
        files = sorted({mutant.file for mutant in self.mutants})
        coverage = Coverage(data_file=None, config_file=False, include=files)
        coverage.start()
        monkeypatch = pytest.MonkeyPatch()
        monkeypatch.setattr(Coverage, "current", lambda: None)  # generated scripts count here
        for name, test in self.tests.items():
            coverage.switch_context(name)
            started = time.process_time()
            if self._first_failure([test]):
                raise pytest.UsageError(f"{name} fails without any change: {self.failed}")
            self.seconds[name] = time.process_time() - started
        coverage.stop()
        monkeypatch.undo()
        data = coverage.get_data()
        self.reach = {file: data.contexts_by_lineno(file) for file in data.measured_files()}

    def _tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that reach the changed line; for a default those that reach the function."""
        by_line = self.reach.get(mutant.file, {})
        tests = by_line.get(mutant.line, [])
        if not any(tests):  # a default: the line runs on import only
            tests = [test for line in mutant.function for test in by_line.get(line, [])]
        return sorted(filter(None, set(tests)), key=self.seconds.__getitem__)

    def _first_failure(self, tests: Sequence[pytest.Item]) -> str:
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            self.failed = [
                report.longreprtext
                for report in runtestprotocol(test, log=False, nextitem=following)
                if report.failed
            ]
            if self.failed:
                return test.nodeid
        return ""

    def _try(self, mutant: Mutant, tests: list[str]) -> tuple[str, str]:
        """The result, and the test that failed."""
        if not tests:
            return "not reached", ""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            global switched_on
            switched_on = (mutant.module, mutant.name)
            limit = int(sum(self.seconds[name] for name in tests)) + SPARE_SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            signal.alarm(WAITING * limit)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            failed = "?"
            threading.excepthook = lambda _: _end(writing, "?")
            with contextlib.suppress(BaseException):
                failed = self._first_failure([self.tests[name] for name in tests])
            _end(writing, failed)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            failed = pipe.read()
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended < 0:
            return "never ends", ""
        return ("killed" if failed else "SURVIVED"), failed.strip("?")


def _end(writing: int, failed: str) -> None:
    """Of the process that tries a mutant: also where a thread fails, and the test would wait."""
    os.write(writing, failed.encode())
    os._exit(0)


def try_part(part: Part, wanted: Sequence[str]) -> None:
    modules = MutatedModules(part, wanted)
    trial = Trial(list(modules.mutants()))
    if not trial.mutants:
        return
    sys.meta_path.insert(0, modules)
    files = [str(path) for name in part.tests for path in (ROOT / "tests").glob(f"{name}.py")]
    left_out = " and ".join(f"not {name}" for name in NOT_TRIED)
    # Plain assertions: pytest's import hook would come before ours, and takes `banquier`.
    options = ["-q", "-s", "--assert=plain", "-p", "no:cacheprovider"]
    options += ["-p", "no:hypothesispytest"]
    if pytest.main([*options, "-k", left_out, *files], plugins=[trial]):
        sys.exit("the tests did not run")
    for module, results in trial.results.items():
        print(f"{module:40} {results.total():5}  {dict(results)}", flush=True)


def main(wanted: list[str]) -> int:
    """Each part in a process of its own, whose modules are changed from the first import on."""
    vars(trampoline)["wrap_in_trampoline"] = choose
    for part in PARTS:
        if (child := os.fork()) == 0:
            try_part(part, wanted or [name.partition("/")[0] for name in part.changed])
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
