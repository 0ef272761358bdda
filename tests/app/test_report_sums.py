"""Every figure of the report, added up again from what a reader is given: the ledger as CSV.

The games are played by bots, with operations taken back, in all editions.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.report import Story, ledger_csv, page
from banquier.report.story import Lap
from banquier.saves.game_save import GameSave
from firmware_sim.edition.edition_file import built_in
from hardware.unit import Unit, tap
from tests.app.test_report import Page, check_chart, number
from tests.firmware.test_saved_state import VARIANTS
from tests.support.games_played import play, sit_down

ROUNDS = 45
OPERATIONS = 12
"""After so many, the last one is taken back."""


class Told(NamedTuple):
    story: Story
    unit: Unit
    rows: list[dict[str, str]]
    """Of the CSV."""
    lasting: list[dict[str, str]]
    """Those that were not taken back."""


@pytest.fixture(scope="module", params=built_in())
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    edition = str(request.param)
    save = tmp_path_factory.mktemp(edition) / "game.keys"
    memory = GameSave(folder=str(save.parent), path=str(save), seed=3)
    unit = memory.unit
    sit_down(unit, f"edition {edition}", *VARIANTS[edition])
    for seed in range(ROUNDS):
        play(unit, OPERATIONS, seed=seed)
        tap(unit, "CORR")
        tap(unit, "OK")
    memory.close()
    story = Story.of(str(save))
    rows = list(csv.DictReader(io.StringIO(ledger_csv(story))))
    return Told(story, unit, rows, [row for row in rows if row["struck"] == "0"])


def sums(rows: list[dict[str, str]], why: str) -> int:
    return sum(int(row["amount"]) for row in rows if row["why"] == why)


def test_undone_lines_are_marked_in_the_csv_and_on_the_page(told: Told) -> None:
    struck = [line.struck for line in told.unit.roll]
    assert sum(struck) >= ROUNDS // 2
    marked = {row["operation"]: row["struck"] == "1" for row in told.rows}
    assert list(marked.values()) == struck
    assert page(told.story).count('<tr class="struck">') == sum(
        max(1, len(step.entries)) for step in told.story.steps if step.struck
    )


def test_rents_are_those_that_were_not_taken_back(told: Told) -> None:
    *rows, (_, _, times, total) = Page(page(told.story)).tables["rents"][1:]
    paid = [row for row in told.lasting if row["why"] == "rent"]
    assert sums(told.rows, "rent") > sums(told.lasting, "rent"), "no rent was taken back"
    assert number(total) == sums(told.lasting, "rent") == sum(number(row[3]) for row in rows)
    assert int(times) == len(paid) == sum(int(row[2]) for row in rows)
    by_owner = Counter[str]()
    for row in paid:
        by_owner[row["payee"]] += int(row["amount"])
    shown = Counter[str]()
    for line in rows:
        shown[line[1]] += number(line[3])
    assert shown == by_owner
    assert len(rows) > 10, "no deed is left out of the total beyond the tenth"


def test_players_are_as_the_game_stands(told: Told) -> None:
    game = told.unit.firmware.session.current_game
    view = told.unit.board_view()
    assert view is not None
    rows = {row[0]: row for row in Page(page(told.story)).tables["players"][1:]}
    for one in view.players:
        _, cash, worth, deeds = rows[f"J{one.number}"]
        assert number(cash) == int(told.rows[-1][f"J{one.number}"]) == game.cash[one.number]
        assert number(worth) == one.wealth
        assert deeds == ("bankrupt" if one.bankrupt else str(game.owner.count(one.number)))


def test_loans_are_those_of_the_ledger_and_those_still_owed(told: Told) -> None:
    game = told.unit.firmware.session.current_game
    rows = Page(page(told.story)).tables.get("loans", [])[1:]
    told_so = Counter((row[0], row[1], number(row[3])) for row in rows)
    owed = Counter(
        (f"J{player}", "still owed", loan.amount)
        for player, loans in enumerate(game.loans)
        for loan in loans
    )
    assert {line: n for line, n in told_so.items() if line[1] == "still owed"} == owed
    moved = sum(sums(told.lasting, why) for why in ("loan", "repaid", "taken"))
    assert sum(number(row[3]) for row in rows if row[1] != "still owed") == moved


def test_a_loan_that_is_still_owed_is_listed(tmp_path: Path) -> None:
    memory = GameSave(folder=str(tmp_path), path=str(tmp_path / "game.keys"), seed=3)
    sit_down(memory.unit, "players 2")
    for key in ("EMPR", "OK", *"20000", "OK"):
        memory.unit.run(memory.unit.notices_end)
        tap(memory.unit, key)
    memory.close()
    rows = Page(page(Story.of(memory.path))).tables["loans"][1:]
    assert [(row[0], row[1], row[3]) for row in rows] == [
        ("J1", "borrowed", "20.000"), ("J1", "still owed", "20.000"),
    ]  # fmt: skip


def test_the_wealth_of_each_lap_is_that_of_the_game_then(told: Told) -> None:
    table = Page(page(told.story)).tables["laps"][1:]
    assert [number(cell) for cell in table[-1][2:]] == [
        player.wealth for player in told.story.end.players
    ]
    check_chart(Page(page(told.story)), told.story)


@pytest.mark.parametrize("told", ["electronique"], indirect=True)
def test_the_chart_goes_below_nothing(told: Told, tmp_path: Path) -> None:
    first = told.story.laps[0]
    told.story.laps.append(Lap(99, 99, tuple(-40_000 for _ in first.wealth), first.cash))
    try:
        shown = Page(page(told.story))
        check_chart(shown, told.story)
        assert int(shown.frame["data-low"]) <= -40_000
    finally:
        told.story.laps.pop()
