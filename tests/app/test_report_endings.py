"""The end of a game in the report, and the files of the report."""

import os
import re
from datetime import datetime
from pathlib import Path

import pytest

from banquier.editions.edition_file import load
from banquier.report import Story, page
from banquier.report.html import at_turn, ending
from banquier.report.moments import chosen, weightiest
from banquier.saves.link import link_of
from firmware_sim.edition import Kind
from firmware_sim.game import Entry, Why
from tests.support.commands import ran
from tests.support.games_played import evening, scripted
from tests.support.report_page import Page


def played(save: Path, *lines: str) -> Story:
    """Play a game with real dice."""
    return Story.from_path(str(scripted(save, "dice keyed", *lines)))


END = "press F hold 2s ; press - - - - OK OK"  # the MENU from its end on: VERSION, ETEINDRE …
TIMED = ("edition euro", "game timed", "minutes 10", "players 3", "start")
TIME_OVER = 11 * ("wait 60s ; press C",)
UNSOLD = 4 * ("press FIN OK ; wait 4s",)
WONDERS = [one.number for one in load("merveilles").squares if one.kind is Kind.STREET]
ENDINGS: dict[str, tuple[tuple[str, ...], str]] = {
    "by the players": (
        ("players 2", "start", "press 4 6 OK FIN", END),
        "J1 has won in turn 2: the players ended it, and the richest wins.",
    ),
    "by the time": (
        (*TIMED, *TIME_OVER, "press 4 6 OK FIN"), "the agreed time was over, and the richest wins"
    ),
    "by the players in the last turn": (
        (*TIMED, *TIME_OVER, END), "the players ended it, and the richest wins"
    ),
    "all others gave up": (
        ("players 2", "start", "press FAILL OK OK OK"),
        "J2 has won in turn 1: everybody else is bankrupt.",
    ),
    "a bankruptcy in a short game": (
        ("edition euro", "game short", "players 4", "start", "press FAILL 4 OK OK OK", *UNSOLD,
         "press FAILL 3 OK OK OK"), "a bankruptcy ended it, and the richest wins",
    ),
    "the last wonder is seen": (
        ("edition merveilles", "players 2", "start",
         *(f"set visited 1 {at}" for at in WONDERS if at != 3), "press 1 2 OK"),
        "the rules of the edition ended it",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "said"), ENDINGS.values(), ids=ENDINGS)
def test_how_a_game_ended_is_told(save: Path, lines: tuple[str, ...], said: str) -> None:
    assert said in ending(played(save, *lines), "en")


def test_a_group_that_comes_by_a_bankruptcy_has_no_price(save: Path) -> None:
    """The heir pays only the tenth of a mortgaged deed."""
    facts = ("owner 37 2", "owner 39 2", "houses 39 5", "owner 3 2", "owner 1 1", "mortgaged 1 yes",
             "square 1 32", "cash 1 40000")  # fmt: skip
    story = played(
        save, "players 2", "start", *(f"set {fact}" for fact in facts),
        "press 3 4 OK LOYER FAILL OK OK OK",
    )  # fmt: skip
    over = next(change.step for change in story.changes if change.after.winner)
    assert Why.TRANSFER in [entry.why for entry in over.entries]
    told = weightiest(story, over)
    assert told and at_turn(story, told, "en") == (
        "Turn 1: J1 owes J2 200.000\u00a0F for Rue de la Paix and goes bankrupt."
    )
    assert "group" not in [one.kind for one in chosen(story)]


def test_the_last_ruin_and_a_sum_above_all_rents_are_moments(save: Path) -> None:
    lines = ("edition classique", "players 3", "speed-die yes")  # a short game
    evening(save, *lines, operations=10_000, seed=2)
    story = Story.from_path(str(save))
    assert re.match(r"J\d has won in turn \d+: .*\.$", ending(story, "en"))
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


def test_who_gives_up_in_the_lead_is_the_first_moment(save: Path) -> None:
    story = played(
        save, "players 3", "start", "set cash 2 150001", "press 4 6 OK FIN FAILL 2 OK OK OK",
        "press FAILL 3 OK OK OK",
    )  # fmt: skip
    told = [at_turn(story, one, "en") for one in chosen(story)[:2]]
    assert told == [
        "Turn 3: J3 gives up and goes bankrupt.",
        "Turn 2: J2 gives up in the lead, with 150.001\u00a0F, and goes bankrupt.",
    ]


def test_gifts_swaps_and_auctions_at_the_printed_price_are_told_as_such(save: Path) -> None:
    story = played(
        save, "edition deska", "players 3", "start", "set owner 37 1", "set owner 39 2",
        "press VENTE OK OK + OK FIN + OK FIN OK OK OK OK",
        "press VENTE 2 OK OK FIN FIN 1 2 9 7 0 OK OK OK OK",
    )  # fmt: skip
    told = [at_turn(story, one, "en") for one in chosen(story)]
    assert "Turn 1: J2 gives J1 12.970\u00a0F for nothing." in told
    assert "Turn 1: J1 gives J2 Anvers (Place de Meir) for Bruxelles (Rue Neuve)." in told
    save.unlink()
    keys = "press 1 2 OK ENCH OK 2 ; type 6000 ; press OK FIN OK"
    story = played(save, "players 2", "start", keys)
    told = [at_turn(story, one, "en") for one in chosen(story)]
    assert "Turn 1: J2 wins Rue Lecourbe at the auction for 6.000\u00a0F." in told


def test_what_changed_while_records_are_lost_is_not_told(save: Path) -> None:
    """A deed goes back to the bank and to another player: without the record between, a sale."""
    sets = (f"set owner 39 {owner} ; wait 1s" for owner in (1, 0, 2))
    whole = played(save, "players 2", "start", *sets)
    lines = save.read_bytes().splitlines(keepends=True)
    (lost,) = [line for line in lines if b"BANC owner 39 0" in line]
    save.write_bytes(b"".join(line for line in lines if line is not lost))
    torn = Story.from_path(str(save))
    assert len(torn.steps) == len(whole.steps) - 1 and torn.trouble
    assert [change.after.owner[39] for change in torn.changes] == [1]


def test_a_report_has_a_name_of_its_own_and_ends_with_the_link_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "sunday.keys"
    evening(save, "players 2", operations=5)
    monkeypatch.chdir(tmp_path)
    done = ran("report", save, "--page", "https://example.org/?a&b")
    assert done == (0, "sunday.html is written\n", "")
    link = Page((tmp_path / "sunday.html").read_text("utf-8")).addresses[-1]
    assert link == link_of(str(save), "https://example.org/?a&b")
    assert ran("report", link, "-o", "again.html").status == 0
    year = str(datetime.now().year)
    assert year not in (tmp_path / "again.html").read_text("utf-8"), "a link has no date"


def test_a_report_has_the_day_of_the_game(save: Path) -> None:
    evening(save, "players 2", operations=5)
    for day, lang, said in (
        (datetime(2026, 8, 1, 12), "fr", "Le 1er août 2026. Partie normale"),
        (datetime(2024, 2, 29, 12), "en", "29 February 2024. Normal game"),
    ):
        os.utime(save, (day.timestamp(), day.timestamp()))
        assert said in page(Story.from_path(str(save)), lang)


@pytest.mark.parametrize("operations", [0, 3])
def test_a_game_that_has_hardly_begun_has_a_story(save: Path, operations: int) -> None:
    evening(save, "players 2", operations=operations)
    story = Story.from_path(str(save))
    assert Page(page(story, ledger=True)).tables["ledger"]
    assert ending(story, "en") == "The game is not over."
