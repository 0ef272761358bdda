"""Bots go on from any state of the unit."""

from __future__ import annotations

from random import Random

import pytest

from banquier.bots import Bots
from banquier.checks.invariants import broken
from firmware_sim.question import KEYS
from hardware.unit import Unit
from keypad.keys import NAMES
from tests.support.bot_game import at_the_table, pump, state, tap

PROFILES = {1: "careful", 2: "greedy", 3: "trader"}
MOST = 3_000  # strokes: waiting, then the way out
LEAVES_GAME = ("menu_new", "menu_off", "menu_end", "end_game")


def bots_go_on(unit: Unit) -> bool:
    """Whether bots for all players complete an operation or the game ends."""
    strokes = Bots(unit, PROFILES, seed=3).strokes()
    before = unit.operations
    for _ in range(MOST):
        if unit.operations != before or state(unit).winner:
            return True
        pump(unit, strokes, 1)
    return False


def test_bots_go_on_after_a_half_typed_bid() -> None:
    """Two failures of long soaks: a sum was typed and no bot completed it."""
    unit = at_the_table("deska", 3)
    tap(unit, "DES")
    while unit.question.kind != "offer":
        tap(unit, *unit.question.keys[:1])
    tap(unit, "ENCH", "1", "2", "6", "9")
    assert (unit.said.text, unit.said.value) == ("J1 MISE", "269")
    assert bots_go_on(unit)


@pytest.mark.parametrize("seed", range(60))
def test_bots_go_on_from_any_state_that_random_keys_lead_to(seed: int) -> None:
    random = Random(seed)
    unit = at_the_table(random.choice(("electronique", "deska", "euro", "merveilles")), 3)
    pump(unit, Bots(unit, PROFILES, seed=seed).strokes(), random.randrange(400))
    for _ in range(random.randrange(1, 25)):
        question = unit.question
        keys = ("C",) if question.kind in LEAVES_GAME else (*question.keys, *NAMES)
        tap(unit, random.choice(keys))
        if random.randrange(4) == 0 and question.keys:
            tap(unit, random.choice(question.keys))
    if unit.firmware.session.stage == "game":
        assert bots_go_on(unit), f"{unit.question}"
        assert broken(state(unit)) == []


def test_every_question_of_a_game_has_a_key_or_open_functions() -> None:
    """The way out relies on the keys that a question names."""
    assert [kind for kind, keys in KEYS.items() if not keys] == ["debt", "shift"]


def test_bots_stop_in_the_ranking_too() -> None:
    """A person may look through the ranking before the bots see who has won."""
    unit = at_the_table("electronique", 2)
    tap(unit, "FAILL", "OK", "OK", "OK", "+")
    unit.run(unit.notices_end)
    assert unit.question.kind == "rank"
    assert next(Bots(unit, {1: "careful", 2: "careful"}).strokes(), None) is None
