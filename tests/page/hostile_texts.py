"""A game whose names would be markup, script or an address, if anything took them for it."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page

from banquier.editions.edition_file import starting_point
from banquier.saves.game_save import GameSave
from tests.support.games_played import play, sit_down

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
    path, edition = str(folder / "hostile.keys"), hostile_edition(folder)
    save = GameSave(folder=str(folder), path=path, seed=7, edition=edition)
    save.unit.name_players(NAMES)
    sit_down(save.unit, f'edition "{edition}"', "players 2")
    play(save.unit, 120, seed=4)
    save.close()
    return path


def is_only_shown(page: Page) -> None:
    assert page.evaluate(TAKEN) == [0, 0, 0]
