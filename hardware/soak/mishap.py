"""What goes wrong around a unit while a game is played: a disk fills up, cells give out."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from io import StringIO

from hardware.soak.tap import tap
from keypad.script.face import TICKS_A_SECOND, UnitFace

SAGGING, DEAD, FRESH = 2_400, 2_100, 3_000  # millivolts


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


def change_cells(fingers: UnitFace, glance: Callable[[], None]) -> None:
    """They sag, the unit stops, somebody puts in new ones and switches on again."""
    for millivolts in (SAGGING, DEAD, FRESH):
        fingers.set_battery(millivolts)
        fingers.run(fingers.tick + TICKS_A_SECOND)
        glance()
    tap(fingers, "ON")
    glance()
