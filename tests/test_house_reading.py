"""How the house reads row A, and where its chance comes from."""

from __future__ import annotations

import pytest

from keypad.house.chance import Chance
from keypad.house.fingers import player_in


@pytest.mark.parametrize(
    ("form", "text", "player"),
    [
        ("J# LANCEZ", "J3 LANCEZ", 3),
        ("J# LANCEZ", "J3 LANCEZ !", 0),
        ("ADJUGE J# ?", "ADJUGE J8 ?", 8),
        ("ADJUGE J# ?", "ADJUGE J8 ", 0),
    ],
)
def test_a_player_is_read_from_a_text_of_the_form_alone(form: str, text: str, player: int) -> None:
    assert player_in(form, text) == player


def test_chance_is_the_same_for_the_same_seed_and_even_enough() -> None:
    draws = [Chance(7)(6) for _ in range(3)]
    assert len(set(draws)) == 1
    chance = Chance(7)
    counts = [0] * 6
    for _ in range(60_000):
        counts[chance(6)] += 1
    assert all(abs(count - 10_000) < 400 for count in counts)
