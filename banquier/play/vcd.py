"""`banquier run --vcd`: the signals of the unit as a value change dump.

GTKWave and sigrok read it. It has every strobe of every scan, so the unit runs stepped.

    S0 … S7        strobes, 12 ticks each           K0 … K3    inputs, while a strobe is driven
    COM0 … COM3    commons, one slot each           SEG0 … 69  segment lines of the driven one
    BEEPER         the pin                          KEY        a key accepted (press or release)
    CODE0 … CODE5  which, 0 to 32, in bits          PRESS      1 for a press
    FIRMWARE       the firmware's turn, one machine cycle

A tick is 30.517578125 µs; times are rounded to the microsecond.
"""

from __future__ import annotations

from typing import TextIO

from display.lcd import slot_common
from display.wiring import COMMONS
from display.wiring import LINES as SEGMENT_LINES
from hardware.beeper import edges
from hardware.unit import Unit
from keypad.keys import LINES, STROBES
from keypad.scanner import SETTLE, STROBE

CYCLE = 2
KEY_BITS = 6
_FLUSH = 4096
"""Scans between two writes to the file."""

WIRES = (
    *(f"S{n}" for n in range(STROBES)),
    *(f"K{n}" for n in range(LINES)),
    *(f"COM{n}" for n in range(COMMONS)),
    *(f"SEG{n}" for n in range(SEGMENT_LINES)),
    *("BEEPER", "KEY", "PRESS", "FIRMWARE"),
    *(f"CODE{n}" for n in range(KEY_BITS)),  # single bits: sigrok does not read vectors
)


SYMBOLS = {name: f"n{at}" for at, name in enumerate(WIRES)}
"""The identifiers of the wires in the dump: short names that every reader accepts."""


class ValueChangeDump:
    """Collects changes of wires and writes the real ones, ordered by time."""

    def __init__(self, unit: Unit, file: TextIO) -> None:
        self.unit = unit
        self.file = file
        self._changes: dict[tuple[int, str], int] = {}
        """Level by tick and wire: an input that falls and rises at the same tick stays high."""
        self._level: dict[str, int] = dict.fromkeys(SYMBOLS, 0)
        self._scans = 0
        self._written = 0  # written up to this tick
        self._beeps = unit.beeper.count
        """Beeps that were over when it last wrote."""
        lines = ["$timescale 1 us $end", "$scope module banquier $end"]
        lines += [f"$var wire 1 {SYMBOLS[name]} {name} $end" for name in WIRES]
        lines += ["$upscope $end", "$enddefinitions $end", "#0", "$dumpvars"]
        lines += [f"0{SYMBOLS[name]}" for name in WIRES]
        lines += ["$end", ""]
        file.write("\n".join(lines))

    def slot(self, tick: int) -> None:
        """Dump a common and its segment lines."""
        driven = slot_common(tick)
        lit = self.unit.lcd.glass(tick)[driven]
        for common in range(COMMONS):
            self._put(tick, f"COM{common}", int(common == driven))
        for line in range(SEGMENT_LINES):
            self._put(tick, f"SEG{line}", lit >> line & 1)

    def scan(self, start: int) -> None:
        """Dump a scan: the eight strobes with the inputs read."""
        matrix = self.unit.matrix
        for strobe in range(STROBES):
            at = start + STROBE * strobe
            self._put(at, f"S{strobe}", 1)
            inputs = matrix.readings(matrix.closed_at(at + SETTLE)) >> LINES * strobe
            for line in range(LINES):
                if inputs >> line & 1:
                    self._put(at, f"K{line}", 1)
                    self._put(at + STROBE, f"K{line}", 0)
            self._put(at + STROBE, f"S{strobe}", 0)
        self._scans += 1
        if self._scans % _FLUSH == 0:
            self.flush(start)

    def turn(self, tick: int, event: tuple[int, bool] | None) -> None:
        """Dump a run of the firmware, with the key it accepts."""
        self._put(tick, "FIRMWARE", 1)
        self._put(tick + CYCLE, "FIRMWARE", 0)
        if event:
            code, down = event
            for bit in range(KEY_BITS):
                self._put(tick, f"CODE{bit}", code >> bit & 1)
            self._put(tick, "PRESS", int(down))
            self._put(tick, "KEY", 1)
            self._put(tick + STROBE, "KEY", 0)

    def _put(self, tick: int, name: str, level: int) -> None:
        self._changes[tick, name] = level

    def flush(self, until: int) -> None:
        """Write the changes before this tick."""
        beeps = self.unit.beeper.beeps_since(self._beeps)
        for tick, level in edges(beeps, until):
            if self._written <= tick:
                self._put(tick, "BEEPER", level)
        self._beeps += max(0, sum(tick < until for tick, _ in beeps) - 1)  # the last may sound on
        known, self._changes = sorted(self._changes.items(), key=lambda change: change[0][0]), {}
        shown, out = -1, []
        for (tick, name), level in known:
            if tick >= until:
                self._put(tick, name, level)
            elif self._level[name] != level:
                self._level[name] = level
                if tick != shown:
                    out.append(f"#{_microseconds(tick)}")
                    shown = tick
                out.append(f"{level}{SYMBOLS[name]}")
        self.file.write("".join(f"{line}\n" for line in out))
        self._written = until

    def close(self) -> None:
        self.flush(self.unit.tick)
        self.file.write(f"#{_microseconds(self.unit.tick)}\n")


def _microseconds(tick: int) -> int:
    return (tick * 1_000_000 + (1 << 14)) >> 15
