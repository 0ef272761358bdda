"""The glass on an ST7789 of 320 x 240 pixels.

The picture has two bits a pixel, in memory: each element is a pattern that belongs to it alone
(display/patterns.py), lit or unlit. Where a cell changed the screen gets the rectangle, in its own
colours.
"""

from __future__ import annotations

import time
from array import array

from framebuf import GS2_HMSB, MONO_HLSB, RGB565, FrameBuffer
from machine import SPI, Pin

from banquier.bodies.handheld.patterns import PATTERNS
from datasheet.glass import CELLS_A, CELLS_B
from display.wiring import COMMONS, DARK, FIRST_LINE_ICONS, LINES, Rows

WIDTH, HEIGHT = 320, 240
ROOM = 5_120
"""Bytes that are sent at once."""
CLOCK, DATA, SELECT, COMMAND, RESET, LIGHT = 18, 19, 17, 20, 21, 22
CLEAR, UNLIT, LIT = 0, 1, 3
COLOURS = ((CLEAR, 0xB614), (UNLIT, 0xADB2), (LIT, 0x1903))
"""Five bits of red, six of green, five of blue, as on the panel."""
INKS = [(bytes((colour << 2,)), 2, 1, GS2_HMSB) for colour in (UNLIT, LIT)]
ACROSS, DOWN, WRITE, SLEEP, WAKE = 0x2A, 0x2B, 0x2C, 0x10, 0x11
CELLS = (4,) * CELLS_A + (2,) * CELLS_B + (1,) * (LINES - FIRST_LINE_ICONS)
"""So many lines of the glass are drawn and sent together."""
EARLY = 0xF << 16
"""The lines of the fifth letter, which most texts change."""


class Oled:
    def __init__(self, turn: int, inverted: bool, speed: int) -> None:
        self._spi = SPI(0, baudrate=speed, sck=Pin(CLOCK), mosi=Pin(DATA))
        self._select = Pin(SELECT, Pin.OUT, value=1)
        self._command = Pin(COMMAND, Pin.OUT, value=1)
        self._light = Pin(LIGHT, Pin.OUT, value=0)
        Pin(RESET, Pin.OUT, value=1)
        # Reset, awake, 16 bits a pixel, landscape, colours, on; ms to wait.
        for code, data, wait in (
            (0x01, b"", 150), (WAKE, b"", 120), (0x3A, b"\x55", 0), (0x36, bytes((turn,)), 0),
            (0x20 + inverted, b"", 0), (0x13, b"", 0), (0x29, b"", 20),
        ):  # fmt: skip
            self._tell(code, data)
            time.sleep_ms(wait)
        self._picture = FrameBuffer(bytearray(WIDTH * HEIGHT // 4), WIDTH, HEIGHT, GS2_HMSB)
        self._room = memoryview(bytearray(ROOM))
        self._palette = FrameBuffer(bytearray(8), 4, 1, RGB565)
        for colour, wire in COLOURS:
            self._palette.pixel(colour, 0, wire >> 8 | (wire & 255) << 8)
        self._patterns, self._boxes, at = memoryview(PATTERNS), array("H"), 0
        for number in range(COMMONS * LINES):
            x, more, y, width, height = PATTERNS[at : at + 5]
            size = (width + 7) // 8 * height
            self._boxes.extend(array("H", (x + more, y, width, height, at + 5, at + 5 + size)))
            at += 5 + size
            self._draw(number, 0)
        self._rows: Rows = DARK
        self._send(0, 0, WIDTH, HEIGHT)
        self._light(1)

    def show(self, rows: Rows) -> None:
        changed = [row ^ old for row, old in zip(rows, self._rows, strict=True)]
        self._rows = rows
        lines, first = changed[0] | changed[1] | changed[2] | changed[3], 0
        for count in CELLS:
            if lines >> first & (1 << count) - 1:
                self._show_cell(first, count, changed)
            first += count

    def _show_cell(self, first: int, count: int, changed: list[int]) -> None:
        left, top, right, bottom = WIDTH, HEIGHT, 0, 0
        for common in range(COMMONS):
            moved, lit = changed[common] >> first, self._rows[common] >> first
            for line in range(count):
                if moved >> line & 1:
                    number = common * LINES + first + line
                    x, y, width, height = self._draw(number, lit >> line & 1)
                    left, top = min(left, x), min(top, y)
                    right, bottom = max(right, x + width), max(bottom, y + height)
        self._send(left, top, right - left, bottom - top)

    def dim(self, rows: Rows) -> None:
        """A letter goes out: the key was heard, and nothing is said yet."""
        self.show(tuple([old & (new | ~EARLY) for old, new in zip(self._rows, rows, strict=True)]))

    def sleep(self) -> None:
        self._light(0)
        self._tell(SLEEP)

    def wake(self) -> None:
        self._tell(WAKE)
        time.sleep_ms(5)
        self._light(1)

    def _draw(self, number: int, lit: int) -> tuple[int, int, int, int]:
        x, y, width, height, start, end = self._boxes[6 * number : 6 * number + 6]
        pattern = (self._patterns[start:end], width, height, MONO_HLSB)
        self._picture.blit(pattern, x, y, CLEAR, INKS[lit])
        return x, y, width, height

    def _send(self, x: int, y: int, width: int, height: int) -> None:
        most = ROOM // (2 * width)
        for top in range(y, y + height, most):
            rows = min(most, y + height - top)
            part = FrameBuffer(self._room, width, rows, RGB565)
            part.blit(self._picture, -x, -top, -1, self._palette)
            last = x + width - 1
            self._tell(ACROSS, bytes((x >> 8, x & 255, last >> 8, last & 255)))
            self._tell(DOWN, bytes((0, top, 0, top + rows - 1)))
            self._tell(WRITE, self._room[: 2 * width * rows])

    def _tell(self, code: int, data: bytes | memoryview = b"") -> None:
        self._select(0)
        self._command(0)
        self._spi.write(bytes((code,)))
        self._command(1)
        if data:
            self._spi.write(data)
        self._select(1)
