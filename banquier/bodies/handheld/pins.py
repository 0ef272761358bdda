"""Keys, piezo and cells at the pins of a Pico.

row K0 ──o── … a key joins its row to its column; a row is driven low or floats, never high,
row K1 ──o──   columns hang on the chip's own pull-ups

A state machine of the chip reads the matrix once per scan of the unit, and a DMA channel lays the
readings into a ring. Neither needs the processor: both go on while the glass is drawn, while the
heap is collected, and while a block of flash is erased, when no interrupt is served for 45 ms.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from machine import ADC, PWM, Pin, mem32
from rp2 import DMA, PIO, StateMachine, asm_pio

from datasheet.ticks import CRYSTAL
from hardware.beeper import BEEPS, REST, Note
from keypad.keys import LINES, ON_CODE, STROBES
from keypad.matrix import ON

COLUMNS, ROWS, ON_PIN, PIEZO, VSYS = 2, 10, 14, 15, 29
"""The columns begin with S0, and an ordinary pad has the last four; the rows begin with K0."""
CYCLES = 125
"""The cycles of the state machine per scan."""
SCANS = 128
"""The scans in the ring: one second."""
READING = 4 * LINES
"""The bytes of a scan: a word per row, with the columns, the rows and ON from bit 0 on."""
RING = READING * SCANS
PACE = 4
"""The request that paces the DMA channel: a word from the first state machine."""
ENDLESS = 0x0FFF_FFFF
"""The words of one transfer: six days awake."""
NAP_MS, AGAIN_MS = 23, 8
Edges = list[tuple[int, int, bool]]
"""The scan, the code and the direction of each key that moved; True is down."""


@asm_pio(set_init=(PIO.IN_LOW,) * LINES)
def read_matrix() -> None:
    for row in 1, 2, 4, 8:
        set(pindirs, row)[1]  # noqa: F821 - a column rises in 30 us, a cycle is 62
        in_(pins, 13)  # noqa: F821
        push(noblock)  # noqa: F821
    set(pindirs, 0)[3]  # noqa: F821
    set(x, 25)  # noqa: F821
    label("rest")  # noqa: F821
    jmp(x_dec, "rest")[3]  # noqa: F821


class Keys:
    def __init__(self, scan: int) -> None:
        """Start with `scan`, the next one of the unit."""
        self.scan = scan
        self._pins = [Pin(n, Pin.IN, Pin.PULL_UP) for n in range(COLUMNS, ON_PIN + 1)]
        self._closed = self._read_on()  # a key that is down at the start is no press
        self._machine = StateMachine(
            0, read_matrix, freq=CYCLES * SCANS, in_base=Pin(COLUMNS), set_base=Pin(ROWS)
        )
        self._room = bytearray(2 * RING)
        self._channel = DMA()
        self._channel.write = self._room
        self._ring = (self._channel.write // RING + 1) * RING  # where its address wraps
        self._ctrl = self._channel.pack_ctrl(
            size=2, inc_read=False, ring_sel=True, ring_size=RING.bit_length() - 1, treq_sel=PACE
        )
        self.start()

    def start(self) -> None:
        """Begin to read. A key that is down in the first scan is not pressed; ON is known."""
        self._first, self._words = self.scan, [0] * LINES
        self._machine.active(0)
        self._channel.active(0)
        self._machine.restart()
        self._channel.config(
            read=self._machine, write=self._ring, count=ENDLESS, ctrl=self._ctrl, trigger=True
        )
        self._machine.active(1)

    def edges(self) -> Edges:
        """Return the edges since the last call. Moves `scan` on."""
        edges: Edges = []
        words = self._words
        last = self._first + (ENDLESS - self._channel.count) // LINES
        while self.scan < last:
            reading, is_new = self._ring + (self.scan - self._first) % SCANS * READING, False
            for line in range(LINES):
                word = mem32[reading + 4 * line]
                if word != words[line]:
                    words[line], is_new = word, True
            if is_new:
                self._add_edges(edges)
            self.scan += 1
        return edges

    def _add_edges(self, edges: Edges) -> None:
        """Add the keys that moved in a scan that differs from the one before."""
        before, self._closed = self._closed, 0 if self._words[0] >> ON_PIN - COLUMNS & 1 else ON
        for code in range(LINES * STROBES):
            if not self._words[code % LINES] >> code // LINES & 1:
                self._closed |= 1 << code
        moved = (self._closed ^ before) & (ON if self.scan == self._first else -1)
        for code in range(ON_CODE + 1):
            if moved >> code & 1:
                edges.append((self.scan, code, bool(self._closed >> code & 1)))

    def nap(self, sleep: Callable[[int], None]) -> Edges:
        """Nap, then return the edge of ON, if any: no other key counts while the unit is dark. A
        reading that differs is repeated; its edge may lie right after the nap before."""
        began, edge = time.ticks_ms(), self.scan + 1
        sleep(NAP_MS)
        on = self._read_on()
        if moved := on != self._closed & ON:
            time.sleep_ms(AGAIN_MS)
            moved = on == self._read_on()
        self.scan += max(1, time.ticks_diff(time.ticks_ms(), began) * SCANS // 1_000)
        if not moved:
            return []
        self._closed ^= ON
        return [(edge, ON_CODE, on != 0)]

    def _read_on(self) -> int:
        return 0 if self._pins[-1].value() else ON


class Piezo:
    def __init__(self) -> None:
        self._pwm = PWM(Pin(PIEZO))
        self._pwm.freq(CRYSTAL // 8)  # it has no duty without a frequency
        self._pwm.duty_u16(0)
        self._notes: list[Note] = []
        self._until = 0

    def play(self, name: str, tick: int) -> None:
        """Play a beep, in place of the one that sounds."""
        self._notes, self._until = list(BEEPS[name]), tick

    def step(self, tick: int) -> None:
        """Begin the next note when the last one is over."""
        if self._until and tick >= self._until:
            divisor, ticks = self._notes.pop(0) if self._notes else (REST, 0)
            self._until = ticks and self._until + ticks
            if divisor != REST:
                self._pwm.freq(CRYSTAL // divisor)
            self._pwm.duty_u16(0 if divisor == REST else 1 << 15)


class Cells:
    DIODE_MV, LEAST_MV, FRESH_MV = 300, 1_700, 3_000
    """No Pico runs below the least voltage: a board that measures less cannot measure its cells."""

    def __init__(self, count: int) -> None:
        self._count = count
        if " W " in sys.implementation._machine:
            Pin(25, Pin.OUT, value=1)  # only then can it measure VSYS; elsewhere this is a light
        self._adc = ADC(Pin(VSYS))
        self._mv = self._measure()

    def millivolts(self) -> int:
        """Return the smoothed voltage of two such cells, which the unit has."""
        self._mv += (self._measure() - self._mv) // 4
        return self._mv

    def _measure(self) -> int:
        """Return the voltage now: the pin has a third of VSYS, measured against 3.3 V."""
        vsys = sum([self._adc.read_u16() for _ in range(16)]) * 9_900 // (16 * 65_535)
        if vsys < self.LEAST_MV:
            return self.FRESH_MV
        return (vsys + self.DIODE_MV) * 2 // self._count
