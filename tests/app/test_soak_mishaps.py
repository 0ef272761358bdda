"""Accidents in a soak: a full disk, an empty battery, the end of a timed game."""

from __future__ import annotations

import pytest

from banquier.checks.soak import GameSpec
from banquier.checks.soak.game import play
from banquier.checks.soak.mishaps import change_cells
from banquier.script.language import parse
from banquier.script.player import Player
from banquier.script.script_machine import unit_for
from firmware_sim.game import Error, Game
from tests.support.bot_game import pump, seated, state
from tests.support.units import at_the_table

SPEC = GameSpec(players=3, most_turns=90)


def game_with(kind: str) -> int:
    """The first game with this accident."""
    return next(number for number in range(100) if getattr(SPEC.mishap(number), kind))


def late_debt(game: Game) -> list[str]:
    return ["a player is in debt, late"] if game.debts and game.turn_number > 60 else []


def test_a_full_disk_is_one_error_and_the_game_goes_on() -> None:
    counts, failure = play(SPEC, game_with("disk"))[1:3]
    assert failure == ""
    assert counts.errors[Error.MEMORY] == 1
    assert counts.turns == 90


def test_after_a_change_of_cells_the_game_is_the_same_and_waits() -> None:
    unit = at_the_table()
    bots = seated(unit, 1, 2, 3)
    pump(unit, bots.strokes(), 120)
    plain = state(unit).plain()
    seen: list[tuple[bool, str]] = []
    change_cells(unit, lambda: seen.append((unit.supply.running, unit.said.text)))
    assert [running for running, _ in seen] == [True, False, False, True]
    while unit.said.text == "BANQUIER 90" or unit.said.text.startswith("█"):
        unit.run(unit.tick + 512)
    assert unit.said.text == "REPRISE ?"
    assert state(unit).plain() == plain
    operations = unit.operations
    pump(unit, bots.strokes(), 60)
    assert unit.operations > operations


def test_a_game_whose_cells_are_changed_is_played_on() -> None:
    number = game_with("cells")
    assert SPEC.mishap(number).cells < 150
    counts, failure = play(SPEC, number)[1:3]
    assert failure == ""
    assert counts.turns == 90


@pytest.mark.parametrize("kind", ["disk", "cells"])
def test_a_game_that_fails_later_is_recorded_with_its_mishap(kind: str) -> None:
    outcome = play(GameSpec(players=3), game_with(kind), check=late_debt)
    assert outcome.failure.endswith("a player is in debt, late")
    mishap = {"disk": "memory fails", "cells": "battery 2.100V"}[kind]
    assert outcome.recording.count(f" {mishap}\n") == 1
    assert mishap not in outcome.script
    for text in (outcome.recording, outcome.script):
        script = parse(text)
        unit = unit_for(script.header)
        assert Player(unit, script).play() is None
        assert late_debt(state(unit))


def test_an_agreed_time_that_runs_out_ends_the_game_by_the_rules() -> None:
    spec = GameSpec("euro", players=3, game="timed", minutes=10)
    counts, failure = play(spec, 0)[1:3]
    assert failure == ""
    assert counts.ended == 1
    assert counts.rules["TIME-1"] == 1
    assert counts.rules["END-1"] == 0
    assert counts.ticks > 10 * 60 * 32_768
