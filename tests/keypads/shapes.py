"""How sketches print their keys: examples of our own, and a finger that presses them.

Bytes come at the sketch's speed and are read at another by a model of a serial line. No real
keypad has been tried.
"""

from __future__ import annotations

import random
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from banquier.cli.pad_rows import pad_rows
from hardware.keypads.facts import SPEED
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.pad import Pad
from keypad.keys import PAD_LEGENDS
from tests.keypads.talk import Pieces, hear
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


Stroke = tuple[int, int, int]
"""The number of a key; when it goes down, and up."""


def pieces_of(shape: Shape, strokes: list[Stroke], speed: int, seed: int) -> Pieces:
    """What a board with that sketch sends, and when, as it is read at that speed."""
    dice = random.Random(seed)
    boot = dice.randrange(40_000, 80_000)
    held = [range(down, up) for _, down, up in strokes]
    said = [(0, shape.boot, 0)]
    for (number, down, up), while_held in zip(strokes, held, strict=True):
        said += [(down, shape.press, number), (up, shape.release, number)]
        if shape.repeat:
            said += [(at, shape.repeat, number) for at in while_held[shape.every :: shape.every]]
    for at in range(shape.idle_every, strokes[-1][2], shape.idle_every) if shape.idle else ():
        if not (shape.repeat and any(at in one for one in held)):
            said.append((at, shape.idle, 0))
    pieces = Pieces()
    for at, text, number in sorted(said, key=lambda one: one[0]):
        clock, legend = boot + at, shape.legends[number]
        fields = {
            "k": legend, "n": legend, "t": clock, "r": dice.randrange(100, 1_000),
            "s": f"21:{clock // 60_000 % 60:02}:{clock // 1_000 % 60:02}",
        }  # fmt: skip
        pieces.append((at, read_at(text.format(**fields).encode(), shape.baud, speed)))
    return pieces


class Counts(NamedTuple):
    sent: int
    understood: int
    invented: int
    said: str = ""
    """The problem at the end."""

    @property
    def whole(self) -> bool:
        return self.sent == self.understood and not self.invented


def play(shape: Shape, pad: Pad | None = None, speed: int = SPEED, held_ms: int = 0) -> Counts:
    """1 2 3, then so many keys at random, some twice. A key is down for so long, or for about a
    tenth of a second."""
    dice = random.Random(len(shape.name))
    numbers = [0, 1, 2, *(dice.randrange(16) for _ in range(PRESSES - DOUBLES - 3))]
    for _ in range(DOUBLES):
        at = dice.randrange(3, len(numbers))
        numbers.insert(at, numbers[at])
    strokes, at = list[Stroke](), BOOT_MS
    for number in numbers:
        up = at + (held_ms or dice.choice((90, 130, 170)))
        strokes.append((number, at, up))
        at = up + dice.choice((250, 420, 700))
    pieces = pieces_of(shape, strokes, speed, seed=2)
    events, session, _ = hear(pieces, KeypadSession(pad=pad, speed=speed), at + 3_000)
    pressed = [event.key for event in events if event.kind == "press"]
    understood, invented = _compared([KEYS[number] for number in numbers], pressed)
    came = any(data for at, data in pieces if at >= BOOT_MS)
    return Counts(
        len(numbers), understood, invented, session.problem or ("" if came else "nothing came")
    )


def printed_table(shape: Shape) -> list[str]:
    """What a monitor prints on leaving, after each key was pressed twice, one after the other."""
    dice = random.Random(4)
    downs = [*accumulate((dice.choice((420, 490, 640, 820)) for _ in range(31)), initial=BOOT_MS)]
    strokes = [(n % 16, down, down + 120) for n, down in enumerate(downs)]
    pieces = pieces_of(shape, strokes, shape.baud, seed=1)
    return pad_rows(hear(pieces, KeypadSession(speed=shape.baud), downs[-1] + 500)[2], Pad())


def _compared(sent: list[str], heard: list[str]) -> tuple[int, int]:
    """Presses that came, in their order, and presses that nobody made."""
    came = SequenceMatcher(None, sent, heard, autojunk=False).get_matching_blocks()
    understood = sum(block.size for block in came)
    return understood, len(heard) - understood
