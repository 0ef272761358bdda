"""Pins without a Pico: a net of contacts that the file `contacts` closes, and a log `tones`.

`contacts` holds "row,column" pairs parted by blanks, read anew when the first row is driven.
With PICO_HELD_UP_MS in the environment each scan takes that long.
"""

import os
import time

import main

FOLDER = os.getenv("PICO_FOLDER")
HELD_UP_MS = int(os.getenv("PICO_HELD_UP_MS") or 0)
_level = {}
_contacts = []


def _low():
    """The pins that read low: joined by closed contacts to one that is driven low."""
    low = {pin for pin, level in _level.items() if level == 0}
    while True:
        joined = set()
        for row, col in _contacts:
            pair = {main.ROWS[row], main.COLS[col]}
            if pair & low and not pair <= low:
                joined |= pair
        if not joined:
            return low
        low |= joined


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=OUT, pull=None):
        self.number = number
        self.pulled = pull == Pin.PULL_UP
        self.init(mode)

    def init(self, mode, value=1):
        if mode == Pin.IN:
            _level.pop(self.number, None)
            return
        assert value == 0 or self.number == main.PIEZO, "a row is driven high"
        _level[self.number] = value
        if self.number == main.ROWS[0]:
            time.sleep_ms(HELD_UP_MS)
            with open(FOLDER + "/contacts") as file:
                _contacts[:] = [[int(n) for n in pair.split(",")] for pair in file.read().split()]

    def value(self):
        assert self.pulled, "a column without pull-up"
        return 0 if self.number in _low() else 1


class PWM:
    def __init__(self, pin):
        assert pin.number == main.PIEZO

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        _log(f"on {self.hz}")

    def deinit(self):
        _log("off")


def _log(line):
    with open(FOLDER + "/tones", "a") as file:
        file.write(line + "\n")
