"""How sketches print their keys: examples of our own, and a finger that presses them.

Bytes come at the sketch's speed and are read at another by a model of a serial line. No real
keypad has been tried.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from banquier.cli.pad_rows import pad_rows
from hardware.keypads.facts import SPEED
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.pad import Pad
from hardware.keypads.plain_keypad import NoKey
from keypad.keys import PAD_LEGENDS
from tests.keypads.waveform import read_at

ORDINARY = tuple("123A456B789C*0#D")
KEYS = tuple(PAD_LEGENDS[legend] for legend in ORDINARY)
FROM_0 = tuple(map(str, range(16)))
FROM_1 = tuple(map(str, range(1, 17)))
WORDS = (
    "one", "two", "three", "up", "four", "five", "six", "down",
    "seven", "eight", "nine", "left", "back", "zero", "enter", "menu",
)  # fmt: skip

BOOT_MS = 3_200
STEP_MS = 10
PRESSES, DOUBLES = 32, 4


class Shape(NamedTuple):
    """In the texts {k} or {n} is the legend, {t} a clock in ms, {s} hours, minutes and seconds,
    {r} a reading."""

    name: str
    press: str
    release: str = ""
    repeat: str = ""
    every: int = 0
    """Milliseconds after which a held key says `repeat`."""
    idle: str = ""
    idle_every: int = 500
    legends: tuple[str, ...] = ORDINARY
    baud: int = 115_200
    boot: str = ""


SHAPES = (
    # Read by themselves.
    Shape("a character a line", "{k}\r\n"),
    Shape("a character a line, 9600", "{k}\r\n", baud=9_600),
    Shape("bare characters", "{k}"),
    Shape("bare characters, 9600", "{k}", baud=9_600),
    Shape(
        "Key 5 PRESSED.",
        "Key {k} PRESSED.\r\n",
        "Key {k} RELEASED.\r\nKey {k} IDLE.\r\n",
        "Key {k} HOLD.\r\n",
        1_000,
    ),
    Shape("Key 5 PRESSED., 9600", "Key {k} PRESSED.\r\n", "Key {k} RELEASED.\r\n", baud=9_600),
    Shape("5 pressed, 5 released", "{k} pressed\r\n", "{k} released\r\n"),
    Shape("Key pressed: 5", "Key pressed: {k}\r\n"),
    Shape("Key Pressed : 5", "Key Pressed : {k}\r\n"),
    Shape("pressed 5", "pressed {k}\n"),
    Shape("a character a line, with status lines", "{k}\r\n", idle="loops: {r}\r\n"),
    Shape("colours around a character", "\x1b[32m{k}\x1b[0m\r\n"),
    Shape("NUL after each character", "{k}\0"),
    Shape("NUL in every turn of the loop", "{k}", idle="\0", idle_every=20),
    Shape("println in every turn of the loop", "{k}\r\n", idle="\0\r\n", idle_every=20),
    Shape("a character a line, text at the start", "{k}\r\n", boot="Ready\r\nv2\r\n"),
    # With a table.
    Shape("Pressed:  [5], again", "Pressed:  [{k}]\r\n", repeat="Pressed:  [{k}]\r\n", every=100),
    Shape("KEY:5, 9600", "KEY:{k}\r\n", baud=9_600, boot="Ready\r\n"),
    Shape("BTN 07 DOWN", "BTN {n} DOWN\r\n", "BTN {n} UP\r\n", idle="T={r}\r\n", legends=FROM_0),
    Shape("JSON", '{{"t":{t},"key":"{k}","on":1}}\n', '{{"t":{t},"key":"{k}","on":0}}\n'),
    Shape("touch pad, 0 at rest", "{n}\r\n", repeat="{n}\r\n", every=50,
          idle="0\r\n", idle_every=50, legends=FROM_1),
    Shape("a log with colours", "\x1b[0;36m[{s}] 'Pad': state '{k}'\x1b[0m\r\n",
          idle="\x1b[0;36m[{s}] 'Up': {r} s\x1b[0m\r\n", idle_every=900),
    Shape("numbers at both edges", "{n}\r\n", "{n}\r\n", legends=FROM_0),
    Shape("a general release", "DOWN {k}\r\n", "UP\r\n"),
    Shape("words after a time", "({t}) {k} on\r\n", "({t}) {k} off\r\n", legends=WORDS),
    Shape("bare characters, 38400", "{k}", baud=38_400),
    Shape("a character a line, 250000", "{k}\n", baud=250_000),
)  # fmt: skip


class Sketch:
    """A board that runs such a sketch: keys go down and up, bytes come meanwhile."""

    def __init__(self, shape: Shape, seed: int = 1) -> None:
        self.shape = shape
        self.now = 0
        self.out = b""
        self._dice = random.Random(seed)
        self.down = -1
        self._idle_at = shape.idle_every if shape.idle else -1
        self._repeat_at = -1
        self._boot = self._dice.randrange(40_000, 80_000)
        if shape.boot:
            self._say(shape.boot, 0)

    def _say(self, text: str, number: int) -> None:
        clock = self.now + self._boot
        fields = {
            "k": self.shape.legends[number], "n": self.shape.legends[number],
            "t": clock,
            "s": f"21:{clock // 60_000 % 60:02}:{clock // 1_000 % 60:02}",
            "r": self._dice.randrange(100, 1_000),
        }  # fmt: skip
        self.out += text.format(**fields).encode()

    def _edge(self, text: str, number: int) -> None:
        if text:
            self._say(text, number)

    def press(self, number: int) -> None:
        self.down = number
        self._edge(self.shape.press, number)
        if self.shape.repeat:
            self._repeat_at = self.now + self.shape.every

    def release(self) -> None:
        self._edge(self.shape.release, self.down)
        self.down = self._repeat_at = -1
        if self.shape.idle:
            self._idle_at = self.now + self.shape.idle_every

    def wait(self, ms: int) -> bytes:
        """What comes in that time, with what came at its beginning."""
        until = self.now + ms
        while self.now < until:
            self.now += STEP_MS
            if 0 <= self._repeat_at <= self.now:
                self._repeat_at += self.shape.every
                self._say(self.shape.repeat, self.down)
            silenced = self.down >= 0 and bool(self.shape.repeat)
            if 0 <= self._idle_at <= self.now and not silenced:
                self._idle_at += self.shape.idle_every
                self._say(self.shape.idle, 0)
        out, self.out = self.out, b""
        return out


class Counts(NamedTuple):
    sent: int
    understood: int
    invented: int
    said: str = ""
    """The problem at the end."""

    @property
    def whole(self) -> bool:
        return self.sent == self.understood and not self.invented


class Hearing:
    """A session that hears the sketch at that speed, in the sketch's own time."""

    def __init__(self, sketch: Sketch, pad: Pad | None, speed: int) -> None:
        self.sketch = sketch
        self.speed = speed
        self.session = KeypadSession(pad=pad, speed=speed)
        self.pressed: list[str] = []
        self.no_keys: list[NoKey] = []
        self.came = b""
        self._due = self.session.due(0)
        self.wait(BOOT_MS)
        self.came = b""

    def wait(self, ms: int) -> None:
        sketch, session = self.sketch, self.session
        for _ in range(ms // STEP_MS):
            data = sketch.wait(STEP_MS)
            if not data and sketch.now < self._due:
                continue
            session.hear(data := read_at(data, sketch.shape.baud, self.speed), sketch.now)
            self._due = session.due(sketch.now)
            self.came += data
            self.pressed += [event.key for event in session.events if event.kind == "press"]
            session.events.clear()
            self.no_keys += session.take_no_keys()

    def press(self, number: int, held_ms: int, pause_ms: int) -> None:
        self.sketch.press(number)
        self.wait(held_ms)
        self.sketch.release()
        self.wait(pause_ms)


def play(shape: Shape, pad: Pad | None = None, speed: int = SPEED, held_ms: int = 0) -> Counts:
    """1 2 3, then so many keys at random, some twice. A key is down for so long, or for about a
    tenth of a second."""
    dice = random.Random(len(shape.name))
    hearing = Hearing(Sketch(shape, seed=2), pad, speed)
    numbers = [0, 1, 2, *(dice.randrange(16) for _ in range(PRESSES - DOUBLES - 3))]
    for _ in range(DOUBLES):
        at = dice.randrange(3, len(numbers))
        numbers.insert(at, numbers[at])
    for number in numbers:
        hearing.press(number, held_ms or dice.choice((90, 130, 170)), dice.choice((250, 420, 700)))
    hearing.wait(3_000)
    understood, invented = _compared([KEYS[number] for number in numbers], hearing.pressed)
    said = hearing.session.problem or ("" if hearing.came else "nothing came")
    return Counts(len(numbers), understood, invented, said)


def printed_table(shape: Shape) -> list[str]:
    """What a monitor prints on leaving, after each key was pressed twice, one after the other."""
    dice = random.Random(4)
    hearing = Hearing(Sketch(shape), None, shape.baud)
    for number in (*range(16), *range(16)):
        hearing.press(number, 120, dice.choice((300, 370, 520, 700)))
    return pad_rows(hearing.no_keys, Pad())


def _compared(sent: list[str], heard: list[str]) -> tuple[int, int]:
    """Presses that came, in their order, and presses that nobody made."""
    row = [0] * (len(heard) + 1)
    for key in sent:  # longest common subsequence
        before = row[:]
        for n, other in enumerate(heard):
            row[n + 1] = before[n] + 1 if key == other else max(row[n], before[n + 1])
    return row[-1], len(heard) - row[-1]
