"""The crystal and everything that divides it.

    32 768 Hz ──┬── /2    machine cycle
    a tick      ├── /128  slot    one common of the glass is driven
                ├── /256  scan    the eight strobes of the keypad, then the firmware
                └── /512  frame   the four commons once round

    scan n   256n                                   256n+96      256(n+1)
             │ S0  S1  S2  S3  S4  S5  S6  S7         │            │
             │ 12 ticks each, read 6 after the strobe │ firmware   │
    slot     │ 2n ───────────────────── 2n+1 ─────────────────────▶│

Time is a whole number of ticks since the unit first had power; there is no other clock. An
instant `t` stands for the moment before anything of tick `t` has happened: a unit run to `t` has
done all that belongs to ticks below `t`, and a key edge there is seen by every strobe
read at `t` or later.
"""

from __future__ import annotations

from datasheet.ticks import CRYSTAL
from display.lcd import SLOT
from keypad.scanner import SCAN

SECOND = CRYSTAL
FIRMWARE = 96
"""Ticks from the start of a scan to the firmware's turn, just behind the last strobe."""
LEFT = SCAN - 1 - FIRMWARE
"""Added to a tick and divided by SCAN: the first scan whose firmware has not run yet."""


def firmware_tick(scan: int) -> int:
    """The tick at which the firmware runs in that scan."""
    return SCAN * scan + FIRMWARE


def next_firmware_scan(tick: int) -> int:
    """The first scan whose firmware has not yet run at that instant."""
    return (tick + LEFT) // SCAN


def next_slot(tick: int) -> int:
    """The first slot that has not yet begun at that instant."""
    return (tick + SLOT - 1) // SLOT
