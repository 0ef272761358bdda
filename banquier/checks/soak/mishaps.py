"""What is done to a unit in a soak besides its keys: cells changed, games recorded.

change_cells(unit, glance)
record_into(unit, Writer(SmallDisk(20_000), lost))
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from io import StringIO

from banquier.script.interface import UnitFace
from firmware_sim.interface import CRYSTAL
from hardware.unit import tap

SAGGING, DEAD, FRESH = 2_400, 2_100, 3_000  # millivolts


def change_cells(fingers: UnitFace, glance: Callable[[], None]) -> None:
    """They sag, the unit stops, new ones are put in and it is switched on again."""
    for millivolts in (SAGGING, DEAD, FRESH):
        fingers.set_battery(millivolts)
        fingers.run(fingers.tick + CRYSTAL)
        glance()
    tap(fingers, "ON")
    glance()


class SmallDisk(StringIO):
    """Takes so many characters, and no line beyond them."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, text: str) -> int:
        if len(text) > self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.room -= len(text)
        return len(text)
