"""Whole evenings from one number: phones, a keypad board, a disk that fails, kills."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from banquier.checks.world import Evening, Evenings, play_evening
from banquier.cli.main import WRONG, main
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import Rate, Table
from banquier.saves.save_file import SaveFile


def test_evenings_hold_and_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "world.json"
    assert main(["soak", "--world", "--seed", "3", "--games", "3", "--json", str(path)]) == 0
    assert capsys.readouterr().out.startswith("3 of 3 games, ")
    found = json.loads(path.read_text())
    assert (found["games"], found["failures"], found["seed"]) == (3, 0, 3)
    assert found["operations"] > 0 and found["presses"] > 0


def test_an_evening_played_twice_is_the_same() -> None:
    traces = []
    for _ in range(2):
        evening = Evening(Evenings(5).at(0))
        evening.play()
        traces.append((evening.trace, evening.unit.digest(), evening.counts))
    assert traces[0] == traces[1]
    assert len(traces[0][0]) > 30


def without_a_sync(file: SaveFile) -> None:
    file._dirty_since = 0.0


def refused_and_done(page: PageUnit, browser: object, asked: object) -> None:
    page.keys.begin(iter(()))
    browser.refused = browser.refused[0] + 1, None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("where", "name", "fault", "told"),
    [
        (SaveFile, "make_durable", without_a_sync, "operations were confirmed"),
        (Rate, "allows", lambda rate, now: True, "messages in a second and stays"),
        (PageUnit, "_do", refused_and_done, "was begun"),
        (Table, "_close_silent", lambda table, transport: None, "says nothing stays"),
    ],
)
def test_a_planted_fault_is_found_and_played_again(
    monkeypatch: pytest.MonkeyPatch, where: type, name: str, fault: Callable[..., object], told: str
) -> None:
    monkeypatch.setattr(where, name, fault)
    outcomes = (play_evening(Evenings(1), number) for number in range(20))
    found = next(outcome for outcome in outcomes if outcome.failure)
    assert told in found.failure
    seed = 1 + found.number
    assert f"banquier soak --world --seed {seed} --games 1" in found.failure
    assert play_evening(Evenings(seed), 0).failure == found.failure


def test_no_option_of_a_game_goes_with_a_whole_evening(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--world", "--edition", "euro"]) == WRONG
    assert "no option of a game goes with it" in capsys.readouterr().err
