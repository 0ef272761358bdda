"""How the fingers of a soak touch a key: as a script's `press` does."""

from __future__ import annotations

from keypad.script.face import UnitFace
from keypad.script.steps import PULSE

TAP = PULSE  # ticks a key is down, and up before the next


def tap(fingers: UnitFace, key: str) -> None:
    fingers.press(key)
    fingers.run(fingers.tick + TAP)
    fingers.release(key)
    fingers.run(fingers.tick + TAP)
