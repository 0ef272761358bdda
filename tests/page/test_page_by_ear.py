"""The page by ear: one live region, the voice, and earlier announcements."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from hardware.unit import tap
from tests.page.conftest import open_view, words_say
from tests.page.fast_table import FastTable, fast_table
from tests.support.units import at_the_table

VOICE = """
  window.uttered = [];
  Object.defineProperty(window, 'speechSynthesis', { value: {
    getVoices: () => [],
    cancel: () => {},
    speak: (one) => { uttered.push([one.lang, one.text]); setTimeout(() => one.onend?.(), 0); },
  }});
"""
HEARD = """
  window.heard = [];
  addEventListener('DOMContentLoaded', () => new MutationObserver((all) => {
    for (const { addedNodes } of all)
      for (const one of addedNodes) if (one.textContent) heard.push(one.textContent.trim());
  }).observe(document.querySelector('[role=log]'), { childList: true }));
"""


@pytest.fixture
def table() -> Iterator[FastTable]:
    with fast_table(at_the_table()) as table:
        yield table


def listener(chromium: Browser, table: FastTable) -> Page:
    """An onlooker who reads English, with a voice that keeps what it was given."""
    page = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(VOICE)
    page.add_init_script(HEARD)
    page.goto(table.link)
    page.wait_for_function("() => window.banquier?.state.board && heard.length")
    return page


def seated(chromium: Browser, table: FastTable) -> Page:
    page = listener(chromium, table)
    page.click("#tab-seat")
    page.click('.choice[data-seat="1"]')
    page.wait_for_selector("#cash")
    return page


def told(page: Page) -> list[str]:
    return list(page.evaluate("heard"))


def press(page: Page, *keys: str) -> None:
    """As a screen reader does, each once what the one before led to was told."""
    for key in keys:
        before = len(told(page))
        page.locator(f"[data-key='{key}']").evaluate("button => button.click()")
        page.wait_for_function("before => heard.length > before", arg=before)
        page.wait_for_selector(".key.down", state="detached")


class AccessibleLog:
    """The live region as a screen reader gets it."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)
        self._cdp.send("Accessibility.enable")
        root = self._cdp.send("DOM.getDocument")["root"]["backendNodeId"]
        (log,) = self._find(root, "log")
        live = {one["name"]: one["value"]["value"] for one in log["properties"]}["live"]
        assert live == "polite"
        self._log = log["backendDOMNodeId"]

    def _find(self, within: int, role: str) -> list[dict[str, Any]]:
        asked = {"backendNodeId": within, "role": role}
        return list(self._cdp.send("Accessibility.queryAXTree", asked)["nodes"])

    def lines(self) -> list[str]:
        return [str(one["name"]["value"]).strip() for one in self._find(self._log, "StaticText")]


def test_what_happens_is_told_once_and_the_voice_says_the_same(
    table: FastTable, chromium: Browser
) -> None:
    page = listener(chromium, table)
    words_say(page, "throw the dice")
    assert told(page) == ["J1, throw the dice. DÉS throws. J1 has 150,000\xa0F."]
    assert page.evaluate("uttered") == []  # off until it is switched on
    open_view(page, "settings")
    page.check("label:has-text('Speak') input")
    press(page, "PAYER", "OK", "OK", "1", "2", "OK")
    page.wait_for_function("() => heard.at(-1).includes('throw')")  # the notice is over
    press(page, "CARTE")
    lines = told(page)
    spoken: list[list[Any]] = page.evaluate("uttered")
    assert [text for _, text in spoken] == lines[1:]
    assert {lang for lang, _ in spoken} == {"en-GB"}
    assert lines[1] == lines[0]  # the voice begins with what waits
    assert lines[-4:] == [
        "12.",
        "J1 pays the bank 12\xa0F (payment). J1 has 149,988\xa0F.",
        "J1, throw the dice. DÉS throws. J1 has 149,988\xa0F.",
        "CARTE means nothing here. DÉS throws.",
    ]
    live = "[...document.querySelectorAll('[aria-live],[role=status],[role=log]')].map(e => e.id)"
    assert page.evaluate(live) == ["heard"]
    reads = AccessibleLog(page).lines()
    assert reads == told(page)[-len(reads) :] and len(reads) > 4

    # A page that comes back tells only what happened meanwhile.
    before = told(page)

    def cut() -> None:
        for line in table.table.lines.values():
            line.end(1001, "the network is gone")

    for while_it_was_away in ((), ("CARTE",)):
        table.call(cut)
        page.wait_for_selector("#trouble:not([hidden])")
        for key in while_it_was_away:
            table.call(lambda key=key: tap(table.page.unit, key))  # type: ignore[misc]
        page.wait_for_selector("#trouble", state="hidden")
        press(page, "PRISON")
    assert told(page)[len(before) :] == [
        "PRISON means nothing here. DÉS throws.",
        "CARTE means nothing here. DÉS throws.",
        "PRISON means nothing here. DÉS throws.",
    ]


def test_it_says_it_again_what_can_be_done_and_what_was_told(
    table: FastTable, chromium: Browser
) -> None:
    page = listener(chromium, table)
    press(page, "PRISON")
    count = len(told(page))
    page.keyboard.press("s")
    page.keyboard.press("w")
    again, possible = told(page)[count:]
    assert again == told(page)[count - 1]
    assert "DÉS throws" in possible and "? shows the accounts" in possible
    open_view(page, "told")
    page.click("#view button:has-text('Say it again')")
    assert told(page)[-1] == again
    kept = page.locator("#view li").all_inner_texts()
    assert kept == [
        told(page)[count - 1],
        told(page)[0].replace("150,000", "150.000"),
    ]  # to be read
    page.reload()
    page.wait_for_function("() => heard.length")
    assert told(page) == [again]


INERT = "document.querySelector('.board').inert"


def test_a_seat_hears_what_is_asked_and_the_board_is_silent_under_a_sheet(
    table: FastTable, chromium: Browser
) -> None:
    """Not which keys answer; and a square is named once."""
    page = seated(chromium, table)
    press(page, "CARTE")
    assert told(page)[-1] == "CARTE means nothing here. J1, throw the dice."
    squares = page.get_by_role("group", name="Board").aria_snapshot().splitlines()[2:6]
    assert [square.strip(" -:") for square in squares] == [
        "listitem", 'button "Départ, J1 is here, J2 is here, J3 is here"',
        "listitem", 'button "Boulevard de Belleville, 6.000 F, brown"',
    ]  # fmt: skip
    page.click('[data-action="functions"]')
    page.wait_for_selector("#now")
    assert page.evaluate(INERT)
    page.go_back()
    page.wait_for_selector("#now", state="detached")
    assert not page.evaluate(INERT)
