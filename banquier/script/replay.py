"""A recording told in lines, at any speed.

    tell_lines(playback, speed_of("2.5"), print)

The speed only waits: the unit does the same at every one.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from banquier.script.failure import milliseconds
from banquier.script.playback import Playback
from banquier.script.vocabulary import BadWord, quoted
from firmware_sim.glass import CRYSTAL, ICONS, Shown


def speed_of(word: str) -> float:
    """`1`, `2.5`: so many times real time; `0` or `max` is unlimited."""
    if word == "max":
        return 0
    digits = word.replace(".", "", 1)
    if not (digits.isascii() and digits.isdecimal()) or len(word) > 9:
        raise BadWord(f"{quoted(word)} is no speed: a number stands here, 0 or max for no limit")
    return float(word)


def tell_lines(playback: Playback, speed: float, show: Callable[[str], None]) -> None:
    """A line for each new text of the glass, without blinking."""
    unit, last, began = playback.unit, "", time.monotonic()

    def wait(tick: int) -> None:
        late = began + tick / CRYSTAL / speed - time.monotonic() if speed else 0
        if late > 0:
            time.sleep(late)

    def watch(tick: int, shown: Shown) -> None:
        nonlocal last
        wait(tick)
        said = unit.said
        lit = " ".join(name for name in ICONS if name in said.icons)
        words = f'"{shown[0]}" "{said.value}" {lit}'.rstrip()
        if words != last:
            last = words
            show(f"{milliseconds(tick):>13} ms  {words}")

    unit.on_display.append(watch)
    playback.play()
    wait(unit.tick)
