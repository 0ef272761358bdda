"""A keypad board at the table: framed or plain, on a line that loses, damages and repeats lines.

board = Board(evening clock, chance, plain)
board.open_port, board.ports       for a KeypadLink
board.press("OK"); board.release("OK"); board.unplug(); board.plug()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from banquier.play.rng import Rng
from hardware.keypads.facts import SPEED
from hardware.keypads.frames import Lines, encode
from hardware.keypads.port import PortFacts, PortTrouble
from keypad.keys import LINES, NAMES, STROBES

HELLO = "proto=1,fw=1.0,rows=4,cols=8,disp=3,beep=1"
BEAT = 1.0
"""Seconds between two heartbeats."""
BOUNCES = (4, 15, 40)
"""Milliseconds after which a plain board may send its key again."""
KEYS_OF_PLAIN = frozenset("0123456789C+-F")


class Surroundings(Protocol):
    @property
    def now(self) -> float: ...
    def later(self, seconds: float, act: Callable[[], None]) -> object: ...


class Board:
    def __init__(self, table: Surroundings, chance: Rng, *, plain: bool) -> None:
        self.table = table
        self.chance = chance
        self.plain = plain
        self.device = "/dev/ttyACM0"
        self.plugged = True
        self.noisy = chance(3) == 0
        self.keys = KEYS_OF_PLAIN if plain else frozenset(NAMES) - {"ON"}
        self.arrived: Callable[[], None] = lambda: None
        self.pressed = 0
        """Physical presses of a finger so far."""
        self.down: set[str] = set()
        self.glass = ""
        """What its display shows."""
        self._out = b""
        self._opened = 0
        self._started = table.now
        self._beat = 0.0
        self._seq = 0
        self._lines = Lines()

    # -- the computer's side

    def ports(self) -> list[PortFacts]:
        found = PortFacts(self.device, "Nano", 0x1A86, 0x7523, "90", "1-1")
        return [found] if self.plugged else []

    def open_port(self, port: str, speed: int) -> Port:
        """Opening resets the board."""
        if not self.plugged or port != self.device:
            raise PortTrouble(f"There is no port {port}.")
        assert speed == SPEED
        self._opened += 1
        self._start()
        return Port(self, self._opened)

    def is_open(self, opening: int) -> bool:
        return self.plugged and opening == self._opened

    # -- the finger's side

    def press(self, key: str) -> None:
        """A plain board tells no releases."""
        if not self.plain:
            self.down.add(key)
        if self.plugged:
            self.pressed += 1
            if self.plain:
                self._send(key.encode() + b"\r\n")
                if self.chance(3) == 0:
                    for _ in range(1 + self.chance(2)):
                        wait = BOUNCES[self.chance(len(BOUNCES))] / 1_000
                        self.table.later(wait, lambda: self._send(key.encode() + b"\r\n"))
            else:
                self._say("D", _place(key))

    def release(self, key: str) -> None:
        self.down.discard(key)
        if self.plugged and not self.plain:
            self._say("U", _place(key))

    def unplug(self) -> None:
        self.plugged = False
        self._out = b""
        self.arrived()

    def plug(self) -> None:
        """Back in, under another name."""
        self.device = "/dev/ttyACM1" if self.device.endswith("0") else "/dev/ttyACM0"
        self.plugged = True

    def beat(self) -> None:
        if self.plugged and not self.plain and self.table.now - self._beat >= BEAT:
            self._beat = self.table.now
            held = sum(1 << NAMES.index(key) for key in self.down)
            self._say("T", f"{int((self.table.now - self._started) * 1_000)},{held:08X}")

    # -- the wire

    def _start(self) -> None:
        self._out, self._seq, self._started, self._beat = b"", 0, self.table.now, self.table.now
        self.glass, self._lines = "", Lines()
        if not self.plain:
            self._say("H", HELLO)

    def _say(self, verb: str, args: str) -> None:
        line = encode(self._seq, verb, args)
        self._seq = self._seq % 255 + 1
        accident = self.chance(12) if self.noisy else -1
        if accident == 0:
            return
        if accident == 1:
            at = self.chance(len(line) - 1)
            line = line[:at] + bytes([line[at] ^ 1 << self.chance(7)]) + line[at + 1 :]
        self._send(line * 2 if accident == 2 else line)

    def _send(self, data: bytes) -> None:
        if self.plugged:
            self._out += data
            self.arrived()

    def take(self) -> bytes:
        data, self._out = self._out, b""
        return data

    def hear(self, data: bytes) -> None:
        for reading in self._lines.feed(data):
            frame = reading.frame
            if self.plain or frame is None or reading.kind != "frame":
                continue
            if frame.verb == "?":
                self._say("H", HELLO)
            elif frame.verb == "Q":
                self._beat = 0.0
                self.beat()
            else:
                if frame.verb == "S":
                    self.glass = frame.args
                self._say("A", f"{frame.seq:02X}")


class Port:
    """One opening of the port; after the board was unplugged it is no good any more."""

    def __init__(self, board: Board, opening: int) -> None:
        self.board = board
        self.opening = opening

    def _check(self) -> None:
        if not self.board.is_open(self.opening):
            raise PortTrouble(f"{self.board.device} is gone.")

    def read(self, _: float) -> bytes:
        self._check()
        return self.board.take()

    def write(self, data: bytes) -> bool:
        self._check()
        self.board.hear(data)
        return True

    def wake(self) -> None:
        pass

    def close(self) -> None:
        pass


def _place(key: str) -> str:
    strobe, line = divmod(NAMES.index(key), LINES)
    assert strobe < STROBES
    return f"{line}{strobe}"
