"""Games saved during play, resumed, and several in one folder."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from banquier.editions.edition_file import starting_point
from banquier.saves.game_save import GameSave
from banquier.saves.save_listing import by_last_played, summary
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from banquier.words import line
from firmware_sim.messages import VERSION
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from tests.support.games_played import (
    evening,
    facts,
    of_firmware,
    play,
    replayed,
    resumed,
    sit_down,
    take_up,
)


def test_after_loading_corr_names_what_it_would_undo(save: Path) -> None:
    game_save = GameSave(folder=str(save.parent), path=str(save))
    unit = game_save.unit
    sit_down(unit, "edition euro", "players 2")
    unit.run(unit.notices_end)
    unit.firmware.session.current_game.turn = 1
    for square, owner in ((1, 1), (3, 2)):
        unit.debug_port.set("owner", square, owner)
    trade = "VENTE OK OK + OK FIN + OK FIN 5 0 OK OK OK OK"
    for key in trade.split():
        tap(unit, key)
        unit.run(unit.notices_end)
    tap(unit, "CORR")
    asked = line(unit.question, "en", {})
    assert "Vilnius" in asked and "Riga" in asked
    game_save.close()
    again = GameSave(folder=str(save.parent), path=str(save))
    take_up(again.unit)  # CORR still asks
    assert line(again.unit.question, "en", {}) == asked
    again.close()


def test_an_empty_folder_begins_with_the_set_up_and_leaves_no_file(tmp_path: Path) -> None:
    game_save = GameSave(folder=str(tmp_path))
    game_save.unit.run(20 * SECOND)
    assert game_save.unit.said.text == "ELECTRONIQUE"
    game_save.close()
    assert list(tmp_path.iterdir()) == []


def test_replaying_everything_and_resuming_lead_to_the_same_game(save: Path) -> None:
    """Over several sessions, by bots of all profiles."""
    for number in range(5):
        held = evening(save, "players 4", operations=70, seed=number)
        assert replayed(save) == held
        assert resumed(save) == held


def test_a_finished_game_is_not_taken_up_by_itself(tmp_path: Path) -> None:
    save = tmp_path / "over.keys"
    evening(save, "players 2", operations=10_000)
    game_save = GameSave(folder=str(tmp_path))
    assert not game_save.resumed
    game_save.close()
    again = GameSave(folder=str(tmp_path), path=str(save))
    take_up(again.unit)
    assert again.unit.said.text.startswith("GAGNANT")
    again.close()


def test_new_leaves_the_old_game_as_it_is(save: Path) -> None:
    evening(save, "players 2", operations=5)
    before = save.read_bytes()
    game_save = GameSave(folder=str(save.parent), path=str(save), new=True)
    assert game_save.sentences == [f"{save} stays as it is."]
    sit_down(game_save.unit, "players 2")
    game_save.close()
    assert save.read_bytes() == before
    assert game_save.path == str(save.with_name("game-2.keys"))
    assert resumed(Path(game_save.path)) == facts(game_save.unit)


def test_a_game_erased_on_the_glass_stays_in_its_file_and_the_next_has_its_own(save: Path) -> None:
    held = evening(save, "players 2", operations=20)
    game_save = GameSave(folder=str(save.parent), path=str(save))
    sit_down(game_save.unit, "players 5")  # answers REPRISE ? with C, EFFACER ? with OK
    play(game_save.unit, 20)
    game_save.close()
    second = save.with_name("game-2.keys")
    assert game_save.path == str(second)
    assert replayed(second) == resumed(second) == facts(game_save.unit)
    assert resumed(save) == held


def test_the_clock_of_a_timed_game_stops_while_its_save_is_closed(save: Path) -> None:
    evening(save, "edition euro", "players 2", "game timed", "minutes 60", operations=30)
    game_save = GameSave(folder=str(save.parent), path=str(save))
    left = game_save.unit.firmware.session.ends_at - game_save.unit.tick // 256
    assert 50 * 60 * 128 < left < 60 * 60 * 128
    game_save.close()


def test_the_dice_are_not_thrown_anew_after_a_power_cut(save: Path, tmp_path: Path) -> None:
    """CORR, a power cut and another throw give the same throw: it is in the save."""
    game_save = GameSave(folder=str(tmp_path), path=str(save), seed=9)
    sit_down(game_save.unit, "players 2")
    tap(game_save.unit, "DES")
    thrown = game_save.unit.firmware.session.current_game.dice
    tap(game_save.unit, "CORR", "OK")
    game_save.close()
    again = GameSave(folder=str(tmp_path), path=str(save))
    take_up(again.unit)
    tap(again.unit, "DES")
    assert again.unit.firmware.session.current_game.dice == thrown
    again.close()


def test_other_firmware_takes_the_game_from_its_last_record_and_says_so(save: Path) -> None:
    """Another firmware may act differently: its keys are not replayed."""
    evening(save, "players 3", operations=60)
    of_firmware("0.9", save)
    game_save = GameSave(folder=str(save.parent), path=str(save))
    assert game_save.sentences == [
        f"{save} was played with firmware 0.9: "
        f"the game goes on with {VERSION} from its last record."
    ]
    take_up(game_save.unit)
    play(game_save.unit, 30)
    game_save.close()
    assert replayed(save) == facts(game_save.unit) == resumed(save)


def test_a_game_is_taken_up_from_its_last_state_without_pressing_its_keys_again(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(save, "players 3", operations=30)
    pressed = list[str]()
    monkeypatch.setattr(Unit, "press", lambda unit, key: pressed.append(key))
    game_save = GameSave(folder=str(save.parent), path=str(save))
    game_save.close()
    assert game_save.resumed
    assert pressed == []
    tap(game_save.unit, "OK")
    assert pressed == ["OK"]


def test_a_folder_with_an_edition_of_ones_own_may_be_moved(tmp_path: Path) -> None:
    """Also after the first game was erased on the glass, and another begun."""
    old = tmp_path / "old"
    old.mkdir()
    (old / "mine.toml").write_text(starting_point(), encoding="utf-8")
    save = old / "game.keys"
    game_save = GameSave(
        folder=str(old), path=str(save), edition=str(old / "mine.toml"), seed=1, bounce="worn"
    )
    sit_down(game_save.unit, f'edition "{old / "mine.toml"}"', "players 2")
    play(game_save.unit, 10)
    game_save.close()
    held = facts(game_save.unit)
    new = old.rename(tmp_path / "new") / "game.keys"
    assert replayed(new) == held
    assert summary(str(new)).edition == "MON EDITION"
    game_save = GameSave(folder=str(new.parent), path=str(new))
    assert game_save.unit.firmware.session.editions.names[-1] == str(new.with_name("mine.toml"))
    sit_down(game_save.unit, f'edition "{new.with_name("mine.toml")}"', "players 3")
    play(game_save.unit, 10)
    game_save.close()
    second = new.with_name("game-2.keys")
    assert game_save.path == str(second)
    header = b'banquier 1\nedition "mine.toml"\nseed 1\nbounce worn\nfirmware '
    assert new.read_bytes().startswith(header) and second.read_bytes().startswith(header)
    assert replayed(second) == facts(game_save.unit) == resumed(second)
    past = SavedGame.of(str(second)).unit_at(5)
    assert past.firmware.session.editions.names[-1] == str(second.with_name("mine.toml"))


def test_the_game_played_last_goes_on(save: Path) -> None:
    other = save.with_name("other.keys")
    for path in (save, other, save):
        evening(path, "players 2", operations=2)
        time.sleep(0.02)  # the clock of a file system may go in steps
    assert by_last_played(str(save.parent)) == [str(save), str(other)]
    game_save = GameSave(folder=str(save.parent))
    assert game_save.path == str(save)
    game_save.close()


def test_a_game_without_a_file_can_be_written_elsewhere(tmp_path: Path) -> None:
    """Its folder is a file: nothing can be made in there."""
    folder = tmp_path / "saves"
    folder.write_text("in the way", encoding="utf-8")
    game_save = GameSave(folder=str(folder), seed=2)
    assert game_save.trouble == "not a directory" and not game_save.unsaved  # no game yet
    sit_down(game_save.unit, "players 2")
    assert game_save.trouble and game_save.unsaved
    game_save.close()
    elsewhere = tmp_path / "elsewhere.keys"
    game_save.save_as(str(elsewhere))
    assert replayed(elsewhere) == facts(game_save.unit)
    with pytest.raises(FileExistsError):
        game_save.save_as(str(elsewhere))


def test_a_game_whose_name_was_taken_before_it_could_be_written_has_another(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.write_text("in the way", encoding="utf-8")
    game_save = GameSave(folder=str(folder), seed=2)
    folder.unlink()
    folder.mkdir()
    taken = Path(game_save.path)
    taken.write_text("by another program", encoding="utf-8")
    sit_down(game_save.unit, "players 2")
    game_save.close()
    assert game_save.trouble == "" and taken.read_text(encoding="utf-8") == "by another program"
    (save,) = set(folder.iterdir()) - {taken}
    assert game_save.path == str(save) and replayed(save) == facts(game_save.unit)


def test_two_programs_never_share_a_save(save: Path) -> None:
    evening(save, "players 2", operations=5)
    game_save = GameSave(folder=str(save.parent), path=str(save))
    with pytest.raises(Trouble, match=r"^\S+game.keys is being played by another program$"):
        GameSave(folder=str(save.parent), path=str(save))
    other = GameSave(folder=str(save.parent))  # refused that save: a new game
    assert not other.resumed
    assert "another program" in other.sentences[0]
    other.close()
    game_save.close()
    GameSave(folder=str(save.parent), path=str(save)).close()
