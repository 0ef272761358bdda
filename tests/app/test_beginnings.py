"""New games begin with other dice, saved or not; their saves play them again."""

from pathlib import Path

import pytest

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


@pytest.mark.parametrize("is_saved", [True, False])
def test_new_games_begin_otherwise(is_saved: bool, tmp_path: Path) -> None:
    games = SaveFolder(str(tmp_path)) if is_saved else None
    found = {thrown(open_game(players=3, games=games).unit) for _ in range(GAMES)}
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
