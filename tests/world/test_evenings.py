"""Whole evenings, each from one number: phones, bots, kills.

make world EVENINGS=200 SEED=7
"""

import os

import pytest

from tests.world.evening import Evening

EVENINGS = int(os.environ.get("BANQUIER_EVENINGS", "6"))
SEED = int(os.environ.get("BANQUIER_SEED", "1"))


@pytest.mark.parametrize("number", range(SEED, SEED + EVENINGS))
def test_an_evening_holds(number: int) -> None:
    Evening(number).play()
