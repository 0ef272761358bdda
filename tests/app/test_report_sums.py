"""Every figure of the report, added up again from what a reader is given: the ledger as CSV.

The games are played by bots, with operations taken back, in all editions.
"""

import csv
import io
from collections import Counter
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.editions.edition_file import BUILT_IN
from banquier.play.colours import PLAYERS
from banquier.report import Story, ledger_csv, page
from banquier.report.chart import spread_apart
from banquier.report.game_card import card, in_segments
from banquier.report.html import at_turn
from banquier.report.moments import awards, chosen
from banquier.report.story import Curve, CurvePoint, Turning
from banquier.saves.open_game import open_save
from banquier.saves.save_folder import SaveFolder
from datasheet.glass import with_points
from firmware_sim.game import Why
from firmware_sim.rules import endings
from hardware.unit import Unit, tap
from tests.support.games_played import VARIANTS, play, scripted, sit_down
from tests.support.pictures import pixels
from tests.support.report_page import Page, check_chart, number

ROUNDS = 36
PRICES = ("deed", "trade")
OPERATIONS = 12
"""After so many, the last one is taken back."""


class Told(NamedTuple):
    story: Story
    unit: Unit
    rows: list[dict[str, str]]
    """Of the CSV."""
    lasting: list[dict[str, str]]
    """Those that were not taken back."""
    page: str
    shown: Page


@pytest.fixture(scope="module", params=BUILT_IN)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    edition = str(request.param)
    save = tmp_path_factory.mktemp(edition) / "game.keys"
    game_save = open_save(SaveFolder(str(save.parent)), path=str(save), seed=8)
    unit = game_save.unit
    sit_down(unit, f"edition {edition}", *VARIANTS[edition])
    for seed in range(ROUNDS):
        play(unit, OPERATIONS, seed=seed)
        tap(unit, "CORR")
        tap(unit, "OK")
    game_save.close()
    story = Story.from_path(str(save))
    rows = list(csv.DictReader(io.StringIO(ledger_csv(story))))
    lasting, text = [row for row in rows if row["struck"] == "0"], page(story)
    return Told(story, unit, rows, lasting, text, Page(text))


def sums(rows: list[dict[str, str]], why: str) -> int:
    return sum(int(row["amount"]) for row in rows if row["why"] == why)


def test_undone_lines_are_marked_in_the_csv_and_on_the_page(told: Told) -> None:
    struck = [line.struck for line in told.unit.roll]
    assert sum(struck) >= ROUNDS // 2
    marked = {row["operation"]: row["struck"] == "1" for row in told.rows}
    assert list(marked.values()) == struck
    assert page(told.story, ledger=True).count("<tr class='struck'>") == sum(
        max(1, len(step.entries)) for step in told.story.steps if step.struck
    )


def test_rents_on_the_map_are_those_that_were_not_taken_back(told: Told) -> None:
    shown = told.shown.earned
    assert sums(told.rows, "rent") > sums(told.lasting, "rent"), "no rent was taken back"
    earned = Counter[int]()
    for step in told.story.steps:
        for entry in step.entries if not step.struck else ():
            earned[entry.square] += entry.amount if entry.why is Why.RENT else 0
    assert shown == {square: earned[square] for square in range(40)}
    assert sum(earned.values()) == sums(told.lasting, "rent")
    assert sum(shown.values()) > 0
    assert f">{with_points(sum(earned.values()))}</text>" in told.page


def test_who_paid_whom_is_the_ledger_and_leads_to_the_cash(told: Told) -> None:
    accounts = [*(f"J{player}" for player in told.story.players), "bank"]
    paid = Counter[tuple[str, str]]()
    for row in told.lasting:
        if row["amount"]:
            paid[row["payer"], row["payee"]] += int(row["amount"])
    cells = iter(told.shown.paid)
    shown = {(payer, payee): next(cells) for payer in accounts for payee in accounts}
    assert shown == {pair: paid[pair] for pair in shown}
    for one in accounts:
        got = sum(shown[other, one] for other in accounts)
        gave = sum(shown[one, other] for other in accounts)
        assert got - gave == int(told.rows[-1][one])


