"""The loop of the handheld: keys to the unit, its glass, beeps and game back.

Keys ──▶ Body ──▶ Memory ──▶ Screen or Chips
  │         └───▶ Piezo
  └────────▶ the computer's USB, where the handheld is a keypad: docs/keypad.md
"""

from __future__ import annotations

import gc
import os
import select
import sys
import time

import machine

from banquier.bodies.body import Body
from banquier.bodies.handheld.chips import LETTER_CHIPS, Chips, wire
from banquier.bodies.handheld.memory import SLOTS, Memory
from banquier.bodies.handheld.pins import Keys, Piezo
from banquier.bodies.handheld.screen import Screen
from banquier.editions.edition_file import editions
from firmware_sim.saved_state import StateError
from firmware_sim.session import Bounds
from keypad.keys import NAMES
from keypad.scanner import SCAN

LOOK_MS = 8
"""A scan."""
ASLEEP_MS = 60
USB_POWER = 24
LEGENDS = {"C": "*"}
"""An ordinary pad's C is another key."""
UNDO = SLOTS - 2


class Handheld:
    def __init__(self, seed: int | None = None) -> None:
        i2c = wire()
        self.display = Chips(i2c) if LETTER_CHIPS[0] in i2c.scan() else Screen()
        self.keys = Keys()
        self.piezo = Piezo()
        self.memory = Memory()
        seed = int.from_bytes(os.urandom(4), "little") if seed is None else seed
        self.body = Body(editions(), seed, Bounds(UNDO, 2 * UNDO, 2 * UNDO), kept=1)
        self.shown: tuple[str, str, int] | None = None
        self.awake = True
        self._usb = select.poll()
        self._usb.register(sys.stdout, select.POLLOUT)
        try:
            if records := self.memory.records():
                self.body.resume(records)
        except (StateError, LookupError):
            pass  # of another version: a new game
        self._start = (self.body.unit.tick + SCAN - 1) // SCAN * SCAN

    def step(self, passed: int) -> None:
        """Call it each scan, or later; `passed`: ticks since it began."""
        body, unit, tick = self.body, self.body.unit, self._start + passed
        moved = self.keys.edges()
        for code, down in moved:
            name = NAMES[code]
            (unit.press if down else unit.release)(name)
            if self._usb.poll(0):
                way = "pressed" if down else "released"
                sys.stdout.write(f"{LEGENDS.get(name, name)} {way}\n")
        unit.run(tick)
        for name in body.heard():
            self.piezo.play(name, tick)
        self.piezo.step(tick)
        fresh = bool(moved) or unit.shown != self.shown
        if fresh and body.rest():  # before the glass confirms it
            self.memory.keep(unit.operations, len(body.operations), body.records[-1])
        self._show()
        if fresh:
            gc.collect()  # after the glass, which it would delay by the length of a stroke

    def _show(self) -> None:
        awake = self.body.unit.firmware.awake
        if awake != self.awake:
            self.awake = awake
            (self.display.wake if awake else self.display.sleep)()
        if self.body.unit.shown != self.shown:
            self.shown = self.body.unit.shown
            self.display.show(*self.shown)

    def play(self) -> None:
        usb = machine.Pin(USB_POWER, machine.Pin.IN)
        before, ms = time.ticks_ms(), 0
        while True:
            rest = LOOK_MS if self.awake else ASLEEP_MS
            (time.sleep_ms if self.awake or usb.value() else machine.lightsleep)(rest)
            now = time.ticks_ms()  # may stand still in a light sleep
            ms, before = ms + max(rest, time.ticks_diff(now, before)), now
            self.step(ms * 4_096 // 125 // SCAN * SCAN)
