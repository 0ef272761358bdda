"""How the bots read row A, and their random numbers."""

from __future__ import annotations

import pytest

from banquier.game.key_reader import form_of
from banquier.game.rng import rng


@pytest.mark.parametrize(
    ("text", "form", "player"),
    [
        ("J3 LANCEZ", "J# LANCEZ", 3),
        ("ADJUGE J8 ?", "ADJUGE J# ?", 8),
        ("LOYER J1", "LOYER J#", 1),
        ("RUE J12", "RUE J12", 0),
        ("ENCHERE", "ENCHERE", 0),
    ],
)
def test_a_form_and_its_player_are_read_from_a_text(text: str, form: str, player: int) -> None:
    assert form_of(text) == (form, player)


def test_random_numbers_repeat_for_a_seed_and_are_evenly_spread() -> None:
    draws = [rng(7)(6) for _ in range(3)]
    assert len(set(draws)) == 1
    chance = rng(7)
    counts = [0] * 6
    for _ in range(60_000):
        counts[chance(6)] += 1
    assert all(abs(count - 10_000) < 400 for count in counts)
