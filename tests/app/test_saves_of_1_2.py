"""Saves, links and a recording of version 1.2 stay valid for ever."""

import shutil
from pathlib import Path

import pytest

from banquier.report import Story
from banquier.saves.link import link_of, unpack
from banquier.saves.open_game import open_save
from banquier.saves.recorded_game import RecordedGame
from banquier.saves.recording_file import recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import scan
from banquier.saves.saved_game import SavedGame
from tests.support.games_played import play, take_up
from tests.support.paths import ROOT
from tests.support.units import tap_in_turn

MADE = ROOT / "tests" / "saves" / "1.2"
OPERATIONS = {"bargain": 61, "timed": 26, "own-edition": 21}
"""A game with a bargain and a timed one, both played on two evenings; a game of lyon.toml."""


@pytest.fixture(params=OPERATIONS)
def save(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    shutil.copytree(MADE, tmp_path, dirs_exist_ok=True)
    return tmp_path / f"{request.param}.keys"


def cash(path: Path) -> list[int]:
    return Story.from_path(str(path)).end.cash


def opened_link(link: str, folder: Path) -> bytes:
    return unpack(link, SaveFolder(str(folder))).save


def test_a_save_is_read_reported_and_linked(save: Path) -> None:
    assert (
        len(SavedGame.from_path(str(save)).points)
        == len(Story.from_path(str(save)).steps)
        == OPERATIONS[save.stem]
    )
    link = save.with_suffix(".link").read_text()
    assert opened_link(link_of(str(save)), save.parent) == opened_link(link, save.parent)


def test_a_save_is_replayed_with_the_same_digests(save: Path) -> None:
    recording, trouble = recording_of(str(save))
    cursor = RecordedGame(recording).cursor
    assert not (cursor.play() or cursor.differs or trouble)
    assert cursor.unit.operations == OPERATIONS[save.stem]


def test_a_save_is_played_on(save: Path) -> None:
    before = SavedGame.from_path(str(save)).points
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save))
    take_up(game_save.unit)
    play(game_save.unit, 5)
    game_save.close()
    after = SavedGame.from_path(str(save)).points
    assert after[: len(before)] == before and len(after) > len(before)
    assert scan(save.read_bytes()).sound
    assert list(save.parent.glob("*.corrupt")) == []


def test_a_fine_that_is_owed_after_the_move_moves_nothing(tmp_path: Path) -> None:
    """1.2 moved the token first (PRI-7)."""
    save = shutil.copy(str(MADE / "fine.keys"), tmp_path)
    unit = open_save(SaveFolder(str(tmp_path)), path=str(save)).unit
    take_up(unit)
    tap_in_turn(unit, "RECU", "OK", *"1000", "OK", "OK", "FIN")
    game = unit.session.current_game
    assert (game.turn, game.square[1], game.cash[1], game.debts) == (2, 20, 0, ())


def test_a_link_is_the_same_game(save: Path) -> None:
    linked = save.with_name("linked.keys")
    linked.write_bytes(opened_link(save.with_suffix(".link").read_text(), save.parent))
    assert cash(linked) == cash(save)
    assert scan(linked.read_bytes()).marks[-1].number == OPERATIONS[save.stem]


def test_a_recording_is_replayed_with_the_same_digests() -> None:
    """The recording names players, uses the debug port, pulls the cells and corrects."""
    recording, _ = recording_of(str(MADE / "recording.keys"))
    cursor = RecordedGame(recording).cursor
    assert not (cursor.play() or cursor.differs)
    assert cursor.digests == 12
