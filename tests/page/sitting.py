"""Seats of a real page: taken, read and measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page

from hardware.unit import Unit, tap
from hardware.unit_inputs import name_players, set_fact
from tests.page.fast_table import FastTable
from tests.support.bot_game import arranged, state
from tests.support.typography import typed

if TYPE_CHECKING:
    from tests.page.conftest import Join

SPEED = 8.0
"""A unit that no key moves for eight minutes switches itself off: here that is a minute."""


SMALL = """() => [...document.querySelectorAll('.views button, .views summary, .views input')]
  .filter(one => one.checkVisibility())
  .map(one => [(one.closest('label') || one).getBoundingClientRect(), one.textContent || one.name])
  .filter(([box]) => box.height < 43.5 || box.width < 43.5)
  .map(([box, text]) => `${text}: ${box.width} x ${box.height}`)"""


SIDEWAYS = """() => ['#view', '#strip', 'html'].filter(one => {
  const element = document.querySelector(one);
  return element.scrollWidth > element.clientWidth;
})"""


TINY = """() => [...document.querySelectorAll('.views *')].filter(one =>
  one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen')
  && one.localName !== 'title'
  && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .map(one => [one.textContent,
    parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1)])
  .filter(([, size]) => size < 10.9)"""
"""Texts below 11 pixels."""


MOMENTS_STAY = """() => {
  const { setTimeout } = window;
  window.setTimeout = (act, pause, ...more) => pause < 3000 && setTimeout(act, pause, ...more);
}"""
"""Their cards go by a tap only, not before a test has looked."""


def sit(join: Join, table: FastTable, *seats: int, **options: object) -> list[Page]:
    pages = []
    for seat in seats:
        page = join(table.link, asked=True, **options)
        page.tap(f'.choice[data-seat="{seat}"]')
        page.wait_for_selector("#cash")
        pages.append(page)
    return pages


class Seat:
    """A phone of J1's, at a table where one game of three players after another is put into the
    unit; none ends there, as the phone would keep its end."""

    def __init__(self, table: FastTable, page: Page) -> None:
        self.table, self.page, self.unit = table, page, table.page.unit
        self._games = 0

    def shows(
        self,
        game: Unit,
        names: dict[int, str] | None = None,
        dice: tuple[int, ...] = (),
        **facts: Any,
    ) -> Page:
        """Put the game of another unit into this one, and wait until the phone shows it."""
        self._games += 1
        bank = state(game).cash[0] - self._games  # that of no game before

        def begin() -> None:
            self.table.page.catch_up()
            name_players(self.unit, names or {})
            self.unit.session.new_game(state(game).copy(), 0)
            self.unit.session.operations += 1  # what was done before cannot be undone
            if dice:
                set_fact(self.unit, "next-dice", *dice)
            arranged(self.unit, **{**facts, "cash": {**facts.get("cash", {}), 0: bank}})
            tap(self.unit, "ON")  # nobody may have pressed a key for long

        self.table.call(begin)
        self.page.wait_for_function(f"() => banquier.state.table.game.cash[0] === {bank}")
        return self.page

    def go_back(self) -> None:
        """Leave the pages that lie over the seat's own."""
        for _ in range(self.page.evaluate("history.state.from.length - 1")):
            self.page.go_back()


def text_of(page: Page, part: str) -> str:
    return typed(page.inner_text(part))
