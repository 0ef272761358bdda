"""The unit's side of the page: time that passed while nobody looked."""

from __future__ import annotations

import json

from banquier.game.driver import BROWSER
from banquier.page.page_unit import PageUnit
from hardware.crystal import CRYSTAL
from tests.support.units import at_the_table


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_tab_that_was_hidden_for_three_hours_catches_up_by_jumping() -> None:
    """In few turns of the firmware; it has switched itself off meanwhile, and ON wakes it."""
    clock = Clock()
    unit = at_the_table()
    page = PageUnit(unit, clock)
    browser = page.join("tab")
    page.news(browser)
    begun, steps = unit.tick, 0
    scan = unit.firmware.scan

    def counted(number: int, event: object) -> None:
        nonlocal steps
        steps += 1
        scan(number, event)  # type: ignore[arg-type]

    unit.firmware.scan = counted  # type: ignore[method-assign, assignment]
    clock.now = 3 * 3_600.0
    page.catch_up()
    assert unit.tick == begun + 3 * 3_600 * CRYSTAL
    assert 0 < steps < 5_000
    assert not unit.awake
    assert json.loads(page.news(browser))["glass"]["awake"] is False
    for kind in ("down", "up"):
        page.hear(browser, json.dumps({"t": kind, "key": "ON"}))
        clock.now += 0.5
        page.catch_up()
    assert unit.awake and unit.said.text == "J1 LANCEZ"


def test_longer_than_a_day_is_as_long_as_a_day() -> None:
    clock = Clock()
    unit = at_the_table()
    page = PageUnit(unit, clock)
    begun = unit.tick
    clock.now = 40 * 24 * 3_600.0
    page.catch_up()
    assert unit.tick == begun + BROWSER.jump
    clock.now += 1.0
    page.catch_up()
    assert unit.tick == begun + BROWSER.jump + CRYSTAL
