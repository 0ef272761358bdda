"""The figures: how they are taken, and that they measure what they say."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from banquier.checks import benchmark
from banquier.checks.benchmark import (
    FIGURES,
    TWO_HOURS,
    Figure,
    five_hours,
    measure,
    own_peak,
    replay,
    two_hours,
)
from banquier.saves.game_save import GameSave
from hardware.crystal import SECOND

HALF_AN_HOUR = 1_800 * SECOND


def test_a_row_gives_the_median_with_the_least_and_the_most() -> None:
    readings = iter([5.0, 1.0, 3.0])
    figure = Figure("turns", "turns/s", 2, True, lambda: next(readings))
    (row,) = measure([figure], repeats=3)
    assert (row["median"], row["least"], row["most"]) == (3.0, 1.0, 5.0)
    assert row["values"] == [5.0, 1.0, 3.0]
    assert row["reached"]


def test_a_goal_is_a_floor_or_a_ceiling() -> None:
    floor = Figure("speed", "x", 10, True, lambda: 9.0, repeats=1)
    ceiling = Figure("wait", "ms", 10, False, lambda: 9.0, repeats=1)
    assert [row["reached"] for row in measure([floor, ceiling])] == [False, True]


def test_rows_are_plain_enough_for_json() -> None:
    row = measure([Figure("wait", "ms", 10, False, lambda: 9.0)])[0]
    assert json.loads(json.dumps(row)) == row


def test_every_figure_has_a_name_of_its_own_and_a_unit() -> None:
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)
    assert all(figure.unit and figure.goal > 0 for figure in FIGURES)


def test_the_two_hours_are_a_game_that_people_could_have_played() -> None:
    edges = two_hours()
    assert TWO_HOURS - 60 * SECOND < edges[-1][0] < TWO_HOURS
    assert all(earlier[0] < later[0] for earlier, later in pairwise(edges))
    unit = replay(edges, TWO_HOURS)
    assert unit.tick == TWO_HOURS
    assert unit.operations > 500
    assert len(unit.beeps) >= len(edges) // 2


def test_the_game_of_the_figures_is_the_same_jumped_and_stepped() -> None:
    until = 300 * SECOND
    jumped = replay(two_hours(), until)
    stepped = replay(two_hours(), until, stepped=True)
    assert jumped.digest() == stepped.digest()
    assert jumped.beeps == stepped.beeps


def test_the_save_of_five_hours_is_one_that_can_be_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of half an hour, where that is enough."""
    monkeypatch.setattr(benchmark, "FIVE_HOURS", HALF_AN_HOUR)
    path = tmp_path / "night.keys"
    path.write_bytes(five_hours.__wrapped__())
    memory = GameSave(folder=str(tmp_path), path=str(path))
    assert memory.resumed and not memory.sentences
    assert HALF_AN_HOUR - 60 * SECOND < memory.unit.tick <= HALF_AN_HOUR
    assert memory.unit.operations > 300
    memory.leave()


def test_this_process_has_held_some_memory() -> None:
    assert 5 < own_peak() < 4096