def test_a_moment_is_told_with_the_sum_and_the_square_of_its_entry(told: Told) -> None:
    """Each rent, purchase and hotel told is one entry that lasts; the dearest rent is told."""
    why = {"rent": "rent", "buy": "deed", "auctioned": "deed", "hotel": "building"}
    moments = chosen(told.story)
    assert len(moments) == 10 and len({one.step.number for one in moments}) == 10
    steps = {step.number: step for step in told.story.steps}
    for one in moments:
        said = at_turn(told.story, one, "en")
        assert said.startswith(f"Turn {steps[one.step.number].turn}: ")
        assert all(told.story.end.squares[square].name in said for square in one.squares)
        assert one.kind == "trade" or with_points(one.amount) in said
        if one.kind in why:
            assert [
                row for row in told.lasting
                if row["operation"] == str(one.step.number) and row["why"] == why[one.kind]
                and int(row["amount"]) == one.amount and row["payer"] == f"J{one.player}"
            ]  # fmt: skip
        if one.kind == "group":
            moved = [row for row in told.lasting if row["operation"] == str(one.step.number)]
            spent = [int(row["amount"]) for row in moved
                     if row["payer"] == f"J{one.player}" and row["why"] in PRICES]  # fmt: skip
            assert one.amount == sum(spent) > 0
    dearest = max(int(row["amount"]) for row in told.lasting if row["why"] == "rent")
    assert dearest in [one.amount for one in moments if one.kind == "rent"]


def test_a_turning_point_is_told_by_its_facts(told: Told) -> None:
    story = told.story
    lasting = (step for step in story.steps if not step.struck)
    step = next(step for step in lasting if [entry.why for entry in step.entries] == [Why.RENT])
    (rent,) = step.entries
    none, all_ = ((share,) * len(story.players) for share in (0.0, 1.0))
    story.curve = Curve([CurvePoint(step, none)], [Turning(step, none, all_)], 10, 1)
    try:
        shown = page(story)
    finally:
        story.curve = None
    money = f"{with_points(rent.amount)}\u00a0{story.end.edition.currency}"
    said = f"J{rent.payer} pays J{rent.payee} {money}"
    assert f"Turn {step.turn}: {said} for {escape(story.square(rent.square))}" in shown
    assert "J1 0 → 100 %" in shown


def test_awards_are_the_dearest_rent_the_luckiest_throw_the_best_deal_the_busiest_lot(
    save: Path,
) -> None:
    """No rent that was taken back counts, nor what is passed before a lot that costs rent."""
    story = Story.from_path(str(scripted(
        save, "players 3", "dice keyed", "start", "press 2 4 OK ACHAT FIN",
        *(f"set owner {lot} 1" for lot in (1, 3, 5, 8, 9, 12, 13, 15)),
        *(f"set houses {lot} 4" for lot in (3, 6, 8, 9)), "set mortgaged 13 yes",
        "set square 3 10 ; press BATIR 1 OK 6 OK C", "press 2 4 OK LOYER CORR OK LOYER FIN",
        "press 4 6 OK FIN", "set square 1 0 ; press 4 6 OK FIN",  # J1 passes its own
        "set square 2 11 ; press 1 2 OK ACHAT FIN",
        *2 * [f"set square {player} 10 ; press 4 6 OK FIN" for player in (3, 1, 2)],
    )))  # fmt: skip
    told = [(one.kind, one.player, one.other, one.amount, one.squares) for one in awards(story)]
    assert told == [
        ("rent", 2, 1, 55_000, (6,)), ("throw", 3, 0, 7_000, (20,)), ("deal", 1, 0, 55_000, (6,)),
        ("visited", 0, 0, 2, (6,)),
    ]  # fmt: skip
    assert [one.cost for one in awards(story)] == [0, 0, 10_000 + 5_000, 0]


def test_players_are_as_the_game_stands(told: Told) -> None:
    game = told.unit.session.current_game
    rows = {row[0]: row for row in told.shown.tables["players"][1:]}
    for seat in range(1, game.players + 1):
        _, cash, worth, deeds = rows[f"J{seat}"]
        assert number(cash) == int(told.rows[-1][f"J{seat}"]) == game.cash[seat]
        assert number(worth) == endings.worth(game, seat)
        assert deeds == (str(game.owner.count(seat)) if game.is_in(seat) else "bankrupt")
    drawn = [int(mark["data-value"]) for mark in told.shown.marks
             if int(mark["data-lap"]) == told.story.laps[-1].number]  # fmt: skip
    assert drawn == [endings.worth(game, seat) for seat in told.story.players]
    check_chart(told.shown, told.story)


