"""Keys and piezo at the pins of a Pico.

row K0 ──o── … a key joins its row to its column; a row is driven low or floats, never high,
row K1 ──o──   columns hang on the chip's own pull-ups
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from machine import PWM, Pin

from datasheet.ticks import CRYSTAL
from hardware.beeper import BEEPS, REST, Note
from keypad.keys import LINES, ON_CODE, STROBES

ROWS = (10, 11, 12, 13)
"""K0 to K3."""
COLUMNS = (2, 3, 4, 5, 6, 7, 8, 9)
"""S0 to S7; an ordinary pad of 4 x 4 is at the last four."""
ON = 14
PIEZO = 15
SETTLE_US = 30
"""A column needs so long to rise again."""


def is_ambiguous(closed: int) -> bool:
    """Two strobes share two inputs: a third key cannot be told from a fourth."""
    rows = [closed >> strobe * LINES & 15 for strobe in range(STROBES)]
    shared = [row & other for at, row in enumerate(rows) for other in rows[:at]]
    return any(both & both - 1 for both in shared)


class Keys:
    def __init__(self) -> None:
        self._rows = [Pin(number, Pin.OPEN_DRAIN, value=1) for number in ROWS]
        self._columns = [Pin(number, Pin.IN, Pin.PULL_UP) for number in COLUMNS]
        self._on = Pin(ON, Pin.IN, Pin.PULL_UP)
        self._read = self._down = self._scan()  # a key that is down at the start is no press

    def edges(self) -> list[tuple[int, bool]]:
        """Code and way of the keys that moved: read twice alike, and without a ghost."""
        before, self._read = self._read, self._scan()
        moved = self._read ^ self._down
        if not moved or self._read != before or is_ambiguous(self._read):
            return []
        self._down = self._read
        codes = [code for code in range(ON_CODE + 1) if moved >> code & 1]
        return [(code, bool(self._down >> code & 1)) for code in codes]

    def _scan(self) -> int:
        """A bit for the code of each key that is closed."""
        closed = 0 if self._on.value() else 1 << ON_CODE
        if not self._low(self._rows):  # one look, as long as no key is down
            return closed
        for line, row in enumerate(self._rows):
            for strobe in self._low([row]):
                closed |= 1 << strobe * LINES + line
        return closed

    def _low(self, rows: Sequence[Pin]) -> list[int]:
        """The columns that read low while these rows are driven."""
        for row in rows:
            row.value(0)
        time.sleep_us(SETTLE_US)
        low = [strobe for strobe, column in enumerate(self._columns) if not column.value()]
        for row in rows:
            row.value(1)
        return low


class Piezo:
    def __init__(self) -> None:
        self._pwm = PWM(Pin(PIEZO))
        self._pwm.freq(CRYSTAL // 8)  # it has no duty without a frequency
        self._notes: list[Note] = []
        self._until = 0
        self._tone(REST)

    def play(self, name: str, tick: int) -> None:
        """It cuts the beep that sounds."""
        self._notes, self._until = list(BEEPS[name]), tick

    def step(self, tick: int) -> None:
        """The next note, when the last one is over."""
        if self._until and tick >= self._until:
            divisor, ticks = self._notes.pop(0) if self._notes else (REST, 0)
            self._until = ticks and self._until + ticks
            self._tone(divisor)

    def _tone(self, divisor: int) -> None:
        if divisor != REST:
            self._pwm.freq(CRYSTAL // divisor)
        self._pwm.duty_u16(0 if divisor == REST else 1 << 15)
