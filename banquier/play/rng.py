"""Random numbers for bots: a congruential generator; equal seeds give equal numbers.

draw = rng(7)
draw(6)         a number from 0 to 5
"""

from __future__ import annotations

from collections.abc import Callable

Rng = Callable[[int], int]
"""A function that returns a number from 0 to n - 1."""

MASK = (1 << 64) - 1


def rng(seed: int) -> Rng:
    state = seed & MASK

    def draw(below: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) & MASK
        return (state >> 33) % below

    for _ in range(4):  # so that neighbouring seeds differ
        draw(1)
    return draw
