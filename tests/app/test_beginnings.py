"""New games begin with other dice, in every front end; their saves play them again."""

from pathlib import Path
from typing import Any

import pytest

from banquier.page import local_page, local_unit
from banquier.saves.browser_games import BrowserGames
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from hardware.unit import Unit
from tests.support.commands import ran
from tests.support.games_played import facts
from tests.support.units import tap_in_turn

GAMES = 8
AS_GOOD_AS_ALL = GAMES - 1
"""The dice have 65 535 beginnings: two of eight are the same once in 2 300 times, three never."""


KEYS = ("DES", "ACHAT", "CARTE", "OK", "FIN") * 6


def thrown(unit: Unit) -> tuple[str, ...]:
    """The first throws, by the same keys at the same ticks."""
    while unit.game is None:
        tap_in_turn(unit, "OK")
    tap_in_turn(unit, *KEYS)
    found = tuple(line.text for line in unit.roll if " DES " in line.text)
    assert found
    return found


WAYS: dict[str, dict[str, Any]] = {
    "panel, serve, local page": {"new": True},
    "with players": {"players": 3},
    "with bots": {"new": True, "default_players": 4},
    "demo": {"players": 4, "games": None},
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_new_games_begin_otherwise(way: dict[str, Any], tmp_path: Path) -> None:
    found = {
        thrown(open_game(**{"games": SaveFolder(str(tmp_path)), **way}).unit) for _ in range(GAMES)
    }
    assert len(found) >= AS_GOOD_AS_ALL


def test_new_games_of_lines_begin_otherwise(home: Path) -> None:
    """No time passes there before the first key."""
    found = set()
    for _ in range(GAMES):
        keys = "\n".join(["OK"] * 5 + [*KEYS])
        out = ran("play", "--plain", "--new", "--lang", "en", said=keys).out
        found.add(tuple(line for line in out.splitlines() if " throws " in line))
        assert any(found)
    assert len(found) >= AS_GOOD_AS_ALL


def test_new_games_of_the_local_page_begin_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_page, "FOLDER", str(tmp_path))
    monkeypatch.setattr(local_unit, "KEPT", str(tmp_path / "kept"))
    unit = local_page.LocalPage(BrowserGames(str(tmp_path), local_page.name_of_today), "en")
    found = set()
    for _ in range(GAMES):
        while unit.is_busy:
            unit.step()
        found.add(thrown(unit.page.unit))
        unit.take_up("")
    assert len(found) >= AS_GOOD_AS_ALL


def test_the_save_of_such_a_game_plays_it_again(tmp_path: Path) -> None:
    path = str(tmp_path / "game.keys")
    first = open_game(games=SaveFolder(str(tmp_path)), path=path, new=True)
    thrown(first.unit)
    first.close()
    assert ran("replay", path, "--check", "--speed", "max").status == 0
    again = open_game(games=SaveFolder(str(tmp_path)), path=path)
    assert facts(again.unit) == facts(first.unit)
    again.close()
