"""The dice: a sixteen-bit shift register clocked by the crystal.

    ┌──────────────────────── out ◀───────────────────────────┐
    │  ┌──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┐      │
    └─▶│16│15│14│13│12│11│10│ 9│ 8│ 7│ 6│ 5│ 4│ 3│ 2│ 1│──────┤
       └──┴──┴▲─┴▲─┴──┴▲─┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┘      │
              └──┴─────┴──────── exclusive or ◀───────────────┘

The polynomial x^16 + x^14 + x^13 + x^11 + 1 (taps 16 14 13 11, mask 0xB400) walks through all
65 535 states but zero, one a tick, twice round in four seconds: too fast for a player to time a
throw. At power-up the register holds zero, the one state it never leaves; the first key press, or
the seed of a script, sets it once.

A step is linear over bits, and so are 2^k steps. `advance` combines the powers that it needs, each
from four tables of 16 words, which a small computer has room for: any distance costs at most 64
look-ups and gives the same word as single steps.

    dice = Dice()
    dice.seed(42, tick=0)
    dice.word(1_000_000)        # the register as the crystal has it at that tick
"""

from __future__ import annotations

TAPS = 0xB400
PERIOD = 0xFFFF


def step(word: int) -> int:
    """One tick of the crystal."""
    return word >> 1 ^ TAPS if word & 1 else word >> 1


_POWERS: list[list[list[int]]] = []
"""2^power steps at once: what each value of four bits turns into, from the lowest on."""


def _next_power() -> list[list[int]]:
    half = 1 << len(_POWERS) >> 1
    bits = [1 << bit for bit in range(16)]
    images = [leap(leap(bit, half), half) if half else step(bit) for bit in bits]
    return [_spread(images[at : at + 4]) for at in range(0, 16, 4)]


def _spread(images: list[int]) -> list[int]:
    table = [0]
    for image in images:
        table += [image ^ other for other in table]
    return table


def leap(word: int, steps: int) -> int:
    """The word after any number of steps."""
    steps %= PERIOD
    while len(_POWERS) < steps.bit_length():  # the lowest first: no deep recursion
        _POWERS.append(_next_power())
    while steps:
        power = steps.bit_length() - 1
        a, b, c, d = _POWERS[power]
        word = a[word & 15] ^ b[word >> 4 & 15] ^ c[word >> 8 & 15] ^ d[word >> 12]
        steps ^= 1 << power
    return word


class Dice:
    def __init__(self) -> None:
        """Start with the zero word, which the register leaves only by a seed."""
        self._word = 0
        self._tick = 0

    @property
    def seeded(self) -> bool:
        return self._word != 0

    def seed(self, number: int, tick: int) -> None:
        """Start from one of the 65 535 other words; any whole number selects one."""
        self._word = number % PERIOD + 1
        self._tick = tick

    def advance(self, tick: int) -> None:
        self._word = leap(self._word, tick - self._tick)
        self._tick = tick

    def word(self, tick: int) -> int:
        """The register at that tick, which never lies before the last one asked for."""
        self.advance(tick)
        return self._word

    def state(self) -> tuple[int, int]:
        return self._tick, self._word

    def restore(self, state: tuple[int, int]) -> None:
        self._tick, self._word = state
