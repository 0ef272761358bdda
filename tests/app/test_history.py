"""The timeline of a save: a unit at any operation; the save does not change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from banquier.saves.game_save import GameSave
from banquier.saves.history import Timeline
from banquier.saves.save_listing import SaveTrouble
from keypad.keys import PULSE
from tests.support.games_played import evening, facts, play, sit_down, take_up


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "game.keys"


def recorded(save: Path, operations: int) -> list[tuple[object, ...]]:
    """A save, and what the unit held after each of its operations."""
    memory = GameSave(folder=str(save.parent), path=str(save), seed=5)
    sit_down(memory.unit, "players 3")
    held = [facts(memory.unit)]
    for number in range(operations):
        play(memory.unit, 1, seed=number)
        held.append(facts(memory.unit))
    memory.close()
    return held


def test_every_operation_is_a_point_with_its_state(save: Path) -> None:
    held = recorded(save, 60)
    timeline = Timeline.of(str(save))
    assert [point.number for point in timeline] == list(range(1, 62))
    for at in (0, 1, 7, 15, 16, 17, 40, 60):
        unit = timeline.unit_at(at)
        assert facts(unit) == held[at]
        assert unit.operations == timeline[at].number


def test_a_past_unit_asks_the_question_of_its_moment(save: Path) -> None:
    recorded(save, 30)
    timeline = Timeline.of(str(save))
    first = timeline.unit_at(0)
    assert first.said.text == f"J{first.firmware.session.current_game.turn} LANCEZ"


def test_a_view_of_a_past_unit_changes_nothing(save: Path) -> None:
    recorded(save, 20)
    unit = Timeline.of(str(save)).unit_at(10)
    before = facts(unit)
    for key in ("?", "2"):
        unit.press(key)
        unit.run(unit.tick + PULSE)
        unit.release(key)
        unit.run(unit.tick + PULSE)
    assert "?" in unit.said.icons
    assert facts(unit) == before


def test_playing_on_from_a_point_makes_a_new_save_and_leaves_the_old_one(save: Path) -> None:
    held = recorded(save, 40)
    before = save.read_bytes()
    timeline = Timeline.of(str(save))
    path = timeline.branch(25)
    assert path == str(save.with_name("game-from-26.keys"))
    memory = GameSave(folder=str(save.parent), path=path)
    assert facts(memory.unit) == held[25]
    take_up(memory.unit)
    play(memory.unit, 10, seed=99)
    memory.close()
    assert save.read_bytes() == before
    assert Timeline.of(path)[:26] == [
        point._replace(struck=Timeline.of(path)[at].struck)
        for at, point in enumerate(timeline[:26])
    ]
    assert timeline.branch(25) == str(save.with_name("game-from-26-2.keys"))


def test_an_undone_operation_is_a_struck_point(save: Path) -> None:
    memory = GameSave(folder=str(save.parent), path=str(save), seed=5)
    sit_down(memory.unit, "players 2")
    for key in ("DES", "CORR", "OK"):
        memory.unit.press(key)
        memory.unit.run(memory.unit.tick + PULSE)
        memory.unit.release(key)
        memory.unit.run(memory.unit.tick + PULSE)
    memory.close()
    timeline = Timeline.of(str(save))
    assert [point.struck for point in timeline] == [False, True, False]
    assert timeline.unit_at(1).firmware.session.current_game.dice


def test_a_game_being_played_has_a_timeline(save: Path) -> None:
    evening(save, "players 2", operations=10)
    memory = GameSave(folder=str(save.parent), path=str(save))
    assert len(Timeline.of(str(save))) == 11
    memory.close()


def test_what_is_no_save_has_no_timeline(tmp_path: Path) -> None:
    for name, content in (("none", None), ("empty", b""), ("rubbish", os.urandom(5000))):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SaveTrouble):
            Timeline.of(str(path))
