"""The beeps of a unit as a sound file.

write_wav(file, unit.beeper.beeps, 0, unit.tick)
"""

from __future__ import annotations

import wave
from collections.abc import Iterable
from typing import IO

from hardware.beeper import Beep, edges

RATE = 65_536
"""Two samples a tick: every edge falls between two of them, so nothing is rounded."""

# Silence lies in the middle of the range, so that no click opens the file.
_SAMPLES = {0: b"\x80", 1: b"\xe0"}
_CHUNK = 32_768


def write_wav(target: IO[bytes], beeps: Iterable[Beep], start: int, end: int) -> None:
    """The pin from `start` to `end` as sound: eight bits, one channel, 65 536 Hz."""
    with wave.open(target, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(1)
        out.setframerate(RATE)
        at, level = start, 0
        for tick, after in (*edges(beeps, end), (end, 0)):
            while at < tick:
                ticks = min(tick - at, _CHUNK)
                out.writeframesraw(_SAMPLES[level] * (2 * ticks))
                at += ticks
            level = after
