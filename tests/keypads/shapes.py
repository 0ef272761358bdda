"""The ways in which sketches print keys: examples, and a simulated finger.

No real keypad has been tried.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from hardware.keypads.facts import SPEED
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.pad import Pad
from hardware.keypads.plain_keypad import HeardLine
from keypad.keys import PAD_LEGENDS
from tests.keypads.talk import Pieces, hear

ORDINARY = tuple("123A456B789C*0#D")
KEYS = tuple(PAD_LEGENDS[legend] for legend in ORDINARY)
LETTERS = tuple("123a456b789cE0Ud")
FROM_0, FROM_1 = tuple(map(str, range(16))), tuple(map(str, range(1, 17)))
PADDED = tuple(f"{n:02}" for n in range(16))
CODES, HEX = tuple(str(ord(k)) for k in ORDINARY), tuple(f"0x{ord(k):02X}" for k in ORDINARY)
NIBBLES = tuple(f"{n:X}" for n in range(16))
PLACES = tuple(f"r{n // 4}c{n % 4}" for n in range(16))
PAIRS = tuple(f"{n // 4} {n % 4}" for n in range(16))
BITS = tuple(f"{1 << n:016b}" for n in range(16))
WORDS = (
    "one", "two", "three", "up", "four", "five", "six", "down",
    "seven", "eight", "nine", "left", "back", "zero", "enter", "menu",
)  # fmt: skip
SENTENCES = (
    "Key pressed: {k}", "Key Pressed : {k}", "pressed {k}", "KEY:{k}", "[{k}]", "key={k}", "Key{k}",
    "'{k}'", "> {k}", "Button {k} pushed", "{k};", "{k},1", "Keypad says {k} !",
    "Touche {k} appuyée",
)  # fmt: skip

BOOT_MS = 3_200


class Shape(NamedTuple):
    """A way to print keys. In the texts {k} is the legend, {t} a clock in ms, {s} hours, minutes
    and seconds, {c} a counter, {r} a reading."""

    press: str
    release: str = ""
    repeat: str = ""
    every: int = 0
    """Milliseconds after which a held key says `repeat`."""
    legends: tuple[str, ...] = ORDINARY
    baud: int = SPEED
    idle: str = ""
    idle_every: int = 500
    boot: str = ""

    def __str__(self) -> str:
        parts = (self.press, self.release, self.every, self.idle, self.legends[1], self.baud)
        return " ".join(repr(part) for part in parts if part)


PLAIN = (
    *(Shape("{k}" + end) for end in ("\r\n", "\n", "\r", "", "\0")),
    *(Shape("{k}\r\n", baud=baud) for baud in (9_600, 19_200, 38_400, 57_600, 250_000)),
    *(Shape("{k}", baud=baud) for baud in (9_600, 38_400)),
    Shape("\x1b[32m{k}\x1b[0m\r\n"),
    Shape("{k}\r\n", boot="Ready\r\nv2\r\n"),
    Shape("{k}\r\n", idle="loops: {r}\r\n"),
    Shape("{k}\r\n", idle="\0\r\n", idle_every=20),
    Shape("{k}", idle="\0", idle_every=20),
    Shape("{k}\r\n", repeat="{k}\r\n", every=100),
    Shape("{k} pressed\r\n", "{k} released\r\n"),
    Shape("{k} PRESSED\n", "{k} RELEASED\n", "{k} HOLD\n", 500),
    Shape("{k} down\r\n", "{k} up\r\n"),
    Shape("{k} Down\r\n", "{k} Up\r\n", baud=9_600),
    Shape("{k} pressed\r\n"),
)
"""Read as they are."""

FILLED = (
    Shape(
        "Key {k} PRESSED.\r\n", "Key {k} RELEASED.\r\nKey {k} IDLE.\r\n", "Key {k} HOLD.\r\n", 1_000
    ),
    Shape("Key {k} PRESSED.\r\n", "Key {k} RELEASED.\r\n", baud=9_600),
    *(Shape(press + "\r\n") for press in SENTENCES),
    Shape("KEY:{k}\r\n", baud=9_600, boot="Ready\r\n"),
    Shape("KEY {k}\r\n", baud=57_600, idle="T={r}\r\n"),
    Shape("Touche {k} appuyée\r\n", "Touche {k} relâchée\r\n"),
    Shape("Taste {k} an\n", "Taste {k} aus\n"),
    Shape("on {k}\r\n", "off {k}\r\n"),
    Shape("P{k}\n", "R{k}\n"),
    Shape("+{k}\n", "-{k}\n"),
    Shape("{k}=1\r\n", "{k}=0\r\n"),
    Shape("k {k} 1\n", "k {k} 0\n", baud=250_000),
    Shape("Key {k} down!\r\n", "Key {k} up!\r\n", "Key {k} down!\r\n", 50),
    Shape('{{"t":{t},"key":"{k}","on":1}}\n', '{{"t":{t},"key":"{k}","on":0}}\n'),
    Shape('{{"key":"{k}","state":"pressed"}}\n', '{{"key":"{k}","state":"released"}}\n'),
    Shape(
        "\x1b[0;36m[{s}] 'Pad': state '{k}'\x1b[0m\r\n",
        idle="\x1b[0;36m[{s}] 'Up': {r} s\x1b[0m\r\n",
        idle_every=900,
    ),
    Shape("[{s}] {k}\r\n"),
    Shape("({t}) keypad: {k}\r\n", "({t}) keypad: {k} up\r\n"),
    Shape("I ({t}) main: key {k}\n", idle="I ({t}) main: heap {r}\n", idle_every=1_000),
    Shape("{t} {k}\r\n", repeat="{t} {k}\r\n", every=200),
    Shape("#{c} key {k}\r\n"),
    Shape("key {k} n={c}\r\n"),
    Shape("A0={r} key {k}\r\n"),
    Shape("Pressed:  [{k}]\r\n", repeat="Pressed:  [{k}]\r\n", every=100),
    Shape("key {k}\r\n", repeat="key {k}\r\n", every=250),
    Shape("key {k}\r\n", repeat="key {k}\r\n", every=400, baud=38_400),
    Shape("key {k}\r\n", repeat="key {k}\r\n", every=50),
    Shape("Key {k}\r\n", "Key {k}\r\n"),
    Shape("KEY {k}\r\n", "KEY {k}\r\n", baud=9_600),
    Shape("DOWN {k}\r\n", "UP\r\n"),
    Shape("key {k}\r\n", "no key\r\n"),
    Shape("click\r\nkey {k}\r\n"),
)
"""No key as they are; the table that a monitor writes for them is whole."""

REPEATED = (
    Shape("{k}\r\n", repeat="{k}\r\n", every=200),
    Shape("{k}\n", repeat="{k}\n", every=300, baud=9_600),
    Shape("{k}\r\n", repeat="{k}\r\n", every=500),
    Shape("{k}", repeat="{k}", every=250),
    Shape("{k}\r\n", "{k}\r\n"),
    Shape("{k}", "{k}"),
)
"""Bare legends that come more than once a press: right with the table, and only with it."""

NAMED = (
    *(
        Shape("{k}\r\n", legends=legends)
        for legends in (FROM_0, FROM_1, PADDED, CODES, HEX, PLACES)
    ),
    *(
        Shape("BTN {k} DOWN\r\n", "BTN {k} UP\r\n", legends=legends)
        for legends in (FROM_0, FROM_1, PADDED, NIBBLES, PLACES)
    ),
    Shape("BTN {k} DOWN\r\n", "BTN {k} UP\r\n", idle="T={r}\r\n", legends=FROM_0),
    Shape("{k}\r\n", "{k}\r\n", legends=FROM_0),
    Shape("key {k}\r\n", legends=WORDS),
    Shape("{k}\r\n", legends=WORDS, baud=9_600),
    Shape("({t}) {k} on\r\n", "({t}) {k} off\r\n", legends=WORDS),
    Shape("[{s}] btn {k}\r\n", legends=FROM_1),
    Shape("code {k}\r\n", legends=CODES, repeat="code {k}\r\n", every=150),
    Shape("row/col {k}\r\n", legends=PAIRS),
    Shape("{k}\r\n", "0000000000000000\r\n", legends=BITS),
    Shape("Key: {k}\t({k})\r\n"),
    Shape("IR {k}\r\n", repeat="FFFFFFFF\r\n", every=110, legends=HEX),
    Shape("{k}\r\n", legends=LETTERS),
    Shape("Key {k} PRESSED.\r\n", "Key {k} RELEASED.\r\n", legends=LETTERS),
    Shape("{k}\r\n", repeat="{k}\r\n", every=50, idle="0\r\n", idle_every=50, legends=FROM_1),
)
"""Lines without a legend, for which the person writes the keys."""

ODD = (
    Shape("{k}\r\n", idle="0\r\n", idle_every=1_000),
    Shape("key {k}\r\n", idle="key 0\r\n", idle_every=700),
    Shape("key pressed\r\n"),
)
"""Two print a key by themselves, one says of no key which."""

SHAPES = (*PLAIN, *FILLED, *REPEATED, *NAMED, *ODD)

Stroke = tuple[int, int, int]
"""The number of a key; when it goes down, and up."""


def pieces_of(shape: Shape, strokes: Sequence[Stroke], seed: int) -> Pieces:
    """Return what a board with that sketch sends, and when."""
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
    for count, (at, text, number) in enumerate(sorted(said, key=lambda one: one[0])):
        clock = boot + at
        fields = {
            "k": shape.legends[number], "t": clock, "r": dice.randrange(100, 1_000), "c": count,
            "s": f"21:{clock // 60_000 % 60:02}:{clock // 1_000 % 60:02}",
        }  # fmt: skip
        pieces.append((at, text.format(**fields).encode()))
    return pieces


class Counts(NamedTuple):
    understood: int
    invented: int


FINGERS = ((24, (80,)), (24, (150, 200, 250)), (8, (2_000,)))
"""Presses, and how long a key is down."""


def play(shape: Shape, pad: Pad, finger: int) -> Counts:
    """Press keys at random, some twice, with one of the fingers."""
    dice = random.Random(finger)
    presses, lengths = FINGERS[finger]
    numbers = [dice.randrange(16) for _ in range(presses - presses // 8)]
    for _ in range(presses // 8):
        at = dice.randrange(len(numbers))
        numbers.insert(at, numbers[at])
    strokes, at = list[Stroke](), BOOT_MS
    for number in numbers:
        up = at + dice.choice(lengths)
        strokes.append((number, at, up))
        at = up + dice.choice((250, 420, 700))
    pieces = pieces_of(shape, strokes, seed=2)
    events, _, _ = hear(pieces, KeypadSession(pad=pad, speed=shape.baud), at + 3_000)
    pressed = [event.key for event in events if event.kind == "press"]
    return _compared([KEYS[number] for number in numbers], pressed)


def monitored(shape: Shape) -> list[HeardLine]:
    """Return a monitor's lines: each key is pressed, then all again, and the last is held."""
    dice = random.Random(4)
    strokes, at = list[Stroke](), BOOT_MS
    for number in (*range(16), *range(16)):
        strokes.append((number, at, at + dice.choice((90, 120, 160))))
        at += dice.choice((420, 490, 640, 820))
    strokes[-1] = (15, strokes[-1][1], strokes[-1][1] + 2_000)
    pieces = pieces_of(shape, strokes, seed=1)
    return hear(pieces, KeypadSession(speed=shape.baud), strokes[-1][2] + 500)[2]


def _compared(sent: list[str], heard: list[str]) -> Counts:
    """Count the presses that came, in their order, and those that nobody made."""
    came = SequenceMatcher(None, sent, heard, autojunk=False).get_matching_blocks()
    understood = sum(block.size for block in came)
    return Counts(understood, len(heard) - understood)
