"""The page at the table, in a real browser with fingers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.page.conftest import end, free_port, glass, phone, serve, words_say

SIZES = [(390, 844), (844, 390), (360, 640), (320, 568), (768, 1024), (1280, 800)]

KEY_BOXES = """() => [...document.querySelectorAll('.key')].map(key => {
  const box = key.getBoundingClientRect();
  return [key.dataset.key, box.left, box.top, box.right, box.bottom];
})"""
ROW_A = """() => {
  const boxes = [...document.querySelectorAll('.glass > g')].slice(0, 12)
    .map(cell => cell.getBoundingClientRect());
  return Math.min(...boxes.map(box => box.height));
}"""


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.tap(f'[data-key="{key}"]')


def until(page: Page, holds: Callable[[], bool]) -> None:
    for _ in range(400):
        if holds():
            return
        page.wait_for_timeout(25)
    raise AssertionError("that did not come")


def same_glass(*pages: Page) -> None:
    until(pages[0], lambda: len({glass(page) for page in pages}) == 1)


def operations(page: Page) -> int:
    return int(page.evaluate("banquier.state.roll.length"))


def test_every_size_shows_the_whole_unit_with_keys_for_fingers(
    home: Path, chromium: Browser
) -> None:
    table = serve(free_port(), "--players", "3")
    try:
        page = phone(chromium, table.link)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(50)
            boxes = page.evaluate(KEY_BOXES)
            assert len(boxes) == 33
            least = 40 if width == 320 else 44
            for key, left, top, right, bottom in boxes:
                assert left >= 0, key
                assert top >= -2, key
                assert right <= width, key
                assert bottom <= height, key
                assert right - left >= least, (key, width)
                assert bottom - top >= least, (key, width)
            assert page.evaluate(ROW_A) >= 24, (width, height)
            scrolls = "document.documentElement.scrollHeight > innerHeight"
            assert not page.evaluate(scrolls), (width, height)
        assert page.faults == []  # type: ignore[attr-defined]
        page.context.close()
    finally:
        end(table)


def test_an_evening_begins_at_two_phones(home: Path, chromium: Browser) -> None:
    """The set-up by taps, a throw from a seat, names, a held key, and the same glass everywhere."""
    table = serve(free_port())
    try:
        anne, bob = phone(chromium, table.link), phone(chromium, table.link, locale="en-GB")
        while not operations(anne):  # one question of the set-up after the other
            asked = question(anne)
            tap(anne, "OK")
            until(anne, lambda asked=asked: question(anne) != asked)  # type: ignore[misc]
        same_glass(anne, bob)
        assert anne.evaluate("document.documentElement.lang") == "fr"
        assert bob.evaluate("document.documentElement.lang") == "en"
        words_say(bob, "throw the dice")
        words_say(anne, "lance")

        anne.tap("#open-seat")
        anne.tap(".choice >> nth=0")
        anne.wait_for_selector('[data-action="throw"][aria-disabled="false"]')
        anne.fill('input[name="name"]', "Anne")
        anne.press('input[name="name"]', "Enter")
        words_say(bob, "Anne, throw the dice")
        bob.tap("#open-seat")
        bob.tap(".choice >> nth=1")
        bob.wait_for_selector('[data-action="throw"][aria-disabled="true"] small')
        rolled = operations(bob)
        anne.tap('[data-action="throw"]')
        until(bob, lambda: operations(bob) > rolled)
        same_glass(anne, bob)

        bob.reload()  # it finds its seat again
        bob.wait_for_selector(".e.on", state="attached")
        until(bob, lambda: bob.inner_text("#open-seat") == "J2")

        anne.tap("#views .close")
        f = anne.locator('[data-key="F"]')
        f.dispatch_event("pointerdown", {"pointerId": 5, "button": 0})
        until(bob, lambda: "down" in (bob.get_attribute('.key[data-key="F"]', "class") or ""))
        until(anne, lambda: "walks the menu" in question(anne))
        anne.context.close()  # killed with a key down
        until(bob, lambda: "down" not in (bob.get_attribute('.key[data-key="F"]', "class") or ""))
        bob.context.close()
    finally:
        end(table)


def question(page: Page) -> str:
    return str(page.evaluate("banquier.state.words.en"))


def test_the_page_comes_back_by_itself(home: Path, chromium: Browser) -> None:
    table = serve(free_port(), "--players", "3")
    page = phone(chromium, table.link)
    page.keyboard.press("d")
    until(page, lambda: operations(page) == 2)
    table.process.kill()
    table.process.communicate()
    page.wait_for_selector("#trouble:not([hidden])")
    assert "répond pas" in page.inner_text("#trouble")
    again = serve(table.port)
    try:
        page.wait_for_selector("#trouble", state="hidden")
        assert again.link == table.link
        words_say(page, "en mémoire")
        page.keyboard.press("Enter")
        until(page, lambda: operations(page) >= 2)
        page.context.close()
    finally:
        end(again)


def test_the_computers_keyboard_is_the_units(home: Path, chromium: Browser) -> None:
    table = serve(free_port(), "--players", "3")
    try:
        page = phone(chromium, table.link, viewport={"width": 1280, "height": 800})
        page.keyboard.press("p")
        page.keyboard.press("Enter")
        page.keyboard.press("NumpadDecimal")
        for key in ("Escape", "Escape", "Escape"):
            page.keyboard.press(key)
        words_say(page, "lance")
        page.keyboard.down("Tab")
        until(page, lambda: "down" in (page.get_attribute('.key[data-key="F"]', "class") or ""))
        page.wait_for_timeout(1_300)  # held: the MENU
        page.keyboard.up("Tab")
        assert "walks the menu" in page.evaluate("banquier.state.words.en")
        page.context.close()
    finally:
        end(table)


@pytest.mark.parametrize("secret", ["", "#wrong"])
def test_a_stranger_gets_a_question_for_the_code(
    home: Path, chromium: Browser, secret: str
) -> None:
    table = serve(free_port(), "--players", "3")
    try:
        page = chromium.new_context(locale="fr-FR").new_page()
        page.goto(f"http://{table.host}/{secret}")
        assert page.inner_text("#asks") == "Le code affiché à la table :"
        if secret:
            page.wait_for_selector("#why >> text=faux")
        assert page.query_selector(".key") is None
        page.context.close()
    finally:
        end(table)
