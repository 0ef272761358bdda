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


COUNTED = ("frames", "presses", "damaged", "junk", "missing", "healed", "openings")
"""What is counted over every reconnection: whole lines of the protocol; presses; lines with `$`
that did not hold together; bytes that were neither frame nor key; frames whose numbers never came;
lost releases that a heartbeat or time has found; openings of the port."""


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


def read_hello(args: str) -> dict[str, int]:
    """Return the numbers of a hello by name; none if it is no hello. Of a newer one only `proto` is
    known."""
    fields = (part.partition("=") for part in args.split(","))
    hello = {name: int(value) for name, _, value in fields if is_number(value)}
    is_ours = hello.get("rows") == LINES and hello.get("cols") in (4, 8)
    protocol = hello.get("proto", 0)
    if protocol > PROTOCOL:
        return {"proto": protocol}
    return hello if protocol == PROTOCOL and is_ours else {}


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
