"""The framed protocol's lines, on the unit's side of the wire."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.elements import ALL_ICONS
from hardware.keypads.frames import (
    MAX_LINE,
    Frame,
    Lines,
    Reading,
    encode,
    glass_args,
    plain_ascii,
    read_frame,
)  # fmt: skip
from tests.keypads.vectors import Vector, vectors

VECTORS = vectors()

arguments = st.text(sorted(set(string.printable[:95]) - set("$*")), max_size=40)
verbs = st.sampled_from([*string.ascii_uppercase, "?"])


def described(reading: Reading) -> str:
    """A reading in the words of the vectors."""
    frame = reading.frame
    match reading.kind:
        case "bare":
            return f"bare {reading.text.decode()}"
        case "crc":
            assert frame is not None
            return f"crc {frame.seq:02X}"
        case "frame":
            assert frame is not None
            if len(frame.verb) > 1:
                return f"word {frame.seq:02X}"
            return f"frame {frame.seq:02X} {frame.verb} {frame.args}".rstrip()
        case kind:
            return kind


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: repr(vector.stream[:40]))
def test_the_unit_reads_every_vector_as_it_stands_in_the_file(vector: Vector) -> None:
    expected = [
        reading.replace("exact ", "frame ", 1).rstrip() if reading.startswith("exact") else reading
        for reading in vector.readings
    ]
    assert [described(reading) for reading in Lines().feed(vector.stream)] == expected


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: repr(vector.stream[:40]))
def test_reading_does_not_depend_on_how_the_bytes_arrive(vector: Vector) -> None:
    lines = Lines()
    one_by_one = [found for byte in vector.stream for found in lines.feed(bytes([byte]))]
    assert [described(r) for r in one_by_one] == [described(r) for r in Lines().feed(vector.stream)]


def test_the_unit_writes_the_exact_vectors_byte_for_byte() -> None:
    exact = [vector for vector in VECTORS if vector.readings[:1] and "exact" in vector.readings[0]]
    assert len(exact) > 40
    for vector in exact:
        (reading,) = Lines().feed(vector.stream)
        assert reading.frame is not None
        # A comma without anything behind it is read but never written.
        if not vector.stream.partition(b"*")[0].endswith(b","):
            assert encode(*reading.frame) == vector.stream


@given(st.integers(0, 255), verbs, arguments)
def test_what_is_written_is_read(seq: int, verb: str, args: str) -> None:
    (reading,) = Lines().feed(encode(seq, verb, args))
    assert reading.frame == Frame(seq, verb, args)
    assert reading.kind == "frame"


@given(st.binary(max_size=200), st.integers(0, 255), verbs, arguments)
def test_a_frame_is_found_behind_any_noise(noise: bytes, seq: int, verb: str, args: str) -> None:
    readings = Lines().feed(noise + encode(seq, verb, args))
    assert readings[-1].frame == Frame(seq, verb, args)


@given(st.lists(st.binary(max_size=80)))
def test_any_stream_is_read_alike_however_it_is_cut(pieces: list[bytes]) -> None:
    lines = Lines()
    cut = [described(reading) for piece in pieces for reading in lines.feed(piece)]
    assert cut == [described(reading) for reading in Lines().feed(b"".join(pieces))]


@given(st.integers(0, 255), verbs, arguments, st.data())
def test_no_frame_with_one_byte_changed_is_accepted(
    seq: int, verb: str, args: str, data: st.DataObject
) -> None:
    line = encode(seq, verb, args)
    place = data.draw(st.integers(1, len(line) - 7))  # inside what the CRC guards
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != line[place]))
    # A carriage return is ignored wherever it stands, and then a byte is missing.
    damaged = line[:place] + bytes([byte]) + line[place + 1 :]
    assert all(reading.kind != "frame" for reading in Lines().feed(damaged))


def test_a_reader_keeps_no_more_than_a_line_of_what_never_ends() -> None:
    lines = Lines()
    for _ in range(1_000):
        assert lines.feed(b"x" * 4_096) == []
    assert len(lines._tail) <= MAX_LINE


def test_a_frame_is_found_behind_the_beginning_of_another_that_never_ended() -> None:
    lines, frame = Lines(), encode(7, "D", "25")
    assert lines.feed(b"$" + b"x" * 60 + frame[:8]) == []
    (reading,) = lines.feed(frame[8:])
    assert reading.frame == Frame(7, "D", "25")


def test_a_line_too_long_or_not_ascii_is_never_written() -> None:
    for args in ("x" * 55, "é", "a*b", "a$b", "a\nb"):
        with pytest.raises(ValueError, match=r"no line|ordinal"):
            encode(1, "S", args)


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
    assert glass_args(row_a, "", 0).split(",")[0] == page


def test_what_ascii_lacks_is_one_blank_and_its_last_character_is_kept() -> None:
    assert plain_ascii("a€é~ b") == "a e~ b"
    assert plain_ascii("1,2*3$4") == "1 2 3 4"


def test_the_glass_is_row_a_in_twelve_cells_row_b_and_the_icons() -> None:
    assert glass_args("J1 LANCEZ", "150.000", 5) == "J1 LANCEZ   ,150.000,000000005"


def test_every_bit_of_the_check_sum_counts() -> None:
    text = encode(7, "S", "BANQUIER 90,,000000001").strip()[1:]
    body, _, check = text.rpartition(b"*")
    for bit in range(16):
        wrong = b"%s*%04X" % (body, int(check, 16) ^ 1 << bit)
        assert read_frame(wrong).kind == "crc"
    assert read_frame(text).kind == "frame"


def test_every_icon_is_sent() -> None:
    assert glass_args("", "", ALL_ICONS).rpartition(",")[2] == f"{ALL_ICONS:09X}"
