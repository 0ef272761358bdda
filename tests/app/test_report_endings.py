"""The end of a game in the report, and the files of the report."""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path

import pytest

import banquier.cli.main as banquier
from banquier.report import Story, page
from banquier.report.html import at_turn, ending
from banquier.report.moments import chosen, weightiest
from banquier.report.story import Borrower
from banquier.saves.link import link_of
from firmware_sim.game import Entry, Why
from hardware.crystal import SECOND
from hardware.unit import tap
from keypad.keys import PULSE
from tests.support.games_played import evening, saved_game, sit_down
from tests.support.report_page import Page


class HandPlayedGame:
    """A game played key by key into a save."""

    def __init__(self, save: Path, *header: str) -> None:
        self.save = save
        self.memory = saved_game(folder=str(save.parent), path=str(save), seed=5)
        self.unit = self.memory.unit
        sit_down(self.unit, "dice keyed", *header)

    def menu(self, question: str) -> None:
        tap(self.unit, "F", hold=2 * SECOND)
        for _ in range(20):
            if self.unit.said.text == question:
                return
            tap(self.unit, "+")
        raise AssertionError(f"no {question} in the MENU")

    def story(self) -> Story:
        self.memory.close()
        return Story.of(str(self.save))


def test_a_game_that_the_players_end(save: Path) -> None:
    game = HandPlayedGame(save, "players 2")
    tap(game.unit, "4", "6", "OK", "FIN")
    game.menu("FIN PARTIE")
    tap(game.unit, "OK", "OK")
    story = game.story()
    assert (
        ending(story, "en") == "J1 has won in turn 2: the players ended it, and the richest wins."
    )


def with_its_time_over(save: Path) -> HandPlayedGame:
    game = HandPlayedGame(save, "edition euro", "game timed", "minutes 10", "players 3")
    for _ in range(11):
        game.unit.run(game.unit.tick + 60 * SECOND)
        tap(game.unit, "C")
    return game


def test_a_game_whose_time_is_over(save: Path) -> None:
    game = with_its_time_over(save)
    tap(game.unit, "4", "6", "OK", "FIN")
    assert "the agreed time was over, and the richest wins" in ending(game.story(), "en")


def test_a_game_that_the_players_end_in_its_last_turn(save: Path) -> None:
    game = with_its_time_over(save)
    game.menu("FIN PARTIE")
    tap(game.unit, "OK", "OK")
    assert "the players ended it, and the richest wins" in ending(game.story(), "en")


def test_the_loans_of_a_bankrupt_cost_no_interest(save: Path) -> None:
    game = HandPlayedGame(save, "players 2")
    tap(game.unit, "EMPR", "OK", *"50000", "OK", "FAILL", "OK", "OK", "OK")
    assert game.story().loans == [Borrower(1, 50_000, 0, owed=0, interest=0)]


def test_a_game_whose_losers_gave_up(save: Path) -> None:
    game = HandPlayedGame(save, "players 2")
    tap(game.unit, "FAILL", "OK", "OK", "OK")
    assert ending(game.story(), "en") == "J2 has won in turn 1: everybody else is bankrupt."


def test_a_group_that_comes_by_a_bankruptcy_has_no_price(save: Path) -> None:
    """The heir pays only the tenth of a mortgaged deed."""
    game = HandPlayedGame(save, "players 2")
    for noun, *facts in (
        ("owner", 37, 2), ("owner", 39, 2), ("houses", 39, 5), ("owner", 3, 2), ("owner", 1, 1),
        ("mortgaged", 1, 1), ("square", 1, 32), ("cash", 1, 40_000),
    ):  # fmt: skip
        game.unit.debug_port.set(noun, *facts)
    tap(game.unit, "3", "4", "OK", "LOYER", "FAILL", "OK", "OK", "OK")
    story = game.story()
    over = next(change.step for change in story.changes if change.after.winner)
    assert Why.TRANSFER in [entry.why for entry in over.entries]
    told = weightiest(story, over)
    assert told and at_turn(story, told, "en") == (
        "Turn 1: J1 owes J2 200.000 for Rue de la Paix and goes bankrupt."
    )
    assert "group" not in [one.kind for one in chosen(story)]


def test_the_last_ruin_and_a_sum_above_all_rents_are_moments(save: Path) -> None:
    evening(save, "players 6", operations=10_000, seed=3)
    story = Story.of(str(save))
    falls = [
        step.number for step, before, after in story.changes
        if len(after.bankrupt_order) > len(before.bankrupt_order)
    ]  # fmt: skip
    assert falls[-1] in [one.step.number for one in chosen(story)]
    at, change = next((at, one) for at, one in enumerate(story.changes) if not one.step.entries)
    gift = Entry(2, 1, 1 + max(entry.amount for entry in story.rents), Why.PAYMENT, -1)
    story.changes[at] = change._replace(step=change.step._replace(entries=(gift,)))
    moments = chosen(story)
    assert len(moments) == 10
    assert change.step.number in [one.step.number for one in moments if one.kind == "paid"]


