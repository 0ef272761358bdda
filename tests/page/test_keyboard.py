"""The page by the computer's keyboard: what only moves the focus presses no key of the unit, and
no redraw takes the focus away."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.page.conftest import Join, open_view, words_say
from tests.page.fast_table import FastTable, fast_table
from tests.page.sitting import SPEED
from tests.support.bot_game import state
from tests.support.positions import asked_to_lift, offered
from tests.support.units import at_the_table, tap_in_turn

DESK: Any = {"width": 1280, "height": 800}
FOCUSED = """() => {
  const has = document.activeElement;
  return has.dataset.key || has.id || has.dataset.at || has.name
    || `${has.nodeName} ${has.closest('[data-at]')?.dataset.at}`;
}"""


def focused(page: Page) -> str:
    return str(page.evaluate(FOCUSED))


def focus_is(page: Page, name: str) -> None:
    page.wait_for_function(f"name => ({FOCUSED})() === name", arg=name)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


@pytest.fixture
def table() -> Iterator[FastTable]:
    with fast_table(offered(), SPEED) as table:
        yield table


def desk(join: Join, table: FastTable, asked: bool = False) -> Page:
    return join(table.link, asked, viewport=DESK, has_touch=False)


def test_tab_presses_no_key(table: FastTable, join: Join) -> None:
    """Tab was F, and F F is FIN: the deed went to auction."""
    page = desk(join, table)
    before = table.call(lambda: (table.page.unit.question, table.page.unit.operations))
    stops = []
    for _ in range(16):
        press(page, "Tab")
        stops.append(focused(page))
    press(page, "Shift+Tab")
    page.wait_for_timeout(300)
    assert before == table.call(lambda: (table.page.unit.question, table.page.unit.operations))
    assert stops[:2] == ["OK", "view"]  # the unit's keys are one stop, the tabs another
    assert [stop for stop in stops if stop.startswith("tab-")] == ["tab-seat"]


def test_enter_and_space_are_for_what_has_the_focus(join: Join) -> None:
    """Enter on a button lifted a mortgage."""
    unit = asked_to_lift()
    assert unit.question.kind == "lift_sure"
    with fast_table(unit, SPEED) as table:
        page = join(table.link)
        for opener in ("Enter", "Space"):
            page.focus("#open-views")
            press(page, opener)
            focus_is(page, "tab-table")
            press(page, "ArrowRight", "Space")
            page.wait_for_selector("#tab-story[aria-selected=true]")
            press(page, "Escape")
            focus_is(page, "open-views")
        assert table.call(lambda: state(unit).mortgaged[1])
        page.evaluate("document.activeElement.blur()")  # nothing has it: Enter is OK
        press(page, "Enter")
        page.wait_for_function("() => banquier.state.table.game.mortgaged[1] === false")


def test_the_keys_are_one_widget(table: FastTable, join: Join) -> None:
    """A trouble takes the focus from them and gives it back."""
    page = desk(join, table)
    assert page.locator("#unit-keys [tabindex='0']").count() == 1
    press(page, "Tab")
    ways = {"ArrowUp": "3", "ArrowLeft": "2", "Home": "ON", "End": "F", "ArrowDown": "F"}
    for key, name in ways.items():
        press(page, key)
        assert focused(page) == name
    page.focus('[data-key="LOYER"]')
    press(page, "ArrowRight")
    assert focused(page) == "7"
    press(page, "ArrowUp", "ArrowUp")
    assert focused(page) == "ON"
    before = table.call(lambda: table.page.unit.operations)

    page.focus('[data-key="F"]')
    page.keyboard.down("Space")  # held, and let go after the focus has gone on
    down = ".key.down[data-key='F']"
    page.wait_for_selector(down)
    words_say(page, "menu")
    press(page, "Tab")
    page.keyboard.up("Space")
    page.wait_for_selector(down, state="detached")
    press(page, "Shift+Tab")
    assert focused(page) == "F"
    press(page, "Escape")
    words_say(page, "ACHAT")
    assert table.call(lambda: table.page.unit.operations) == before

    page.focus('[data-key="ACHAT"]')
    press(page, "Enter")
    page.wait_for_function("() => banquier.state.table.game.owner[6] === 1")
    assert focused(page) == "ACHAT"

    page.focus('[data-key="7"]')
    page.evaluate("banquier.trouble('lost')")
    focus_is(page, "trouble")
    page.evaluate("banquier.trouble('')")
    focus_is(page, "7")
    page.evaluate("banquier.trouble('not_kept')")
    press(page, "Escape")
    assert page.is_hidden("#trouble")
    focus_is(page, "7")


def test_characters_are_keys_where_no_field_is_typed_in(table: FastTable, join: Join) -> None:
    page = desk(join, table)
    press(page, "?", "1")
    words_say(page, "argent de J1")
    page.focus("#tab-table")
    page.keyboard.down("Enter")  # and held, until nothing has the focus: OK would leave
    page.evaluate("document.activeElement.blur()")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    press(page, "2")
    words_say(page, "argent de J2")
    press(page, "c")
    words_say(page, "ACHAT")
    open_view(page, "settings")
    page.uncheck("label:has-text('Lettres') input")
    press(page, "a", "e")
    page.focus("#unit-keys [tabindex='0']")
    press(page, "?", "2")
    words_say(page, "argent")
    assert table.call(lambda: state(table.page.unit).owner[6]) == 0


def test_the_focus_survives_what_another_phone_does(table: FastTable, join: Join) -> None:
    """Each element of each view keeps it while the game goes on."""
    page = desk(join, table, asked=True)
    page.click('.choice[data-seat="1"]')
    page.wait_for_selector("#cash")
    before = page.inner_text("#words")
    for view in page.evaluate("[...document.querySelectorAll('[role=tab]')].map(tab => tab.id)"):
        page.click(f"#{view}")
        stops = page.locator("#view :is(button, input, select, summary, iframe), #view")
        for at in range(0, stops.count(), max(1, stops.count() // 4)):
            stop = stops.nth(at)
            if not stop.is_visible() or stop.get_attribute("data-action"):
                continue
            stop.focus()
            name = focused(page)
            for keys, said in ((("?", "2"), "argent"), (("C",), before)):
                table.call(partial(tap_in_turn, table.page.unit, *keys))
                words_say(page, said)
            assert focused(page) == name, (view, name)


def test_the_focus_goes_on_when_its_button_has_gone(table: FastTable, join: Join) -> None:
    """A purchase takes away the button that made it; Enter must not go to the unit after that."""
    page = desk(join, table, asked=True)
    page.focus('.choice[data-seat="1"]')
    press(page, "Enter")
    focus_is(page, "view")
    page.focus('[data-action="to_auction"]')
    table.call(lambda: tap_in_turn(table.page.unit, "ACHAT"))  # by another hand
    page.wait_for_selector('[data-action="to_auction"]', state="detached")
    focus_is(page, "view")
    before = table.call(lambda: table.page.unit.operations)
    press(page, "Enter", "Space")
    page.wait_for_timeout(300)
    assert table.call(lambda: table.page.unit.operations) == before


def test_questions_and_squares_take_the_focus_and_give_it_back(join: Join) -> None:
    with fast_table(at_the_table(), SPEED) as table:
        page = join(table.link, asked=True)
        page.focus('.choice[data-seat="1"]')
        press(page, "Enter")
        page.wait_for_selector("#cash")
        page.focus('[data-action="functions"]')
        press(page, "Enter")
        for action, first in (("borrow", "amount"), ("ruin", "no")):
            page.focus(f'[data-action="{action}"]')
            button = focused(page)
            press(page, "Enter")
            focus_is(page, first)
            press(page, "Escape")
            focus_is(page, button)
        press(page, "Escape")
        page.focus(".board [data-at='0']")
        for way, corner in (("Left", 10), ("Up", 20), ("Right", 30), ("Down", 0)):
            press(page, *[f"Arrow{way}"] * 10)
            assert focused(page) == str(corner)
        page.focus(".board [data-at='5']")
        place = focused(page)
        press(page, "Enter")
        page.wait_for_selector("#deed")
        assert page.evaluate("document.activeElement.nodeName") == "H2"
        press(page, "Escape")
        focus_is(page, place)
        assert state(table.page.unit).is_in(1)


def test_a_table_is_joined_by_its_code_and_played_by_keys_alone(chromium: Browser) -> None:
    with fast_table(at_the_table(), SPEED) as table:
        page = chromium.new_context(viewport=DESK, locale="fr-FR").new_page()
        page.goto(table.link.partition("#")[0])
        press(page, "Tab")
        page.keyboard.type(table.table.access.code)
        press(page, "Enter")
        page.wait_for_selector("#who")
        tab_to(page, '.choice[data-seat="1"]')
        press(page, "Enter")
        page.wait_for_selector("#cash")
        tab_to(page, 'input[name="name"]')
        page.keyboard.type("Anne")
        press(page, "Enter")
        words_say(page, "Anne")
        tab_to(page, '[data-action="throw"]')
        press(page, "Space")
        page.wait_for_function("() => banquier.state.table.game.square[1] !== 0")
        page.context.close()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(150):
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
        press(page, "Tab")
    raise AssertionError(f"Tab does not come to {selector}")
