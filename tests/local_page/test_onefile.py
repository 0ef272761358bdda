"""`banquier90.html`, opened from disk: played by taps and by keys, killed, kept, saved, brought."""

import gzip
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from banquier.page.build import one_file
from banquier.saves.open_game import open_save
from banquier.saves.save_folder import SaveFolder
from datasheet.glass import with_points
from firmware_sim.game import POT
from hardware.unit_inputs import name_players
from tests.page.conftest import PHONE
from tests.pocket.conftest import RUNTIME
from tests.pocket.pocket_page import BOLD, opened, press, until
from tests.support.axe import violations
from tests.support.games_played import play, sit_down, take_up

SIZES = ((390, 844), (844, 390), (360, 640), (320, 568), (768, 1024), (1280, 800))
FITS = """[document.documentElement, document.querySelector('.words')].every(
  ({ scrollHeight, scrollWidth, clientHeight, clientWidth }) =>
    scrollHeight <= clientHeight && scrollWidth <= clientWidth)
  && [...document.querySelectorAll('.key')].every((key) => {
    const { width, height, top, left, right, bottom } = key.getBoundingClientRect();
    const least = innerWidth > 320 ? 44 : 40;
    return Math.min(width, height) >= least && Math.min(top, left) >= 0
      && right <= innerWidth && bottom <= innerHeight;
  })"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("À la maison")
    path = Path(one_file(str(folder), str(RUNTIME)))
    content = path.read_bytes()
    assert len(content) <= 1_000_000 and len(gzip.compress(content)) <= 600_000
    return path.as_uri()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(**PHONE, accept_downloads=True)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    context.close()
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob"}
    assert {url.rpartition("/")[2] for url in asked if url[:4] == "file"} == {"banquier90.html"}


def game(page: Page) -> Any:
    return page.evaluate("banquier.state.table?.game")


def begun(page: Page) -> Page:
    """The set-up of four players, by OK on every screen."""
    while not game(page):
        press(page, "OK")
    return page


def says(page: Page, words: str) -> None:
    until(page, lambda: words in page.inner_text("#words"))


def taken_up(page: Page) -> Page:
    says(page, "en mémoire")
    press(page, "OK")
    return page


def test_a_first_evening_by_taps(address: str, context: BrowserContext) -> None:
    page = begun(opened(context, address))
    assert page.inner_text("#words") == "J1, lancez les dés. DÉS lance."
    press(page, "OK")
    says(page, "OK ne sert pas ici.")
    assert page.locator(".answers").all_inner_texts() == ["DÉS"]
    press(page, "DES")
    assert "J1 lance" in page.inner_text("#heard")
    key = page.locator('[data-key="F"]').bounding_box()
    assert key is not None
    page.mouse.move(key["x"] + 9, key["y"] + 9)
    page.mouse.down()  # and held: the MENU
    says(page, "Le son")
    page.mouse.up()
    press(page, "C")
    page.tap("#open-views")
    assert page.locator(".balances li").count() == 4
    assert "150.000" in page.inner_text(".balances li:nth-child(4)")
    page.tap("#close")
    assert page.evaluate("document.activeElement.id") == "open-views"


def test_a_first_evening_by_a_computers_keys(address: str, context: BrowserContext) -> None:
    page = opened(context, address)
    for asked in ("quelle édition", "Combien de joueurs", "l’appareil lance", "l’appareil tire"):
        says(page, asked)
        page.keyboard.press("Enter")
    says(page, "J1, lancez")
    page.keyboard.press("d")
    until(page, lambda: "lancez" not in page.inner_text("#words"))
    thrown = page.inner_text("#words")
    for key in ("Tab", "Tab", "ArrowLeft"):  # nothing that moves the focus presses a key
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.key") == "0"
    assert page.inner_text("#words") == thrown


@pytest.mark.parametrize(("lang", "tint"), [("fr-FR", "light"), ("en-GB", "dark")])
def test_it_fits_and_axe_finds_nothing(
    address: str, chromium: Browser, lang: str, tint: Any
) -> None:
    context = chromium.new_context(locale=lang, color_scheme=tint, bypass_csp=True, has_touch=True)
    page = begun(opened(context, address))
    for (width, height), looks in product(SIZES, (False, True)):
        page.set_viewport_size({"width": width, "height": height})
        if not looks:
            assert page.evaluate(FITS), (width, height)
        elif page.is_visible("#open-views"):
            page.tap("#open-views")
        assert violations(page) == [], (width, height, looks)
        if page.is_visible("#close"):
            page.tap("#close")
    context.close()


def test_a_killed_tab_has_lost_nothing_and_a_second_one_takes_the_game(
    address: str, context: BrowserContext
) -> None:
    page = begun(opened(context, address))
    for _ in range(4):
        press(page, "DES" if "DES" in page.evaluate("banquier.state.answers") else "FIN")
        confirmed = game(page)
        page.close()
        page = taken_up(opened(context, address))
        assert game(page) == confirmed
    other = taken_up(opened(context, address))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as on a return
    page.wait_for_selector("text=Un autre onglet a pris l’appareil.")
    page.click("text=Continuer ici")
    other.wait_for_selector("text=Un autre onglet a pris l’appareil.")
    assert game(taken_up(page)) == game(other)


def test_a_save_goes_to_banquier_and_comes_back(
    address: str, context: BrowserContext, tmp_path: Path
) -> None:
    path = tmp_path / "evening.keys"
    save = open_save(SaveFolder(str(tmp_path)), path=str(path), seed=5)
    name_players(save.unit, {1: "Anne", 2: BOLD})
    sit_down(save.unit, "edition euro", "players 3")
    play(save.unit, 90, seed=4)
    save.close()
    page = opened(context, address)

    def bring(file: Path) -> None:
        page.tap("#open-views")
        page.set_input_files("input[type=file]", file)

    bring(path)
    taken_up(page)
    assert save.unit.game and game(page)["cash"] == save.unit.game.cash
    assert page.evaluate("banquier.state.table.names") == {"1": "Anne", "2": BOLD}
    press(page, "CORR")
    press(page, "OK")  # the game before it has come too
    page.tap("#open-views")
    with page.expect_download() as waiting:
        page.click("text=Garder dans un fichier")
    waiting.value.save_as(path)
    back = open_save(SaveFolder(str(tmp_path)), path=str(path))
    take_up(back.unit)
    assert back.unit.game and back.unit.game.cash == game(page)["cash"]
    assert back.unit.names == save.unit.names
    kept = [line.text for line in back.unit.roll[-60:-1]]  # all that CORR may need, and its own
    assert kept == [line.text for line in save.unit.roll[-59:]] and back.unit.roll[-2].struck
    play(back.unit, 10, seed=2)
    back.close()
    page.tap("#close")
    bring(path)
    taken_up(page)
    assert back.unit.game and game(page)["cash"] == back.unit.game.cash
    path.write_text("junk")
    bring(path)
    page.wait_for_selector("text=Ce fichier ne peut pas être repris : il ne contient aucune partie")


def test_names_and_rules_of_the_house_are_chosen_and_go_with_the_game(
    address: str, context: BrowserContext, tmp_path: Path
) -> None:
    page = opened(context, address)
    page.tap("#open-views")
    assert page.get_attribute(".balances li:nth-child(1) input", "placeholder") == "Nom"
    for seat, name in ((1, "Dédé"), (3, 'Bo"b')):  # letters that are keys of the unit elsewhere
        page.tap(f".balances li:nth-child({seat}) input")
        page.keyboard.type(name)
    page.tap('[data-at="parking"] input')
    page.select_option('[data-at="parking_start"] select', "5000")
    page.tap('[data-at="auctions"] input')
    until(page, lambda: page.locator(".rule :checked").count() == 5)
    page.tap("#close")
    begun(page)
    page.close()
    page = taken_up(opened(context, address))
    says(page, "Dédé, lancez les dés.")
    page.tap("#open-views")
    assert page.inner_text(".balances li:last-child") == "Cagnotte\u00a0: 5.000\u00a0F"
    assert "Pas d’enchères" in page.inner_text("#view")
    with page.expect_download() as waiting:
        page.click("text=Garder dans un fichier")
    path = tmp_path / "evening.keys"
    waiting.value.save_as(path)
    back = open_save(SaveFolder(str(tmp_path)), path=str(path))
    take_up(back.unit)
    assert back.unit.game and back.unit.names == {1: "Dédé", 3: "Bob"}
    assert back.rules == {"parking": "pot", "parking_start": 5_000, "auctions": False}
    play(back.unit, 60, seed=2)
    name_players(back.unit, {2: "Zoé"})
    back.close()
    page.set_input_files("input[type=file]", path)
    taken_up(page)
    assert game(page)["pot"] == f"Cagnotte\u00a0: {with_points(back.unit.game.cash[POT])}\u00a0F"
    assert page.evaluate("banquier.state.table.names") == {"2": "Zoé"}
