"""Rng for fingers: whole numbers out of a congruential generator, the same for the same seed."""

from __future__ import annotations

MASK = (1 << 64) - 1


class Rng:
    """`chance(n)` is a number from 0 to n - 1."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK
        for _ in range(4):  # neighbouring seeds part
            self(1)

    def __call__(self, below: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return (self.state >> 33) % below
