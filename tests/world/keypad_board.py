"""A keypad board at the table: framed or plain, on a line that loses, damages and repeats lines.

board = Board(evening clock, chance, plain)
board.open_port, board.ports       for a KeypadLink
board.press("OK"); board.release("OK"); board.unplug(); board.plug()
"""

from collections.abc import Callable
from typing import Protocol

from banquier.play.rng import Rng
from hardware.keypads.facts import SPEED
from keypad.keys import LINES, NAMES, STROBES
from tests.support.simulated_keypad import HELLO, Keypad

BEAT = 1.0
"""Seconds between two heartbeats."""
BOUNCES = (4, 15, 40)
"""Milliseconds after which a plain board may send its key again."""
KEYS_OF_PLAIN = frozenset("0123456789C+-F")


class Surroundings(Protocol):
    @property
    def now(self) -> float: ...
    def later(self, seconds: float, act: Callable[[], None]) -> object: ...


class Board(Keypad):
    def __init__(self, table: Surroundings, chance: Rng, *, plain: bool) -> None:
        super().__init__()
        self.table = table
        self.chance = chance
        self.plain = plain
        self.noisy = chance(3) == 0
        self.keys = KEYS_OF_PLAIN if plain else frozenset(NAMES) - {"ON"}
        self.arrived: Callable[[], None] = lambda: None
        self.pressed = 0
        """Physical presses of a finger so far."""
        self.down: set[str] = set()
        self.glass = ""
        """What its display shows."""
        self._started = table.now
        self._beat = 0.0

    # -- the finger's side

    def press(self, key: str) -> None:
        """A plain board tells no releases."""
        if not self.plain:
            self.down.add(key)
        if self.plugged:
            self.pressed += 1
            if self.plain:
                self.send(key.encode() + b"\r\n")
                if self.chance(3) == 0:
                    for _ in range(1 + self.chance(2)):
                        wait = BOUNCES[self.chance(len(BOUNCES))] / 1_000
                        self.table.later(wait, lambda: self.send(key.encode() + b"\r\n"))
            else:
                self.say("D", _place(key))

    def release(self, key: str) -> None:
        self.down.discard(key)
        if self.plugged and not self.plain:
            self.say("U", _place(key))

    def unplug(self) -> None:
        super().unplug()
        self.arrived()

    def plug(self, device: str = "") -> None:
        """Back in, under another name."""
        super().plug(device or ("/dev/ttyACM1" if self.device.endswith("0") else "/dev/ttyACM0"))

    def beat(self) -> None:
        if self.plugged and not self.plain and self.table.now - self._beat >= BEAT:
            self._beat = self.table.now
            held = sum(1 << NAMES.index(key) for key in self.down)
            self.say("T", f"{int((self.table.now - self._started) * 1_000)},{held:08X}")

    # -- the wire

    def start(self) -> None:
        assert self.speed == SPEED
        super().start()
        self._started = self._beat = self.table.now
        self.glass = ""
        if not self.plain:
            self.say("H", HELLO)

    def send(self, data: bytes) -> None:
        accident = self.chance(12) if self.noisy and not self.plain else -1
        if accident == 0:
            return
        if accident == 1:
            at = self.chance(len(data) - 1)
            data = data[:at] + bytes([data[at] ^ 1 << self.chance(7)]) + data[at + 1 :]
        super().send(data * 2 if accident == 2 else data)
        self.arrived()

    def take(self, _: float) -> bytes:
        return super().take(0)

    def hear(self, data: bytes) -> None:
        super().hear(data)
        for frame in [] if self.plain else self.sent:
            if frame.verb == "?":
                self.say("H", HELLO)
            elif frame.verb == "Q":
                self._beat = 0.0
                self.beat()
            else:
                if frame.verb == "S":
                    self.glass = frame.args
                self.say("A", f"{frame.seq:02X}")
        self.sent.clear()


def _place(key: str) -> str:
    strobe, line = divmod(NAMES.index(key), LINES)
    assert strobe < STROBES
    return f"{line}{strobe}"
