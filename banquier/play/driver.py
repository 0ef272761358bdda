"""The driver of time: how much of the unit's time passes per second of real time.

    driver = Driver(keys)
    driver.catch_up()                advance the unit to the tick that it should have reached
    sleep(driver.rest())             until the next change

`keys` is the source of the unit's keys: a KeyQueue, or the cursor of a recording. The clock can be
passed in. Front ends differ in their limits: in the panel, if the program could not run (suspended,
or the lid was shut), the unit stopped with it and must not have switched itself off meanwhile; for
a browser that slept, time went on.
"""

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import NamedTuple, Protocol

from datasheet.ticks import CRYSTAL as TICKS_A_SECOND
from datasheet.ticks import NEVER
from display.lcd import FRAME, SLOT
from hardware.unit import Unit
from keypad.scanner import SCAN

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 60.0, 240.0)
FASTEST = 100_000.0
"""The pace that no machine reaches, for "as fast as possible"."""
STEPS = {"slot": SLOT, "scan": SCAN, "frame": FRAME}
RUN_AT_ONCE = 8 * TICKS_A_SECOND
"""Ticks between two looks at the clock, so that a fast pace leaves time to draw."""


class Limits(NamedTuple):
    stood_still: float
    """Seconds of lateness after which the whole program is taken to have stopped."""
    run: float
    """Seconds that one `catch_up` may take."""
    jump: int
    """Ticks that one `catch_up` may make up for."""
    rest: float
    """Seconds to sleep at most."""


PANEL = Limits(stood_still=2.0, run=0.012, jump=NEVER, rest=3600.0)
BROWSER = Limits(stood_still=inf, run=inf, jump=24 * 3600 * TICKS_A_SECOND, rest=60.0)


class Driven(Protocol):
    @property
    def unit(self) -> Unit: ...
    def run(self, until: int) -> None: ...
    def next_event(self) -> int: ...


class Driver:
    def __init__(
        self,
        keys: Driven,
        speed: float = 1.0,
        clock: Callable[[], float] = monotonic,
        limits: Limits = PANEL,
    ) -> None:
        self.keys = keys
        self.unit = keys.unit
        self.clock = clock
        self.limits = limits
        self.speed = speed
        self.speeds = SPEEDS
        self.paused = False
        self.start()

    def start(self) -> None:
        """Start from the current tick; time before does not count."""
        self._expected = NEVER * 1.0
        self._tick = self.unit.tick
        self._at = self.clock()

    def current_tick(self) -> int:
        """The tick at which the unit should be."""
        passed = self.clock() - self._at
        return self._tick + int(passed * self.speed * TICKS_A_SECOND)

    def catch_up(self) -> None:
        if self.paused:
            return
        if self.clock() > self._expected + self.limits.stood_still:
            self.start()
        self._expected = NEVER * 1.0
        until = self.current_tick()
        if until > self.unit.tick + self.limits.jump:
            until = self.unit.tick + self.limits.jump
            self._tick, self._at = until, self.clock()
        begun = self.clock()
        while (tick := self.unit.tick) < until:
            self.keys.run(min(until, tick + RUN_AT_ONCE))
            # This machine is slower than the pace, or the recording has ended.
            if self.clock() - begun > self.limits.run or self.unit.tick == tick:
                self.start()
                break

    def run_on(self) -> None:
        """Advance the unit from its current tick by the time elapsed since the last call."""
        self._tick = self.unit.tick
        self.catch_up()
        self.start()

    def rest(self) -> float | None:
        """Return the seconds until something happens by itself; None while the unit is paused."""
        if self.paused:
            return None
        due = min(self.unit.next_event(), self.keys.next_event())
        if due >= NEVER:
            self._expected = NEVER * 1.0
            return self.limits.rest
        # The unit must run beyond that tick, hence one more; half a tick is for rounding.
        seconds = (due + 1.5 - self._tick) / (self.speed * TICKS_A_SECOND)
        wait = min(max(0.0, self._at + seconds - self.clock()), self.limits.rest)
        self._expected = self.clock() + wait
        return wait

    def set_speed(self, speed: float) -> None:
        self.catch_up()
        self.speed = speed
        self.start()

    def shift(self, way: int) -> None:
        """Change to the next speed of the list, upwards or downwards."""
        others = [s for s in self.speeds if (s > self.speed if way > 0 else s < self.speed)]
        if others:
            self.set_speed(min(others) if way > 0 else max(others))

    def attach(self, keys: Driven) -> None:
        """Run another unit from now on; the last one stops."""
        self.keys = keys
        self.unit = keys.unit
        self.start()

    def pause(self) -> None:
        self.catch_up()
        self._complete_picture()
        self.paused = True

    def _complete_picture(self) -> None:
        """Finish the frame: commons change in turn, and a pause between two shows half of it."""
        while (tick := self.unit.tick) < self.unit.lcd.whole_at:
            self.keys.run(self.unit.lcd.whole_at)
            if self.unit.tick == tick:  # there is no more to come
                break

    def resume(self) -> None:
        self.paused = False
        self.start()

    def step(self, what: str) -> None:
        """Advance a paused unit by one slot, scan or frame, or until the game has changed."""
        unit = self.unit
        if what != "operation":
            size = STEPS[what]
            self.keys.run((unit.tick // size + 1) * size)
            return
        before, limit = unit.operations, unit.tick + 60 * TICKS_A_SECOND
        while unit.operations == before and unit.tick < limit:
            due = min(unit.next_event(), self.keys.next_event())
            if due >= NEVER:
                break
            self.keys.run(max(unit.tick + 1, due + 1))
        self._complete_picture()
