"""Lines on the wire, version 1 of the framed protocol: `$ss,VERB[,arg…]*CCCC`.

    $ 07 , D , 25 * 3FA1 \\n
      │    │   │    └── CRC-16, 0x1021 from FFFF, of what stands between $ and *
      │    │   └─────── arguments
      │    └─────────── verb
      └──────────────── sequence number, hexadecimal, one count per direction

At most 64 bytes, ASCII. `$` always starts a frame anew, so a reader that lost its place finds it
at the next one. A line without `$` is *bare*: typed by hand, or from another sketch.

    lines = FrameCutter()
    for reading in lines.feed(b"$07,D,25*3FA1\\n"):
        reading.kind, reading.frame
    encode(7, "D", "25")

The keypad's own C reads the same lines (board/core/frame.c); one file of vectors holds for both.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from functools import lru_cache
from typing import Literal, NamedTuple

from datasheet.glass import CELLS_A as CELLS
from display.font import plain

MAX_LINE = 64
TEXT = MAX_LINE - 2  # what can stand between $ and \n
NUMBER = 16  # eight digits, each with its point

_FRAME = re.compile(rb"([0-9A-Fa-f]{2}),([^,*]+)(,[^*]*)?\*([0-9A-Fa-f]{4})")
_FOREIGN = re.compile(rb"[^ -~]")

Kind = Literal["frame", "bare", "junk", "shape", "crc"]


class Frame(NamedTuple):
    seq: int
    verb: str
    args: str  # as they stand, with their commas


class FrameLine(NamedTuple):
    """One line. `frame` of a "crc" holds the number that was read, which may be wrong too."""

    kind: Kind
    text: bytes
    frame: Frame | None = None


def crc(body: bytes) -> int:
    return crc_hqx(body, 0xFFFF)


def encode(seq: int, verb: str, args: str = "") -> bytes:
    """A whole line. ValueError if it would be longer than a line may be, or no ASCII."""
    body = f"{seq:02X},{verb},{args}" if args else f"{seq:02X},{verb}"
    raw = body.encode("ascii")
    line = b"$%s*%04X\n" % (raw, crc(raw))
    if len(line) > MAX_LINE or _FOREIGN.search(raw) or b"$" in raw or b"*" in raw:
        raise ValueError(f"no line of the protocol: {body!r}")
    return line


def read_frame(text: bytes) -> FrameLine:
    """What a line says whose text, without `$` and line end, is that."""
    match = _FRAME.fullmatch(text)
    if match is None:
        return FrameLine("shape", text)
    seq, verb, args, sent = match.groups()
    frame = Frame(int(seq, 16), verb.decode("ascii"), (args or b",")[1:].decode("ascii"))
    good = crc(text[:-5]) == int(sent, 16)
    return FrameLine("frame" if good else "crc", text, frame)


class FrameCutter:
    """Cuts a stream into lines. Whatever arrives, it keeps one line's worth of bytes at most."""

    def __init__(self) -> None:
        self._tail = b""

    def feed(self, data: bytes) -> list[FrameLine]:
        *whole, tail = (self._tail + data.replace(b"\r", b"")).split(b"\n")
        self._tail = tail[max(tail.rfind(b"$"), 0) :][:MAX_LINE]
        return [reading for line in whole if (reading := self._line(line)) is not None]

    def _line(self, line: bytes) -> FrameLine | None:
        _, dollar, text = line.rpartition(b"$")
        if not (dollar or text):
            return None
        if len(text) > TEXT or _FOREIGN.search(text):
            return FrameLine("junk", line)
        if not dollar:
            return FrameLine("bare", text)
        return read_frame(text)


def plain_ascii(text: str) -> str:
    """Accents folded; what ASCII lacks is left blank, and what parts a frame."""
    kept = (char if " " <= char <= "~" and char not in ",*$" else " " for char in plain(text))
    return "".join(kept)


@lru_cache(maxsize=1)
def glass_args(row_a: str, row_b: str, icons: int) -> str:
    """The arguments of an `S`: the whole glass.

    Row A is always twelve characters. A point takes one of them while there is room, although on
    the glass it shares the cell before it; where there is none the last points are left out.
    """
    text = plain_ascii(row_a)
    while len(text) > CELLS and "." in text:
        last = text.rindex(".")
        text = text[:last] + text[last + 1 :]
    number = plain_ascii(row_b).strip()[:NUMBER]
    return f"{text[:CELLS]:<{CELLS}},{number},{icons & (1 << 36) - 1:09X}"
