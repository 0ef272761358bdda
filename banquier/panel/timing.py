"""The unit's time and keys in the panel. Between two events nothing is computed: the panel sleeps
until the unit's next visible change, and wakes at once for a key.

    timing.wake()                 the unit is brought to the present and painted
    timing.do_now(act)            keys move in the present, not when the unit was last painted
    timing.attach(played)         another unit from now on; the one before stands still
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from banquier.play.driver import Driven, Driver
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad_source import exchange

if TYPE_CHECKING:
    from hardware.keypads.keypad_link import KeypadLink
    from hardware.unit import Unit

LEAST_REST = 0.001
ANIMATION_STEP = 0.1
"""Seconds between two pictures of what shows time itself."""


class Timing:
    def __init__(
        self, unit: Unit, paint: Callable[[], bool], *, speed: float = 1.0,
        keypads: Sequence[KeypadLink] = (), frozen: bool = False,
    ) -> None:  # fmt: skip
        """`paint` shows the unit: true if it shows time itself. `frozen`: time stands still."""
        self.keys = KeyQueue(unit)
        self.driver = Driver(self.keys, speed, (lambda: 0.0) if frozen else monotonic)
        self.keypads = keypads
        self.frozen = frozen
        self.step_length = "frame"
        self._paint = paint
        self._heard = unit.beeper.count
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def unit(self) -> Unit:
        return self.keys.unit

    def attach(self, played: Driven) -> None:
        """The queue of its keys; or a recording, which moves them itself."""
        self.keys.drop()
        self.keys = played if isinstance(played, KeyQueue) else KeyQueue(played.unit)
        self.driver.attach(played)
        self._heard = self.unit.beeper.count

    def new_beeps(self) -> Sequence[tuple[int, str]]:
        new = self.unit.beeper.beeps_since(self._heard)
        self._heard = self.unit.beeper.count
        return new

    def wake(self) -> None:
        self.stop()
        self.catch_up()
        animated = self._paint()
        rest = None if self.frozen else self.driver.rest()
        if rest is not None:
            rest = min(rest, ANIMATION_STEP) if animated else rest
            self._alarm = asyncio.get_running_loop().call_later(max(rest, LEAST_REST), self.wake)

    def catch_up(self) -> None:
        self.driver.catch_up()
        for link in self.keypads:
            exchange(self.keys, link)

    def do_now(self, act: Callable[[], object]) -> None:
        self.driver.catch_up()
        act()
        self.keys.run(self.unit.tick)
        self.wake()

    def stop(self) -> None:
        """Until it is woken."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
