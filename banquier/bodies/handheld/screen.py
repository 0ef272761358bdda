"""The glass on an ST7789 of 320 x 240 pixels.

Each element of the glass is a pattern of pixels that belong to it alone (display/patterns.py), lit
or unlit. Where a cell has changed, the screen gets the rectangle around what changed in it, drawn
again: so few bytes are sent, and no picture of the whole screen stands in memory.
"""

from __future__ import annotations

import time
from struct import pack

from framebuf import RGB565, FrameBuffer
from machine import SPI, Pin

from banquier.bodies.handheld.patterns import ELEMENTS
from display.wiring import COMMONS, DARK, FIRST_LINE_ICONS, LINES, Rows

WIDTH, HEIGHT, STRIP = 320, 240, 8
CLOCK, DATA, SELECT, COMMAND, RESET, LIGHT = 18, 19, 17, 20, 21, 22
CLEAR, UNLIT, LIT = 0x14B6, 0xB2AD, 0x0319
"""Colours as on the panel: five bits of red, six of green, five of blue, the low byte first."""
INKS = [(pack("HH", CLEAR, colour), 2, 1, RGB565) for colour in (UNLIT, LIT)]
ACROSS, DOWN, WRITE, SLEEP, WAKE = 0x2A, 0x2B, 0x2C, 0x10, 0x11
CELLS = [(first, 4, range(COMMONS)) for first in range(0, 48, 4)]
CELLS += [(first, 2, range(COMMONS)) for first in range(48, FIRST_LINE_ICONS, 2)]
CELLS += [(first, 1, (n,)) for first in range(FIRST_LINE_ICONS, LINES) for n in range(COMMONS)]
"""The first line, the number of lines and the commons of what is drawn together: a letter with the
icon above it, a digit, or another icon."""
SLICE_MS = 16


class ColourScreen:
    def __init__(self, turn: int, inverted: bool, speed: int) -> None:
        self._spi = SPI(0, baudrate=speed, sck=Pin(CLOCK), mosi=Pin(DATA))
        self._select = Pin(SELECT, Pin.OUT, value=1)
        self._command = Pin(COMMAND, Pin.OUT, value=1)
        self._light = Pin(LIGHT, Pin.OUT, value=0)
        Pin(RESET, Pin.OUT, value=1)
        # Reset, awake, 16 bits per pixel, landscape, colours, on; each with ms to wait.
        for code, data, wait in (
            (0x01, b"", 150), (WAKE, b"", 120), (0x3A, b"\x55", 0), (0x36, bytes((turn,)), 0),
            (0x20 + inverted, b"", 0), (0x13, b"", 0), (0x29, b"", 20),
        ):  # fmt: skip
            self._send(code, data)
            time.sleep_ms(wait)
        self._pixels = memoryview(bytearray(pack("H", CLEAR) * (WIDTH * STRIP)))
        for top in range(0, HEIGHT, STRIP):
            self._send_pixels(0, top, WIDTH, STRIP)
        self._rows = [(1 << LINES) - 1] * COMMONS
        while not self.show(DARK):
            pass
        self._light(1)

    def show(self, rows: Rows) -> bool:
        """Draw what has changed, cell by cell. Returns False if something is left to draw after a
        while: the unit runs in between, so that no key waits for a glass that it changes."""
        began, changed = time.ticks_ms(), 0
        for new, old in zip(rows, self._rows, strict=True):
            changed |= new ^ old
        for first, count, commons in CELLS:
            if changed >> first & (1 << count) - 1:
                if time.ticks_diff(time.ticks_ms(), began) >= SLICE_MS:
                    return False
                self._draw(rows, first, count, commons)
        return True

    def dim(self, rows: Rows) -> None:
        """Let the first cell go out in which something goes out: the key was heard, and nothing is
        said yet."""
        ending, cell = 0, 0xF
        for old, new in zip(self._rows, rows, strict=True):
            ending |= old & ~new
        while ending and not ending & cell:
            cell <<= 4
        self.show(tuple([old & (new | ~cell) for old, new in zip(self._rows, rows, strict=True)]))

    def sleep(self) -> None:
        self._light(0)
        self._send(SLEEP)

    def wake(self) -> None:
        self._send(WAKE)
        time.sleep_ms(5)
        self._light(1)

    def _draw(self, rows: Rows, first: int, count: int, commons: range) -> None:
        elements = []
        left, top, right, bottom = WIDTH, HEIGHT, 0, 0
        for common in commons:
            lit = rows[common] >> first & (1 << count) - 1
            changed = lit ^ self._rows[common] >> first & (1 << count) - 1
            self._rows[common] ^= changed << first
            for line in range(count):
                x, y, x_end, y_end, pattern = ELEMENTS[common * LINES + first + line]
                elements.append((pattern, x, y, INKS[lit >> line & 1]))
                if changed >> line & 1:
                    left, top = min(left, x), min(top, y)
                    right, bottom = max(right, x_end), max(bottom, y_end)
        if right:
            picture = FrameBuffer(self._pixels, right - left, bottom - top, RGB565)
            picture.fill(CLEAR)
            for pattern, x, y, ink in elements:
                picture.blit(pattern, x - left, y - top, CLEAR, ink)
            self._send_pixels(left, top, right - left, bottom - top)

    def _send_pixels(self, x: int, y: int, width: int, height: int) -> None:
        self._send(ACROSS, pack(">HH", x, x + width - 1))
        self._send(DOWN, pack(">HH", y, y + height - 1))
        self._send(WRITE, self._pixels[: 2 * width * height])

    def _send(self, code: int, data: bytes | memoryview = b"") -> None:
        self._select(0)
        self._command(0)
        self._spi.write(bytes((code,)))
        self._command(1)
        if data:
            self._spi.write(data)
        self._select(1)
