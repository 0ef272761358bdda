"""A unit with a keypad board on it, for those who drive a unit themselves: scripts, recorders.

    with Link(port) as link:
        link.ready(8)
        unit = boarded(unit, link)        # above a recorder, so that it hears the board's keys
        ...                               # play the script on it
        link.settle(1)                    # the last glass arrives

It has the face of the unit beneath. Time passes in slices, and between two of them the board's
fingers reach the unit and the unit's glass the board.
"""

from __future__ import annotations

from typing import Any, Protocol

SLICE = 546  # a sixtieth of a second


class Pumped(Protocol):
    def pump(self, unit: Any) -> int: ...


class Boarded:
    def __init__(self, unit: Any, link: Pumped) -> None:
        self._unit = unit
        self._link = link

    def __getattr__(self, name: str) -> Any:
        return getattr(self._unit, name)

    def run(self, until: int) -> None:
        while (tick := self._unit.tick) < until:
            self._unit.run(self._slice(tick, until))
        self._link.pump(self._unit)

    def run_to_change(self, limit: int) -> bool:
        while (tick := self._unit.tick) < limit:
            if self._unit.run_to_change(self._slice(tick, limit)):
                self._link.pump(self._unit)
                return True
        self._link.pump(self._unit)
        return False

    def _slice(self, tick: int, limit: int) -> int:
        """Where to stop next: a waiting edge falls on its very tick."""
        due = self._link.pump(self._unit)
        return min(limit, tick + SLICE, max(due, tick + 1))


def boarded(unit: Any, link: Pumped) -> Any:
    return Boarded(unit, link)
