"""open_game: saved and unsaved games, and what it refuses."""

from io import StringIO
from pathlib import Path

import pytest

from banquier.play.bots.bots import bot_strokes
from banquier.play.pace import BotPace
from banquier.saves.open_game import open_game
from banquier.saves.save_folder import SaveFolder
from banquier.trouble import Trouble
from hardware.unit import Unit, tap
from keypad.keys import PULSE
from tests.support.games_played import play
from tests.support.paths import ROOT
from tests.support.units import tap_in_turn


@pytest.mark.parametrize(
    ("field", "changed", "why"),
    [
        ("coin = 5\n", "coin = 0\n", "lyon.toml: coin: must be from 1"),
        ("players = [2, 5]", "players = [2, 2]", r"keys cannot be played: 3 is not 2 to 2$"),
    ],
)
def test_an_edition_that_is_changed_while_it_is_played_refuses_earlier_moments_alone(
    tmp_path: Path, field: str, changed: str, why: str
) -> None:
    """The author of an edition plays and edits it at the same time."""
    text = (ROOT / "tests" / "editions" / "lyon.toml").read_text("utf-8")
    edition = tmp_path / "lyon.toml"
    edition.write_text(text, "utf-8")
    opened = open_game(str(edition), 3, games=SaveFolder(str(tmp_path)))
    play(opened.unit, 6)
    edition.write_text(text.replace(field, changed), "utf-8")
    for go_back in (opened.go_on, opened.unit_at):
        with pytest.raises(Trouble, match=why) as trouble:
            go_back(2)
        assert "dit pourquoi" in trouble.value.args[0].text("fr")
    play(opened.unit, 2)
    opened.close()
    edition.write_text(text, "utf-8")
    again = open_game(games=SaveFolder(str(tmp_path)))
    assert again.unit.operations == opened.unit.operations
    again.close()


def test_bots_stop_where_no_key_leads_on() -> None:
    unit = open_game(players=2).unit
    strokes = bot_strokes(unit, {1: "careful", 2: "greedy"}, BotPace("quick"))
    unit.set_battery(1_000)  # it stops, whatever is pressed
    made = 0
    for key, pause in strokes:
        made += 1
        assert made < 100_000
        if key:
            unit.press(key)
            unit.run(unit.tick + PULSE)
            unit.release(key)
        unit.run(unit.tick + max(pause, PULSE))
    assert made


def by_menu(unit: Unit, line: str) -> None:
    tap_in_turn(unit, "?", "F")
    while unit.said.text != line:
        tap_in_turn(unit, "+")
    tap_in_turn(unit, "OK", "OK")


def test_bots_of_a_demonstration_begin_the_same_game_again() -> None:
    unit = open_game("euro", 3).unit
    profiles = {1: "careful", 2: "greedy", 3: "trader"}
    once, again = (
        bot_strokes(unit, profiles, BotPace("quick")),
        bot_strokes(unit, profiles, BotPace("quick"), again=True),
    )
    by_menu(unit, "FIN PARTIE")
    assert unit.question.kind == "winners"
    assert not list(once)
    for key, pause in again:
        if key:
            tap(unit, key)
        unit.run(unit.tick + pause)
        if "DES" in unit.roll[-1].text:
            break
    assert "COMMENCE EURO" in unit.roll[0].text
    assert unit.game is not None and unit.game.players == 3


def test_each_line_is_on_the_paper_at_once_and_a_struck_one_again_in_the_next_game_too() -> None:
    game, paper = open_game(players=2), StringIO()
    tap_in_turn(game.unit, "DES", "CORR", "OK")
    game.print_on(paper)
    assert paper.getvalue().splitlines() == [str(line) for line in game.unit.roll]
    for _ in range(2):
        for _ in range(2):
            tap(game.unit, "DES")
            printed = paper.getvalue()
            assert printed.splitlines()[-1] == str(game.unit.roll[-1])
            tap_in_turn(game.unit, "CORR", "OK")
            struck, undone = game.unit.roll[-2:]
            assert paper.getvalue() == f"{printed}   x {struck.text}\n{undone}\n"
        by_menu(game.unit, "NOUVELLE")
        while game.unit.question.kind != "throw":
            tap_in_turn(game.unit, "OK")
        assert paper.getvalue().endswith(f"{game.unit.roll[0]}\n")


def test_otherwise_begins_a_new_game_only_if_there_is_none_to_take_up(tmp_path: Path) -> None:
    folder = str(tmp_path / "saves")
    opened = open_game(games=SaveFolder(folder), default_players=3)
    assert opened.unit.said.text == "J1 LANCEZ"
    game = opened.unit.game
    assert game and game.players == 3
    play(opened.unit, 5)
    with pytest.raises(Trouble, match="does not hold that operation"):
        opened.unit_at(len(opened.moments))
    opened.close()
    again = open_game(games=SaveFolder(folder), default_players=4)
    again.unit.run(again.unit.notices_end)
    assert again.unit.said.text == "REPRISE ?"
    assert again.unit.game and again.unit.game.plain() == game.plain()
    again.close()
