"""The pocket page as it is built, on a web server of no particular kind, under some path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from banquier.page.build import build
from banquier.page.runtime import PYODIDE
from tests.page.conftest import chromium  # one browser for the session
from tests.pocket.pocket_page import FORBIDDEN
from tests.support.hosting import hosted
from tests.support.paths import ROOT

__all__ = ["chromium"]

RUNTIME = ROOT / ".venv" / "pyodide"


@pytest.fixture(autouse=True)
def nothing_forbidden() -> Iterator[None]:
    FORBIDDEN.clear()
    yield
    assert FORBIDDEN == []


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address."""
    assert PYODIDE.is_whole(str(RUNTIME)), "make test-page brings Pyodide"
    folder: Path = tmp_path_factory.mktemp("host")
    for place in (folder / "some" / "path", folder / "another"):
        build(str(place), str(RUNTIME))
    with hosted(folder) as address:
        yield f"{address}some/path/"
