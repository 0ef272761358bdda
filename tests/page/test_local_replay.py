"""A link in the local page: its end first, what is wrong with it in a sentence."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banquier.page import local_unit
from banquier.page.local_replay import LocalReplay
from banquier.saves.browser_games import BrowserGames
from banquier.saves.link import link_of
from tests.support.games_played import evening
from tests.support.links import body_of, link_with
from tests.support.paths import ROOT


def steps(folder: Path, link: str) -> Iterator[dict[str, Any]]:
    """Yield what each step tells until the link is opened or refused."""
    unit = LocalReplay(BrowserGames(str(folder), lambda: "now"), "en", link)
    while unit.is_busy:
        step: dict[str, Any] = json.loads(unit.step())
        yield step


def bars(folder: Path, link: str) -> list[dict[str, Any]]:
    told = [step["news"] for step in steps(folder, link)]
    return [news["replay"] for news in told if news and "replay" in news]


def test_the_end_is_shown_first(tmp_path: Path) -> None:
    evening(tmp_path / "game.keys")
    link = link_of(str(tmp_path / "game.keys"))
    first, *_, last = bars(tmp_path, link)
    assert first["opened"] < 1 and first["at"] == first["last"] == last["last"]
    assert last["checked"] and last["at"] == last["first"] < last["last"]


def test_an_edition_in_the_link_is_read_for_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_unit, "KEPT", str(tmp_path / "kept"))
    own = tmp_path / "mine.toml"
    own.write_text((ROOT / "tests" / "editions" / "lyon.toml").read_text("utf-8"), "utf-8")
    evening(tmp_path / "game.keys", f'edition "{own}"', edition=str(own))
    link = link_of(str(tmp_path / "game.keys"))
    own.unlink()
    (tmp_path / "browser").mkdir()
    first, *_, last = bars(tmp_path / "browser", link)
    assert first["at"] == last["last"] and last["checked"]


def test_a_link_that_disagrees_with_its_record_says_so_below_its_end(tmp_path: Path) -> None:
    evening(tmp_path / "game.keys")
    number, total, rest = body_of(link_of(str(tmp_path / "game.keys"))).split(b" ", 2)
    link = link_with(b" ".join([number, total[::-1], rest]))
    *_, last = bars(tmp_path, link)
    assert last["at"] == last["last"] and not last["checked"]
    assert last["why"].startswith("this link was changed")


def test_a_damaged_link_is_the_answer_of_its_job(tmp_path: Path) -> None:
    *_, last = steps(tmp_path, "#g=AQ")
    assert last["news"] is None and last["answers"][0][1]["why"]
    assert last["rest"] > 1
