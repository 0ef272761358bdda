"""The vectors that both ends of the wire share: frames.txt, read into bytes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

VECTORS = Path(__file__).with_name("frames.txt")

_ESCAPE = re.compile(rb"\\(x[0-9A-F]{2}|.)")
_NAMED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\\": b"\\"}


class Vector(NamedTuple):
    stream: bytes
    readings: tuple[str, ...]


def unescape(text: str) -> bytes:
    return _ESCAPE.sub(
        lambda found: _NAMED.get(found[1]) or bytes([int(found[1][1:], 16)]), text.encode("ascii")
    )


def vectors() -> list[Vector]:
    rows = VECTORS.read_text(encoding="ascii").splitlines()
    parts = (row.split("\t") for row in rows if row and not row.startswith("#"))
    return [Vector(unescape(part[0]), tuple(filter(None, part[1].split(" | ")))) for part in parts]
