"""The glass on an ST7789 of 320 x 240 pixels: display/'s own polygons, from the file `glass.bin`.

    16-bit numbers: how many elements, in the order of display/shapes.py; where each begins, and the
    end; then its outlines: 1 to draw or 0 to cut out, number of corners, x, y, x, y, …

The picture has two bits a pixel, in memory; the screen gets it in bands of its own colours.
"""

from __future__ import annotations

import time
from array import array

from framebuf import GS2_HMSB, RGB565, FrameBuffer
from machine import SPI, Pin

from banquier.bodies.handheld.segments import letters, numbers

FILE = "glass.bin"
WIDTH, HEIGHT = 320, 240
BAND = 16
"""Rows that are sent at once."""
CLOCK, DATA, SELECT, COMMAND, RESET, LIGHT = 18, 19, 17, 20, 21, 22
CLEAR, UNLIT, INK = 0, 1, 3
COLOURS = ((CLEAR, 0xB614), (UNLIT, 0xADB2), (INK, 0x1903))
"""Five bits of red, six of green, five of blue, as on the panel."""
START = (
    (0x01, b"", 150), (0x11, b"", 120), (0x3A, b"\x55", 0),
    (0x36, b"\x70", 0), (0x21, b"", 0), (0x13, b"", 0), (0x29, b"", 20),
)  # fmt: skip
"""Reset, wake, 16 bits a pixel, landscape, inverted as such panels are, on; ms to wait."""
ACROSS, DOWN, WRITE, SLEEP, WAKE = 0x2A, 0x2B, 0x2C, 0x10, 0x11


class Screen:
    def __init__(self) -> None:
        self._spi = SPI(0, baudrate=40_000_000, sck=Pin(CLOCK), mosi=Pin(DATA))
        self._select = Pin(SELECT, Pin.OUT, value=1)
        self._command = Pin(COMMAND, Pin.OUT, value=1)
        self._light = Pin(LIGHT, Pin.OUT, value=0)
        Pin(RESET, Pin.OUT, value=1)
        for code, data, wait in START:
            self._tell(code, data)
            time.sleep_ms(wait)
        self._picture = FrameBuffer(bytearray(WIDTH * HEIGHT // 4), WIDTH, HEIGHT, GS2_HMSB)
        self._rows = bytearray(WIDTH * BAND * 2)
        self._band = FrameBuffer(self._rows, WIDTH, BAND, RGB565)
        self._palette = FrameBuffer(bytearray(8), 4, 1, RGB565)
        for colour, wire in COLOURS:
            self._palette.pixel(colour, 0, wire >> 8 | (wire & 255) << 8)
        self._file = open(FILE, "rb")  # noqa: SIM115 - as long as there is power
        self._lit = bytearray(array("h", self._file.read(2))[0])
        self._starts = array("h", self._file.read(2 * len(self._lit) + 2))
        for at in range(len(self._lit)):
            self._draw(at, UNLIT)
        self._send(0, HEIGHT)
        self._light.value(1)

    def show(self, row_a: str, row_b: str, icons: int) -> None:
        bits = [word >> n & 1 for word in letters(row_a) for n in range(15)]
        bits += [word >> n & 1 for word in numbers(row_b) for n in range(8)]
        first, last = HEIGHT, 0
        for at, before in enumerate(self._lit):
            lit = bits[at] if at < len(bits) else icons >> at - len(bits) & 1
            if lit != before:
                self._lit[at] = lit
                top, bottom = self._draw(at, INK if lit else UNLIT)
                first, last = min(first, top), max(last, bottom + 1)
        self._send(first, last)

    def sleep(self) -> None:
        self._light.value(0)
        self._tell(SLEEP)

    def wake(self) -> None:
        self._tell(WAKE)
        time.sleep_ms(120)
        self._light.value(1)

    def _draw(self, number: int, colour: int) -> tuple[int, int]:
        """The rows that it lies in."""
        start, end = self._starts[number], self._starts[number + 1]
        self._file.seek(2 * start)
        element = array("h", self._file.read(2 * (end - start)))
        at, top, bottom = 0, HEIGHT, 0
        while at < len(element):
            corners = element[at + 2 : at + 2 + 2 * element[at + 1]]
            self._picture.poly(0, 0, corners, colour if element[at] else CLEAR, True)
            at += 2 + len(corners)
            heights = [corners[n] for n in range(1, len(corners), 2)]
            top, bottom = min(top, *heights), max(bottom, *heights)
        return top, bottom

    def _send(self, first: int, last: int) -> None:
        for top in range(first, last, BAND):
            rows = min(BAND, last - top)
            self._band.blit(self._picture, 0, -top, -1, self._palette)
            self._tell(ACROSS, bytes((0, 0, WIDTH - 1 >> 8, WIDTH - 1 & 255)))
            self._tell(DOWN, bytes((0, top, 0, top + rows - 1)))
            self._tell(WRITE, memoryview(self._rows)[: WIDTH * rows * 2])

    def _tell(self, code: int, data: bytes | memoryview = b"") -> None:
        self._select.value(0)
        self._command.value(0)
        self._spi.write(bytes((code,)))
        self._command.value(1)
        if data:
            self._spi.write(data)
        self._select.value(1)
