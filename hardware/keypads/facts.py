"""What can be shown of a link: plain data, no thread behind it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

PROTOCOL = 1
ROWS = 4
SPEED = 115_200
"""Baud, of every framed keypad."""


Problem = Literal["", "flood", "speed", "protocol", "silent", "unknown", "numbers", "gone"]
Kind = Literal["press", "release", "lift"]


class KeypadEvent(NamedTuple):
    """A key of the keypad moves. "lift" lets go of every key and forgets the edges that wait."""

    kind: Kind
    key: str = ""


LIFT = KeypadEvent("lift")


class KeypadState(StrEnum):
    CLOSED = "closed"
    LOOKING = "looking for the port"
    ASKING = "starting"
    SILENT = "open, no key heard yet"
    FRAMED = "framed keypad"
    PLAIN = "plain keypad"
    REFUSED = "refused"


@dataclass(slots=True)
class Counters:
    """All since the link was made, over every reconnection."""

    frames: int = 0
    """Lines of the protocol that were whole."""
    presses: int = 0
    damaged: int = 0
    """Lines with `$` that did not hold together."""
    junk: int = 0
    """Bytes that were neither frame nor key."""
    missing: int = 0
    """Frames whose numbers never came."""
    healed: int = 0
    """Releases that were lost, and found by a heartbeat or by time."""
    openings: int = 0


class Hello(NamedTuple):
    """What a framed keypad says of itself."""

    cols: int
    displays: int  # 1: row A, 2: row B
    beeper: bool


class Status(NamedTuple):
    """A moment of the link, for a panel or a monitor to show."""

    state: KeypadState = KeypadState.CLOSED
    port: str = ""
    speed: int = 0
    problem: Problem = ""
    """What is wrong; the sentences stand in `banquier/words`."""
    protocol: int = PROTOCOL
    """The keypad's, as far as it is known."""
    last_junk: str = ""
    counters: Counters = Counters()

    @property
    def connected(self) -> bool:
        return self.state in (KeypadState.FRAMED, KeypadState.PLAIN)


def read_hello(args: str) -> tuple[int, Hello] | None:
    """Protocol and what else it says; None when it is no hello. Unknown fields are left alone."""
    fields = dict(part.partition("=")[::2] for part in args.split(","))

    def number(name: str, missing: int) -> int:
        text = fields.get(name, "")
        return int(text) if text.isascii() and text.isdigit() else missing

    proto, rows, cols = number("proto", 0), number("rows", 0), number("cols", 0)
    if proto < 1:
        return None
    if proto <= PROTOCOL and (rows != ROWS or cols not in (4, 8)):
        return None
    return proto, Hello(cols, number("disp", 0), bool(number("beep", 0)))
