"""Texts of others are shown and never run: in the report, the laboratory and on the page."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from banquier.editions.edition_file import starting_point
from banquier.report import Story, page
from banquier.saves.link import link_of, unpack
from banquier.saves.save_folder import SaveFolder
from banquier.saves.saved_game import SavedGame
from banquier.study import page as study_page
from banquier.study import study
from tests.page.conftest import Join, open_view
from tests.page.fast_table import fast_table
from tests.support.games_played import evening

SQUARES = {
    "Boulevard de Belleville": "<script>window.ran=1</script>",
    "Rue Lecourbe": "<img src=x onerror='window.ran=2'>",
    "Rue de Vaugirard": "</text></svg><svg onload=window.ran=3>",
    "Rue de Courcelles": "javascript:window.ran=4",
    "Avenue de la République": "\u202e\u2066\"'&--></title>]]>",
}
GROUPS = {"brown": "<b>brown</b>", "pink": '"><i>'}
NAMES = {1: "<script>r()", 2: "<img src=x>"}
TAKEN = """[window.ran ?? 0, document.querySelectorAll(
  'img, b i, script:not([src], #facts), [onerror], [onload], [href^="javascript:"]').length,
  [...document.querySelectorAll('svg svg')].length]"""
"""What ran, and the elements that only names could have made."""


def hostile_edition(folder: Path) -> str:
    path = folder / "hostile.toml"
    text = starting_point()
    for number, (name, other) in enumerate(SQUARES.items()):
        assert json.dumps(name, ensure_ascii=False) in text
        text = text.replace(
            json.dumps(name, ensure_ascii=False), f'{json.dumps(other)}, label = "&LT, {number}"'
        )
    for name, other in GROUPS.items():
        text = text.replace(json.dumps(name), json.dumps(other))
    path.write_text(text, encoding="utf-8")
    return str(path)


def hostile_save(folder: Path) -> str:
    path, edition = folder / "hostile.keys", hostile_edition(folder)
    header = (f'edition "{edition}"', "players 2")
    evening(path, *header, operations=120, seed=4, chance=7, names=NAMES, edition=edition)
    return str(path)


def is_only_shown(page: Page) -> None:
    assert page.evaluate(TAKEN) == [0, 0, 0]


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the save of a link, as it is opened."""
    folder = tmp_path_factory.mktemp("hostile")
    link = link_of(hostile_save(folder))
    opened = folder / "opened.keys"
    opened.write_bytes(unpack(link, SaveFolder(str(folder))).save)
    return str(opened)


def test_a_report_shows_them(save: str, chromium: Browser) -> None:
    shown = chromium.new_page()
    shown.set_content(page(Story.from_path(save), "en"))
    said = shown.evaluate("document.body.textContent")
    assert all(name in said for name in NAMES.values())
    assert "<img src=x onerror='window.ran=2'>" in said
    is_only_shown(shown)
    shown.close()


def test_the_laboratory_shows_them(chromium: Browser, tmp_path: Path) -> None:
    found = study(hostile_edition(tmp_path), games=2, seed=1, workers=1, told=lambda *_: None)
    shown = chromium.new_page()
    shown.set_content(study_page(found, "en"))
    said = shown.evaluate("document.body.textContent")
    assert all(name in said for name in list(SQUARES.values())[:4])
    is_only_shown(shown)
    shown.close()


def test_the_page_shows_them_in_every_view(save: str, join: Join) -> None:
    timeline = SavedGame.from_path(save)
    unit = timeline.unit_at(len(timeline.points) - 1)
    with fast_table(unit) as table:
        page = join(table.link, viewport={"width": 1280, "height": 800})
        for name in page.evaluate("banquier.views.map(view => view.name)"):
            if page.locator(f"#tab-{name}").count():
                page.click(f"#tab-{name}")
            else:
                open_view(page, name)
            is_only_shown(page)
        page.click("#tab-seat")
        for number, name in zip((1, 3, 6, 8, 9), SQUARES.values(), strict=True):
            square = page.locator(f"#view [data-square='{number}'] [role=button]")
            assert str(square.get_attribute("aria-label")).startswith(name)
            square.focus()
            page.keyboard.press("Enter")
            assert page.inner_text("#deed h2") == name.strip()
            is_only_shown(page)
            page.go_back()
