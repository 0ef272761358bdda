"""A recording that plays itself: in any slices of time, forth and back, up to its end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from banquier.saves.saved_replay import Film
from banquier.script.language import Script, parse, parse_file
from banquier.script.replay import Until
from banquier.script.replay_cursor import Rerun
from banquier.script.runner import Bench
from banquier.script.script_machine import unit_for
from banquier.script.steps import Resume
from firmware_sim.edition.edition_file import built_in
from firmware_sim.interface import NEVER
from hardware.unit import Unit
from tests.support.games_played import evening, facts, play, take_up


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Two evenings of one game."""
    path = tmp_path / "game.keys"
    evening(path, "players 3", operations=30, pace=20_000)
    evening(path, operations=10, seed=2, pace=20_000)
    return path


def script_of(path: Path) -> Script:
    return parse_file(str(path), built_in())


def rerun_of(path: Path, stop: Until | None = None) -> Rerun:
    script = script_of(path)

    def make() -> Bench:
        return unit_for(script.header)

    return Rerun(make, script, stop=stop)


def test_in_whatever_slices_time_passes_every_digest_agrees(save: Path) -> None:
    chance = random.Random(3)
    rerun = rerun_of(save)
    while not rerun.over:
        rerun.run(rerun.unit.tick + chance.choice((1, 7, 128, 512, 30_000, 900_000)))
    assert rerun.failure is None and not rerun.trouble
    assert rerun.unit.operations == rerun.states[-1].number == 41


def test_the_keys_are_seen_going_down_and_up_at_their_times(save: Path) -> None:
    rerun = rerun_of(save)
    seen: list[tuple[object, ...]] = []
    while (due := rerun.next_event()) < NEVER and len(seen) < 20:
        before = rerun.held
        rerun.run(due)
        if rerun.held != before:
            seen.append((rerun.unit.tick, *(rerun.held ^ before)))
    lines = save.read_text(encoding="utf-8").splitlines()
    edges = [line.split() for line in lines if " down " in line or " up " in line]
    assert seen == [(int(at[1:]), key) for at, _, key in edges[:20]]


def test_it_goes_to_any_operation_and_plays_on_from_there_as_ever(save: Path) -> None:
    rerun = rerun_of(save)
    for number in (7, 8, 40, 2, 41, 0, 31):
        rerun.go_to(number)
        assert rerun.unit.operations == number
    rerun.go_to(30)
    assert rerun.unit.tick == rerun.states[29].tick
    rerun.run(NEVER - 1)
    assert rerun.over and rerun.failure is None
    assert rerun.unit.operations == 41


def test_at_the_end_it_stands_still(save: Path) -> None:
    rerun = rerun_of(save)
    rerun.run(NEVER - 1)
    tick = rerun.unit.tick
    rerun.run(tick + 1_000_000)
    assert rerun.over and rerun.unit.tick == tick
    assert rerun.next_event() == NEVER


def test_it_stops_where_it_is_to_stop(save: Path) -> None:
    rerun = rerun_of(save, Until(operation=5))
    rerun.run(NEVER - 1)
    assert rerun.over and rerun.unit.operations == 5
    rerun = rerun_of(save, Until(tick=200_000))
    rerun.run(NEVER - 1)
    assert rerun.over and rerun.unit.tick == 200_000


def test_what_goes_another_way_is_told_and_played_on(save: Path) -> None:
    text = save.read_text(encoding="utf-8").replace("seed 42", "seed 43")
    script = parse(text, str(save), built_in())
    rerun = Rerun(lambda: unit_for(script.header), script)
    rerun.run(NEVER - 1)
    assert rerun.failure is not None
    assert rerun.failure.place.line > 5
    assert rerun.over


def test_a_save_that_another_firmware_wrote_begins_where_it_was_taken_up(save: Path) -> None:
    text = save.read_text(encoding="utf-8").replace("firmware 1", "firmware 0", 1)
    at = text.index(" resume ")
    adopted = text[:at] + " adopt " + text[at + len(" resume ") :]
    script = parse(adopted, str(save), built_in())
    rerun = Rerun(lambda: unit_for(script.header), script)
    (taken_up,) = (step for step in script.steps if isinstance(step, Resume))
    rerun.run(rerun.first + 1)
    assert rerun.unit.operations == 31 == taken_up.number
    rerun.run(NEVER - 1)
    assert rerun.failure is None and rerun.unit.operations == 41


def watched(film: Film) -> Unit:
    assert isinstance(film.rerun.unit, Unit)
    return film.rerun.unit


# -- the film: what there is to see and to do


def test_a_film_tells_all_its_operations_before_they_are_played(save: Path) -> None:
    film = Film(str(save), script_of(save))
    assert [moment.number for moment in film.moments()] == list(range(1, 42))
    film.rerun.go_to(41)
    roll = [line.text for line in film.rerun.unit.roll]
    assert [moment.text for moment in film.moments()] == roll


def test_looking_around_leaves_the_film_as_it_is(save: Path) -> None:
    film = Film(str(save), script_of(save))
    film.rerun.go_to(20)
    before, was = film.rerun.unit.digest(), save.read_bytes()
    unit = film.unit_here()
    assert facts(unit) == facts(watched(film))
    play(unit, 5)
    assert unit.operations == 25
    assert film.rerun.unit.digest() == before
    film.rerun.run(NEVER - 1)
    assert film.rerun.failure is None
    assert save.read_bytes() == was


def test_going_on_is_a_new_save_and_the_old_one_stays(save: Path) -> None:
    was = save.read_bytes()
    film = Film(str(save), script_of(save))
    film.rerun.go_to(20)
    laid = film.go_on()
    assert facts(laid.unit) == facts(watched(film))
    take_up(laid.unit)
    play(laid.unit, 3)
    if film.laid:
        film.laid.close()
    assert save.read_bytes() == was
    (branch,) = save.parent.glob("game-from-20*.keys")
    assert Film(str(branch), script_of(branch)).moments()[-1].number == 23


def test_before_anything_was_played_there_is_nothing_to_go_on_from(save: Path) -> None:
    with pytest.raises(ValueError, match="nothing has been played"):
        Film(str(save), script_of(save)).go_on()


def test_a_script_and_a_recording_without_the_game_can_be_watched_too(tmp_path: Path) -> None:
    path = tmp_path / "opening.keys"
    text = 'banquier 1\nplayers 3\nseed 4\nstart\npress DES ; wait 3s\nexpect "*"\npress FIN\n'
    path.write_text(text, encoding="utf-8")
    film = Film(str(path), script_of(path))
    film.rerun.run(NEVER - 1)
    assert film.rerun.failure is None
    done = film.rerun.unit.operations
    assert [moment.number for moment in film.moments()] == list(range(1, done + 1)) != []
    with pytest.raises(ValueError, match="recording without the game"):
        film.go_on()