def test_a_gift_made_as_a_bargain_is_a_moment(save: Path) -> None:
    game = HandPlayedGame(save, "edition deska", "players 3")
    for number, owner in ((37, 1), (39, 2)):
        game.unit.debug_port.set("owner", number, owner)
    for keys in (
        "VENTE OK OK + OK FIN + OK FIN OK OK OK OK",
        "VENTE 2 OK OK FIN FIN 1 2 9 7 0 OK OK OK OK",
    ):
        tap(game.unit, *keys.split())
    story = game.story()
    told = [at_turn(story, one, "en") for one in chosen(story)]
    assert "Turn 1: J2 gives J1 12.970 for nothing." in told
    assert "Turn 1: J1 gives J2 Anvers (Place de Meir) for Bruxelles (Rue Neuve)." in told


def test_an_auction_at_the_printed_price_is_told_as_one(save: Path) -> None:
    game = HandPlayedGame(save, "players 2")
    tap(game.unit, "1", "2", "OK", "ENCH", "OK", "2", *"6000", "OK", "FIN", "OK")
    story = game.story()
    told = [at_turn(story, one, "en") for one in chosen(story)]
    assert "Turn 1: J2 wins Rue Lecourbe at the auction for 6.000." in told


def test_what_changed_while_records_are_lost_is_not_told(save: Path) -> None:
    """A deed goes back to the bank and to another player: without the record between, a sale."""
    game = HandPlayedGame(save, "players 2")
    for owner in (1, 0, 2):
        game.unit.debug_port.set("owner", 39, owner)
        game.unit.run(game.unit.tick + PULSE)
    whole = game.story()
    lines = save.read_bytes().splitlines(keepends=True)
    (lost,) = [line for line in lines if b"BANC owner 39 0" in line]
    save.write_bytes(b"".join(line for line in lines if line is not lost))
    torn = Story.of(str(save))
    assert len(torn.steps) == len(whole.steps) - 1 and torn.trouble
    assert [change.after.owner[39] for change in torn.changes] == [1]


def test_a_short_game_ends_with_a_bankruptcy(save: Path) -> None:
    game = HandPlayedGame(save, "edition euro", "game short", "players 4")
    tap(game.unit, "FAILL", "4", "OK", "OK", "OK")
    while "ENCHERE" in game.unit.said.text or "INVENDU" in game.unit.said.text:
        tap(game.unit, "FIN", "OK")
        game.unit.run(game.unit.notices_end)
    tap(game.unit, "FAILL", "3", "OK", "OK", "OK")
    assert "a bankruptcy ended it, and the richest wins" in ending(game.story(), "en")


def test_a_game_whose_last_wonder_is_seen(save: Path) -> None:
    game = HandPlayedGame(save, "edition merveilles", "players 2")
    session = game.unit.firmware.session
    for number in (
        square.number for square in session.current_game.edition.squares if square.rents
    ):
        game.unit.debug_port.set("visited", 1, number) if number not in SKIPPED else None
    tap(game.unit, "1", "2", "OK")
    assert "the rules of the edition ended it" in ending(game.story(), "en")


SKIPPED = {3, 5, 12, 15, 25, 28, 35}  # the last wonder; airports and the like are none


def test_an_undone_operation_is_struck_in_the_report(save: Path) -> None:
    game = HandPlayedGame(save, "players 2")
    tap(game.unit, "1", "2", "OK", "ACHAT", "CORR", "OK", "ACHAT", "FIN")
    story = game.story()
    struck = [step.text for step in story.steps if step.struck]
    assert len(struck) == 1 and struck[0].startswith("J1 ACHAT")
    assert "RUE LECOURBE" in page(story, ledger=True)


def test_a_report_has_a_name_of_its_own_where_none_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening(tmp_path / "sunday.keys", "players 2", operations=5)
    monkeypatch.chdir(tmp_path)
    assert banquier.main(["report", "sunday.keys"]) == 0
    assert capsys.readouterr().out == "sunday.html is written\n"
    assert (tmp_path / "sunday.html").stat().st_size > 1_000


def test_a_report_ends_with_the_link_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "sunday.keys"
    evening(save, "players 2", operations=5)
    monkeypatch.chdir(tmp_path)
    assert banquier.main(["report", str(save), "--page", "https://example.org/?a&b"]) == 0
    link = Page((tmp_path / "sunday.html").read_text("utf-8")).addresses[-1]
    assert link == link_of(str(save), "https://example.org/?a&b")
    (tmp_path / "sunday.html").unlink()
    assert banquier.main(["report", link, "-o", "again.html"]) == 0
    year = str(datetime.now().year)
    assert year not in (tmp_path / "again.html").read_text("utf-8"), "a link has no date"


@pytest.mark.parametrize(
    ("day", "lang", "said"),
    [
        ((2026, 8, 1, 12), "fr", "Le 1er août 2026. Partie normale"),
        ((2024, 2, 29, 12), "en", "29 February 2024. Normal game"),
    ],
)
def test_a_report_has_the_day_of_the_game(
    save: Path, day: tuple[int, int, int, int], lang: str, said: str
) -> None:
    evening(save, "players 2", operations=5)
    when = datetime(*day).timestamp()
    os.utime(save, (when, when))
    assert said in page(Story.of(str(save)), lang)


@pytest.mark.parametrize("operations", [0, 3, 10_000])
def test_a_game_of_any_length_has_a_story(save: Path, operations: int) -> None:
    evening(save, "players 2", operations=operations)
    story = Story.of(str(save))
    assert Page(page(story, ledger=True)).tables["ledger"]
    if operations == 10_000:
        assert re.match(r"J\d has won in turn \d+: .*\.$", ending(story, "en"))
    else:
        assert ending(story, "en") == "The game is not over."
