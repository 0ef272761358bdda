"""The state of a link as a front end shows it: plain data, with no thread behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from keypad.keys import LINES

PROTOCOL = 1
SPEED = 115_200
"""Baud, of every framed keypad."""
SLOWEST, FASTEST = 300, 2_000_000
"""The limits of the speed of a plain keypad, in baud."""


Problem = Literal["", "flood", "speed", "protocol", "silent", "unknown", "gone"]
Kind = Literal["press", "release", "lift"]
KeypadState = Literal["closed", "looking", "asking", "silent", "framed", "plain", "refused"]
"""Looking for the port; asking what is there; open, and no key heard yet."""


class KeypadEvent(NamedTuple):
    """A key of the keypad moves. "lift" lets go of every key and forgets the edges that wait."""

    kind: Kind
    key: str = ""


LIFT = KeypadEvent("lift")


class Counters:
    """Counts since the link was made, over every reconnection."""

    def __init__(self) -> None:
        self.frames = 0
        """Lines of the protocol that were whole."""
        self.presses = 0
        self.damaged = 0
        """Lines with `$` that did not hold together."""
        self.junk = 0
        """Bytes that were neither frame nor key."""
        self.missing = 0
        """Frames whose numbers never came."""
        self.healed = 0
        """Releases that were lost, and found by a heartbeat or by time."""
        self.openings = 0


class Hello(NamedTuple):
    """The greeting of a framed keypad; a newer protocol has only its number."""

    protocol: int
    cols: int = 0
    displays: int = 0  # 1: row A, 2: row B
    beeper: bool = False


class Status(NamedTuple):
    """A moment of the link, for a panel or a monitor to show."""

    state: KeypadState = "closed"
    port: str = ""
    speed: int = 0
    problem: Problem = ""
    """The problem of the link; `banquier/words` has its sentences."""
    protocol: int = PROTOCOL
    """The protocol of the keypad, as far as it is known."""
    last_junk: str = ""
    counters: Mapping[str, int] = {}
    """The values of `Counters`, by name."""


def read_hello(args: str) -> Hello | None:
    """Parse a hello; None if it is not one. Unknown fields are ignored."""
    fields = {name: value for name, _, value in (part.partition("=") for part in args.split(","))}

    def number(name: str) -> int:
        text = fields.get(name, "")
        return int(text) if text.isascii() and text.isdigit() else 0

    protocol, cols = number("proto"), number("cols")
    if protocol > PROTOCOL:
        return Hello(protocol)
    if protocol < 1 or number("rows") != LINES or cols not in (4, 8):
        return None
    return Hello(protocol, cols, number("disp"), bool(number("beep")))
