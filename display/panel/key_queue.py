"""Fingers over the keys: those of the mouse stay as long as its button, those of the keyboard tap.

A terminal tells when a key of the keyboard goes down, never when it comes up, so each one becomes
a tap of a fixed emulated time. Taps wait in a queue for their turn: the unit takes one key at a
time, and fast typing must lose nothing.

    fingers = Fingers(unit)
    fingers.tap("7"); fingers.tap("OK")        queued
    fingers.down("F"); fingers.up("F")         at once
    fingers.invite(strokes)                    somebody else sits down at the same keys
    fingers.run(tick)                          lets the unit run, moving fingers on the way

Nothing here knows the wall clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from display.panel.ticks import NEVER

if TYPE_CHECKING:
    from display.panel.interface import Unit

TAP = 2_048
"""Ticks that a finger stays at least: always seen, whatever the bounce."""
APART = 1_280
"""Ticks between two taps: the debounce of a worn key's release, and a little."""
HOLD = 38_400
"""Ticks of a key held on purpose: the unit wants 112 scans after it took the press."""
ON = "ON"


class Stroke(NamedTuple):
    key: str
    ticks: int


class GuestStroke(Protocol):
    """A key that a guest taps, or none, and how long it then waits before it looks again."""

    @property
    def key(self) -> str: ...
    @property
    def pause(self) -> int: ...


class Fingers:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.queue: deque[Stroke] = deque()
        self._since: dict[str, int] = {}  # the keys that are down, and since when
        self._until: dict[str, int] = {}  # when those come up that nobody will lift
        self._free = 0  # when the next tap may begin
        self._guests: list[tuple[int, Iterator[GuestStroke]]] = []  # when each looks again

    @property
    def held(self) -> frozenset[str]:
        """The keys under a finger now."""
        return frozenset(self._since)

    def waiting(self) -> list[str]:
        return [stroke.key for stroke in self.queue]

    # -- what hands do

    def tap(self, key: str, ticks: int = TAP) -> None:
        self.queue.append(Stroke(key, ticks))

    def down(self, key: str) -> None:
        """A finger on a key, to stay."""
        self._until.pop(key, None)
        if key not in self._since:
            self._press(key)

    def up(self, key: str) -> None:
        """It leaves; not so early that the unit could overlook it."""
        if key in self._since and key not in self._until:
            self._until[key] = max(self._since[key] + TAP, self.unit.tick)
            self._move()

    def lift(self) -> None:
        """Hands off: what a finger holds comes up; what was typed is still typed to its end."""
        for key in list(self._since):
            self.up(key)

    def drop(self) -> None:
        """Up at once, seen or not: the program is about to stand still."""
        self.queue.clear()
        self._since.clear()
        self._until.clear()
        self.unit.release_all()

    def invite(self, strokes: Iterator[GuestStroke]) -> None:
        """A player of the house: asked for its next stroke whenever nobody's finger is down."""
        self._guests.append((self.unit.tick, strokes))

    # -- time

    def next_event(self) -> int:
        """When a finger next moves by itself, NEVER if none will."""
        due = min(self._until.values(), default=NEVER)
        if self.queue and not self._since:
            due = min(due, max(self._free, self.unit.tick))
        elif self._guests and not self._since:
            asked = min(at for at, _ in self._guests)
            due = min(due, max(asked, self._free, self.unit.tick))
        return due

    def run(self, until: int) -> None:
        """Let the unit come to that tick."""
        unit = self.unit
        while (due := self.next_event()) <= until:
            if due > unit.tick:
                unit.run(due)
            self._move()
        if until > unit.tick:
            unit.run(until)

    def _move(self) -> None:
        tick = self.unit.tick
        for key in [key for key, due in self._until.items() if due <= tick]:
            del self._until[key], self._since[key]
            self.unit.release(key)
            self._free = tick + APART
        if self.queue and not self._since and tick >= self._free:
            stroke = self.queue.popleft()
            self._press(stroke.key)
            self._until[stroke.key] = tick + stroke.ticks

        elif not self.queue and not self._since and tick >= self._free:
            self._let_guests()

    def _let_guests(self) -> None:
        """The first whose time has come makes its stroke; who has no more leaves the table."""
        tick = self.unit.tick
        for index, (at, strokes) in enumerate(self._guests):
            if at <= tick:
                del self._guests[index]
                stroke = next(strokes, None)
                if stroke is not None:
                    taken = TAP if stroke.key else 0
                    self._guests.append((tick + taken + TAP + stroke.pause, strokes))
                    if stroke.key:
                        self._press(stroke.key)
                        self._until[stroke.key] = tick + TAP
                return

    def _press(self, key: str) -> None:
        self._since[key] = self.unit.tick
        self.unit.press(key)
