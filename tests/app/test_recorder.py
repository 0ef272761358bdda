"""The recorder of a save: when it writes a record, what it leaves out, what it reports."""

import errno
import os
from pathlib import Path

import pytest

from banquier.saves import recorder
from banquier.saves.open_game import OpenGame, open_save
from banquier.saves.save_file import SaveFile
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_format import Mark, scan
from banquier.saves.save_line import KEYS_LEFT_OUT
from banquier.saves.saved_game import SavedGame
from hardware.unit import Unit, tap
from hardware.unit_inputs import name_players
from tests.support.games_played import (
    evening,
    facts,
    play,
    replayed,
    resumed,
    sit_down,
    take_up,
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("begun") / "game.keys"
    evening(path, "players 2", operations=1)
    return path.read_bytes()


@pytest.fixture
def save(tmp_path: Path, begun: bytes) -> Path:
    path = tmp_path / "game.keys"
    path.write_bytes(begun)
    return path


def opened(save: Path) -> OpenGame:
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save))
    take_up(game_save.unit)
    return game_save


def marks(game_save: OpenGame) -> list[Mark]:
    found = scan(Path(game_save.path).read_bytes())
    assert found.sound
    return found.marks


def test_what_changes_without_an_operation_is_recorded_once(save: Path) -> None:
    game_save = opened(save)
    session = game_save.unit.session
    session.warned.add(1)
    for last_turn in (0, 9):
        session.current_game.last_turn = last_turn
        before = len(marks(game_save))
        for _ in range(2):
            game_save.unit.run(game_save.unit.tick + 10_000)
            tap(game_save.unit, "7", "C")
            assert len(marks(game_save)) == before + 1
    game_save.close()
    assert resumed(save) == facts(game_save.unit)


def test_a_save_is_made_durable_at_every_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = []
    game_save = open_save(SaveFolder(str(tmp_path)), seed=2)
    monkeypatch.setattr(
        SaveFile, "sync_soon",
        lambda file: turns.append(game_save.unit.session.current_game.turn_number),
    )  # fmt: skip
    sit_down(game_save.unit, "players 2")
    play(game_save.unit, 12)
    game_save.close()
    assert turns == list(range(1, turns[-1] + 1)) and turns[-1] > 2


# -- names


def test_names_are_a_line_of_the_header_a_step_of_the_game_and_go_with_the_next(
    tmp_path: Path,
) -> None:
    game_save = open_save(SaveFolder(str(tmp_path)), seed=2)
    name_players(game_save.unit, {1: "Anne"})
    name_players(game_save.unit, {1: "Bob", 2: "Zoé"})
    sit_down(game_save.unit, "players 2")
    first, tick = Path(game_save.path), game_save.unit.tick
    header = scan(first.read_bytes()).header.decode().splitlines()
    assert [line.split()[0] for line in header] == ["banquier", "seed", "firmware", "names"]
    assert header[-1] == 'names "Bob" "Zoé"' and first.read_bytes().count(b"\nnames ") == 1
    name_players(game_save.unit, {2: "Bob"})
    play(game_save.unit, 1)
    game_save.close()
    assert f'\n@{tick} names "" "Bob"\n'.encode() in first.read_bytes()
    game_save = opened(first)
    unit = game_save.unit
    assert unit.names == {2: "Bob"}
    sit_down(unit, "players 3")
    second = game_save.path
    unit.power_off()
    unit.power_on()
    for key in ("C", "OK"):  # REPRISE ?, EFFACER ?
        unit.run(unit.notices_end)
        tap(unit, key)
    name_players(unit, {1: "Anne"})
    sit_down(unit, "players 3")
    game_save.close()
    assert len({str(first), second, game_save.path}) == 3
    assert SavedGame.from_path(second).names == {2: "Bob"}
    assert SavedGame.from_path(game_save.path).names == {1: "Anne"}


# -- keys left out


def keys_after(game_save: OpenGame, before: bytes) -> list[bytes]:
    added = Path(game_save.path).read_bytes().removeprefix(before)
    return [line for line in added.splitlines(keepends=True) if b" state " not in line]


