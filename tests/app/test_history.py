"""The timeline of a save: a unit at any operation; the save does not change."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.saves.game_save import GameSave
from banquier.saves.messages import in_language
from banquier.saves.save_format import Lines, Mark, scan
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from hardware.unit import tap
from tests.support.games_played import facts, play, sit_down, take_up


def recorded(save: Path, operations: int) -> list[tuple[object, ...]]:
    """A save, and what the unit held after each of its operations."""
    game_save = GameSave(folder=str(save.parent), path=str(save), seed=5)
    sit_down(game_save.unit, "players 3")
    held = [facts(game_save.unit)]
    for number in range(operations):
        play(game_save.unit, 1, seed=number)
        held.append(facts(game_save.unit))
    game_save.close()
    return held


def a_line(keys: bytes, record: bytes) -> bytes:
    lines = Lines()
    lines.keys(keys)
    return lines.mark(1, "state", 1, "0" * 16, record)


def test_every_operation_is_a_point_with_its_state(save: Path) -> None:
    held = recorded(save, 60)
    timeline = SavedGame.of(str(save))
    assert [point.number for point in timeline] == list(range(1, 62))
    for at in (0, 1, 7, 15, 16, 17, 40, 60):
        unit = timeline.unit_at(at)
        assert facts(unit) == held[at]
        assert unit.operations == timeline[at].number


def test_playing_on_from_a_point_makes_a_new_save_and_leaves_the_old_one(save: Path) -> None:
    held = recorded(save, 40)
    before = save.read_bytes()
    timeline = SavedGame.of(str(save))
    path = timeline.branch(25)
    assert path == str(save.with_name("game-from-26.keys"))
    game_save = GameSave(folder=str(save.parent), path=path)
    assert facts(game_save.unit) == held[25]
    take_up(game_save.unit)
    play(game_save.unit, 10, seed=99)
    game_save.close()
    assert save.read_bytes() == before
    assert SavedGame.of(path)[:26] == [
        point._replace(struck=SavedGame.of(path)[at].struck)
        for at, point in enumerate(timeline[:26])
    ]
    assert timeline.branch(25) == str(save.with_name("game-from-26-2.keys"))


def test_an_undone_operation_is_a_struck_point(save: Path) -> None:
    game_save = GameSave(folder=str(save.parent), path=str(save), seed=5)
    sit_down(game_save.unit, "players 2")
    tap(game_save.unit, "DES", "CORR", "OK")
    game_save.close()
    timeline = SavedGame.of(str(save))
    assert [point.struck for point in timeline] == [False, True, False]
    assert timeline.unit_at(1).firmware.session.current_game.dice


def test_lines_are_struck_by_their_number_in_the_roll() -> None:
    """The roll may have begun before the records, and records may be lost."""
    records = [
        *(b'{"lines":9,"roll":[[1,"A"],[1,"B"]]}', b'{"lines":10,"roll":[[2,"C"]],"strikes":8}'),
        *(b'{"lines":10,"roll":[]}', b'{"lines":12,"roll":[[2,"D"]],"strikes":0}'),
    ]
    marks = [
        Mark(100 * at, "state", number, "", record, 0, 0)
        for at, (number, record) in enumerate(zip((2, 3, 3, 5), records, strict=True), 1)
    ]
    timeline = SavedGame("game.keys", scan(b"")._replace(marks=marks))
    assert [point[:5] for point in timeline.points] == [
        *((1, 100, 1, "A", True), (2, 100, 1, "B", True)),
        *((3, 200, 2, "C", False), (5, 400, 2, "D", False)),
    ]


def test_a_branch_is_the_save_up_to_there(save: Path, tmp_path: Path) -> None:
    recorded(save, 20)
    timeline = SavedGame.of(str(save))
    last = save.read_bytes()
    whole = Path(timeline.branch(20))
    assert whole.name == "game-from-21.keys"
    assert last.startswith(whole.read_bytes()) and whole.read_bytes().endswith(b"}\n")
    torn = tmp_path / "torn.keys"
    torn.write_bytes(whole.read_bytes().removesuffix(b"\n"))
    again = Path(SavedGame.of(str(torn)).branch(20, str(tmp_path / "named.keys")))
    assert (again.name, again.read_bytes()) == ("named.keys", whole.read_bytes())
    folder = tmp_path / "a file"
    folder.touch()
    with pytest.raises(Trouble) as refused:
        timeline.branch(3, str(folder / "x.keys"))
    assert str(refused.value) == f"{folder}/x.keys cannot be written: not a directory"


def test_a_save_without_a_game_is_refused_in_a_sentence(save: Path) -> None:
    save.write_bytes(b"banquier 1\n")
    with pytest.raises(Trouble) as refused:
        SavedGame.of(str(save))
    assert str(refused.value) == f"{save} has no game in it"
    save.write_bytes(b"banquier 1\n" + a_line(b"banquier 1\n", b"{}"))
    with pytest.raises(Trouble) as refused:
        SavedGame.of(str(save))
    assert str(refused.value) == f"{save} is not to be used: it tells no game"
    assert "inutilisable" in in_language(refused.value.args[0], "fr")
