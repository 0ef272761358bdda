"""What can be shown of a link: plain data, no thread behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple

PROTOCOL = 1
ROWS = 4
SPEED = 115_200
"""Baud, of every framed board."""


Problem = Literal["", "flood", "speed", "protocol", "silent", "unknown", "numbers", "unreadable"]
Kind = Literal["press", "release", "tap", "release all", "drop all"]


class Event(NamedTuple):
    """What the board says of a key. A tap is a press of a board that tells no releases.

    "release all" lets go of every key, after the edges that wait; "drop all" forgets those too.
    """

    kind: Kind
    key: str = ""


RELEASE_ALL = Event("release all")
DROP_ALL = Event("drop all")


class State(StrEnum):
    CLOSED = "closed"
    LOOKING = "looking for the port"
    ASKING = "starting"
    SILENT = "open, no key heard yet"
    FRAMED = "framed board"
    PLAIN = "plain board"
    REFUSED = "refused"


@dataclass(slots=True)
class Counters:
    """All since the link was made, over every reconnection."""

    bytes_in: int = 0
    frames: int = 0
    """Lines of the protocol that were whole."""
    presses: int = 0
    releases: int = 0
    damaged: int = 0
    """Lines with `$` that did not hold together."""
    junk: int = 0
    """Bytes that were neither frame nor key."""
    missing: int = 0
    """Frames whose numbers never came."""
    healed: int = 0
    """Releases that were lost, and found by a heartbeat or by time."""
    flooded: int = 0
    """Presses of a plain board that were ignored because they came too fast."""
    ghosts: int = 0
    dropped: int = 0
    """Presses for which there was no room left on this side."""
    unanswered: int = 0
    """Glasses that the board never acknowledged."""
    restarts: int = 0
    openings: int = 0
    losses: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """What a hello says."""

    firmware: str
    rows: int
    cols: int
    displays: int  # 1: row A, 2: row B
    beeper: bool


@dataclass(frozen=True, slots=True)
class Status:
    """A moment of the link, for a panel or a monitor to show."""

    state: State = State.CLOSED
    port: str = ""
    speed: int = 0
    board: Board | None = None
    ghost: bool = False
    trouble: str = ""
    """A sentence in English, when something is wrong."""
    problem: Problem = ""
    """The same for a front end that speaks other languages."""
    protocol: int = PROTOCOL
    """The board's, as far as it is known."""
    last_junk: bytes = b""
    unknown: tuple[str, ...] = ()
    """Legends that a plain board sent and that are mapped to no key."""
    waiting: int = 0
    """Key edges that were not taken yet."""
    counters: Counters = field(default_factory=Counters)

    @property
    def connected(self) -> bool:
        return self.state in (State.FRAMED, State.PLAIN)


def read_hello(args: str) -> tuple[int, Board] | None:
    """Protocol and board; None when it is no hello. Unknown fields are left alone."""
    fields = dict(part.partition("=")[::2] for part in args.split(","))

    def number(name: str, missing: int) -> int:
        text = fields.get(name, "")
        return int(text) if text.isascii() and text.isdigit() else missing

    proto, rows, cols = number("proto", 0), number("rows", 0), number("cols", 0)
    if proto < 1:
        return None
    if proto <= PROTOCOL and (rows != ROWS or cols not in (4, 8)):
        return None
    board = Board(fields.get("fw", "?"), rows, cols, number("disp", 0), bool(number("beep", 0)))
    return proto, board
