"""The bots while random keys are pressed at random times."""

from __future__ import annotations

from random import Random

import pytest

from banquier.play.bots import Bots, Stuck
from keypad.keys import NAMES
from tests.support.bot_game import pump, state
from tests.support.invariants import broken
from tests.support.units import at_the_table, tap_in_turn

STROKES = 1_500
OFTEN = 12  # a random key follows one of this many strokes
KEYS = [name for name in NAMES if name != "ON"]
PROFILES = {1: "careful", 2: "greedy", 3: "trader", 4: "greedy"}


@pytest.mark.parametrize("edition", ["electronique", "deska", "euro", "classique", "merveilles"])
@pytest.mark.parametrize("dice", ["DES AUTO", "DES JETES"])
def test_the_bots_play_on_between_random_keys(edition: str, dice: str) -> None:
    chance = Random(f"{edition} {dice}")
    unit = at_the_table(edition, 4, dice)
    bots = Bots(unit, PROFILES, seed=7)
    strokes = bots.strokes()
    played = 0
    for _ in range(STROKES):
        try:
            if not pump(unit, strokes, 1) and unit.said.text.startswith("GAGNANT"):
                break
        except Stuck:
            strokes = bots.strokes()  # the bots start again
        except StopIteration:
            break
        if chance.randrange(OFTEN) == 0:
            tap_in_turn(unit, chance.choice(KEYS))
        if unit.firmware.session.game is None or unit.firmware.session.stage != "game":
            break  # a random key began a new game or switched the unit off
        played += 1
        assert broken(state(unit)) == []
    assert unit.operations > 0
    assert played > 100
