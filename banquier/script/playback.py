"""A recording played at a chosen speed, forwards or from any of its operations.

    playback = Playback(make, recording)       make() gives a new unit
    playback.run(playback.unit.tick + 32_768)  one second, with every key that was pressed in it
    playback.next_event()                      the tick of the next recorded event
    playback.go_to(7)                          to the state after operation 7, back or forth
    playback.held                              the keys that are down now

The caller holds the clock and says how far it runs. The unit does the same in slices of any length.
It never runs beyond the recording: there it is `over`. Going back in a save is what taking up a
save is: from the record before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from banquier.script.errors import Place, ScriptError
from banquier.script.events import DO, MARKS, Event, Recording, do
from banquier.script.record_text import format_record, parse_record
from banquier.script.vocabulary import number, quote, ticks
from datasheet.ticks import NEVER
from display.lcd import FRAME
from firmware_sim.debug_port import DebugError
from firmware_sim.saved_state import Record, StateError
from hardware import unit_state
from hardware.unit import Unit


class Until(NamedTuple):
    """The point to stop at: an operation or a tick; -1 is never."""

    operation: int = -1
    tick: int = -1


def parse_until(word: str) -> Until:
    """`40`: after operation 40. `@123456`, `90s`: at that tick, at that time."""
    if word.startswith("@"):
        return Until(tick=number(word[1:], "a tick", 0, 10**15))
    if word.isdecimal():
        return Until(operation=number(word, "an operation", 0, 10**12))
    try:
        return Until(tick=ticks(word))
    except ScriptError:
        raise ScriptError(
            f"{quote(word)} is not a place to stop: an operation (40), a tick (@123456) "
            "or a time (90s) stands here"
        ) from None


class Difference(NamedTuple):
    """An operation whose digest is not the recorded one."""

    place: Place
    wanted: str
    found: str


class Playback:
    def __init__(
        self, make: Callable[[], Unit], recording: Recording, *, stop: Until | None = None
    ) -> None:
        self._make = make
        self._stop = stop or Until()
        self.file = recording.file
        self._events = _events_until(recording, self._stop)
        adopted = (at for at, event in enumerate(self._events) if event.verb == "adopt")
        self._first = max(adopted, default=0)
        """The index of the last `adopt`; earlier events cannot be replayed."""
        self._names = dict(recording.header.names)
        recorded = [event.facts[0] for event in self._events if event.verb == "state"]
        self.digests, self.last_operation = len(recorded), max(recorded, default=0)
        self.failure: Difference | None = None
        """The first operation whose digest differs from the recording."""
        self._compares = True
        self._parsed: list[Record] = []
        """The records as far as they were needed."""
        self.trouble = ""
        """The reason why the playback stopped."""
        self._begin()
        self.first = self.unit.tick
        """The first tick that can be played."""

    def _begin(self) -> None:
        self.unit = self._make()
        self._compares = True
        self._start_at(self._first)
        if self._first:
            self.unit.run(max(self.unit.tick, self._events[self._first].tick))

    def _start_at(self, at: int) -> None:
        self.held: frozenset[str] = frozenset()
        self._at, self._end, self.trouble = at, NEVER, ""

    # -- time

    @property
    def over(self) -> bool:
        return self.unit.tick >= self._end

    def next_event(self) -> int:
        """The tick of the next event, or NEVER."""
        if self._left:
            return max(self.unit.tick, self._events[self._at].tick)
        return NEVER if self.over else self._end

    def run(self, until: int) -> None:
        while self._left and self._events[self._at].tick <= until:
            self._do(self._events[self._at])
        if not self._left and self._end == NEVER:
            unit, tick = self.unit, self._stop.tick
            self._end = max(tick, unit.tick) if tick >= 0 else unit.notices_end + FRAME
        until = min(until, self._end)
        if until > self.unit.tick:
            self.unit.run(until)

    def play(self) -> Difference | None:
        """Play to the end and return the first difference."""
        while not self.over:
            self.run(self.next_event())
        return self.failure

    @property
    def differs(self) -> bool:
        """True if the recording differs or stopped in the part played so far."""
        return bool(self.trouble or self.failure)

    def go_to(self, operation: int) -> None:
        """Go to the state after this operation, and to its picture; 0 is the beginning."""
        if operation <= 0 or operation < self.unit.operations:
            self.begin_before(operation)
        while self._left and self.unit.operations < operation:
            self.run(self.next_event())
        # No other operation is so near: a key takes longer to be seen.
        self.run(self.unit.lcd.whole_at if self._left else NEVER)

    def begin_before(self, operation: int) -> None:
        """Start from a record before this operation, or from the beginning."""
        for at in range(len(self._events) - 1, self._first, -1):
            event = self._events[at]
            if event.record and event.facts[0] < operation:
                self.unit = self._make()
                self.unit.run(event.tick)
                self._take_up(at, asks=False)
                named = [one.facts[0] for one in self._events[:at] if one.verb == "names"]
                self.unit.names = dict(named[-1] if named else self._names)
                self._start_at(at + 1)
                self._compares = False  # the chips have a fresh start: other digests
                return
        self._begin()

    # -- events

    @property
    def _left(self) -> int:
        return len(self._events) - self._at

    def _take_up(self, at: int, asks: bool = True) -> None:
        told = [event.record for event in self._events[: at + 1] if event.record]
        self._parsed += [parse_record(record) for record in told[len(self._parsed) :]]
        unit_state.resume(self.unit, self._parsed[: len(told)], asks)

    def _do(self, event: Event) -> None:
        self._at += 1
        unit = self.unit
        if event.tick > unit.tick:
            unit.run(event.tick)
        try:
            if event.verb in DO:
                do(unit, event.verb, *event.facts)
            elif event.verb != "state":
                self._take_up(self._at - 1)
        except (DebugError, StateError) as wrong:
            what = f"the game cannot be taken up again: {wrong}"
            if event.verb in DO:
                what = f"the debug port cannot set {event.facts[0]}: {wrong}"
            self.trouble = f"{Place(self.file, event.line)}: {what}"
            self._at = len(self._events)
            return
        if event.verb == "down":
            self.held |= {event.facts[0]}
        elif event.verb == "up":
            self.held -= {event.facts[0]}
        elif event.verb in MARKS:
            self._compare(event)

    def _compare(self, event: Event) -> None:
        """The digest; after going back the game alone, until a `resume` gives all chips a fresh
        start again."""
        if event.verb != "state":
            self.held, self._compares = frozenset(), True
        unit, (number, digest) = self.unit, event.facts
        if self._compares:
            found = _state(unit.operations, unit_state.digest(unit))
        elif event.record and _game(parse_record(event.record)) != _game(
            unit_state.record(unit, 0)
        ):
            found = f"operation {unit.operations} of another game"
        else:
            found = _state(unit.operations, digest)
        if self.failure is None and found != _state(number, digest):
            self.failure = Difference(Place(self.file, event.line), _state(number, digest), found)


def _game(record: Record) -> object:
    """As it stands in a file."""
    return parse_record(format_record(record))["game"]


def _state(number: int, digest: str) -> str:
    return f"operation {number} with digest {digest}"


def _events_until(recording: Recording, stop: Until) -> list[Event]:
    events = recording.events
    for at, event in enumerate(events):
        if 0 <= stop.tick < event.tick:
            return events[:at]
        if event.verb == "state" and event.facts[0] == stop.operation:
            return events[: at + 1]
    if stop.operation >= 0:
        raise ScriptError(f"{recording.file}: no operation {stop.operation} was recorded")
    return events
