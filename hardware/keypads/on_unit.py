"""A keypad board on a unit that runs without a front end's loop: scripts, plain mode.

unit.observers.append(KeypadOnUnit(link))

Every edge of the board falls on the tick at which it is due; the board gets the unit's glass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.crystal import SECOND
from hardware.unit import Observer, Unit

if TYPE_CHECKING:
    from hardware.keypads.keypad_link import KeypadLink

SLICE = SECOND // 60


class KeypadOnUnit(Observer):
    def __init__(self, link: KeypadLink) -> None:
        self.link = link

    def due(self, unit: Unit) -> int:
        return min(unit.tick + SLICE, max(self.link.pump(unit), unit.tick + 1))

    def passed(self, unit: Unit) -> None:
        self.link.pump(unit)
