"""Saves of format 1: whole records are made of what changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.editions.edition_file import editions
from banquier.play.saved_replay import recording_of
from banquier.saves.game_save import GameSave
from banquier.saves.history import Timeline
from banquier.saves.save_format import scan
from banquier.saves.save_listing import summary
from firmware_sim.old_format import WHOLE, whole
from firmware_sim.saved_state import parsed
from hardware.unit import Unit, tap
from tests.support.games_played import facts, play, take_up
from tests.support.paths import ROOT

SAVES = sorted((ROOT / "tests" / "saves").glob("*.keys"))
OLD = [path for path in SAVES if WHOLE in path.read_bytes()]
CORRECTED = ROOT / "tests" / "saves" / "firmware-1.1.keys"
"""61 operations over two sessions; CORR took back 13 of them."""
STRUCK = [7, 14, 21, 28, 35, 42, 43, 47, 48, 52, 53, 57, 58]


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.keys"
    path.write_bytes(CORRECTED.read_bytes())
    return path


def opened(save: Path) -> GameSave:
    return GameSave(folder=str(save.parent), path=str(save))


def test_there_are_saves_of_both_formats() -> None:
    assert len(OLD) > 5 and set(SAVES) - set(OLD)


@pytest.mark.parametrize("old", SAVES, ids=lambda path: path.stem)
def test_a_save_of_every_firmware_goes_on_in_the_format_of_today(old: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.keys"
    save.write_bytes(old.read_bytes())
    points = list(Timeline.of(str(old)))
    game_save = opened(save)
    take_up(game_save.unit)
    play(game_save.unit, 5)
    game_save.close()
    assert WHOLE not in save.read_bytes() and scan(save.read_bytes()).sound
    assert Timeline.of(str(save))[: len(points)] == points
    assert [path.name for path in tmp_path.iterdir()] == ["game.keys"]
    again = opened(save)
    assert facts(again.unit) == facts(game_save.unit)
    again.close()


def test_what_was_taken_back_is_struck_and_can_be_followed_further_back(save: Path) -> None:
    timeline = Timeline.of(str(save))
    assert [point.number for point in timeline if point.struck] == STRUCK
    game_save = opened(save)
    session = game_save.unit.firmware.session
    assert session.current_game.cash == [-345_000, 142_000, 123_000, 80_000]
    assert len(session.history) == 34
    take_up(game_save.unit)
    for name, number in (("DES 3 6", 56), ("FIN", 51), ("ACHAT AVENUE HENRI-MARTIN", 46)):
        assert session.history[-1].name == name
        tap(game_save.unit, "CORR", "OK")
        at = [point.number for point in timeline].index(number)
        then = timeline.unit_at(at)
        assert then.firmware.session.current_game.plain() == session.current_game.plain()
    game_save.leave()


def test_listing_and_history_leave_the_file_as_it_is(save: Path) -> None:
    found = summary(str(save))
    assert (found.players, found.operations, found.trouble) == (3, 61, "")
    assert found.names == {1: "Anne", 2: "Zoé"}
    Timeline.of(str(save)).unit_at(30)
    assert save.read_bytes() == CORRECTED.read_bytes()


def test_a_branch_of_an_old_save_is_of_the_format_of_today(save: Path) -> None:
    branch = Timeline.of(str(save)).branch(30)
    assert WHOLE not in Path(branch).read_bytes()
    assert Timeline.of(branch)[:31] == [
        point._replace(struck=point.number in (7, 14, 21, 28)) for point in Timeline.of(branch)
    ]
    assert save.read_bytes() == CORRECTED.read_bytes()


def test_a_damaged_line_costs_the_lines_that_needed_it(save: Path) -> None:
    """Those up to the next whole one; the file as it was is kept."""
    data = save.read_bytes()
    numbers = [mark.number for mark in scan(data).marks]
    damaged = data.replace(b'"roll":[[4,', b'"roll":[[5,', 1)
    lost = [mark.number for mark in scan(damaged).marks]
    assert lost != numbers and set(lost) < set(numbers) and lost[-1] == numbers[-1]
    save.write_bytes(damaged)
    game_save = opened(save)
    assert "a part of it was damaged; the game is whole" in game_save.sentences[0]
    assert facts(game_save.unit)[0] == facts(Timeline.of(str(CORRECTED)).unit_at(60))[0]
    game_save.close()
    assert save.with_name("game.keys.corrupt").read_bytes() == damaged
    assert scan(save.read_bytes()).sound


def test_an_old_save_is_replayed(save: Path) -> None:
    recording, trouble = recording_of(str(save))
    assert trouble == ""
    states = [event for event in recording.events if event.verb == "state"]
    assert all(parsed(event.record)["format"] == 2 for event in states)


def test_a_unit_takes_up_old_records_too() -> None:
    """Of a recording made from an old save."""
    told = [parsed(line.split(b" ", 5)[5]) for line in CORRECTED.read_bytes().splitlines()
            if line.endswith(b"}")]  # fmt: skip
    unit = Unit(editions(), seed=1)
    unit.run(scan(CORRECTED.read_bytes()).tick)
    unit.resume(told)
    assert facts(unit) == facts(Timeline.of(str(CORRECTED)).unit_at(60))
    assert whole(whole(told)) == whole(told)
