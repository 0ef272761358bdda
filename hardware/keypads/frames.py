"""Lines on the wire, version 1 of the framed protocol: `$ss,VERB[,arg…]*CCCC`.

    $ 07 , D , 25 * 3FA1 \\n
      │    │   │    └── CRC-16, 0x1021 from FFFF, of what stands between $ and *
      │    │   └─────── arguments
      │    └─────────── verb
      └──────────────── sequence number, hexadecimal, one count per direction

At most 64 bytes, ASCII. `$` always starts a frame again, so a reader that lost its place finds it
at the next one. A line without `$` is *bare*: typed by hand, or from another sketch.

    lines = FrameCutter()
    for reading in lines.feed(b"$07,D,25*3FA1\\n"):
        reading.kind, reading.frame
    encode(7, "D", "25")

The keypad's own C reads the same lines (board/core/frame.c); one file of vectors holds for both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from datasheet.glass import CELLS_A as CELLS
from display.font import plain

MAX_LINE = 64
TEXT = MAX_LINE - 2  # the longest text between $ and \n
NUMBER = 16  # eight digits, each with its point

HEX = b"0123456789ABCDEFabcdef"

Kind = Literal["frame", "bare", "junk", "shape", "crc"]


class Frame(NamedTuple):
    seq: int
    verb: str
    args: str  # unparsed, with their commas


class FrameLine(NamedTuple):
    """One line. A "crc" has the frame that was read, and any part of it may be wrong."""

    kind: Kind
    text: bytes
    frame: Frame | None = None


def crc(body: bytes) -> int:
    """Return the CRC-16, 0x1021 from FFFF; not every engine has it built in."""
    rest = 0xFFFF
    for byte in body:
        rest ^= byte << 8
        for _ in range(8):
            rest = (rest << 1 ^ (0x1021 if rest & 0x8000 else 0)) & 0xFFFF
    return rest


def is_printable(text: bytes) -> bool:
    return all(0x20 <= byte <= 0x7E for byte in text)


def encode(seq: int, verb: str, args: str = "") -> bytes:
    """Return a whole line. Raises ValueError if it is too long for a line, or not ASCII."""
    text = f"{seq:02X},{verb},{args}" if args else f"{seq:02X},{verb}"
    body = text.encode()
    line = f"${text}*{crc(body):04X}\n".encode()
    if len(line) > MAX_LINE or not is_printable(body) or "$" in text or "*" in text:
        raise ValueError(f"no line of the protocol: {text!r}")
    return line


def read_frame(text: bytes) -> FrameLine:
    """Parse the text of a line, given without `$` and line end."""
    body, _, check = text.partition(b"*")
    seq, _, rest = body.partition(b",")
    verb, _, args = rest.partition(b",")
    digits = seq + check
    if not (verb and (len(seq), len(check)) == (2, 4) and all(one in HEX for one in digits)):
        return FrameLine("shape", text)
    frame = Frame(int(seq, 16), verb.decode(), args.decode())
    good = crc(body) == int(check, 16)
    return FrameLine("frame" if good else "crc", text, frame)


class FrameCutter:
    """A cutter of a stream into lines, which keeps the bytes of one line at most."""

    def __init__(self) -> None:
        self._tail = b""

    def feed(self, data: bytes) -> list[FrameLine]:
        lines = (self._tail + data.replace(b"\r", b"")).split(b"\n")
        tail = lines.pop()
        self._tail = tail[max(tail.rfind(b"$"), 0) :][:MAX_LINE]
        return [reading for line in lines if (reading := self._line(line)) is not None]

    def _line(self, line: bytes) -> FrameLine | None:
        _, dollar, text = line.rpartition(b"$")
        if not (dollar or text):
            return None
        if len(text) > TEXT or not is_printable(text):
            return FrameLine("junk", line)
        if not dollar:
            return FrameLine("bare", text)
        return read_frame(text)


def plain_ascii(text: str) -> str:
    """Fold the accents; leave blank what ASCII lacks, and the signs that part a frame."""
    kept = (char if " " <= char <= "~" and char not in ",*$" else " " for char in plain(text))
    return "".join(kept)


@lru_cache(maxsize=1)
def glass_args(row_a: str, row_b: str, icons: int) -> str:
    """Return the arguments of an `S`: the whole glass.

    Row A is always twelve characters. A point takes one of them while there is room, although on
    the glass it shares the cell before it; where there is none the last points are left out.
    """
    text = plain_ascii(row_a)
    while len(text) > CELLS and "." in text:
        last = text.rindex(".")
        text = text[:last] + text[last + 1 :]
    number = plain_ascii(row_b).strip()[:NUMBER]
    row = text[:CELLS] + " " * (CELLS - len(text))
    return f"{row},{number},{icons & (1 << 36) - 1:09X}"
