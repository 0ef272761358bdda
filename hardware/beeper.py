"""The beeper: a piezo disc between one pin and ground, and the tunes the pin knows.

    pin ──┐  ┌──┐  ┌──┐  ┌──        a note of divisor d: up d/2 ticks, down d/2 ticks,
          └──┘  └──┘  └──┘          32 768/d Hz, cut wherever its length ends

    divisor    8      10      12      14      16      20      24      28
    Hz       4096  3276.8  2730.7  2340.6    2048  1638.4  1365.3  1170.3

Everything is a list of notes (divisor, ticks), a rest having divisor 0. A new beep cuts the one
that sounds; `silence`, an empty one, is what the loss of power leaves. A muted unit does not ask:
that is the firmware's affair.

    beeper = Beeper()
    beeper.play("key", tick=96)
    list(edges(beeper.beeps, until=4096))       # [(96, 1), (100, 0), (104, 1), ...]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from datasheet.ticks import NEVER

REST = 0

Note = tuple[int, int]

SIGNALS: dict[str, tuple[Note, ...]] = {
    "key": ((8, 1024),),
    "attention": ((16, 2048),),
    "error": ((24, 2048), (REST, 2048), (24, 2048), (REST, 2048), (24, 2048)),
}
TUNES: dict[str, tuple[Note, ...]] = {
    # The divisors form thirds and fourths over 24: 24 20 16 12 10 8 sing A C E A C E.
    "salary": ((20, 1536), (16, 1536), (12, 1536), (10, 3072)),
    "sale": ((16, 1536), (12, 1536), (16, 1536), (10, 3072)),
    "bankruptcy": (
        *((12, 3072), (REST, 512), (14, 3072), (REST, 512), (16, 3072), (REST, 512)),
        *((20, 4096), (24, 4096), (28, 8192)),
    ),
    "victory": (
        *((16, 1024), (REST, 512), (16, 1024), (REST, 512), (16, 1024), (REST, 512)),
        *((12, 4096), (16, 1536), (12, 1536), (10, 3072), (8, 6144)),
    ),
}
BEEPS: dict[str, tuple[Note, ...]] = {**SIGNALS, "silence": (), **TUNES}

LENGTH = {name: sum(ticks for _, ticks in notes) for name, notes in BEEPS.items()}

Beep = tuple[int, str]

MEMORY = 4096
"""The least number of beeps that are kept, and half of the most: hours of play."""


class Beeper:
    def __init__(self, memory: int = MEMORY) -> None:
        self.memory = memory
        self.beeps: list[Beep] = []
        """The beeps: (tick, name) in order of time; the oldest are dropped."""
        self._forgotten = 0
        self._last: Beep = (0, "silence")
        self.ends = 0
        """The tick at which the last beep ends."""

    def play(self, name: str, tick: int) -> None:
        self._last = (tick, name)
        self.beeps.append(self._last)
        self.ends = tick + LENGTH[name]
        if len(self.beeps) > 2 * self.memory:
            self._forgotten += self.memory
            del self.beeps[: self.memory]

    @property
    def count(self) -> int:
        """The number of beeps so far."""
        return self._forgotten + len(self.beeps)

    def beeps_since(self, count: int) -> list[Beep]:
        """The beeps after the first `count`, as far as they are kept."""
        return self.beeps[max(0, count - self._forgotten) :]

    def cut(self, tick: int) -> None:
        """Power is cut: the beep that sounds stops."""
        if self.ends > tick:
            self.play("silence", tick)

    def level(self, tick: int) -> int:
        """The pin at that tick, which must not lie before the last beep."""
        start, name = self._last
        offset = tick - start
        for divisor, ticks in BEEPS[name]:
            if offset < ticks:
                return int(divisor != REST and offset % divisor < divisor // 2)
            offset -= ticks
        return 0

    def next_event(self, tick: int) -> int:
        """The tick at which the pin falls silent; NEVER if it is silent."""
        return self.ends if self.ends > tick else NEVER

    def state(self, tick: int) -> Beep:
        """The beep that sounds and when it began; past beeps do not matter to the machine."""
        return self._last if self.ends > tick else (0, "silence")


def edges(beeps: Iterable[Beep], until: int) -> Iterator[tuple[int, int]]:
    """The pin's edges (tick, level) below `until`, each one turning the level over.

    A cut in the middle of a wave may ask for down and up again at one tick: that is no edge.
    """
    every = [*beeps, (until, "silence")]
    last, turned = (0, 0), False
    for beep, (cut, _) in pairwise(every):
        for stroke in _one(beep, min(cut, until)):
            if turned and stroke[0] > last[0]:
                yield last
                turned = False
            last, turned = stroke, not turned
    if turned and last[0] < until:
        yield last


def _one(beep: Beep, until: int) -> Iterator[tuple[int, int]]:
    """The strokes of one beep cut at `until`, the last one down included."""
    at, name = beep
    for divisor, ticks in BEEPS[name]:
        end = min(at + ticks, until)
        if divisor != REST:
            for up in range(at, end, divisor):
                yield up, 1
                yield min(up + divisor // 2, end), 0
        at += ticks
