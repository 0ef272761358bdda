"""The beeps of a unit as samples, for a speaker or a file.

write_wav(file, unit.beeper.beeps, 0, unit.tick)
"""

from __future__ import annotations

import wave
from collections.abc import Iterable, Iterator
from typing import IO

from datasheet.ticks import CRYSTAL
from hardware.beeper import Beep, edges

RATE = 2 * CRYSTAL
"""Two samples per tick: every edge falls between two samples, so nothing is rounded."""

# Silence is the middle of the range, so that the file does not begin with a click.
_DOWN, _UP = b"\x80", b"\xe0"
_CHUNK = 32_768


def samples(beeps: Iterable[Beep], start: int, end: int, down: bytes, up: bytes) -> Iterator[bytes]:
    """Yield samples of the pin from `start` to `end`; `down` and `up` are one sample each."""
    at, level = start, down
    for tick, after in (*edges(beeps, end), (end, 0)):
        while at < tick:
            ticks = min(tick - at, _CHUNK)
            yield level * (2 * ticks)
            at += ticks
        level = up if after else down


def write_wav(target: IO[bytes], beeps: Iterable[Beep], start: int, end: int) -> None:
    """Write a WAV file: eight bits, one channel, 65 536 Hz."""
    with wave.open(target, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(1)
        out.setframerate(RATE)
        for some in samples(beeps, start, end, _DOWN, _UP):
            out.writeframesraw(some)
