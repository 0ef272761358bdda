"""axe-core finds nothing: in any state of the page, on the entry page, in the report, in the study.

In both languages, light, dark, with strong contrast and forced colours, on a phone and on a desk.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from banquier.editions.edition_file import editions
from banquier.page.assets import entry_page
from banquier.report import page as report_page
from banquier.report.curve import curve
from banquier.study import page as study_page
from banquier.study import study
from banquier.words.languages import LANGUAGES
from hardware.unit import Unit
from hardware.unit_inputs import name_players
from tests.local_page.conftest import Visitor
from tests.local_page.opened_page import begun, evening, opened
from tests.page.conftest import PHONE, open_view, phone
from tests.page.fast_table import fast_table
from tests.support.axe import violations
from tests.support.bot_game import arranged
from tests.support.positions import QUESTIONS, carded, deals, indebted, offered
from tests.support.report_page import story_of_eight
from tests.support.units import at_the_table, tap_in_turn

SIZES = [(390, 844), (1280, 800)]
TINTS: list[dict[str, Any]] = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"contrast": "more"},
    {"forced_colors": "active"},
]
USUAL: dict[str, Any] = {"contrast": "no-preference", "forced_colors": "none"}


LOCALES = {code: its.locale for code, its in LANGUAGES.items()}


class Reader:
    """Looks at one page in one language, state by state. Colours are looked at in every tint by one
    of the two languages, everything else by both."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.states = 0
        self.found: list[str] = []

    def read(
        self,
        page: Page,
        name: str,
        sizes: Sequence[tuple[int, int]] = SIZES,
        shapes: bool = False,
    ) -> None:
        self.states += 1
        coloured = self.states % 2 == [*LANGUAGES].index(self.lang) % 2
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            for tint in TINTS if coloured else TINTS[:1]:
                page.emulate_media(**{"color_scheme": "light", **USUAL, **tint})
                told = violations(page, tint is not TINTS[0], shapes)
                told += page.evaluate(UNSEEN) if "forced_colors" in tint else []
                self.found += [f"{name} {self.lang} {width} {tint}: {one}" for one in told]
        page.emulate_media(**{"color_scheme": "light", **USUAL})


UNSEEN = """() => {
  const ground = Object.assign(document.createElement('i'), { style: 'color: Canvas' });
  document.body.append(ground);
  const { color } = getComputedStyle(ground);
  ground.remove();
  return [...document.querySelectorAll('body *')].filter(one => one.checkVisibility()
    && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    && getComputedStyle(one).color === color && getComputedStyle(one).forcedColorAdjust === 'auto')
    .map(one => `unseen: ${one.textContent}`);
}"""
"""Texts in the colour of the ground that the browser lays behind texts by itself."""
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def ended() -> Unit:
    """J3 has won."""
    unit = at_the_table()
    return tap_in_turn(unit, "FAILL", "1", "OK", "OK", "OK", "FAILL", "2", "OK", "OK", "OK")


def bargained() -> Unit:
    """J1 and J2 have a bargain before them."""
    return tap_in_turn(deals(), "VENTE", "OK", "2", "OK", "OK", "FIN", "FIN", "1", "0", "OK", "OK")


def setting_up() -> Unit:
    return Unit(editions(names=["electronique"]), seed=1)


def sit(page: Page) -> None:
    page.click('.choice[data-seat="1"]')
    page.wait_for_selector("#cash")


def every_view(reader: Reader, page: Page) -> None:
    reader.read(page, "who")
    for name, more in page.evaluate(
        "banquier.views.map(view => [view.name, view.more]).filter(([name]) => name !== 'seat')"
    ):
        if more:
            open_view(page, name)
        else:
            page.click(f"#tab-{name}")
        reader.read(page, name)
    page.click("#tab-seat")
    sit(page)
    reader.read(page, "seat")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click(".enlarge")
    reader.read(page, "board")
    page.click('.square[data-square="6"]')
    reader.read(page, "deed")
    page.go_back()
    page.go_back()
    page.click('[data-action="functions"]')
    for summary in page.locator("#view summary").all():
        summary.click()
    reader.read(page, "functions")
    page.click('[data-action="pay"]')
    page.wait_for_selector("form.ask")
    reader.read(page, "second question")
    page.focus('[data-action="ruin"]')
    page.keyboard.press("Enter")
    reader.read(page, "ruin")
    page.keyboard.press("Escape")
    for trouble in ("lost", "not_kept"):
        page.evaluate("name => banquier.trouble(name)", trouble)
        reader.read(page, trouble)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#close")
    reader.read(page, "unit", shapes=True)


def own_seat(reader: Reader, page: Page) -> None:
    sit(page)
    reader.read(page, "seat")
    page.goto(page.url.partition("#")[0] + "wall")
    page.wait_for_selector(".e.on", state="attached")
    reader.read(page, "wall")


