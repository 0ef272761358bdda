"""A game of the local page, as the page is told of it."""

import json
from pathlib import Path

import pytest

from banquier.page import local_unit
from banquier.page.local_page import LocalPage
from banquier.saves.browser_games import BrowserGames
from tests.support.games_played import evening


def test_a_save_that_was_mended_is_told_of_with_the_name_of_the_one_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_unit, "KEPT", str(tmp_path / "kept"))
    evening(tmp_path / "game.keys")
    damaged = bytearray((tmp_path / "game.keys").read_bytes())
    damaged[-100] ^= 1
    (tmp_path / "game.keys").write_bytes(damaged)
    page = LocalPage(BrowserGames(str(tmp_path), lambda: "now"), "en")
    answers: list[tuple[int, dict[str, str]]] = []
    while page.is_busy:
        answers += json.loads(page.step())["answers"]
    assert ".corrupt" in dict(answers)[1]["value"]
    assert page.page.unit.question.kind == "resume"
