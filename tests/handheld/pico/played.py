"""Runs under MicroPython: the handheld with keys from a file. Prints each glass with its scan.

played.py EDGES SEED [CHIP…]      lines of EDGES: tick, pin, pin, 1 for closed; the last: a tick
"""

import sys

import machine

machine.chips += [int(chip) for chip in sys.argv[3:]]

import boot  # noqa: E402, F401

from banquier.bodies.handheld.handheld import Handheld  # noqa: E402

handheld = Handheld(int(sys.argv[2]))
shown = None
tick = 0
with open(sys.argv[1]) as file:
    for line in file:
        at, *pins = [int(word) for word in line.split()]
        while tick < at:
            tick += 256
            handheld.step(tick)
            if handheld.shown != shown:
                shown = handheld.shown
                print("glass", tick, *[repr(part) for part in shown], sep="\t")
        if pins:
            (machine.closed.add if pins[2] else machine.closed.discard)(tuple(pins[:2]))
for name in ("tones", "sent"):
    print(name, getattr(machine, name), sep="\t")
with open("pixels", "wb") as file:
    file.write(machine.pixels)
