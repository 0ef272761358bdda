"""A Pico without one, under MicroPython: `machine`, `rp2`, `time` and `gc`, and a flash with its
own file system. Contacts move at real times; what was slow on an emulated chip takes as long here.
"""

import builtins
import gc
import os
import sys

from vfs import VfsLfs2, mount, umount

COLLECT, ERASE, PAGE = 32_000, 45_000, 400  # us: banquier/bodies/handheld/README.md
GLASS, RECORD, STEP, COMMAND, BYTE = 17_000, 24_000, 600, 60, 0.9
SELECT, DATA, LIGHT, ON = 17, 20, 22, 14

now, ends, fed = 0.0, (1e18, KeyboardInterrupt), None
edges = []  # us since the matrix is read first, pins that a key joins, 1 or 0
closed, volts = set(), 4.7
chips, fails, sent, tones, lights, mem32 = [], [], [], [], [], {}
drawn = set()  # us since the matrix is read first, at each pixel that changes
pixels = bytearray(2 * 320 * 240)
_hz = [150_000_000, 48_000_000]
_level = {0: 0}
_machine = None


class WatchdogReset(BaseException):
    """Raised when the watchdog resets the chip."""


def spend(us):
    """Let time pass, in which contacts move and the state machine reads them."""
    global now
    end = now + us
    while _machine and edges and edges[0][0] <= end:
        now, pins, down = edges.pop(0)
        _machine.catch_up()
        (closed.add if down else closed.discard)(pins)
    now = end
    if fed is not None and now - fed > 8e6:
        raise WatchdogReset
    if now >= ends[0]:
        raise ends[1]


def _low_pins():
    """Return the pins that are driven low, directly or through closed contacts."""
    low = {number for number, level in _level.items() if level == 0}
    while closed:
        joined = {pin for pair in closed if low & set(pair) for pin in pair}
        if joined <= low:
            break
        low |= joined
    return low


# -- machine


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 3

    def __init__(self, number, mode=IN, pull=None, value=None):
        self.number = number
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return int(self.number not in _low_pins())
        _level[self.number] = level
        if self.number == LIGHT:
            lights.append(level)

    __call__ = value


class PWM:
    def __init__(self, pin):
        self._hz = 0

    def freq(self, hz):
        self._hz = hz

    def duty_u16(self, duty):
        tones.append(self._hz if duty else 0)


class ADC:
    def __init__(self, pin):
        self.read_u16 = lambda: int(volts / 3 / 3.3 * 65_535)


class I2C:
    def __init__(self, number, sda, scl, freq):
        self.scan = lambda: chips
        self.writeto = lambda address, data: sent.append((address, list(data)))


class SPI:
    def __init__(self, number, baudrate, sck, mosi):
        self._us = 8e6 / max([_hz[1] / n for n in range(2, 999, 2) if _hz[1] / n <= baudrate])
        self._window = [0, 0, 0, 0]

    def write(self, data):
        assert _level[SELECT] == 0, "nobody is selected"
        spend(COMMAND + (self._us + BYTE) * len(data))
        if DATA not in _level:
            sent.append(("digits", list(data)))
        elif _level[DATA] == 0:
            self._command = data[0]
        elif self._command in (0x2A, 0x2B):
            first = 2 * (self._command - 0x2A)
            self._window[first : first + 2] = data[0] << 8 | data[1], data[2] << 8 | data[3]
        elif self._command == 0x2C:
            left, right, top, bottom = self._window
            width = 2 * (right - left + 1)
            assert len(data) == width * (bottom - top + 1)
            for row in range(top, bottom + 1):
                at, line = 640 * row + 2 * left, data[(row - top) * width :][:width]
                if pixels[at : at + width] != line:
                    pixels[at : at + width] = line
                    drawn.add(int(now - _machine.began) if _machine else 0)


def WDT(timeout):
    global fed
    fed = now


def freq(*hz):
    _hz[: len(hz)] = hz
    return _hz[0]


def lightsleep(ms):
    assert not lights or not lights[-1], "it sleeps in a game"
    _hz[1] = 48_000_000
    spend(1000 * ms)


