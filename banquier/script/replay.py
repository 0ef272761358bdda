"""A recording told in lines, at any speed.

    tell_lines(playback, Pace(1), print)

A pace only waits: the unit does the same at every speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from banquier.script.failure import milliseconds
from banquier.script.playback import Playback
from banquier.script.vocabulary import BadWord, quoted
from firmware_sim.glass import CRYSTAL, ICONS, Shown


class Pace:
    """Waits so that emulated time is `speed` times real time; 0 does not wait."""

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self.began = time.monotonic()

    def wait(self, tick: int) -> None:
        if self.speed:
            due = self.began + tick / CRYSTAL / self.speed
            late = due - time.monotonic()
            if late > 0:
                time.sleep(late)


def pace(word: str) -> Pace:
    """`1`, `2.5`; `0` or `max` is unlimited."""
    if word == "max":
        return Pace(0)
    digits = word.replace(".", "", 1)
    if not (digits.isascii() and digits.isdecimal()) or len(word) > 9:
        raise BadWord(f"{quoted(word)} is no speed: a number stands here, 0 or max for no limit")
    return Pace(float(word))


def tell_lines(playback: Playback, pace: Pace, show: Callable[[str], None]) -> None:
    """A line for each new text of the glass, without blinking."""
    unit, last = playback.unit, ""

    def watch(tick: int, shown: Shown) -> None:
        nonlocal last
        pace.wait(tick)
        said = unit.said
        lit = " ".join(name for name in ICONS if name in said.icons)
        words = f'"{shown[0]}" "{said.value}" {lit}'.rstrip()
        if words != last:
            last = words
            show(f"{milliseconds(tick):>13} ms  {words}")

    unit.on_display.append(watch)
    playback.play()
    pace.wait(unit.tick)
