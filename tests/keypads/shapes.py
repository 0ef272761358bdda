"""How sketches print their keys: own examples of every shape, and how each is read.

    .venv/bin/python -m tests.keypads.shapes          a table: presses sent, understood, invented

Each shape is read twice: by itself, and once `banquier keypad teach` learned it. The bytes come
at the sketch's speed and are read at the session's, by a model of a serial line. No real board has
been tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from hardware.keypads.facts import Counters
from hardware.keypads.lesson import CannotLearn, Lesson, Piece, Sample
from hardware.keypads.pad import Pad
from hardware.keypads.session import Session
from keypad.keys import PAD_LEGENDS
from tests.keypads.waveform import read_at

PRESSES = 32
ORDINARY = tuple("123A456B789C*0#D")
KEYS = tuple(PAD_LEGENDS[legend] for legend in ORDINARY)
FROM_0 = tuple(map(str, range(16)))
FROM_1 = tuple(map(str, range(1, 17)))
WORDS = (
    "one", "two", "three", "up", "four", "five", "six", "down",
    "seven", "eight", "nine", "left", "back", "zero", "enter", "menu",
)  # fmt: skip

BOOT_MS = 3_000
HELD_MS, TAP_MS, PAUSE_MS = 2_000, 130, 400


class Shape(NamedTuple):
    """In the texts {k} is the legend, {n} the number, {row} {col} the place, {t} a clock in ms,
    {s} hours, minutes and seconds, {c} a counter, {r} a reading that is never twice the same."""

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
    bounces: bool = False
    """Each edge is printed once to three times."""
    serves: bool = True
    """False: no reader could take keys from it."""


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
    # To be taught.
    Shape(
        "Pressed:  [5], again while held",
        "Pressed:  [{k}]\r\n",
        repeat="Pressed:  [{k}]\r\n",
        every=100,
    ),
    Shape("Pressed: ['5']", "Pressed: ['{k}']\r\n", repeat="Pressed: ['{k}']\r\n", every=100),
    Shape("KEY:5", "KEY:{k}\r\n"),
    Shape("KEY:5, 9600", "KEY:{k}\r\n", baud=9_600),
    Shape("'5'", "'{k}'\r\n"),
    Shape("Key = 5", "Key = {k}\r\n"),
    Shape(
        "Event: key_number",
        "<Event: key_number {k} pressed>\r\n",
        "<Event: key_number {k} released>\r\n",
        legends=FROM_0,
    ),
    Shape("JSON", '{{"key":"{k}"}}\r\n'),
    Shape(
        "JSON with time and state",
        '{{"t":{t},"key":"{k}","state":1}}\n',
        '{{"t":{t},"key":"{k}","state":0}}\n',
    ),
    Shape("JSON over several lines", '{{\n  "id": {c},\n  "key": "{k}"\n}}\n'),
    Shape("key and state, tabs", "{k}\t1\r\n", "{k}\t0\r\n"),
    Shape("number, state and time, commas", "{n},1,{t}\r\n", "{n},0,{t}\r\n", legends=FROM_0),
    Shape("time, number, state, semicolons", "{t};{n};down\n", "{t};{n};up\n", legends=FROM_1),
    Shape("row and column, commas", "{row},{col}\r\n"),
    Shape("Row 1 Col 2", "Row {row} Col {col}\r\n"),
    Shape("character and comma", "{k},"),
    Shape("character and blank", "{k} "),
    Shape("line end before the text", "\r\nYou pressed: {k}"),
    Shape(
        "ESP-IDF log with colours",
        "\x1b[0;32mI ({t}) keypad: key {k} pressed\x1b[0m\n",
        "\x1b[0;32mI ({t}) keypad: key {k} released\x1b[0m\n",
        boot="rst:0x1 (POWERON_RESET),boot:0x13\n",
    ),
    Shape(
        "ESP-IDF log of numbers",
        "I ({t}) main: button={n} event=BUTTON_PRESS_DOWN\n",
        "I ({t}) main: button={n} event=BUTTON_PRESS_UP\n",
    ),
    Shape(
        "ESPHome log",
        "[{s}][D][key_collector:058]: Key pressed: {k}\r\n",
        boot="[00:00:00][I][app:029]: Running\r\n",
    ),
    Shape(
        "ESPHome log with colours",
        "\x1b[0;36m[{s}][D][text:064]: 'Pad': state '{k}'\x1b[0m\r\n",
        idle="\x1b[0;36m[{s}][D][sensor:094]: 'Up': {r} s\x1b[0m\r\n",
        idle_every=900,
    ),
    Shape(
        "ESPHome binary sensors",
        "[{s}][D][binary_sensor:036]: 'Key {k}': Sending state ON\r\n",
        "[{s}][D][binary_sensor:036]: 'Key {k}': Sending state OFF\r\n",
    ),
    Shape("touch pad, numbers from 1", "{n}\r\n", legends=FROM_1),
    Shape(
        "touch pad, 0 while nothing is touched",
        "{n}\r\n",
        repeat="{n}\r\n",
        every=50,
        idle="0\r\n",
        idle_every=50,
        legends=FROM_1,
    ),
    Shape("touch pad, numbers from 0", "{n}\r\n", legends=FROM_0),
    Shape("touch pad: a bit for each key", "{bits}\r\n", "0000000000000000\r\n"),
    Shape("illuminated pad, numbers from 0 at both edges", "{n}\r\n", "{n}\r\n", legends=FROM_0),
    Shape("illuminated pad, in words", "pad {n} down\r\n", "pad {n} up\r\n", legends=FROM_0),
    Shape("the same line at press and release", "key {k}\r\n", "key {k}\r\n"),
    Shape("a line while held", "{k} is down\r\n", repeat="{k} is down\r\n", every=200),
    Shape("a general release", "DOWN {k}\r\n", "UP\r\n"),
    Shape("voltages of a ladder", "A0={r} key {k}\r\n"),
    Shape("a counter before the key", "#{c} {k}\r\n"),
    Shape("words", "{k}\r\n", legends=WORDS),
    Shape("sentences in French", "Touche appuyée : {k}\r\n", "Touche relâchée : {k}\r\n"),
    Shape("date and time", "2026-03-14 {s} INFO key={k}\r\n"),
    Shape("scan codes", "scancode 0x{hex}\r\n"),
    Shape("two lines a press", "Key pressed!\r\nIt is {k}\r\n"),
    Shape("status lines in between", "-> {k}\r\n", idle="T={r} H=41\r\n"),
    Shape("KEY 5 DOWN, 4800", "KEY {k} DOWN\r\n", "KEY {k} UP\r\n", baud=4_800),
    Shape("a character a line, 74880", "{k}\r\n", baud=74_880),
    Shape("a character a line, 250000", "{k}\n", baud=250_000),
    Shape("a character a line, 57600", "{k}\r\n", baud=57_600),
    Shape("bare characters, 38400", "{k}", baud=38_400),
    Shape("Key: 5, 19200", "Key: {k}\r\n", baud=19_200),
    Shape("contacts that bounce at the press", "<{k}>\r\n", bounces=True),
    # Nobody could read these.
    Shape("the same line for every key", "key pressed\r\n", serves=False),
    Shape("a sum", "= {sum}\r\n", serves=False),
    Shape("a row that grows", "{row_so_far}\r\n", serves=False),
    Shape("no debounce at both edges", "key {k}\r\n", "key {k}\r\n", bounces=True, serves=False),
)


class Sketch:
    """A board that runs such a sketch: keys go down and up, bytes come with their times."""

    def __init__(self, shape: Shape, seed: int = 1) -> None:
        self.shape = shape
        self.now = 0
        self._dice = random.Random(seed)
        self._count = self._sum = 0
        self._row = ""
        self._idle_at = shape.idle_every
        self._boot = self._dice.randrange(40_000, 80_000)

    def _say(self, text: str, number: int) -> Piece:
        clock = self.now + self._boot
        self._count += 1
        fields = {
            "k": self.shape.legends[number], "n": self.shape.legends[number],
            "row": number // 4, "col": number % 4, "t": clock, "c": self._count,
            "s": f"21:{clock // 60_000 % 60:02}:{clock // 1_000 % 60:02}",
            "r": self._dice.randrange(100, 1_000), "hex": f"{0x1A + 5 * number:02x}",
            "bits": "".join("1" if n == number else "0" for n in range(16)),
            "sum": self._sum, "row_so_far": self._row,
        }  # fmt: skip
        return self.now, text.format(**fields).encode()

    def wait(self, ms: int, held: int = -1) -> Iterator[Piece]:
        """What comes meanwhile; a key that is down may say so."""
        shape, until = self.shape, self.now + ms
        every = shape.every if held >= 0 and shape.repeat else 0
        repeat_at = self.now + every
        silenced = held >= 0 and bool(shape.repeat)
        while True:
            dates = [repeat_at] if every else []
            if shape.idle and not silenced:
                dates.append(self._idle_at)
            at = min(dates, default=until)
            if at >= until:
                break
            self.now = at
            if every and at == repeat_at:
                repeat_at += every
                yield self._say(shape.repeat, held)
            else:
                self._idle_at = at + shape.idle_every
                yield self._say(shape.idle, 0)
        self.now = until
        self._idle_at = max(self._idle_at, until)

    def _edge(self, text: str, number: int) -> Iterator[Piece]:
        for _ in range(self._dice.randint(1, 3) if text and self.shape.bounces else bool(text)):
            yield self._say(text, number)
            self.now += 3

    def start(self) -> list[Piece]:
        """What the board says after its reset."""
        boot = [self._say(self.shape.boot, 0)] if self.shape.boot else []
        return boot + list(self.wait(BOOT_MS))

    def tap(self, number: int, held_ms: int = TAP_MS, pause: int = PAUSE_MS) -> list[Piece]:
        self._sum += number + 1
        self._row += self.shape.legends[number]
        pieces = list(self._edge(self.shape.press, number))
        pieces += self.wait(held_ms, number)
        pieces += self._edge(self.shape.release, number)
        return pieces + list(self.wait(pause))


ASKED = (0, 0, 1, 2, 8, 9, 10, 4, 5, 6, 13, 15, 7, 11, 3, 12, 14)
"""1 is held, and pressed once more; then by the unit: 2 3 7 8 9 4 5 6 0 F + - ? C OK."""


def lesson_of(shape: Shape) -> Lesson:
    """As `banquier keypad teach` asks for the keys."""
    sketch = Sketch(shape)
    lesson = Lesson(shape.baud)
    lesson.idle = sketch.start()
    for n, number in enumerate(ASKED):
        pieces = sketch.tap(number, HELD_MS if n == 0 else TAP_MS, 1_000)
        lesson.samples.append(Sample(KEYS[number], pieces))
    return lesson


class Counts(NamedTuple):
    sent: int
    understood: int
    invented: int


def play(shape: Shape, pad: Pad | None, presses: int = PRESSES) -> Counts:
    """So many keys at random, heard by a session that begins with these settings."""
    dice = random.Random(len(shape.name))
    sketch = Sketch(shape, seed=2)
    session = Session(Counters(), 0, pad=pad)
    sent: list[str] = []
    heard: list[str] = []
    pieces = [(sketch.start(), sketch.now)]
    while len(sent) < presses:
        number = dice.randrange(16)
        sent.append(KEYS[number])
        tap = sketch.tap(number, dice.choice((90, 130, 170)), dice.choice((300, 420, 700)))
        pieces.append((tap, sketch.now))
    for piece, end in pieces:
        for at, data in piece:
            session.hear(read_at(data, shape.baud, session.speed), at)
        session.tick(end)
        heard += [event.key for event in session.events if event.kind in ("tap", "press")]
        session.events.clear()
    return Counts(len(sent), *_compared(sent, heard))


def _compared(sent: list[str], heard: list[str]) -> tuple[int, int]:
    """Presses that came, in their order, and presses that nobody made."""
    row = [0] * (len(heard) + 1)
    for key in sent:  # longest common subsequence
        before = row[:]
        for n, other in enumerate(heard):
            row[n + 1] = before[n] + 1 if key == other else max(row[n], before[n + 1])
    return row[-1], len(heard) - row[-1]


def main() -> None:
    print(f"{'':44}{'by itself':>22}{'taught':>24}")
    print(
        f"{'sketch':<44}{'sent':>6}{'understood':>11}{'inv.':>5}{'sent':>8}{'understood':>11}{'inv.':>5}"
    )
    whole = invented = by_itself = serving = 0
    for shape in SHAPES:
        alone = play(shape, None)
        row = f"{shape.name:<44}{alone.sent:>6}{alone.understood:>11}{alone.invented:>5}"
        by_itself += alone.understood >= alone.sent - (shape.baud != 115_200)
        invented += alone.invented
        serving += shape.serves
        try:
            taught = play(shape, lesson_of(shape).learn())
        except CannotLearn as error:
            print(f"{row}   refused: {error}")
            continue
        whole += taught.understood == taught.sent
        invented += taught.invented
        print(f"{row}{taught.sent:>8}{taught.understood:>11}{taught.invented:>5}")
    print(f"{len(SHAPES)} sketches, {serving} of which can serve: {by_itself} read by themselves, "
          f"{whole} whole once taught; {invented} presses invented.")  # fmt: skip


if __name__ == "__main__":
    main()
