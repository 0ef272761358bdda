"""pytest collects `.keys` scripts: one test a file whose first line is `banquier 1`.

Loaded by pytest wherever the package is installed (entry point `pytest11`); a failure shows what
`banquier run` shows. `pytest -p no:banquier` leaves the scripts alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FIRST = b"banquier 1"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> KeysFile | None:
    if file_path.suffix != ".keys":
        return None
    with file_path.open("rb") as file:
        first = file.readline(200).removeprefix(b"\xef\xbb\xbf").partition(b"#")[0]
    if b" ".join(first.split()) != FIRST:
        return None
    found: KeysFile = KeysFile.from_parent(parent, path=file_path)
    return found


class KeysFile(pytest.File):
    def collect(self) -> Iterator[KeysItem]:
        yield KeysItem.from_parent(self, name=self.path.stem)


class KeysFailure(Exception):
    """A failure as `banquier run` reports it."""


class KeysItem(pytest.Item):
    def runtest(self) -> None:
        from banquier.script import runner
        from banquier.script.header import unit_for

        (outcome,) = runner.run([str(self.path)], lambda header, _: unit_for(header))
        if outcome.fault:
            raise outcome.fault
        if outcome.status != runner.HELD:
            raise KeysFailure(outcome.complaint(f"banquier run {outcome.file}"))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        told = isinstance(excinfo.value, KeysFailure)
        return str(excinfo.value if told else super().repr_failure(excinfo, style))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name