def opened_auction(reader: Reader, page: Page) -> None:
    sit(page)
    page.click('[data-action="to_auction"]')
    page.click('[data-action="open"]')
    page.wait_for_selector('[data-action="bid"]')
    reader.read(page, "auction")


def as_it_is(reader: Reader, page: Page) -> None:
    reader.read(page, "seat")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(DRAWN)
    if page.evaluate("document.getElementById('unit').inert"):
        page.click("#close")
        reader.read(page, "unit")


Scene = tuple[Callable[[], Unit], Callable[[Reader, Page], None]]
SCENES: list[Scene] = [
    (deals, every_view), (setting_up, as_it_is), (offered, opened_auction), (carded, own_seat),
    (indebted, own_seat), (bargained, own_seat), (ended, as_it_is),
]  # fmt: skip


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene[0].__name__)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_on_the_page(scene: Scene, lang: str, chromium: Browser) -> None:
    make, drive = scene
    unit = make()
    name_players(unit, {1: "Maximilienne", 2: "Jean-Baptist"})
    reader = Reader(lang)
    with fast_table(unit) as table:
        page = phone(chromium, table.link, asked=True, locale=LOCALES[lang])
        drive(reader, page)
        assert page.faults == []  # type: ignore[attr-defined]
        page.context.close()
    assert not reader.found, "\n".join(reader.found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_on_the_local_page(
    lang: str, file: str, visitor: Visitor, tmp_path: Path
) -> None:
    """The states are the beginning of an evening, its games, its replay."""
    reader = Reader(lang)
    context = visitor(locale=LOCALES[lang], bypass_csp=True)
    page = opened(context, file, way="")
    page.wait_for_selector("#begin")
    reader.read(page, "begin")
    page.click('[data-way="unit"]')
    begun(page)
    page.close()
    page = opened(context, file, way="")
    page.wait_for_selector("#begin")
    reader.read(page, "a game that was left")
    page.click('[data-way="seat"]')
    page.wait_for_selector("#asked")
    reader.read(page, "all on this screen")
    open_view(page, "games")
    page.wait_for_selector("[data-game]")
    reader.read(page, "games")
    page.goto("about:blank")
    page.goto(f"{file}{evening(tmp_path / 'game.keys')}&at=40")
    page.wait_for_selector("#checked.checked")
    reader.read(page, "replay")
    assert not reader.found, "\n".join(reader.found)


KEYS = (
    ("PAYER",), ("FAILL", "OK"), ("FAILL", "OK", "OK", "OK"), ("EMPR", "OK"), ("?", "2"),
    ("VENTE", "OK", "2", "OK"), ("CORR",), ("?", "F"),
)  # fmt: skip
"""Questions of the unit's own keys."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_on_a_seat_at_any_question(lang: str, chromium: Browser) -> None:
    reader = Reader(lang)
    units = [
        (arranged(at_the_table(edition), **facts), opens) for edition, facts, opens in QUESTIONS
    ]
    units += [(tap_in_turn(at_the_table(), *keys), "") for keys in KEYS]
    units.append((at_the_table(dice="DES JETES"), "dice"))
    page = chromium.new_context(**{**PHONE, "locale": LOCALES[lang]}).new_page()
    for unit, opens in units:
        with fast_table(unit) as table:
            page.goto(table.link)
            sit(page)
            if opens and not page.is_visible(f'[data-action="{opens}"]'):
                page.click('[data-action="functions"]')
            if opens:
                page.click(f'#view [data-action="{opens}"]')
            if opens == "offer":
                page.click('[data-partner="2"]')
            reader.read(page, unit.question.kind, SIZES[:1])
    page.context.close()
    assert not reader.found, "\n".join(reader.found)


@pytest.fixture(scope="module")
def studied() -> dict[str, Any]:
    return study("electronique", games=2, seed=1, workers=1, told=lambda done, wanted: None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_on_what_is_read(
    lang: str, studied: dict[str, Any], chromium: Browser, tmp_path: Path
) -> None:
    """The report with its chances, the study, and the page that asks for the code."""
    reader = Reader(lang)
    page = chromium.new_context(locale=LOCALES[lang]).new_page()
    story = story_of_eight(tmp_path)
    story.curve = curve(story, 4, 1, 1, lambda done, wanted: None)
    for name, html in (
        ("report", report_page(story, lang)),
        ("study", study_page(studied, lang)),
        ("entry", entry_page()[0]),
    ):
        path = tmp_path / f"{name}.html"
        path.write_text(html, encoding="utf-8")
        page.goto(path.as_uri())
        for folded in page.locator("summary").all():
            folded.click()
        reader.read(page, name)
    page.context.close()
    assert not reader.found, "\n".join(reader.found)
