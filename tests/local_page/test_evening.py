"""An evening on this screen, by taps on a phone: the file on a disk, and nothing else."""

from playwright.sync_api import Page

from tests.local_page.conftest import Visitor
from tests.local_page.opened_page import begun, game, opened, press, says, state, until


def do(page: Page, action: str, *, opens: bool = False, **typed: str) -> None:
    """A tap on a button of the seat, with what it asks for; then its keys have gone down. With
    `opens`, it opens a page of its own."""
    before = state(page, "own.heard")
    button = f'#view [data-action="{action}"]:not([aria-disabled="true"])'
    if not page.is_visible(button):
        page.wait_for_selector(f"{button}, [data-action=functions]")
    if not page.is_visible(button):
        page.tap('[data-action="functions"]')
    page.tap(button)
    if opens:
        return
    for name, value in typed.items():
        field = page.locator(f"form.ask [name={name}]")
        if field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    if typed:
        page.tap("form.ask [type=submit]")
    until(page, lambda: state(page, "own.heard") > before and not state(page, "own.working.length"))


def hold(page: Page, action: str) -> None:
    """A finger stays on a red button until it is heard."""
    before = state(page, "own.heard")
    button = page.locator(f'#view [data-action="{action}"]')
    if not button.is_visible():
        page.tap('[data-action="functions"]')
    button.dispatch_event("pointerdown", {"pointerId": 1})
    until(page, lambda: state(page, "own.heard") > before)


def throw(page: Page, dice: str) -> None:
    """Dice that were thrown on the table."""
    turn, square = state(page, "own.seat"), game(page)["square"]
    do(page, "dice", number=dice)
    until(page, lambda: game(page)["square"] != square or game(page)["prison"][turn] > 0)
    page.tap("#asked")  # the scene ends


def asks(page: Page, name: str, words: str = "") -> None:
    """Check that this player has the screen, and is asked this."""
    until(page, lambda: page.inner_text("#open-seat") == name)
    if words:
        page.wait_for_selector(f"#asked:has-text('{words}')")


def test_two_people_play_a_whole_game_on_one_screen(file: str, visitor: Visitor) -> None:
    page = opened(visitor(reduced_motion="no-preference"), file)
    press(page, "+", "+", "OK", "2", "OK", "OK", "+")  # EURO, two players, real dice
    begun(page)
    says(page, "J1")
    page.tap("#open-seat")
    asks(page, "J1")
    throw(page, "33")
    do(page, "buy")
    do(page, "finish")
    throw(page, "44")

    do(page, "to_auction")
    page.wait_for_selector("#to:text-is('À J1')")
    page.tap('[data-action="bid"] >> nth=0')
    page.wait_for_selector("#to:text-is('À J2')")
    do(page, "pass")
    until(page, lambda: game(page)["owner"][14] == 1)

    asks(page, "J1")
    throw(page, "55")
    until(page, lambda: game(page)["prison"][1] > 0)  # the third double
    asks(page, "J2")
    throw(page, "15")
    asks(page, "J1")
    do(page, "claim")
    until(page, lambda: game(page)["cash"][2] < 1_500)
    asks(page, "J2")
    do(page, "offer", opens=True)
    page.tap("#view [data-good='6']")
    page.tap("#view [data-payer='2']")
    page.fill("[name=amount]", "200")
    page.tap('[data-action="propose"]')
    page.wait_for_selector("#to:text-is('À J1')")
    do(page, "agree")
    until(page, lambda: game(page)["owner"][6] == 2)

    asks(page, "J2")
    do(page, "pay", number="0", amount="1290")
    do(page, "finish")
    asks(page, "J1")
    do(page, "fine")
    throw(page, "13")
    asks(page, "J1", "Helsinki")
    do(page, "finish")
    throw(page, "44")  # J2 on 14: owes more than is there
    asks(page, "J1")
    do(page, "claim")
    asks(page, "J2")
    page.wait_for_selector("#debt")
    do(page, "mortgage")
    do(page, "settle")
    hold(page, "ruin")
    until(page, lambda: game(page)["winners"] == [1])
    page.wait_for_selector("text=J1 a gagné")
    assert page.is_hidden("#trouble")


def test_two_taps_begin_a_game_against_bots(file: str, visitor: Visitor) -> None:
    """The sheet of a new game proposes on this screen: one person, and three bots at once."""
    page = opened(visitor(reduced_motion="no-preference"), file, way="")
    page.tap('[data-way="seat"]')
    page.tap('[data-action="start"]')
    until(page, lambda: state(page, "table.bots") == [2, 3, 4])
    asks(page, "J1")
    page.wait_for_selector(".replies > .large")
