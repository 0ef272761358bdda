"""`machine` without a Pico: contacts that a test closes, and what stands on the displays.

Runs under MicroPython, in the place of its module of that name.
"""

closed = set()  # pairs of pins that a key joins; ON joins its pin to 0, the ground
tones = []
sent = []  # (address, bytes) to letters, ("digits", bytes) to the other chip
chips = []  # addresses that answer
pixels = bytearray(2 * 320 * 240)
_level = {0: 0}


def _low():
    low = {number for number, level in _level.items() if level == 0}
    while True:
        joined = {pin for pair in closed if low & set(pair) for pin in pair}
        if joined <= low:
            return low
        low |= joined


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 3

    def __init__(self, number, mode=OUT, pull=None, value=None):
        self.number, self.pulled = number, pull == Pin.PULL_UP
        if value is not None:
            _level[number] = value

    def value(self, level=None):
        if level is None:
            return int(self.number not in _low())
        _level[self.number] = level

    __call__ = value


class PWM:
    def __init__(self, pin):
        self._hz = 0

    def freq(self, hz):
        self._hz = hz

    def duty_u16(self, duty):
        tones.append(self._hz if duty else 0)


class SPI:
    def __init__(self, number, baudrate, sck, mosi):
        self._command = self._at = 0
        self._window = [0, 0, 0, 0]

    def write(self, data):
        assert _level[17] == 0, "nobody is selected"
        if 20 not in _level:
            sent.append(("digits", bytes(data)))
        elif _level[20] == 0:
            self._command, self._at = data[0], 0
        elif self._command in (0x2A, 0x2B):
            first = 2 * (self._command - 0x2A)
            self._window[first : first + 2] = data[0] << 8 | data[1], data[2] << 8 | data[3]
        elif self._command == 0x2C:
            left, right, top, bottom = self._window
            assert (left, right) == (0, 319) and len(data) == 640 * (bottom - top + 1)
            pixels[640 * top : 640 * top + len(data)] = data


class I2C:
    def __init__(self, number, sda, scl, freq):
        pass

    def scan(self):
        return chips

    def writeto(self, address, data):
        sent.append((address, bytes(data)))
