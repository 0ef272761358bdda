"""The loop of the handheld: keys to the unit, its glass, beeps and game back.

Keys ──▶ Body ──▶ Memory ──▶ Screen or Chips
  │         └───▶ Piezo
  └────────▶ the computer's USB, where the handheld is a keypad: docs/keypad.md

An operation is kept before the glass confirms it. All else waits until the glass has answered and
no key is being debounced: keeping what was typed, collecting the heap, preparing the next files.
"""

from __future__ import annotations

import gc
import os
import select
import sys
import time
from contextlib import suppress

import machine

from banquier.bodies.body import Body
from banquier.bodies.handheld.chips import Chips
from banquier.bodies.handheld.memory import OPERATION, TYPED, UNDO, Memory
from banquier.bodies.handheld.pins import SCANS, Cells, Keys, Piezo
from banquier.bodies.handheld.screen import ColourScreen
from banquier.editions.edition_file import editions
from datasheet.glass import Shown
from firmware_sim.saved_state import StateError
from firmware_sim.session import Bounds
from hardware.dice import PERIOD, leap
from keypad.keys import NAMES
from keypad.matrix import STROBED
from keypad.scanner import SCAN, rectangle

REST_MS, WATCHDOG_MS = 5, 8_000
WATCHDOG = 0x400D_B000 if "RP2350" in sys.implementation._machine else 0x4005_B000
"""The address that clears bits of its control register."""
ENABLED = 1 << 30
LEGENDS = {"C": "*"}
"""The names of keys for the computer, which takes C for a key of an ordinary pad."""


class Handheld:
    def __init__(
        self, seed: int | None = None, cells: int = 2, turn: int = 0x70, inverted: bool = True,
        speed: int = 40_000_000,
    ) -> None:  # fmt: skip
        """Take the settings of main.py, which folder.py explains."""
        _set_clocks()
        self.display = Chips()
        if self.display.letters:
            self.display.wake()
        else:
            self.display = ColourScreen(turn, inverted, speed)
        self.piezo, self.memory, self.cells = Piezo(), Memory(), Cells(cells)
        seed = int.from_bytes(os.urandom(4), "little") if seed is None else seed
        self.body = Body(editions(), seed, Bounds(UNDO, 2 * UNDO, 2 * UNDO), kept=1)
        with suppress(StateError, LookupError):  # of another version: a new game
            if records := self.memory.records():
                self.body.resume(records)
        self.unit = self.body.unit
        self.unit.on_display.append(self._keep_operation)
        self._kept_operation = self._operation()
        self._unkept: list[tuple[int, int, int, list[str]]] = []
        self._is_littered = True
        self._typed_due = self._cells_due = 0  # scans in which to keep and to measure
        self.shown: Shown | None = None
        self.awake = True
        self._usb = select.poll()
        self._usb.register(sys.stdout, select.POLLOUT)
        self._reported = 0  # the keys that are down, as the computer knows them
        leap(1, PERIOD - 1)  # its tables take 140 ms, which no key has to wait for then
        self.keys = Keys((self.unit.tick + SCAN - 1) // SCAN)

    def step(self) -> bool:
        """Do one piece of what there is to do. Returns False if nothing is left."""
        unit, keys = self.unit, self.keys
        before = keys.scan
        edges = keys.edges() if self.awake else keys.nap(machine.lightsleep)
        if keys.scan == before:
            return False
        for scan, code, down in edges:
            self._run(scan)
            (unit.press if down else unit.release)(NAMES[code])
        self._run(keys.scan)
        if edges and not self._typed_due:
            self._typed_due = keys.scan + SCANS // 2
        self._play_beeps()
        return self._show() or self._do_waiting_work()

    def _run(self, scan: int) -> None:
        self.unit.run(scan * SCAN)
        self._keep_operation()
        down = self.unit.scanner.down
        moved = down ^ self._reported
        if moved and not rectangle(down & STROBED):
            self._reported = down
            for code, name in enumerate(NAMES):
                if moved >> code & 1 and self._usb.poll(0):
                    way = "pressed" if down >> code & 1 else "released"
                    sys.stdout.write(f"{LEGENDS.get(name, name)} {way}\n")

    def _play_beeps(self) -> None:
        for name in self.body.take_beeps():
            self.piezo.play(name, self.unit.tick)
        self.piezo.step(self.unit.tick)

    def _show(self) -> bool:
        """Show the glass of the unit. Returns False if it is shown already."""
        unit = self.unit
        if unit.firmware.awake != self.awake:
            self.awake = unit.firmware.awake
            if self.awake:
                _set_clocks()  # a light sleep leaves others
                self.keys.start()
                self.display.wake()
            else:
                self.display.sleep()
        if not self.awake or self.shown == unit.shown:
            return False
        if self.display.show(unit.lcd.memory):
            self.shown = unit.shown
        return True

    # -- what is kept

    def _operation(self) -> tuple[int, bool]:
        return self.unit.operations, self.unit.game is None

    def _keep_operation(self, *_: object) -> None:
        """Keep a new operation. The unit calls it with each new glass, before that is drawn."""
        operation = self._operation()
        if operation != self._kept_operation:
            self._kept_operation, self._typed_due = operation, 0
            self._play_beeps()
            if self.awake:
                self.display.dim(self.unit.lcd.memory)
                self.shown = None  # the glass may change back before it is drawn
            self._keep(OPERATION)

    def _keep(self, kind: int) -> None:
        body, unkept = self.body, self._unkept
        self._is_littered = True
        if not body.update_records():
            return
        unkept.append((kind, self.unit.operations, len(body.operations), body.records[-1]))
        try:
            while unkept:
                self.memory.keep(*unkept[0])
                unkept.pop(0)
        except OSError:
            self.unit.memory_failed()
            del unkept[: -UNDO - 1]

    def _do_waiting_work(self) -> bool:
        """Do one piece of the work that waits for a pause. Returns False if there is none."""
        scan = self.keys.scan
        if self.unit.scanner.next_scan(scan) == scan + 1:
            return False
        if self._typed_due and scan >= self._typed_due:
            self._typed_due = 0
            self._keep(TYPED)
        elif scan >= self._cells_due:
            self._cells_due = scan + SCANS
            self.unit.set_battery(self.cells.millivolts())
        elif self._is_littered:
            self._is_littered = False
            gc.collect()
        else:
            return self.memory.prepare()
        return True

    # -- time

    def play(self) -> None:
        """Run until Ctrl-C, which stops the watchdog, so that files can be copied. The watchdog is
        also stopped while REPRISE ? waits: giving again the keys of the question takes seconds."""
        try:
            while True:
                if self.unit.session.asked is None:
                    machine.WDT(timeout=WATCHDOG_MS)  # restarts
                else:
                    machine.mem32[WATCHDOG] = ENABLED
                before = self.keys.scan
                if not self.step() and self.awake:
                    time.sleep_ms(REST_MS if self.keys.scan > before else 1)
        except KeyboardInterrupt:
            machine.mem32[WATCHDOG] = ENABLED
        except Exception as error:
            sys.print_exception(error)
            machine.reset()


def _set_clocks() -> None:
    """Let SPI have the processor's clock."""
    hz = machine.freq()
    machine.freq(hz, hz)
