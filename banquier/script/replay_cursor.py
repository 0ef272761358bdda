"""A recording played at a chosen speed, forwards or from any of its operations.

    cursor = ReplayCursor(make, script)      make() gives a new unit
    cursor.run(cursor.unit.tick + 32_768)    one second, with every key that was pressed in it
    cursor.next_event()                      the tick of the next recorded key
    cursor.go_to(7)                          to the state after operation 7, back or forth
    cursor.held                              the keys that are down now

The script player presses the keys; the caller holds the clock and says how far it runs. The unit
does the same in slices of any length. It never runs beyond the recording: there it is `over`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from banquier.script import steps
from banquier.script.errors import ScriptError
from banquier.script.language import Script
from banquier.script.play_state import Failure, Step
from banquier.script.player import Player
from banquier.script.replay import Until, cut
from display.lcd import FRAME
from firmware_sim.interface import NEVER
from hardware.unit import Snapshot, Unit

NOW = -1
KEEP_EVERY = 64
"""Operations from one kept state to the next: going back plays no more than so many again."""


class Done(NamedTuple):
    """An operation and the tick of its end."""

    number: int
    tick: int


class Kept(NamedTuple):
    """The state after an operation, to go back to."""

    unit: Snapshot
    names: dict[int, str]
    held: frozenset[str]
    at: int
    records: int


class ReplayCursor:
    def __init__(
        self, make: Callable[[], Unit], script: Script, *, stop: Until | None = None
    ) -> None:
        self._make = make
        self._stop = stop or Until()
        self.script = script._replace(steps=cut(script, self._stop))
        self.states = list(_states(self.script.steps))
        """The recorded operations in order."""
        self.failure: Failure | None = None
        """The first operation whose digest differs from the recording."""
        self.trouble = ""
        """Why it stopped."""
        self._kept: dict[int, Kept] = {}
        self._begin()
        self.first = self.unit.tick
        """The first and the last tick that can be played."""
        self.last = max(self._stop.tick, *(_due(step) for step in self._steps), self.first)

    def _begin(self) -> None:
        self.unit: Unit = self._make()
        self.held: frozenset[str] = frozenset()
        self._player = Player(self.unit, self.script)  # a recording has no `start`
        self._player.records, self._steps = steps.playable(self.script.steps)
        self._at = 0
        self._end = NEVER
        if self._player.records:  # steps before cannot be replayed
            self.unit.run(max(self.unit.tick, _due(self._steps[0])))

    # -- time

    @property
    def over(self) -> bool:
        return self.unit.tick >= self._end

    def next_event(self) -> int:
        """The tick of the next key edge, or NEVER."""
        if self._left:
            return max(self.unit.tick, _due(self._steps[self._at]))
        return NEVER if self.over else self._end

    def run(self, until: int) -> None:
        while self._left and _due(self._steps[self._at]) <= until:
            self._do(self._steps[self._at])
        if not self._left and self._end == NEVER:
            unit, tick = self.unit, self._stop.tick
            self._end = max(tick, unit.tick) if tick >= 0 else unit.notices_end + FRAME
        until = min(until, self._end)
        if until > self.unit.tick:
            self.unit.run(until)

    def disagreement(self) -> str:
        """What is wrong with the recording as far as it was played; empty if nothing."""
        if self.trouble or self.failure is None:
            return self.trouble
        return f"{self.failure.place}: {self.failure.wanted} was recorded, not what happens here"

    def go_to(self, operation: int) -> None:
        """Go to the state after this operation, and to its picture; 0 is the beginning."""
        here = self.unit.operations
        kept = max((number for number in self._kept if number <= operation), default=0)
        if kept and (operation < here or kept > here):
            self._restore(self._kept[kept])
        elif operation <= 0 or operation < here:
            self._begin()
        while self._left and self.unit.operations < operation:
            step = self._steps[self._at]
            self.run(max(self.unit.tick, _due(step)))
        # No other operation is so near: a key takes longer to be seen.
        self.run(self.unit.lcd.whole_at if self._left else NEVER)

    def _keep(self, operation: int) -> None:
        if operation % KEEP_EVERY == 0 and operation not in self._kept:
            self._kept[operation] = Kept(
                self.unit.snapshot(), self.unit.names, self.held, self._at,
                len(self._player.records),
            )  # fmt: skip

    def _restore(self, kept: Kept) -> None:
        self.unit.restore(kept.unit)
        self.unit.names, self.held, self._at = kept.names, kept.held, kept.at
        del self._player.records[kept.records :]
        self._end, self.trouble = NEVER, ""

    # -- steps

    @property
    def _left(self) -> int:
        return len(self._steps) - self._at

    def _do(self, step: Step) -> None:
        self._at += 1
        try:
            failure = step.do(self._player)
        except ScriptError as error:
            self.trouble = str(error)
            self._at = len(self._steps)
            return
        if failure is not None:
            self.failure = failure
            self._player.check_states = False
        if isinstance(step, steps.Edge):
            self.held = self.held | {step.key} if step.down else self.held - {step.key}
        elif isinstance(step, steps.Resume):
            self.held = frozenset()
        elif isinstance(step, steps.State):
            self._keep(step.number)


def _states(played: Sequence[Step]) -> Iterator[Done]:
    known = tick = 0
    for step in played:
        tick = max(tick, _due(step))
        if isinstance(step, steps.State) and step.number > known:
            known = step.number
            yield Done(known, tick)


def _due(step: Step) -> int:
    if isinstance(step, steps.At):
        return step.tick
    return step.at if isinstance(step, steps.Edge) else NOW
