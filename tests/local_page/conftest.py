"""The pocket page as it is built, on a web server of no particular kind, under some path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext

from banquier.page.build import build
from banquier.page.runtime import PYODIDE
from tests.page.conftest import PHONE, chromium, started
from tests.pocket.pocket_page import FORBIDDEN, come_back, make_image
from tests.support.hosting import hosted
from tests.support.paths import ROOT

__all__ = ["chromium", "started"]

RUNTIME = ROOT / ".venv" / "pyodide"


@pytest.fixture(autouse=True)
def nothing_forbidden() -> Iterator[None]:
    FORBIDDEN.clear()
    yield
    assert FORBIDDEN == []


class Host(NamedTuple):
    folder: Path
    address: str


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    assert PYODIDE.is_whole(str(RUNTIME)), "make test-page brings Pyodide"
    folder = tmp_path_factory.mktemp("host")
    for place in (folder / "some" / "path", folder / "another"):
        build(str(place), str(RUNTIME))
    with hosted(folder) as address:
        yield Host(folder, address)


@pytest.fixture(scope="session")
def site(host: Host) -> str:
    """Its address."""
    return f"{host.address}some/path/"


@pytest.fixture
def image(host: Host, site: str, chromium: Browser) -> str:
    """The address of the memory image that its page makes for the next visit."""
    path = host.folder / "image"
    if not path.exists():
        make_image(chromium, site, path)
    return f"{host.address}image"


Visited = Callable[..., BrowserContext]


@pytest.fixture
def visited(site: str, image: str, chromium: Browser) -> Iterator[Visited]:
    """`visited(locale="en-GB")`: a browser that has been at `site` before, a phone unless told
    otherwise. For what is not about the first start, which takes four times as long."""
    contexts: list[BrowserContext] = []

    def visited(**options: Any) -> BrowserContext:
        contexts.append(chromium.new_context(**{**PHONE, **options}))
        come_back(contexts[-1], site, image)
        return contexts[-1]

    yield visited
    for context in contexts:
        context.close()
