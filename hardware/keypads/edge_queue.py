"""The board's key edges, applied to the unit in the unit's own time.

Edges arrive when the wire delivers them, several at once after a busy moment; the unit scans 128
times a second and needs each key held for a while. So the queue keeps their order and a least
distance in ticks. Slower edges are applied at once.

    from \\ to     press                       release
    press         1 024 (seen in that order)  2 048 (seen whatever the bounce)
    release       1 024, the same key 2 048   2 048

A board that only says "pressed" gets a pulse of 2 048 ticks.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from firmware_sim.glass import NEVER
from hardware.keypads.facts import DROP_ALL, RELEASE_ALL, Event

STAY = 2_048
"""A tap of this length is seen whatever the bounce."""
ORDER = 1_024
"""Apart by this, two edges are never seen in one scan, nor in the wrong order."""

EDGES = 128


if TYPE_CHECKING:
    from hardware.unit import Unit


class EdgeQueue:
    def __init__(self, beside: list[EdgeQueue] | None = None) -> None:
        """`beside`: the queues of all boards of a unit. A key is down as long as one holds it."""
        self._beside = [] if beside is None else beside
        self._beside.append(self)
        self.dropped = 0
        """Presses for which the queue had no room."""
        self._edges: deque[Event] = deque()
        self._down: dict[str, int] = {}  # key: since when
        self._up: dict[str, int] = {}
        self._last = (-NEVER, False)  # tick and direction of the last edge
        self._lost: set[str] = set()  # keys whose press found no room

    def __len__(self) -> int:
        return len(self._edges)

    @property
    def down(self) -> frozenset[str]:
        return frozenset(self._down)

    def add(self, event: Event) -> None:
        if event.kind == "tap":
            self.add(Event("press", event.key))
            self.add(Event("release", event.key))
        elif event.kind == "press" and len(self._edges) >= EDGES:
            self.dropped += 1
            self._lost.add(event.key)
        elif event.kind == "release" and event.key in self._lost:
            self._lost.discard(event.key)
        else:
            if event == DROP_ALL:
                self.dropped += sum(edge.kind == "press" for edge in self._edges)
                self._edges.clear()
                event = RELEASE_ALL
            if event == RELEASE_ALL:
                self._lost.clear()
                if self._edges and self._edges[-1] == event:
                    return
            self._edges.append(event)

    @property
    def due(self) -> int:
        """The tick of the next edge; NEVER when none waits. It may lie in the past."""
        return self._date(self._edges[0]) if self._edges else NEVER

    def _date(self, event: Event) -> int:
        last, was_press = self._last
        if event.kind == "press":
            since = self._up.get(event.key, -NEVER)
            return max(last + ORDER, since + STAY)
        if event.kind == "release" and event.key not in self._down:
            return -NEVER  # nothing to do
        return last + STAY if was_press or event.kind == "release" else last + ORDER

    def move(self, unit: Unit) -> None:
        """Apply all that is due at the unit's present tick."""
        tick = unit.tick
        if tick < self._last[0]:
            self._go_back(unit)
        while self._edges and self._date(self._edges[0]) <= tick:
            event = self._edges.popleft()
            if event.kind == "press":
                if not self._is_held_beside(event.key):
                    unit.press(event.key)
                self._down[event.key] = tick
                self._last = (tick, True)
            elif event.kind == "release":
                if self._down.pop(event.key, None) is not None:
                    self._release(unit, event.key)
            else:
                self.release_keys(unit)

    def _is_held_beside(self, key: str) -> bool:
        return any(key in queue.down for queue in self._beside if queue is not self)

    def _release(self, unit: Unit, key: str) -> None:
        if not self._is_held_beside(key):
            unit.release(key)
        self._up[key] = unit.tick
        self._last = (unit.tick, False)

    def release_keys(self, unit: Unit) -> None:
        """Release every key that this board holds down, now. Keys held otherwise stay."""
        for key in sorted(self._down):
            self._release(unit, key)
        self._down.clear()

    def _go_back(self, unit: Unit) -> None:
        """The unit was set back to an earlier moment, or is another unit."""
        for key in self._down:
            unit.release(key)
        self._down.clear()
        self._up.clear()
        self._last = (-NEVER, False)
