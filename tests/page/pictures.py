"""The pictures of a seat and of the wall, amid a game: `make page-pictures`.

A picture is made anew only where what it shows has changed: it holds the digest of the document
and of the rules of style that apply to it, which do not depend on the machine as its pixels do.
"""

from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

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
"""Of their sizes: a browser that offers to install the page may load them."""
SHOWN = """() => {
  const applied = (rules) => [...rules].flatMap((rule) => {
    const part = rule.selectorText?.replace(/::?(before|after|placeholder|-webkit-[\\w-]+)/g, '');
    if (part !== undefined) return document.querySelector(part || '*') ? [rule.cssText] : [];
    const applies = !rule.media || matchMedia(rule.media.mediaText).matches;
    return applies ? applied(rule.cssRules || []) : [];
  });
  const styles = [...document.styleSheets].flatMap((sheet) => applied(sheet.cssRules));
  const shown = document.body.cloneNode(true);
  for (const one of shown.querySelectorAll('script')) one.remove();
  return [shown.outerHTML, ...styles].join('\\n');
}"""
COMMENT = b"\xff\xd8\xff\xfe\x00\x42"
"""A JPEG begins, with a comment of 64 letters."""


def take(page: Page, file: Path, quality: int) -> None:
    """Write the picture of a page, if the file does not show the same already."""
    digest = sha256(str(page.evaluate(SHOWN)).encode()).hexdigest().encode()
    if file.exists() and file.read_bytes().startswith(COMMENT + digest):
        return
    picture = page.screenshot(type="jpeg", quality=quality, animations="disabled")
    file.write_bytes(COMMENT + digest + picture[2:])


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


def main() -> None:
    """Time stands still, on the glass too."""
    with sync_playwright() as playwright, fast_table(evening(), speed=0.0) as table:
        browser = launched(playwright)
        for file, size in SEATS.items():
            page = browser.new_page(
                viewport=size, device_scale_factor=SMALL, locale="fr-FR", reduced_motion="reduce",
                color_scheme="light" if size["width"] > size["height"] else "dark",
            )  # fmt: skip
            page.goto(table.link)
            page.click('.choice[data-seat="1"]')
            if page.locator('[data-action="sure"]').count():  # it is taken by the picture before
                page.click('[data-action="sure"]')
            page.wait_for_selector("#cash")
            page.wait_for_timeout(1_200)
            take(page, file, 55)
        wall = browser.new_page(
            viewport={"width": 1920, "height": 1080}, device_scale_factor=0.5, locale="fr-FR",
            reduced_motion="reduce",
        )  # fmt: skip
        wall.goto(table.table.wall_link())
        wall.wait_for_selector(".money")
        wall.wait_for_timeout(1_000)
        take(wall, ROOT / "docs" / "page-wall.jpg", 85)


if __name__ == "__main__":
    main()
