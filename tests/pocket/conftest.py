"""The pocket page as it is built, on a web server of no particular kind, under some path."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from banquier.page.build import build
from banquier.page.runtime import PYODIDE
from tests.page.conftest import chromium  # one browser for the session
from tests.pocket.pocket_page import FORBIDDEN
from tests.support.paths import ROOT

__all__ = ["chromium"]

RUNTIME = ROOT / ".venv" / "pyodide"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


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
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/some/path/"
    server.shutdown()
    server.server_close()