@pytest.mark.parametrize(
    ("laps", "cash", "repays", "row"),
    [
        (0, 0, "", ["J1", "20.000", "0", "22.000", "2.000"]),
        (0, 50_000, "press EMPR OK 1 OK", ["J1", "20.000", "22.000", "0", "2.000"]),
        (2, 0, "", ["J1", "20.000", "0", "26.000", "6.000"]),
        (2, 50_000, "", ["J1", "20.000", "26.000", "0", "6.000"]),
        (0, 50_000, "press FAILL OK OK OK", ["J1", "20.000", "0", "0", "0"]),
    ],
    ids=["open", "repaid", "taken back as a debt", "taken back", "remitted"],
)
def test_a_loan_costs_its_interest_and_may_leave_less_than_nothing(
    save: Path, laps: int, cash: int, repays: str, row: list[str]
) -> None:
    lap = "set square 1 39 ; set square 2 0 ; press 5 6 OK FIN 4 6 OK FIN"
    scripted(
        save, "players 2", "dice keyed", "start", "press EMPR OK ; type 20000 ; press OK",
        *[lap] * laps, f"set cash 1 {cash} ; set square 1 39 ; press 5 6 OK", repays,
    )  # fmt: skip
    story = Story.from_path(str(save))
    shown = Page(page(story))
    assert [
        [cell.removesuffix("\u00a0F") for cell in one] for one in shown.tables["loans"][1:]
    ] == [row]
    check_chart(shown, story)
    assert (int(shown.frame["data-low"]) < 0) == (cash == 0)


def test_the_last_lap_is_told_where_only_cash_moved(save: Path) -> None:
    lines = ("players 2", "dice keyed", "start", "press 1 2 OK ACHAT")
    laps = Story.from_path(str(scripted(save, *lines))).laps
    assert [(lap.step.cash[1], lap.worths[0]) for lap in laps] == [
        (150_000, 150_000), (144_000, 150_000)
    ]  # fmt: skip


def test_the_page_loads_no_other_file(told: Told) -> None:
    shown = told.shown
    assert shown.addresses == ["data:,"]
    assert shown.scripts == 0
    assert "url(" not in told.page


def test_the_page_is_in_the_language_and_with_the_names_that_are_asked_for(told: Told) -> None:
    story = told.story
    names, story.names = story.names, {1: "Anne & Bob"}
    try:
        french, english = page(story, "fr", ledger=True), page(story, "en", ledger=True)
    finally:
        story.names = names
    assert '<html lang="fr">' in french and "Le grand livre" in french
    assert '<html lang="en">' in english and "The ledger" in english
    assert "Anne &amp; Bob" in french and "Anne & Bob" not in french
    assert "J1" in english.partition("id='ledger'")[2]  # the roll says J1 … J8
    assert "The ledger" not in page(story, "en")


@pytest.mark.parametrize("told", ["electronique"], indirect=True)
def test_the_card_is_a_picture_of_1200_by_630(told: Told) -> None:
    picture = pixels(card(told.story, "fr"))
    assert (len(picture[0]), len(picture)) == (1200, 630)
    for player in told.story.players:
        colour = [*bytes.fromhex(PLAYERS[player - 1].removeprefix("#"))]
        # The line and its mark in the legend.
        assert (picture == colour).all(axis=2).sum() > 50
    # Segments have no brackets and no colon.
    assert in_segments("Tour 3\u00a0: Anne paie 20 à Bob (paiement).") == (
        "Tour 3 - Anne paie 20 à Bob - paiement."
    )


def test_labels_at_the_end_of_the_lines_do_not_overlap() -> None:
    moved = spread_apart([100, 101, 102, 300, 299, 10], 15, 310)
    assert sorted(moved) == [moved[at] for at in (5, 0, 1, 2, 4, 3)]
    ordered = sorted(moved)
    assert all(below - above >= 15 for above, below in pairwise(ordered))
    assert ordered[-1] <= 310