def reset():
    raise SystemExit("reset")


# -- rp2


class PIO:
    IN_LOW = 0


class Step:
    def __init__(self, program, *facts):
        self.facts, self.cycles = facts, 1
        program.append(self)

    def __getitem__(self, delay):
        self.cycles += delay


def asm_pio(set_init):
    def made(function):
        names, program, labels = function.__globals__, [], {}
        kept = dict(names)
        names.update({name: name for name in ("pins", "pindirs", "x", "noblock", "x_dec")})
        for name in ("set", "in_", "push", "jmp"):
            names[name] = lambda *facts, name=name: Step(program, name, *facts)
        names["label"] = lambda name: labels.__setitem__(name, len(program))
        function()
        names.clear()
        names.update(kept)
        return program, labels

    return made


class StateMachine:
    def __init__(self, number, program, freq, in_base, set_base):
        global _machine
        if not _machine:
            edges[:] = [(now + at, pins, down) for at, pins, down in edges]
        _machine, self.began = self, now
        self._us, self._in, self._set = 1e6 / freq, in_base.number, set_base.number
        self._program, self._labels = program
        self._next = 1e30

    def restart(self):
        self._at = self._x = self._isr = 0

    def active(self, on):
        self._next = now if on else 1e30

    def catch_up(self):
        while self._next <= now:
            step = self._program[self._at]
            what, *facts = step.facts
            self._at = (self._at + 1) % len(self._program)
            self._next += step.cycles * self._us
            if what == "set" and facts[0] == "x":
                self._x = facts[1]
            elif what == "set":
                _level.update({self._set + n: 1 - (facts[1] >> n & 1) for n in range(4)})
            elif what == "in_":
                low = _low_pins()
                self._isr = sum([1 << n for n in range(facts[1]) if self._in + n not in low])
            elif what == "push":
                self.take(self._isr)
            elif self._x:
                self._x -= 1
                self._at = self._labels[facts[1]]


class DMA:
    write = property(lambda self: 0x2000_0A40, lambda self, room: None)

    def pack_ctrl(self, **facts):
        return facts

    def config(self, read, write, count, ctrl, trigger):
        mask, first = (1 << ctrl["ring_size"]) - 1, count
        assert not write & mask and not ctrl["inc_read"]

        def take(word):
            mem32[write | 4 * (first - self._count) & mask] = word
            self._count -= 1

        self._count, read.take = count, take

    def active(self, on):
        pass

    @property
    def count(self):
        _machine.catch_up()
        return self._count


# -- time, memory and files


def sleep_ms(ms):
    spend(1000 * ms)


def ticks_ms():
    return int(now / 1000)


def ticks_diff(end, start):
    return end - start


def collect():
    spend(COLLECT)
    gc.collect()


class Flash:
    """A flash of 256 kB; `log` has each change of it."""

    def __init__(self, image):
        self.image, self.log = image, []

    def readblocks(self, block, data, offset=0):
        at = 4096 * block + offset
        data[:] = self.image[at : at + len(data)]

    def writeblocks(self, block, data, offset):
        spend(PAGE * (len(data) + 255) // 256)
        self.do(4096 * block + offset, bytes(data))

    def ioctl(self, order, block):
        if order == 6:
            spend(ERASE)
            self.do(4096 * block, b"\xff" * 4096)
        return {4: len(self.image) // 4096, 5: 4096}.get(order, 0)

    def do(self, at, data):
        self.log.append((at, data))
        self.image[at : at + len(data)] = data

    def mount(self):
        if "flash" in os.listdir("/"):
            os.chdir("/")
            umount("/flash")
        mount(VfsLfs2(self, progsize=256), "/flash")
        os.chdir("/flash")


_open, _opened = builtins.open, [0]


def _open_or_fail(*words):
    _opened[0] += 1
    if _opened[0] in fails:
        raise OSError(28)
    return _open(*words)


builtins.open = _open_or_fail
for _name in ("machine", "rp2", "time", "gc"):
    sys.modules[_name] = sys.modules[__name__]
