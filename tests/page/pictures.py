"""The pictures of a seat and of the wall, amid a game, contact sheets and a film.

    make page-pictures         those of the README: a seat, the wall, a purchase, a throw
    make contact-sheets        each kind of question at six sizes, light and dark, in dist/sheets

A picture is made anew only where what it shows has changed: it holds the digest of the document
and of the rules of style that apply to it, which do not depend on the machine as its pixels do.
"""

import sys
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from firmware_sim.game import Phase
from hardware.unit import Unit
from hardware.unit_inputs import name_players, set_fact
from tests.page.conftest import launched
from tests.page.fast_table import fast_table
from tests.support.bot_game import arranged
from tests.support.paths import ROOT
from tests.support.positions import QUESTIONS
from tests.support.units import at_the_table

STATIC = ROOT / "banquier" / "page" / "static"
SEATS: dict[Path, ViewportSize] = {
    STATIC / "screen-wide.jpg": {"width": 1280, "height": 800},
    STATIC / "screen-narrow.jpg": {"width": 390, "height": 780},
}
SMALL = 0.75
"""Of their sizes: a browser that offers to install the page may load them."""
SHOWN = """() => {
  const passing = /\\.(fresh|resting)/; // for less than half a second
  const applied = (rules) => [...rules].flatMap((rule) => {
    if (passing.test(rule.selectorText)) return [];
    const part = rule.selectorText?.replace(/::?(before|after|placeholder|-webkit-[\\w-]+)/g, '');
    if (part !== undefined) return document.querySelector(part || '*') ? [rule.cssText] : [];
    const applies = !rule.media || matchMedia(rule.media.mediaText).matches;
    return applies ? applied(rule.cssRules || []) : [];
  });
  const styles = [...document.styleSheets].flatMap((sheet) => applied(sheet.cssRules));
  const shown = document.body.cloneNode(true);
  for (const one of shown.querySelectorAll('script, .unit[inert], #heard')) one.remove();
  for (const one of shown.querySelectorAll('.fresh, .resting')) {
    one.classList.remove('fresh', 'resting');
  }
  return [shown.outerHTML, ...styles].join('\\n');
}"""
COMMENT = b"\xff\xd8\xff\xfe\x00\x42"
"""A JPEG begins, with a comment of 64 letters."""


SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800))
SCHEMES: tuple[Any, ...] = ("light", "dark")
SHEET, SCALE = 1_480, 0.35
"""The width of a contact sheet, and how much smaller the pages on it are."""
FREEZE = """(time) => {
  for (const one of document.getAnimations()) { one.pause(); one.currentTime = time; }
}"""
"""Every motion as it is so many milliseconds after it began."""
MOVING = 120


class Frame(NamedTuple):
    caption: str
    shown: str
    """The document and its rules of style."""
    picture: bytes


def digest_of(*shown: str) -> bytes:
    return sha256("".join(shown).encode()).hexdigest().encode()


def is_current(file: Path, digest: bytes) -> bool:
    """Return whether the picture shows this already."""
    return file.exists() and file.read_bytes().startswith(COMMENT + digest)


def take(page: Page, file: Path, quality: int) -> None:
    """Write the picture of a page, if the file does not show the same already."""
    digest = digest_of(page.evaluate(SHOWN))
    if not is_current(file, digest):
        picture = page.screenshot(type="jpeg", quality=quality, animations="disabled")
        file.write_bytes(COMMENT + digest + picture[2:])


def frame(page: Page, caption: str) -> Frame:
    return Frame(caption, str(page.evaluate(SHOWN)), page.screenshot())


def put_together(browser: Browser, file: Path, frames: Sequence[Frame], scale: float) -> None:
    """Write pictures of pages as one, each with its caption, if the file does not show the same."""
    digest = digest_of(*[part for one in frames for part in (one.caption, one.shown)])
    if is_current(file, digest):
        return
    figures = [
        f"<figure><img src='data:image/png;base64,{b64encode(one.picture).decode()}'>"
        f"<figcaption>{one.caption}</figcaption></figure>"
        for one in frames
    ]
    style = (
        "body{margin:0;padding:8px;background:#8a8a8a;font:14px sans-serif;display:flex;"
        f"flex-wrap:wrap;gap:10px;align-items:start}}figure{{margin:0}}img{{zoom:{scale}}}"
    )
    page = browser.new_page(viewport={"width": SHEET, "height": 100})
    page.set_content(f"<style>{style}</style>{''.join(figures)}")
    picture = page.screenshot(type="jpeg", quality=70, full_page=True)
    file.write_bytes(COMMENT + digest + picture[2:])
    page.close()