def test_too_many_keys_between_two_records_are_left_out_from_there_on(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_save = opened(save)
    play(game_save.unit, 1)
    before = save.read_bytes()
    line = len(f"@{game_save.unit.tick} down 7\n")
    monkeypatch.setattr(recorder, "MOST_KEYS", 4 * line - 4)  # two keys: 8 letters less for `up`
    tap(game_save.unit, "7", "8")
    play(game_save.unit, 1)
    kept = keys_after(game_save, before)
    assert len(kept) > 1 and kept[-1] == KEYS_LEFT_OUT
    for _ in range(2):
        play(game_save.unit, 1)
    assert keys_after(game_save, before) == kept
    name_players(game_save.unit, {2: "Bob"})
    game_save.close()
    found = scan(save.read_bytes())
    assert found.sound and not found.playable
    again = open_save(SaveFolder(str(save.parent)), path=str(save))
    assert (again.sentences, facts(again.unit)) == ([], facts(game_save.unit))
    assert again.unit.names == {2: "Bob"}
    again.close()
    assert replayed(save) == facts(again.unit)  # from `adopt` on


@pytest.mark.parametrize(("room", "keys"), [(60, 0), (700, 20)])
def test_a_save_that_grows_beyond_its_limit_loses_its_keys(
    save: Path, monkeypatch: pytest.MonkeyPatch, room: int, keys: int
) -> None:
    game_save = opened(save)
    play(game_save.unit, 20)
    size = save.stat().st_size
    monkeypatch.setattr(recorder, "LARGEST", size + room)
    numbers = [mark.number for mark in marks(game_save)]
    tap(game_save.unit, *["7"] * keys, "C")
    play(game_save.unit, 1)
    assert [mark.number for mark in marks(game_save)][: len(numbers)] == numbers
    assert b" down " not in save.read_bytes()
    play(game_save.unit, 2)  # without keys it is too long again: the older half goes
    game_save.close()
    assert b" down " not in save.read_bytes() and save.stat().st_size < size
    assert marks(game_save)[0].number > numbers[len(numbers) // 3]
    again = open_save(SaveFolder(str(save.parent)), path=str(save))
    assert facts(again.unit)[:5] == facts(game_save.unit)[:5]
    roll = [line.text for line in game_save.unit.roll]
    lost = next(at for at, line in enumerate(again.unit.roll) if line.text)
    assert [line.text for line in again.unit.roll] == [""] * lost + roll[lost:]
    again.close()


# -- what cannot be written


def test_a_failure_is_reported_once_until_it_is_over_and_a_change_outside_always(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SaveFile, "_sync_later", lambda file: None)  # it writes between
    game_save = opened(save)
    first = game_save.unit.operations
    told: list[int] = []
    monkeypatch.setattr(Unit, "memory_failed", lambda unit: told.append(unit.operations - first))

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for number in range(1, 8):
        with monkeypatch.context() as patch:
            if number in (1, 2, 3, 6):
                patch.setattr(os, "write", full)
            if number in (2, 5):
                save.write_bytes(b"of another program\n")
            play(game_save.unit, 1)
            assert game_save.unit.operations == first + number
    assert told == [1, 2, 5, 6]
    game_save.close()


# -- the end of a session and of a game


def test_an_erased_game_is_followed_by_a_file_with_all_its_keys(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_save = opened(save)
    with monkeypatch.context() as patch:
        patch.setattr(recorder, "MOST_KEYS", 10)
        play(game_save.unit, 20)
    assert not scan(save.read_bytes()).playable
    sit_down(game_save.unit, "players 3")
    play(game_save.unit, 18)
    game_save.close()
    assert game_save.path != str(save)
    found = scan(Path(game_save.path).read_bytes())
    first = found.marks[0]
    assert first.verb == "adopt" and found.playable
    assert b" down " in found.data[: found.marks[2].start]
    assert resumed(Path(game_save.path)) == facts(game_save.unit)
