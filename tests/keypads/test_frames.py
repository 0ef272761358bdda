"""The framed protocol's lines, on the unit's side of the wire."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.keypads.frames import (
    MAX_LINE,
    Frame,
    FrameCutter,
    FrameLine,
    encode,
    glass_args,
    plain_ascii,
    read_frame,
)
from tests.keypads.vectors import VECTORS

arguments = st.text(sorted(set(string.printable[:95]) - set("$*")), max_size=40)
verbs = st.sampled_from([*string.ascii_uppercase, "?"])
numbers = st.integers(0, 255)


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


@given(st.binary(max_size=200), numbers, verbs, arguments)
def test_a_frame_is_found_behind_any_noise(noise: bytes, seq: int, verb: str, args: str) -> None:
    last = FrameCutter().feed(noise + encode(seq, verb, args))[-1]
    assert (last.kind, last.frame) == ("frame", Frame(seq, verb, args))


@given(st.lists(st.one_of(st.binary(max_size=80), st.sampled_from([v.stream for v in VECTORS]))))
def test_any_stream_is_read_alike_however_it_is_cut(pieces: list[bytes]) -> None:
    stream, lines, bytewise = b"".join(pieces), FrameCutter(), FrameCutter()
    whole = described(FrameCutter().feed(stream))
    assert described([one for piece in pieces for one in lines.feed(piece)]) == whole
    assert described([one for byte in stream for one in bytewise.feed(bytes([byte]))]) == whole


@given(numbers, verbs, arguments, st.data())
def test_no_frame_with_one_byte_changed_is_accepted(
    seq: int, verb: str, args: str, data: st.DataObject
) -> None:
    line = encode(seq, verb, args)
    place = data.draw(st.integers(1, len(line) - 7))  # inside what the CRC guards
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != line[place]))
    # A carriage return is ignored wherever it stands, and then a byte is missing.
    damaged = line[:place] + bytes([byte]) + line[place + 1 :]
    assert all(reading.kind != "frame" for reading in FrameCutter().feed(damaged))


def test_every_bit_of_the_check_sum_counts() -> None:
    text = encode(7, "S", "BANQUIER 90,,000000001").strip()[1:]
    body, _, check = text.rpartition(b"*")
    for bit in range(16):
        assert read_frame(b"%s*%04X" % (body, int(check, 16) ^ 1 << bit)).kind == "crc"


def test_a_reader_keeps_no_more_than_a_line_of_what_never_ends() -> None:
    lines, frame = FrameCutter(), encode(7, "D", "25")
    for _ in range(1_000):
        assert lines.feed(b"x" * 4_096) == []
        assert len(lines._tail) <= MAX_LINE
    assert lines.feed(b"$" + b"x" * 60 + frame[:8]) == []
    assert lines.feed(frame[8:])[0].frame == Frame(7, "D", "25")


@pytest.mark.parametrize("args", ["x" * 55, "é", "a*b", "a$b", "a\nb"])
def test_a_line_too_long_or_not_ascii_is_never_written(args: str) -> None:
    with pytest.raises(ValueError, match=r"no line|ordinal"):
        encode(1, "S", args)


# -- the glass


@given(st.text(max_size=30), st.text(max_size=30), st.integers(0, (1 << 40) - 1))
def test_any_glass_fits_a_line_with_twelve_characters_and_nine_digits(
    row_a: str, row_b: str, icons: int
) -> None:
    args = glass_args(row_a, row_b, icons)
    page, number, mask = args.split(",")
    assert len(page) == 12
    assert len(mask) == 9 and int(mask, 16) == icons & (1 << 36) - 1
    assert len(number) <= 16
    assert len(encode(255, "S", args)) <= MAX_LINE


@pytest.mark.parametrize(
    ("row_a", "page"),
    [
        ("J1 LANCEZ", "J1 LANCEZ   "),
        ("AV. FOCH", "AV. FOCH    "),
        ("R. DE LA PAIX", "R DE LA PAIX"),
        ("A.B.C.D.E.F.G", "A.B.C.D.E.FG"),
        ("PÂTÉ, ÇÀ", "PATE  CA    "),
        ("", " " * 12),
    ],
)
def test_row_a_drops_points_before_letters(row_a: str, page: str) -> None:
    assert glass_args(row_a, "150.000", (1 << 36) - 1) == f"{page},150.000,FFFFFFFFF"


def test_what_ascii_lacks_is_one_blank_and_its_last_character_is_kept() -> None:
    assert plain_ascii("a€é~ b") == "a e~ b"
    assert plain_ascii("1,2*3$4") == "1 2 3 4"