def seated(browser: Browser, link: str, **options: Any) -> Page:
    """A phone of J1, whoever had the seat before."""
    page = browser.new_page(**{"locale": "fr-FR", "reduced_motion": "reduce", **options})
    page.goto(link)
    page.click('.choice[data-seat="1"]')
    if page.locator('[data-action="sure"]').count():  # it is taken by the picture before
        page.click('[data-action="sure"]')
    page.wait_for_selector("#cash")
    return page


def contact_sheet(browser: Browser, file: Path, unit: Unit, opens: str = "") -> None:
    """One question at each size, light and dark; with the second question of a button opened."""
    frames = list[Frame]()
    with fast_table(unit, speed=0.0) as table:
        for scheme in SCHEMES:
            page = seated(browser, table.link, color_scheme=scheme)
            page.wait_for_timeout(700)
            if opens and not page.is_visible(f'[data-action="{opens}"]'):
                page.click('[data-action="functions"]')
                page.wait_for_timeout(700)
            if opens:
                page.click(f'#view [data-action="{opens}"]')
            page.locator(".moment").evaluate_all("cards => cards.forEach(card => card.click())")
            page.wait_for_timeout(700)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(200)
                frames.append(frame(page, f"{width} × {height}, {scheme}"))
            page.close()
    put_together(browser, file, frames, SCALE)


def film(browser: Browser, file: Path) -> None:
    """A throw as numbered frames. The page's clock goes on only when it is told to."""
    unit = arranged(evening(), phase=Phase.THROW, owner={14: 0})
    set_fact(unit, "next-dice", 3, 2)
    frames = list[Frame]()
    with fast_table(unit) as table:
        page = seated(
            browser, table.link, reduced_motion="no-preference", has_touch=True,
            viewport={"width": 390, "height": 780},
        )  # fmt: skip
        page.wait_for_timeout(700)

        def keep(caption: str) -> None:
            page.evaluate(FREEZE, MOVING)
            frames.append(frame(page, f"{len(frames) + 1}. {caption}"))

        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        keep("la question")
        page.tap('[data-action="throw"]')
        page.wait_for_selector(".tumble")
        keep("au toucher : les dés roulent")
        while page.locator(".tumble").count():
            page.clock.run_for(20)
            page.wait_for_timeout(50)
        keep("ils sont posés, seuls")
        page.clock.run_for(500 + 200)
        keep("le pion marche, la loupe le suit")
        page.clock.run_for(3_000)
        keep("puis la question, le titre, les boutons")
        page.close()
    put_together(browser, file, frames, 0.7)


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


def questions() -> list[tuple[str, Unit, str]]:
    """Every kind of question: the name of its sheet, its unit, the button that is opened."""
    found = list[tuple[str, Unit, str]]()
    for edition, facts, opens in QUESTIONS:
        unit = arranged(at_the_table(edition), **facts)
        name_players(unit, {1: "Mamie", 2: "Léo", 3: "Maximilienne"})
        kind = f"{unit.question.kind}{'-' * bool(opens)}{opens}"
        found.append((f"{len(found) + 1:02}-{kind}.jpg", unit, opens))
    return found


def main(folder: str = "") -> None:
    """With a folder, write the contact sheets there; else the pictures of the README. Time stands
    still, on the glass too."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            for name, unit, opens in questions():
                contact_sheet(browser, Path(folder) / name, unit, opens)
            return
        with fast_table(evening(), speed=0.0) as table:
            for file, size in SEATS.items():
                page = seated(
                    browser, table.link, viewport=size, device_scale_factor=SMALL,
                    color_scheme="light" if size["width"] > size["height"] else "dark",
                )  # fmt: skip
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
        contact_sheet(browser, ROOT / "docs" / "page-sizes.jpg", evening())
        film(browser, ROOT / "docs" / "page-throw.jpg")


if __name__ == "__main__":
    main(*sys.argv[1:])
