"""The simulated keypad for tests: keys, faults, the counters of the rig, and what it sends.

with Rig(programs / "rig", programs / "banquier-4x8.hex") as rig:
    rig.tell("d 0 4 12", "wait 40", "u 0 4 12")
    rig.stats()["contention"]
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.keypads.facts import KeypadEvent
from hardware.keypads.frames import FrameCutter
from hardware.keypads.keypad_session import KeypadSession
from hardware.keypads.port import SerialTransport, open_port
from keypad.keys import NAMES
from tests.keypads.talk import spell_events
from tests.support.waiting import LIFETIME

ROWS, COLS = 4, 8
BATCH = 50
"""Commands, between which less time passes than that after which a keypad is missed."""


class Rig:
    def __init__(self, program: Path, firmware: Path) -> None:
        self._process = subprocess.Popen(
            [str(program), str(firmware)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.port = self._answer("port")
        """The pseudo-terminal's own name."""

    def tell(self, *lines: str) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write("".join(f"{line}\n" for line in lines))
        stdin.flush()

    def ask(self, line: str) -> str:
        """Give a command that prints one line; return the words after its first."""
        self.tell(line)
        return self._answer(line.split()[0])

    def _answer(self, word: str) -> str:
        stdout = self._process.stdout
        assert stdout is not None
        line = stdout.readline()
        first, _, rest = line.strip().partition(" ")
        assert first == word, f"the rig says {line!r}"
        return rest

    def settle(self) -> None:
        """Wait until the rig has done all commands."""
        self.tell("sync done")
        self._answer("done")

    def hold(self) -> None:
        """Let the board run only during `wait` and the like from here on: what it sends when
        a port is opened cannot fall between that and the emptying of the port's buffer. So no
        `wait` stands before the opening: the rig may be late with it."""
        self.tell("pace 0")
        self.settle()

    def stats(self) -> dict[str, int]:
        pairs = (pair.split("=") for pair in self.ask("stats").split())
        return {name: int(value) for name, value in pairs}

    def glass(self) -> tuple[list[int], list[int]]:
        """Twelve words of fourteen segments, eight bytes of seven."""
        words = [int(word, 16) for word in self.ask("glass").split()]
        return words[:12], words[12:]

    def beeps(self) -> list[tuple[int, int]]:
        """Return (hertz, milliseconds) of each beep since the last call."""
        pairs = (beep.split(":") for beep in self.ask("beeps").split())
        return [(int(hz), int(ms)) for hz, ms in pairs]

    def close(self) -> None:
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        process.wait(LIFETIME)
        if process.stdout is not None:
            process.stdout.close()

    def __enter__(self) -> Rig:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


SEVEN = dict(
    zip((0, *b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b\x01"), " 0123456789-", strict=True)
)


def number_on(digits: list[int]) -> str:
    text = "".join(SEVEN[shape & 0x7F] + ("." if shape & 0x80 else "") for shape in digits)
    return text.strip()


class BoardListener:
    """The board's port, opened by pyserial, and the conversation as the unit holds it, in the
    board's own time. It runs during commands only, so every event comes from one of them."""

    def __init__(self, rig: Rig, transport: SerialTransport) -> None:
        self.session = KeypadSession()
        self.rig = rig
        self._transport = transport
        self._heard, self._bytes, self._cutter = 0, b"", FrameCutter()

    def read_frames(self) -> list[str]:
        """Return verbs and arguments of the frames since the last call; all are whole."""
        self.catch_up()
        data, self._bytes = self._bytes, b""
        readings = self._cutter.feed(data)
        assert all(reading.kind == "frame" for reading in readings), readings
        return [",".join(filter(None, reading.frame[1:])) for reading in readings if reading.frame]

    def catch_up(self) -> None:
        """Read all that the board has sent, once the rig has done its commands."""
        stats = self.rig.stats()
        while self._heard < stats["sent"]:
            data = self._transport.read()
            assert data, "bytes were lost on the way"
            self._heard += len(data)
            self._bytes += data
            self.session.feed(data, stats["ms"])
        self.session.feed(b"", stats["ms"])

    def run(self, *lines: str) -> str:
        """Return the key events of these commands."""
        return spell_events(self.events(*lines))

    def events(self, *lines: str) -> list[KeypadEvent]:
        events = list[KeypadEvent]()
        for start in range(0, len(lines), BATCH):
            self.rig.tell(*lines[start : start + BATCH])
            self.catch_up()
            events += self.session.take_events()
        return events

    def send(self, data: bytes) -> None:
        """Write a command, and let the board do it."""
        self._transport.write(data)
        self.rig.tell("wait 50")
        self.rig.settle()


@contextmanager
def held_port(rig: Rig) -> Iterator[SerialTransport]:
    """The port of a rig that has just started; its opening is a reset, so that HELLO is whole."""
    rig.hold()
    rig.tell("patient 1")
    transport = open_port(rig.port)
    transport._device.write_timeout = 10  # a busy machine takes bytes later than a keypad
    try:
        yield transport
    finally:
        transport.close()


@contextmanager
def listening(rig: Rig) -> Iterator[BoardListener]:
    with held_port(rig) as transport:
        listener = BoardListener(rig, transport)
        listener.run("wait 100")
        yield listener


def name_of(row: int, col: int) -> str:
    return NAMES[col * ROWS + row]
