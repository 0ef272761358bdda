"""The unit's time as the panel counts it."""

from display.lcd import FRAME as FRAME
from display.lcd import SLOT as SLOT
from firmware_sim.interface import CRYSTAL as TICKS_A_SECOND
from firmware_sim.interface import NEVER as NEVER
from keypad.scanner import SCAN as SCAN

__all__ = ["FRAME", "NEVER", "SCAN", "SLOT", "TICKS_A_SECOND"]
