"""The framed protocol's lines, on the unit's side of the wire."""

from __future__ import annotations

import pytest

from hardware.keypads.frames import (
    MAX_LINE,
    Frame,
    FrameCutter,
    FrameLine,
    encode,
    glass_args,
)
from tests.keypads.vectors import VECTORS


def described(readings: list[FrameLine]) -> list[str]:
    """Describe a frame in the notation of the vectors."""
    found = []
    for kind, text, frame in readings:
        if kind == "bare":
            found.append(f"bare {text.decode()}")
        elif frame is None:
            found.append(kind)
        elif kind == "frame" and len(frame.verb) == 1:
            found.append(f"frame {frame.seq:02X} {frame.verb} {frame.args}".rstrip())
        else:
            found.append(f"{'word' if kind == 'frame' else kind} {frame.seq:02X}")
    return found


def test_every_vector_is_read_and_written() -> None:
    for vector in VECTORS:
        readings = FrameCutter().feed(vector.stream)
        assert " | ".join(described(readings)) == vector.reading.rstrip(), vector
        # A comma without anything behind it is read but never written.
        if vector.exact and not vector.stream.partition(b"*")[0].endswith(b","):
            assert readings[0].frame
            assert encode(*readings[0].frame) == vector.stream
    assert sum(vector.exact for vector in VECTORS) > 40


def test_a_reader_keeps_no_more_than_a_line_of_what_never_ends() -> None:
    lines, frame = FrameCutter(), encode(7, "D", "25")
    for _ in range(1_000):
        assert lines.feed(b"x" * 4_096) == []
        assert len(lines._tail) <= MAX_LINE
    assert lines.feed(b"$" + b"x" * 60 + frame[:8]) == []
    assert lines.feed(frame[8:])[0].frame == Frame(7, "D", "25")


# -- the glass


@pytest.mark.parametrize(
    ("row_a", "page"),
    [
        ("J1 LANCEZ", "J1 LANCEZ   "),
        ("AV. FOCH", "AV. FOCH    "),
        ("R. DE LA PAIX", "R DE LA PAIX"),
        ("A.B.C.D.E.F.G", "A.B.C.D.E.FG"),
        ("PÂTÉ, ÇÀ", "PATE  CA    "),
        ("1*2$3€ é~", "1 2 3  e~   "),
        ("ABCDEFGHIJKLMN", "ABCDEFGHIJKL"),
    ],
)
def test_row_a_drops_points_before_letters(row_a: str, page: str) -> None:
    args = glass_args(row_a, " 8.8.8.8.8.8.8.8.8.", (1 << 40) - 1)
    assert args == f"{page},8.8.8.8.8.8.8.8.,FFFFFFFFF"
    assert len(encode(255, "S", args)) <= MAX_LINE
