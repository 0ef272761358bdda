"""What follows a unit: a recorder, a save, a keypad board.

    unit.observers.append(observer)

It hears of every input before it is done, and is called after time has passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_sim.interface import NEVER

if TYPE_CHECKING:
    from firmware_sim.saved_state import Record
    from hardware.unit import Unit


class Observer:
    def input(self, unit: Unit, verb: str, *facts: object) -> None:
        """`down` and `up` with a key, `battery` in millivolts, `power` on or off, `memory` fails,
        `names` of the players, `set` through the debug port: after it was done."""

    def due(self, unit: Unit) -> int:
        """The tick at which it wants to be called next, beyond the unit's."""
        return NEVER

    def passed(self, unit: Unit) -> None:
        """Time has passed; an operation may have been done."""

    def resumed(self, unit: Unit, records: Sequence[Record]) -> None:
        """The unit has taken up the game of these records."""
