"""The pictures of a seat and of the wall, amid a game: `make page-pictures`."""

from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from firmware_sim.game import Phase
from hardware.unit import Unit
from hardware.unit_inputs import name_players
from tests.page.conftest import launched
from tests.page.fast_table import fast_table
from tests.support.bot_game import arranged
from tests.support.paths import ROOT
from tests.support.units import at_the_table

STATIC = ROOT / "banquier" / "page" / "static"
SEATS: dict[Path, ViewportSize] = {
    STATIC / "screen-wide.jpg": {"width": 1280, "height": 800},
    STATIC / "screen-narrow.jpg": {"width": 390, "height": 780},
}
SMALL = 0.75
"""Of their sizes: every visitor of the page in the pocket may load them."""


def evening() -> Unit:
    unit = arranged(
        at_the_table(players=4),
        owner={1: 1, 3: 1, 6: 2, 8: 2, 9: 2, 5: 3, 39: 1, 37: 1, 12: 1, 24: 3, 11: 1, 13: 1,
               15: 1, 16: 4, 18: 4, 31: 4},
        houses={1: 4, 3: 5, 6: 1, 8: 2, 9: 3}, mortgaged={5: True, 12: True, 24: True},
        square=[0, 14, 9, 24, 31], phase=Phase.OFFER, dice=(3, 4),
        cash=[0, 98_600, 61_200, 143_000, 87_500],
    )  # fmt: skip
    name_players(unit, {1: "Zoé", 2: "Léo", 3: "Mamie", 4: "Ana"})
    return unit


with sync_playwright() as playwright, fast_table(evening()) as table:
    browser = launched(playwright)
    for file, size in SEATS.items():
        page = browser.new_page(
            viewport=size, device_scale_factor=SMALL, locale="fr-FR",
            color_scheme="light" if size["width"] > size["height"] else "dark",
        )  # fmt: skip
        page.goto(table.link)
        page.click('.choice[data-seat="1"]')
        if page.locator('[data-action="sure"]').count():  # it is taken by the picture before
            page.click('[data-action="sure"]')
        page.wait_for_selector("#cash")
        page.wait_for_timeout(1_200)
        page.screenshot(path=file, type="jpeg", quality=55)
    wall = browser.new_page(
        viewport={"width": 1920, "height": 1080}, device_scale_factor=0.5, locale="fr-FR"
    )
    wall.goto(table.table.wall_link())
    wall.wait_for_selector(".money")
    wall.wait_for_timeout(1_000)
    wall.screenshot(path=ROOT / "docs" / "page-wall.jpg", type="jpeg", quality=85)
