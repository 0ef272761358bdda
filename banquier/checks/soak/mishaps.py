"""Accidents of a soak: battery changes, recordings on a full disk.

change_cells(unit, reread)
record_into(unit, Writer(SmallDisk(20_000), lost))
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from io import StringIO

from firmware_sim.glass import CRYSTAL
from hardware.unit import Unit, tap

SAGGING, DEAD, FRESH = 2_400, 2_100, 3_000  # millivolts


def change_cells(unit: Unit, reread: Callable[[], None]) -> None:
    """The battery runs down, the unit stops, the cells are replaced and it is switched on."""
    for millivolts in (SAGGING, DEAD, FRESH):
        unit.set_battery(millivolts)
        unit.run(unit.tick + CRYSTAL)
        reread()
    tap(unit, "ON")
    reread()


class SmallDisk(StringIO):
    """A stream that is full after a number of characters."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, text: str) -> int:
        if len(text) > self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.room -= len(text)
        return len(text)
