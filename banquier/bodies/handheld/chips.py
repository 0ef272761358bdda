"""Row A on three HT16K33 at 70, 71 and 72 (hexadecimal), row B on a MAX7219; there are no icons.

The keypad's sketch drives the same chips: hardware/board/arduino/displays.cpp.
"""

from __future__ import annotations

from machine import I2C, SPI, Pin

from display.lcd import cells_of
from display.wiring import Rows

WIRE_DATA, WIRE_CLOCK = 0, 1
LETTER_CHIPS = (0x70, 0x71, 0x72)
LETTERS_EACH = 4
CLOCK, DATA, SELECT = 18, 19, 17
DIGITS_START = ((0x09, 0), (0x0A, 4), (0x0B, 7), (0x0C, 1), (0x0F, 0))
"""No decoding, brightness 4 of 15, all eight digits, awake, no lamp test."""
AWAKE = 0x0C


class Chips:
    def __init__(self) -> None:
        self._i2c = I2C(0, sda=Pin(WIRE_DATA), scl=Pin(WIRE_CLOCK), freq=400_000)
        self._spi = SPI(0, baudrate=1_000_000, sck=Pin(CLOCK), mosi=Pin(DATA))
        self._select = Pin(SELECT, Pin.OUT, value=1)
        self.letters = [chip for chip in self._i2c.scan() if chip in LETTER_CHIPS]
        """The chips that answer."""

    def show(self, rows: Rows) -> bool:
        """Show a glass. Returns True: nothing is left to draw."""
        letters, numbers = cells_of(rows)
        for chip in self.letters:
            first = LETTERS_EACH * (chip - LETTER_CHIPS[0])
            words = letters[first : first + LETTERS_EACH]
            pairs = [byte for word in words for byte in (word & 255, word >> 8)]
            self._i2c.writeto(chip, bytes([0, *pairs]))
        for position, word in enumerate(numbers):
            # Bit 6 is the first segment, bit 0 the last.
            turned = sum([1 << 6 - n for n in range(7) if word >> n & 1])
            self._send_digit(8 - position, turned | word & 128)
        return True

    def dim(self, rows: Rows) -> None:
        pass  # the whole glass takes only a few ms

    def sleep(self) -> None:
        self._send_digit(AWAKE, 0)
        for chip in self.letters:
            self._i2c.writeto(chip, b"\x80")

    def wake(self) -> None:
        for register, value in DIGITS_START:
            self._send_digit(register, value)
        for chip in self.letters:  # oscillator, lit steadily, brightness
            for byte in (b"\x21", b"\x81", b"\xe7"):
                self._i2c.writeto(chip, byte)

    def _send_digit(self, register: int, value: int) -> None:
        self._select.value(0)
        self._spi.write(bytes((register, value)))
        self._select.value(1)
