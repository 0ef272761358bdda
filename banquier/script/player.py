"""The player of scripts: presses keys on a unit and checks expectations.

    player = Player(unit, script)
    failure = player.play()              # None: everything held
    player.presses, unit.tick

An expectation is checked at once, then the unit runs until it holds or its time limit is over. A
failed expectation returns a `Failure` for the report; a mistake of the script that shows only in
play raises `ScriptError`. What each step does is in steps.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from banquier.script.errors import Place
from banquier.script.events import Recording
from banquier.script.header import Header
from datasheet.glass import GlassText, Shown
from datasheet.ticks import CRYSTAL
from hardware.unit import Unit, tap
from keypad.keys import PULSE

PATIENCE = 10 * CRYSTAL
"""The time that an expectation waits after the last queued notice."""

KeyEdge = tuple[int, str, bool]


class Failure(NamedTuple):
    """A failed expectation, with the events before it.

    `expected` is None if it is not about the glass.
    """

    place: Place
    tick: int
    wanted: str
    found: str
    expected: GlassText | None
    obtained: GlassText
    edges: tuple[KeyEdge, ...]
    displays: tuple[tuple[int, Shown], ...]


class Step(NamedTuple):
    """A checked step: `do` plays it, with the player and these arguments."""

    place: Place
    verb: str
    do: Callable[..., Failure | None]
    arguments: Sequence[Any] = ()
    tick: int = -1
    """The tick of the step; -1 if it follows the step before."""


class Script(NamedTuple):
    file: str
    header: Header
    steps: list[Step]
    recording: Recording | None = None
    """The recording, if it is the only step."""


class Player:
    def __init__(self, unit: Unit, script: Script) -> None:
        self.unit = unit
        self.script = script
        self.presses = 0
        self.edges: deque[KeyEdge] = deque(maxlen=20)
        self.displays: deque[tuple[int, Shown]] = deque(maxlen=5)
        self.heard = 0
        """The number of beeps when the last step pressed a key."""
        self.step = Step(Place(script.file, 1), "", lambda player: None)
        """The one that is played."""

    def play(self) -> Failure | None:
        """Play the steps until the first failure."""
        self.unit.on_display.append(self._record_display)
        try:
            for step in self.script.steps:
                self.step = step
                if failure := self._wait_for_its_tick() or step.do(self, *step.arguments):
                    return failure
                self.unit.question  # noqa: B018 - worked out here, so that a fault in it is seen
        finally:
            self.unit.on_display.remove(self._record_display)
        return None

    def _record_display(self, tick: int, shown: Shown) -> None:
        self.displays.append((tick, shown))

    def _wait_for_its_tick(self) -> Failure | None:
        tick = self.step.tick
        if tick < 0:
            return None
        if tick < self.unit.tick:
            there = f"it is tick {self.unit.tick} already"
            return self.failure(f"to be at tick {tick} at most", there)
        self.unit.run(tick)
        return None

    # -- called by the steps

    def tap(self, keys: Sequence[str], hold: int = PULSE) -> None:
        """Press keys one after the other: down for `hold`, then up for a pulse."""
        for key in keys:
            tick = self.unit.tick
            self.edges += [(tick, key, True), (tick + hold, key, False)]
            tap(self.unit, key, hold=hold)
        self.presses += len(keys)

    def run_until(self, agrees: Callable[[], bool], limit: int | None = None) -> bool:
        """Run until the condition holds; False when the time limit is over."""
        if agrees():
            return True
        unit = self.unit
        since = unit.tick
        while True:
            if limit is not None:
                end = since + limit
            else:
                told = unit.notices_end  # in the past if no notice is queued
                if told > unit.tick:
                    since = told
                end = since + PATIENCE
            if unit.tick >= end:
                return False
            unit.run_to_change(end)
            if agrees():
                return True

    def failure(self, wanted: str, found: str, expected: GlassText | None = None) -> Failure:
        return Failure(
            self.step.place,
            self.unit.tick,
            wanted,
            found,
            expected,
            self.unit.said,
            tuple(self.edges),
            tuple(self.displays),
        )
