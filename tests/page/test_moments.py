"""Moments, rents and the end of a game as every phone and the wall show them."""

from __future__ import annotations

from playwright.sync_api import Page

from banquier.play.moment_drawing import PICTURES
from banquier.words.moment import SHOWN
from firmware_sim.game import Claim, Phase
from hardware.unit_inputs import name_players, set_fact
from tests.page.conftest import Join
from tests.page.fast_table import fast_table
from tests.page.sitting import MOMENTS_STAY, SPEED, sit, text_of
from tests.support.bot_game import arranged
from tests.support.units import at_the_table


def test_each_moment_and_each_way_to_play_has_a_picture_of_its_own() -> None:
    drawn = [str(picture) for picture in PICTURES.values()]
    assert {*SHOWN, "away", "back", "way_unit", "way_seat"} == set(PICTURES) and len(
        set(drawn)
    ) == len(drawn)


WATCH = """() => requestAnimationFrame(function watch() {
  const [card, head] = ['.moment', '#strip'].map(one => document.querySelector(one));
  if (card) window.whole = card.getBoundingClientRect().top >= head.getBoundingClientRect().bottom;
  requestAnimationFrame(watch);
})"""
"""Keeps in `whole` whether the card of a moment lies below the head."""


def test_a_rent_is_an_event_of_two_people(join: Join) -> None:
    """The payer, the payee and all others see it, and who looks at the hand below the board; the
    payment disappears with the next throw."""
    claims = (Claim(2, 1, 39, 5_000, 1),)
    unit = arranged(at_the_table(), claims=claims, owner={39: 1, 1: 3}, square=[0, 0, 39, 0],
                    turn=2, phase=Phase.SQUARE)  # fmt: skip
    name_players(unit, {1: "Anne", 2: "Bob"})
    with fast_table(unit, 2) as table:
        anne, bob, carl = sit(join, table, 1, 2, 3)
        carl.set_viewport_size({"width": 320, "height": 568})
        down = "document.getElementById('view').scrollTop"
        assert carl.evaluate(f"{down} = 999, {down}") > 20
        carl.evaluate(WATCH)
        for page in (anne, bob, carl):
            page.evaluate(MOMENTS_STAY)
        anne.tap('[data-action="claim"]')
        for page, sum_ in ((anne, "+ 5.000 F"), (bob, "− 5.000 F"), (carl, "5.000 F")):
            page.wait_for_selector(".moment .amount")
            told = text_of(page, ".moment").split("\n")
            assert [line for line in told if line] == [
                "Bob", sum_, "↓", "Anne", "Loyer, Rue de la Paix"
            ]  # fmt: skip
        assert carl.evaluate("whole")
        carl.tap(".moment")
        carl.wait_for_selector(".moment", state="detached")
        assert "5.000 F" in text_of(anne, "#paid")
        bob.tap('[data-action="finish"]')
        carl.wait_for_selector('[data-action="throw"]')
        set_fact(unit, "next-dice", 6, 4)  # to the prison, as a visitor: nothing is paid
        carl.tap('[data-action="throw"]')
        carl.wait_for_selector('[data-action="finish"]')
        for page in (anne, carl):
            assert page.locator("#paid").count() == 0


LINES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('#outcome h2'));
  return range.getClientRects().length;
}"""
"""Of the winner's name."""


def over(page: Page) -> str:
    return text_of(page, "#outcome h2")


def test_once_more_takes_the_end_from_nobody(join: Join) -> None:
    """The player who taps it is asked; the wall changes with the first throw."""
    unit = arranged(at_the_table(), winner=1, turn=1, bankrupt_order=(3, 2))
    name_players(unit, {1: "Maximilienne"})
    with fast_table(unit, SPEED) as table:
        anne, bob = sit(join, table, 1, 2)
        wall = join(table.table.wall_link(), asked=True, viewport={"width": 1280, "height": 720})
        assert [over(page) for page in (anne, bob, wall)] == ["Maximilienne"] * 3
        anne.tap('[data-action="again"]')
        anne.tap('[data-at="no"]')
        assert unit.game is not None and unit.game.winner
        anne.tap('[data-action="again"]')
        anne.tap('[data-action="sure"]')
        anne.wait_for_selector("#outcome", state="detached")
        anne.wait_for_function("() => banquier.state.moment.kind === 'throw'")
        bob.wait_for_selector("#outcome >> text=nouvelle partie a commencé")
        assert over(wall) == over(bob) == "Maximilienne"
        bob.set_viewport_size({"width": 320, "height": 568})
        assert bob.evaluate(LINES) == 1
        anne.evaluate("banquier.line.send({ t: 'down', key: 'DES' })")  # whoever begins
        wall.wait_for_selector("#outcome", state="detached")
        bob.tap(".next .plain")
        bob.wait_for_selector("#cash")
        assert bob.locator("#outcome").count() == 0
