"""The random numbers of the bots."""

from __future__ import annotations

from banquier.play.rng import rng


def test_random_numbers_repeat_for_a_seed_and_are_evenly_spread() -> None:
    draws = [rng(7)(6) for _ in range(3)]
    assert len(set(draws)) == 1
    chance = rng(7)
    counts = [0] * 6
    for _ in range(60_000):
        counts[chance(6)] += 1
    assert all(abs(count - 10_000) < 400 for count in counts)
