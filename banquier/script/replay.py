"""Replay of a recording at any speed, with its digests checked if wanted.

    replay(unit, script, pace=Pace(1), show=print)

A pace only waits: the unit does the same at every speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from banquier.script import steps
from banquier.script.errors import ScriptError
from banquier.script.failure import milliseconds
from banquier.script.language import Script
from banquier.script.play_state import Failure, Step
from banquier.script.player import Player
from banquier.script.vocabulary import ICONS, BadWord, number, quoted, ticks
from firmware_sim.interface import CRYSTAL, Shown
from hardware.unit import Unit


class Until(NamedTuple):
    """Where to stop: after an operation or at a tick; -1 is never."""

    operation: int = -1
    tick: int = -1


def until(word: str) -> Until:
    """`40`: after operation 40. `@123456`, `90s`: at that tick, at that time."""
    if word.startswith("@"):
        return Until(tick=number(word[1:], "a tick", 0, 10**15))
    if word.isdecimal():
        return Until(operation=number(word, "an operation", 0, 10**12))
    try:
        return Until(tick=ticks(word))
    except BadWord:
        raise BadWord(
            f"{quoted(word)} is no place to stop: an operation (40), a tick (@123456) "
            "or a time (90s) stands here"
        ) from None


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


class Replayed(NamedTuple):
    failure: Failure | None
    states: int
    """The number of digests in the steps that were played."""


def replay(
    unit: Unit,
    script: Script,
    *,
    pace: Pace | None = None,
    show: Callable[[str], None] | None = None,
    check: bool = False,
    stop: Until | None = None,
) -> Replayed:
    """Play; `show` gets a line for each new text of the glass, without blinking."""
    stop = stop or Until()
    script = script._replace(steps=cut(script, stop))
    last = ""

    def watch(tick: int, shown: Shown) -> None:
        nonlocal last
        if pace is not None:
            pace.wait(tick)
        said = unit.said
        lit = " ".join(name for name in ICONS if name in said.icons)
        words = f'"{shown[0]}" "{said.value}" {lit}'.rstrip()
        if show is not None and words != last:
            last = words
            show(f"{milliseconds(tick):>13} ms  {words}")

    unit.on_display.append(watch)
    try:
        player = Player(unit, script, check_states=check)
        failure = player.play()
        if failure is None and stop.tick > unit.tick:
            unit.run(stop.tick)
        if pace is not None:
            pace.wait(unit.tick)
    finally:
        unit.on_display.remove(watch)
    return Replayed(failure, sum(isinstance(step, steps.State) for step in script.steps))


def cut(script: Script, stop: Until) -> list[Step]:
    """The steps until `stop`."""
    for index, step in enumerate(script.steps):
        at = step.at if isinstance(step, steps.Edge) else getattr(step, "tick", -1)
        if 0 <= stop.tick < at:
            return script.steps[:index]
        if isinstance(step, steps.State) and step.number == stop.operation:
            return script.steps[: index + 1]
    if stop.operation >= 0:
        raise ScriptError(f"{script.file}: no operation {stop.operation} was recorded")
    return script.steps
