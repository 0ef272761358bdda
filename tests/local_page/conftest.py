"""The local page as it is made: as a file on a disk, and on a web server of no particular kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from banquier.bodies.engine import MICROPYTHON
from banquier.bodies.onefile import local_page
from banquier.bodies.page_folder import build
from tests.local_page.opened_page import watch
from tests.page.conftest import PHONE, chromium, started
from tests.support.hosting import hosted
from tests.support.paths import ROOT

__all__ = ["chromium", "started"]

ENGINE = str(ROOT / ".venv" / "engine")


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of `banquier90.html` on a disk."""
    assert MICROPYTHON.is_whole(ENGINE), "make test-page brings the engine"
    path = tmp_path_factory.mktemp("À la maison") / "banquier90.html"
    path.write_text(local_page(ENGINE), encoding="utf-8")
    return path.as_uri()


class Host(NamedTuple):
    folder: Path
    address: str


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    for place in (folder / "some" / "path", folder / "another"):
        place.parent.mkdir(exist_ok=True)
        build(str(place), ENGINE)
    with hosted(folder) as address:
        yield Host(folder, address)


@pytest.fixture(scope="session")
def site(host: Host) -> str:
    return f"{host.address}some/path/"


@pytest.fixture(params=["file", "site"])
def address(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


Visitor = Callable[..., BrowserContext]


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Visitor]:
    """`visitor(locale="en-GB")`: a browser that was never here before, a phone unless told
    otherwise. None of its pages has a fault, or asks another host for anything."""
    contexts: list[BrowserContext] = []
    pages: list[Page] = []

    def visitor(**options: Any) -> BrowserContext:
        context = chromium.new_context(**{**PHONE, **options})
        context.on("page", lambda page: pages.append(watch(page)))
        contexts.append(context)
        return context

    yield visitor
    for context in contexts:
        context.close()
    assert [fault for page in pages for fault in page.faults] == []  # type: ignore[attr-defined]
