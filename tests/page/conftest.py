"""A table that is really served, and real browsers."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from playwright.sync_api import Error as BrowserFault

from tests.page.fast_table import FastTable, fast_table
from tests.page.sitting import SPEED, Seat, sit
from tests.support.paths import ROOT
from tests.support.system import BROWSER, leave_out
from tests.support.units import at_the_table
from tests.support.waiting import LIFETIME

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "locale": "fr-FR",
    "reduced_motion": "reduce",
}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Served(NamedTuple):
    process: subprocess.Popen[str]
    port: int
    link: str

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def secret(self) -> str:
        return self.link.partition("#")[2]

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            end(self)


def serve(port: int, *words: str) -> Served:
    process = subprocess.Popen(
        [sys.executable, "-m", "banquier", "serve", "--port", str(port), *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    link = process.stdout.readline().strip()
    assert link.startswith(f"http://127.0.0.1:{port}/#"), link + process.stdout.read()
    return Served(process, port, link)


def end(served: Served, number: int = signal.SIGTERM) -> int:
    served.process.send_signal(number)
    told = served.process.communicate()[0]
    assert "Traceback" not in told, told
    return served.process.returncode


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    """Three players, and J1 is to throw."""
    with serve(free_port(), "--players", "3") as table:
        yield table


@pytest.fixture(scope="module")
def table() -> Iterator[FastTable]:
    """One for the tests that leave the game as it was: three players, J1 is to throw."""
    with fast_table(at_the_table()) as table:
        yield table


@pytest.fixture(scope="session")
def started() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser for all tests, and the event loop that is between us and it."""
    with sync_playwright() as playwright:
        browser, loop = launched(playwright), asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@contextmanager
def connected(started: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The event loop runs during these tests only, as others begin their own."""
    browser, loop = started
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def chromium(started: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Start Chromium; what a test opens there is closed after it."""
    with connected(started) as browser:
        before = browser.contexts
        yield browser
        for context in browser.contexts:
            if context not in before:
                context.close()


def launched(playwright: Playwright) -> Browser:
    """One that is found and cannot start is a missing one."""
    try:
        return playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
    except BrowserFault as fault:
        leave_out(f"{BROWSER[0]} that starts: {own_words(fault.message)}")


def own_words(told: str) -> str:
    """Return the browser's own last message from an error of Playwright."""
    said = re.findall(r"\[err\] (.+)", told)
    return str(said[-1] if said else told.splitlines()[0])


ONLOOKER = """if (self === top && !localStorage.getItem("banquier"))
  localStorage.setItem("banquier", '{"seat":0}');"""


def forbidden(told: str) -> list[str]:
    """Return what the content policy blocked, which is only on the console."""
    return [told] if "Content Security Policy" in told else []


def phone(browser: Browser, link: str, asked: bool = False, **options: Any) -> Page:
    """A phone that has entered by the link, and shows a lit glass; unless it is `asked` who it is,
    an onlooker's. The page that enters for a person is left out: it takes as long as another."""
    context = browser.new_context(**{**PHONE, **options})
    address, _, secret = link.partition("#")
    own = {"Origin": address.rpartition("/")[0]}
    context.request.post(f"{own['Origin']}/enter", data={"secret": secret}, headers=own)
    page = context.new_page()
    page.set_default_timeout(1_000 * LIFETIME)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda told: faults.extend(forbidden(told.text)))
    page.faults = faults  # type: ignore[attr-defined]
    if not asked:
        page.add_init_script(ONLOOKER)
    page.goto(address)
    page.wait_for_selector(".e.on", state="attached")
    return page


class Join(Protocol):
    """`join(link)` is a phone at a table."""

    def __call__(self, link: str, asked: bool = False, **options: Any) -> Page: ...


@pytest.fixture
def join(chromium: Browser) -> Iterator[Join]:
    """Let phones join; at the end of the test they must have had no fault, and leave."""
    pages: list[Page] = []

    def joined(link: str, asked: bool = False, **options: Any) -> Page:
        pages.append(phone(chromium, link, asked, **options))
        return pages[-1]

    yield joined
    for page in pages:
        assert page.faults == []  # type: ignore[attr-defined]
        page.context.close()


@pytest.fixture(scope="module")
def _seat(started: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Seat]:
    with fast_table(at_the_table(), SPEED) as table:
        with connected(started) as browser:
            (page,) = sit(partial(phone, browser), table, 1)
        yield Seat(table, page)
        with connected(started):
            page.context.close()


@pytest.fixture
def seat(chromium: Browser, _seat: Seat) -> Iterator[Seat]:
    """J1's phone, which stays at its table from test to test; each has a game of its own."""
    _seat.page.set_viewport_size(PHONE["viewport"])
    _seat.page.emulate_media(reduced_motion="reduce")
    yield _seat
    assert _seat.page.faults == []  # type: ignore[attr-defined]
    _seat.go_back()


def open_view(page: Page, name: str) -> None:
    """One behind the last tab."""
    page.click("#tab-more")
    page.click(f'#view [data-view="{name}"]')


def further(page: Page, action: str) -> None:
    """A function behind one more tap."""
    page.tap('[data-action="functions"]')
    page.tap(f'#now [data-action="{action}"]')


def glass(page: Page) -> str:
    return str(page.evaluate("banquier.state.glass.rows.join('.')"))


def words_say(page: Page, text: str) -> None:
    page.wait_for_function(
        "text => document.getElementById('words').textContent.includes(text)", arg=text
    )


def operations(page: Page) -> int:
    """Lines of the roll that the page knows."""
    return int(page.evaluate("banquier.state.roll.length"))
