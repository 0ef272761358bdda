"""New games begin with other dice, saved or not; their saves play them again."""

from pathlib import Path

from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from hardware.unit import Unit
from tests.support.commands import ran
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


def test_unsaved_games_begin_otherwise() -> None:
    assert len({thrown(open_game(players=3).unit) for _ in range(GAMES)}) >= AS_GOOD_AS_ALL


def test_saved_games_begin_otherwise_and_are_played_again(tmp_path: Path) -> None:
    found: set[tuple[str, ...]] = set()
    for _ in range(GAMES):
        game = open_game(players=3, games=SaveFolder(str(tmp_path)), new=True)
        found.add(thrown(game.unit))
        game.close()
        assert ran("replay", game.path, "--check").status == 0
    assert len(found) >= AS_GOOD_AS_ALL
