"""What `play`, `demo` and `serve` take, and one clear sentence for what they do not."""

from __future__ import annotations

from pathlib import Path

from banquier.play.bots.bots import bot_strokes
from banquier.play.strokes import PACES
from banquier.saves.open_game import open_game
from tests.support.games_played import play


def test_an_edition_and_a_number_of_players_are_set_up_already() -> None:
    opened = open_game("euro", 3)
    assert opened.unit.said.text.endswith(" LANCEZ")  # who begins is thrown for
    game = opened.unit.game
    assert game and (game.edition.label, game.players) == ("EURO", 3)


def test_bots_press_one_key_at_a_time_with_pauses() -> None:
    unit = open_game(players=3).unit
    strokes = bot_strokes(unit, {1: "careful", 2: "greedy", 3: "trader"})
    pauses = []
    while unit.operations < 4:  # who auctions a deed takes many keys for one
        stroke = next(strokes)
        if stroke.key:
            unit.press(stroke.key)
            unit.run(unit.tick + 2_048)
            unit.release(stroke.key)
        unit.run(unit.tick + 2_048 + stroke.pause)
        pauses.append(stroke.pause)
    assert sum(pauses) / len(pauses) > PACES["normal"][0] / 4


def test_the_roll_of_a_branch_continues_at_its_moment_without_repeated_lines(
    tmp_path: Path,
) -> None:
    opened = open_game(players=3, folder=str(tmp_path))
    play(opened.unit, 12)
    with (tmp_path / "roll").open("w+", encoding="utf-8") as paper:
        opened.print_on(paper)
        printed = len(opened.unit.roll)
        opened.go_on(7)
        branch = opened.unit
        play(branch, 2, seed=9)
        paper.seek(0)
        lines = paper.read().splitlines()
    opened.close()
    assert lines[printed] == f"   < {branch.roll[7].text}"
    assert lines[printed + 1 :] == [str(line) for line in branch.roll[8:]]


def test_otherwise_begins_a_new_game_only_if_there_is_none_to_take_up(tmp_path: Path) -> None:
    folder = str(tmp_path / "saves")
    opened = open_game(folder=folder, otherwise=3)
    assert opened.unit.said.text == "J1 LANCEZ"
    game = opened.unit.game
    assert game and game.players == 3
    play(opened.unit, 5)
    opened.close()
    again = open_game(folder=folder, otherwise=4)
    again.unit.run(again.unit.notices_end)
    assert again.unit.said.text == "REPRISE ?"
    assert again.unit.game and again.unit.game.plain() == game.plain()
    again.close()
