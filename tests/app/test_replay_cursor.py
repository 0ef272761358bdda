"""The replay cursor: slices of any length, forwards and back, to the end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from banquier.saves.saved_replay import SavedReplay
from banquier.script.language import Script, parse, parse_file
from banquier.script.replay import Until
from banquier.script.replay_cursor import ReplayCursor
from banquier.script.runner import ScriptTarget
from banquier.script.script_machine import unit_for
from banquier.script.steps import Resume
from firmware_sim.edition.edition_file import built_in
from firmware_sim.interface import NEVER
from hardware.unit import Unit
from tests.support.games_played import evening, facts, play, take_up


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """One game in two sessions."""
    path = tmp_path / "game.keys"
    evening(path, "players 3", operations=30, pace=20_000)
    evening(path, operations=10, seed=2, pace=20_000)
    return path


def script_of(path: Path) -> Script:
    return parse_file(str(path), built_in())


def cursor_of(path: Path, stop: Until | None = None) -> ReplayCursor:
    script = script_of(path)

    def make() -> ScriptTarget:
        return unit_for(script.header)

    return ReplayCursor(make, script, stop=stop)


def test_digests_agree_for_slices_of_any_length(save: Path) -> None:
    chance = random.Random(3)
    cursor = cursor_of(save)
    while not cursor.over:
        cursor.run(cursor.unit.tick + chance.choice((1, 7, 128, 512, 30_000, 900_000)))
    assert cursor.failure is None and not cursor.trouble
    assert cursor.unit.operations == cursor.states[-1].number == 41


def test_the_keys_are_seen_going_down_and_up_at_their_times(save: Path) -> None:
    cursor = cursor_of(save)
    seen: list[tuple[object, ...]] = []
    while (due := cursor.next_event()) < NEVER and len(seen) < 20:
        before = cursor.held
        cursor.run(due)
        if cursor.held != before:
            seen.append((cursor.unit.tick, *(cursor.held ^ before)))
    lines = save.read_text(encoding="utf-8").splitlines()
    edges = [line.split() for line in lines if " down " in line or " up " in line]
    assert seen == [(int(at[1:]), key) for at, _, key in edges[:20]]


def test_the_cursor_goes_to_any_operation_and_plays_on(save: Path) -> None:
    cursor = cursor_of(save)
    for number in (7, 8, 40, 2, 41, 0, 31):
        cursor.go_to(number)
        assert cursor.unit.operations == number
    cursor.go_to(30)
    assert cursor.unit.tick == cursor.states[29].tick
    cursor.run(NEVER - 1)
    assert cursor.over and cursor.failure is None
    assert cursor.unit.operations == 41


def test_time_stops_at_the_end(save: Path) -> None:
    cursor = cursor_of(save)
    cursor.run(NEVER - 1)
    tick = cursor.unit.tick
    cursor.run(tick + 1_000_000)
    assert cursor.over and cursor.unit.tick == tick
    assert cursor.next_event() == NEVER


def test_a_replay_stops_at_an_operation_or_a_tick(save: Path) -> None:
    cursor = cursor_of(save, Until(operation=5))
    cursor.run(NEVER - 1)
    assert cursor.over and cursor.unit.operations == 5
    cursor = cursor_of(save, Until(tick=200_000))
    cursor.run(NEVER - 1)
    assert cursor.over and cursor.unit.tick == 200_000


def test_a_difference_is_reported_and_the_replay_goes_on(save: Path) -> None:
    text = save.read_text(encoding="utf-8").replace("seed 42", "seed 43")
    script = parse(text, str(save), built_in())
    cursor = ReplayCursor(lambda: unit_for(script.header), script)
    cursor.run(NEVER - 1)
    assert cursor.failure is not None
    assert cursor.failure.place.line > 5
    assert cursor.over


def test_a_save_that_another_firmware_wrote_begins_where_it_was_taken_up(save: Path) -> None:
    text = save.read_text(encoding="utf-8").replace("firmware 1", "firmware 0", 1)
    at = text.index(" resume ")
    adopted = text[:at] + " adopt " + text[at + len(" resume ") :]
    script = parse(adopted, str(save), built_in())
    cursor = ReplayCursor(lambda: unit_for(script.header), script)
    (taken_up,) = (step for step in script.steps if isinstance(step, Resume))
    cursor.run(cursor.first + 1)
    assert cursor.unit.operations == 31 == taken_up.number
    cursor.run(NEVER - 1)
    assert cursor.failure is None and cursor.unit.operations == 41


def watched(replay: SavedReplay) -> Unit:
    assert isinstance(replay.cursor.unit, Unit)
    return replay.cursor.unit


# -- the saved replay


def test_a_saved_replay_lists_its_operations_before_they_are_played(save: Path) -> None:
    replay = SavedReplay(str(save), script_of(save))
    assert [moment.number for moment in replay.moments()] == list(range(1, 42))
    replay.cursor.go_to(41)
    roll = [line.text for line in replay.cursor.unit.roll]
    assert [moment.text for moment in replay.moments()] == roll


def test_a_unit_to_look_around_leaves_the_replay_as_it_is(save: Path) -> None:
    replay = SavedReplay(str(save), script_of(save))
    replay.cursor.go_to(20)
    before, was = replay.cursor.unit.digest(), save.read_bytes()
    unit = replay.unit_here()
    assert facts(unit) == facts(watched(replay))
    play(unit, 5)
    assert unit.operations == 25
    assert replay.cursor.unit.digest() == before
    replay.cursor.run(NEVER - 1)
    assert replay.cursor.failure is None
    assert save.read_bytes() == was


def test_playing_on_makes_a_new_save_and_leaves_the_old_one(save: Path) -> None:
    was = save.read_bytes()
    replay = SavedReplay(str(save), script_of(save))
    replay.cursor.go_to(20)
    opened = replay.go_on()
    assert facts(opened.unit) == facts(watched(replay))
    take_up(opened.unit)
    play(opened.unit, 3)
    if replay.opened:
        replay.opened.close()
    assert save.read_bytes() == was
    (branch,) = save.parent.glob("game-from-20*.keys")
    assert SavedReplay(str(branch), script_of(branch)).moments()[-1].number == 23


def test_playing_on_is_refused_before_the_first_operation(save: Path) -> None:
    with pytest.raises(ValueError, match="nothing has been played"):
        SavedReplay(str(save), script_of(save)).go_on()


def test_a_script_can_be_watched_but_not_played_on(tmp_path: Path) -> None:
    path = tmp_path / "opening.keys"
    text = 'banquier 1\nplayers 3\nseed 4\nstart\npress DES ; wait 3s\nexpect "*"\npress FIN\n'
    path.write_text(text, encoding="utf-8")
    replay = SavedReplay(str(path), script_of(path))
    replay.cursor.run(NEVER - 1)
    assert replay.cursor.failure is None
    done = replay.cursor.unit.operations
    assert [moment.number for moment in replay.moments()] == list(range(1, done + 1)) != []
    with pytest.raises(ValueError, match="recording without the game"):
        replay.go_on()
