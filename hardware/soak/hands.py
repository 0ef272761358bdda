"""What is done to a unit in a soak: keys are tapped, its cells changed, its games recorded.

tap(unit, "DES")
change_cells(unit, glance)
Tape(unit, Writer(SmallDisk(20_000), lost))
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from io import StringIO

from keypad.script.face import TICKS_A_SECOND, UnitFace
from keypad.script.steps import PULSE

TAP = PULSE  # ticks a key is down, and up before the next: as a script presses it
SAGGING, DEAD, FRESH = 2_400, 2_100, 3_000  # millivolts


def tap(fingers: UnitFace, key: str) -> None:
    fingers.press(key)
    fingers.run(fingers.tick + TAP)
    fingers.release(key)
    fingers.run(fingers.tick + TAP)


def change_cells(fingers: UnitFace, glance: Callable[[], None]) -> None:
    """They sag, the unit stops, somebody puts in new ones and switches on again."""
    for millivolts in (SAGGING, DEAD, FRESH):
        fingers.set_battery(millivolts)
        fingers.run(fingers.tick + TICKS_A_SECOND)
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
