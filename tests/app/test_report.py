"""The story of a game: what is told agrees with what was played, on paper and in a browser."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from banquier.report import Story, ledger_csv, page
from banquier.saves.game_save import Memory
from banquier.saves.save_listing import SaveTrouble
from firmware_sim.board_view import look
from firmware_sim.edition.edition_file import built_in
from firmware_sim.game import Game, Why
from tests.firmware.test_codec import VARIANTS
from tests.support.games_played import evening, play, sit_down

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


class Told(NamedTuple):
    story: Story
    game: Game


@pytest.fixture(scope="module", params=built_in())
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    edition = str(request.param)
    save = tmp_path_factory.mktemp(edition) / "game.keys"
    memory = Memory(folder=str(save.parent), path=str(save), seed=11)
    sit_down(memory.unit, f"edition {edition}", *VARIANTS[edition])
    play(memory.unit, 500, seed=5)
    memory.close()
    return Told(Story.of(str(save)), memory.unit.firmware.table.playing)


class Page(HTMLParser):
    """Tables by name as rows of cells, and the marks of the chart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.marks: list[dict[str, str]] = []
        self.frame: dict[str, str] = {}
        self.addresses: list[str] = []
        self.scripts = 0
        self._name = ""
        self._open = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.addresses += [found[name] for name in ("src", "href") if name in found]
        self.scripts += tag == "script"
        if tag == "table":
            self._name = found.get("id", "")
            self.tables[self._name] = []
        elif tag == "tr":
            self.tables[self._name].append([])
        elif tag in ("td", "th"):
            self.tables[self._name][-1].append("")
            self._open = True
        elif tag == "circle":
            self.marks.append(found)
        elif tag == "svg":
            self.frame = found

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.tables[self._name][-1][-1] += data


def number(cell: str) -> int:
    return int(cell.replace(".", ""))


def drawn(marks: list[dict[str, str]], frame: dict[str, str]) -> Iterator[tuple[int, int, float]]:
    """Lap, player, and the value that the height of the mark stands for."""
    low, high = int(frame["data-low"]), int(frame["data-high"])
    top, bottom = float(frame["data-top"]), float(frame["data-bottom"])
    for mark in marks:
        share = (bottom - float(mark["cy"])) / (bottom - top)
        yield int(mark["data-lap"]), int(mark["data-player"]), low + share * (high - low)


def check_chart(shown: Page, story: Story) -> None:
    laps = {int(row[0]): list(map(number, row[2:])) for row in shown.tables["laps"][1:]}
    assert len(shown.marks) == len(laps) * len(story.players)
    span = int(shown.frame["data-high"]) - int(shown.frame["data-low"])
    for lap, player, value in drawn(shown.marks, shown.frame):
        assert abs(value - laps[lap][player - 1]) < span / 10_000
    for mark in shown.marks:
        value = laps[int(mark["data-lap"])][int(mark["data-player"]) - 1]
        assert int(mark["data-value"]) == value
    by_cash = {step.cash for step in story.steps if not step.struck}
    for lap_ in story.laps:
        assert lap_.cash in by_cash
        assert tuple(laps[lap_.number]) == lap_.wealth


def test_the_entries_of_the_ledger_lead_to_its_balances(told: Told) -> None:
    steps = told.story.steps
    assert steps[-1].cash == tuple(told.game.cash)
    moved = 0
    before = tuple(0 for _ in steps[0].cash)
    for step in steps:
        cash = list(before)
        for payer, payee, amount, _ in step.entries:
            cash[payer] -= amount
            cash[payee] += amount
            moved += 1
        if " ANNULE " not in step.text:
            assert tuple(cash) == step.cash, step
        assert sum(step.cash) == 0
        before = step.cash
    assert moved > 50


def test_what_everybody_is_worth_at_the_end_is_what_the_unit_says(told: Told) -> None:
    worth = tuple(player.wealth for player in look(told.game).players)
    assert told.story.laps[-1].wealth == worth


def test_rents_are_those_of_the_ledger_and_each_is_of_a_deed(told: Told) -> None:
    paid = sum(
        entry.amount
        for step in told.story.steps
        if not step.struck
        for entry in step.entries
        if entry.why is Why.RENT
    )
    assert sum(rent.amount for rent in told.story.rents) == paid
    unknown = [rent for rent in told.story.rents if rent.square < 0]
    assert len(unknown) <= len(told.story.rents) // 20


def test_the_chart_shows_the_figures_of_its_table(told: Told) -> None:
    check_chart(Page(page(told.story)), told.story)


def test_the_page_needs_nothing_but_itself(told: Told) -> None:
    shown = Page(page(told.story))
    assert shown.addresses == ["data:,"]
    assert shown.scripts == 0
    assert "url(" not in page(told.story)


def test_the_csv_is_the_ledger(told: Told) -> None:
    rows = list(csv.DictReader(io.StringIO(ledger_csv(told.story))))
    entries = [entry for step in told.story.steps for entry in step.entries]
    assert [int(row["amount"]) for row in rows if row["amount"]] == [e.amount for e in entries]
    assert {row["operation"] for row in rows} == {str(s.number) for s in told.story.steps}
    last = rows[-1]
    assert [int(last[name]) for name in ("bank", "J1", "J2")] == told.game.cash[:3]


@pytest.mark.parametrize("operations", [0, 3, 10_000])
def test_a_game_of_any_length_has_a_story(tmp_path: Path, operations: int) -> None:
    save = tmp_path / "game.keys"
    evening(save, "players 2", operations=operations)
    story = Story.of(str(save))
    assert Page(page(story)).tables["ledger"]
    if operations == 10_000:
        assert re.match(r"J\d has won in turn \d+: .*\.$", story.how)
    else:
        assert story.how == "The game is not over."


def test_what_is_no_save_has_no_story(tmp_path: Path) -> None:
    path = tmp_path / "x.keys"
    path.write_bytes(b"rubbish")
    with pytest.raises(SaveTrouble, match="no save of this program"):
        Story.of(str(path))


@pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="no Chromium here, and this is not CI"
)
@pytest.mark.parametrize("told", ["electronique", "euro"], indirect=True)
def test_a_browser_shows_it_without_an_error(told: Told, tmp_path: Path) -> None:
    assert CHROMIUM is not None
    path = tmp_path / "story.html"
    path.write_text(page(told.story), encoding="utf-8")
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--enable-logging=stderr", f"--user-data-dir={tmp_path / 'profile'}",
         "--virtual-time-budget=2000", "--dump-dom", path.as_uri()],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert complaints == []
    check_chart(Page(done.stdout), told.story)
