"""Names of the players: on the command line, in a script, in a save, and when it is taken up."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.saves.game_save import GameSave
from banquier.saves.save_format import scan
from banquier.script.errors import ScriptError
from banquier.script.language import parse
from banquier.script.script_machine import unit_for
from banquier.script.vocabulary import BadWord, names_written, player_names
from tests.support.games_played import play, sit_down, take_up


def played(path: Path, names: dict[int, str]) -> GameSave:
    save = GameSave(folder=str(path.parent), path=str(path), seed=3)
    save.unit.name_players(names)
    if save.resumed:
        take_up(save.unit)
    else:
        sit_down(save.unit, "players 3")
    play(save.unit, 5)
    save.close()
    return save


def test_a_save_keeps_the_names_in_its_header(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    played(path, {1: "Anne", 2: "Élodie"})
    assert 'names "Anne" "Élodie"\n' in path.read_text("utf-8").partition("\n@")[0] + "\n"
    assert scan(path.read_bytes()).sound
    again = GameSave(folder=str(tmp_path), path=str(path))
    assert again.unit.names == {1: "Anne", 2: "Élodie"}
    again.close()


def test_names_given_later_are_kept_and_the_save_stays_valid(tmp_path: Path) -> None:
    path = tmp_path / "game.keys"
    played(path, {1: "Anne"})
    played(path, {1: "Anne", 3: "Chloé"})
    found = scan(path.read_bytes())
    assert found.sound and found.playable
    again = GameSave(folder=str(tmp_path), path=str(path))
    assert again.unit.names == {1: "Anne", 3: "Chloé"}
    again.close()


def test_a_script_names_its_players() -> None:
    script = parse('banquier 1\nnames "Anne" "" "Bob"\nstart\n')
    assert unit_for(script.header).names == {1: "Anne", 3: "Bob"}
    assert names_written({1: "Anne", 3: "Bob"}) == 'names "Anne" "" "Bob"'


@pytest.mark.parametrize("names", [[], ["a"] * 9, ["Maximiliennes"], ["tab\there"]])
def test_what_is_no_name_is_refused(names: list[str]) -> None:
    with pytest.raises(BadWord):
        player_names(names)


def test_a_name_too_long_is_refused_with_its_line() -> None:
    with pytest.raises(ScriptError, match="up to 12 letters"):
        parse('banquier 1\nnames "Maximiliennes"\nstart\n')
