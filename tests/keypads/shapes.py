"""How sketches print their keys: own examples of every shape, and a finger that presses them.

Bytes come at the sketch's speed and are read at another by a model of a serial line. No real
keypad has been tried.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import NamedTuple

from hardware.keypads.facts import SPEED
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.pad import Pad
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
REACTION_MS = 300
PRESSES, DOUBLES = (48, 6) if os.environ.get("KEYPAD_SHAPES") == "all" else (32, 4)


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
    Shape("the same line for every key", "key pressed\r\n"),
    Shape("a sum", "= {sum}\r\n"),
    Shape("a row that grows", "{row_so_far}\r\n"),
    Shape("no debounce at both edges", "key {k}\r\n", "key {k}\r\n", bounces=True),
)

REFUSED = {
    "the same line for every key": "alike", "a sum": "sum", "a row that grows": "sum",
}  # fmt: skip
"""What no program could read, and why."""


def named(name: str) -> Shape:
    return next(shape for shape in SHAPES if shape.name == name)


class Sketch:
    """A board that runs such a sketch: keys go down and up, bytes come meanwhile."""

    def __init__(self, shape: Shape, seed: int = 1) -> None:
        self.shape = shape
        self.now = 0
        self.out = b""
        self._dice = random.Random(seed)
        self._count = self._sum = 0
        self._row = ""
        self.down = -1
        self._idle_at = shape.idle_every if shape.idle else -1
        self._repeat_at = -1
        self._boot = self._dice.randrange(40_000, 80_000)
        if shape.boot:
            self._say(shape.boot, 0)

    def _say(self, text: str, number: int) -> None:
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
        self.out += text.format(**fields).encode()

    def _edge(self, text: str, number: int) -> None:
        times = self._dice.randint(1, 3) if text and self.shape.bounces else bool(text)
        for _ in range(times):
            self._say(text, number)

    def press(self, number: int) -> None:
        self._sum += number + 1
        self._row += self.shape.legends[number]
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


class Taught:
    """A keypad at a port, and a person who presses what a lesson asks for: a transport for
    `teaching.learn`, in a time of its own. A finger stays down for `held_ms`, or until it is
    told to let go where it was told to stay. A busy machine reads up to `late_ms` late."""

    def __init__(self, shape: Shape, held_ms: int, *, obeys: bool = True, late_ms: int = 0) -> None:
        self.sketch = Sketch(shape)
        self.held_ms = held_ms
        self.obeys = obeys
        self.late_ms = late_ms
        self.speed = SPEED
        self.told: list[str] = []
        self._moves: list[tuple[int, Callable[[], None]]] = []
        self._none = False
        self._dice = random.Random(shape.name)

    def clock(self) -> int:
        return self.sketch.now

    def tell(self, name: str, key: str = "", **_: object) -> None:
        """What a person does when that is said."""
        self.told.append(f"{name} {key}".strip())
        at = max([self.sketch.now, *(at for at, _ in self._moves)]) + REACTION_MS
        if name in ("hold", "again", "press") and key in KEYS:
            number = KEYS.index(key)
            self._moves.append((at, lambda: self.sketch.press(number)))
            if name != "hold" or not self.obeys:
                self._moves.append((at + self.held_ms, self.sketch.release))
        elif name in ("let_go", "no_text") and self.sketch.down >= 0:
            self._moves.append((at, self.sketch.release))
        self._none = name == "more"

    def skipped(self) -> bool:
        return self._none

    # -- the transport

    def read(self, seconds: float) -> bytes:
        data = b""
        for _ in range(max(int(seconds * 1_000), STEP_MS) // STEP_MS):
            data += self.sketch.wait(STEP_MS)
            while self._moves and self._moves[0][0] <= self.sketch.now:
                self._moves.pop(0)[1]()
                data += self.sketch.wait(0)
            if data:
                break
        for _ in range(self._dice.randrange(self.late_ms // STEP_MS + 1) if data else 0):
            data += self.sketch.wait(STEP_MS)
        return read_at(data, self.sketch.shape.baud, self.speed)

    def write(self, _: bytes) -> bool:
        return True

    def wake(self) -> None:
        pass

    def close(self) -> None:
        pass

    def open_at(self, speed: int) -> Taught:
        self.speed = speed
        return self


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
    """1 2 3, then so many keys at random, some twice, heard by a session at that speed. A key is
    down for so long, or for about a tenth of a second."""
    dice = random.Random(len(shape.name))
    sketch = Sketch(shape, seed=2)
    session = KeypadSession(pad=pad, speed=speed)
    heard: list[str] = []
    came, due = b"", session.due(0)

    def hear(ms: int) -> None:
        nonlocal came, due
        for _ in range(ms // STEP_MS):
            data = sketch.wait(STEP_MS)
            if not data and sketch.now < due:
                continue
            session.hear(data := read_at(data, shape.baud, speed), sketch.now)
            due = session.due(sketch.now)
            came += data
            heard.extend(event.key for event in session.events if event.kind == "press")
            session.events.clear()

    numbers = [0, 1, 2, *(dice.randrange(16) for _ in range(PRESSES - DOUBLES - 3))]
    for _ in range(DOUBLES):
        at = dice.randrange(3, len(numbers))
        numbers.insert(at, numbers[at])
    hear(BOOT_MS)
    for number in numbers:
        sketch.press(number)
        hear(held_ms or dice.choice((90, 130, 170)))
        sketch.release()
        hear(dice.choice((250, 420, 700)))
    hear(3_000)
    understood, invented = _compared([KEYS[number] for number in numbers], heard)
    said = session.problem or ("" if came else "nothing came")
    return Counts(len(numbers), understood, invented, said)


def _compared(sent: list[str], heard: list[str]) -> tuple[int, int]:
    """Presses that came, in their order, and presses that nobody made."""
    row = [0] * (len(heard) + 1)
    for key in sent:  # longest common subsequence
        before = row[:]
        for n, other in enumerate(heard):
            row[n + 1] = before[n] + 1 if key == other else max(row[n], before[n + 1])
    return row[-1], len(heard) - row[-1]
