"""The local page as a person opens and uses it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

from banquier.saves.link import link_of
from tests.support import games_played
from tests.support.waiting import until_page

PATIENCE = 60_000
"""Milliseconds."""
BOLD = "<b>Zoé</b>"


def watch(page: Page) -> Page:
    """Keep what the page complains of: exceptions, errors of its console, requests to elsewhere."""
    faults: list[str] = []
    page.faults = faults  # type: ignore[attr-defined]
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda told: faults.extend([told.text] * (told.type == "error")))
    page.on("request", lambda asked: faults.extend(foreign(asked.url)))
    return page


def foreign(url: str) -> list[str]:
    known = ("data:", "blob:", "file:", "about:", "http://127.0.0.1:")
    return [] if url.startswith(known) else [url]


def opened(context: BrowserContext, address: str, way: str = "unit") -> Page:
    """The page, with a lit glass, in the way of playing that is tapped; with "" it is left as it
    begins. A game that was left goes on."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".e.on", state="attached")
    page.wait_for_selector(".e:not(.on)", state="attached")  # the test of the glass is over
    if way:
        choose(page, way)
    return page


def choose(page: Page, way: str) -> None:
    """Choose a way to play; without a question it is the one chosen before."""
    if page.query_selector("#begin"):
        page.click(f'[data-way="{way}"]')
        page.wait_for_selector("#begin", state="detached")
    until(page, lambda: "en mémoire" not in words(page))


def words(page: Page) -> str:
    return str(page.inner_text("#words"))


def until(page: Page, holds: Callable[[], bool]) -> None:
    until_page(page, holds, PATIENCE / 1_000)


def says(page: Page, text: str) -> None:
    until(page, lambda: text in words(page))


def state(page: Page, part: str) -> Any:
    return page.evaluate(f"banquier.state.{part}")


def game(page: Page) -> Any:
    return state(page, "table?.game")


def names(page: Page) -> list[str]:
    """Return the names of the games of this browser."""
    return list(state(page, "games.map(game => game.name)"))


def press(page: Page, *keys: str) -> None:
    """A tap of each; each has been down and up on the unit when the next one goes down."""
    for key in keys:
        before = state(page, "own.heard")
        page.tap(f'[data-key="{key}"]')
        page.wait_for_function(RELEASED, arg=before)


RELEASED = "before => banquier.state.own.heard > before + 1 && !banquier.state.keys.length"


def begun(page: Page) -> Page:
    """The set-up by OK on every question."""
    while not game(page):
        press(page, "OK")
    return page


def open_view(page: Page, name: str) -> None:
    # Views that are being closed are still seen for a moment.
    covered = page.evaluate("document.getElementById('unit').inert")
    if not covered and page.is_visible("#open-views"):
        page.click("#open-views")
    page.click("#tab-more")
    page.click(f'#view [data-view="{name}"]')


def downloaded(page: Page, path: Path) -> Path:
    """The game that is played, kept as a file."""
    open_view(page, "games")
    with page.expect_download() as waiting:
        page.locator("article", has_text="en cours").get_by_text("Enregistrer").click()
    waiting.value.save_as(path)
    page.click("#close")
    page.wait_for_function("!document.getElementById('unit').inert")  # it goes back in its own time
    return path


def bring(page: Page, path: Path) -> None:
    open_view(page, "games")
    page.set_input_files("input[type=file]", path)


def evening(path: Path) -> str:
    """A save of three players, one of whom is called like markup; its link."""
    header, given = ("edition deska", "players 3"), {1: "Anne", 2: BOLD}
    games_played.evening(path, *header, operations=150, seed=4, pace=700, chance=5, names=given)
    return link_of(str(path))
