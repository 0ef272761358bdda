"""Boards that know no protocol: what counts as a key, and what never does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.serial.plain_board import CHARACTERS, PlainReader
from keypad.keys import BY_NAME


def typed(*pieces: tuple[int, bytes]) -> list[str]:
    """The keys that these bytes at these milliseconds make."""
    reader = PlainReader(0)
    keys = [key for now, data in pieces for key in reader.feed(data, now)]
    return keys + reader.tick(100_000)


def test_the_sixteen_characters_of_an_ordinary_pad_are_the_sixteen_base_keys() -> None:
    keys = [typed((0, f"{char}\n".encode())) for char in "123A456B789C*0#D"]
    assert keys == [[name] for name in (*"123?456+789-C0", "OK", "F")]
    assert set(CHARACTERS.values()) <= set(BY_NAME)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b" \r\n"])
def test_one_character_a_line_is_a_key_whatever_the_line_end(end: bytes) -> None:
    assert typed((0, b"5" + end), (200, b"#" + end)) == ["5", "OK"]


def test_the_common_library_s_lines_press_once() -> None:
    lines = b"Key 5 PRESSED.\r\nKey 5 HOLD.\r\nKey 5 RELEASED.\r\nKey 5 IDLE.\r\n"
    assert typed((0, lines)) == ["5"]


def test_two_keys_of_the_common_library_held_together_are_two_presses() -> None:
    assert typed((0, b"Key 1 PRESSED.\r\nKey A PRESSED.\r\nKey 1 RELEASED.\r\n")) == ["1", "?"]


def test_a_bare_character_counts_after_fifty_milliseconds_of_silence() -> None:
    reader = PlainReader(0)
    assert reader.feed(b"7", 0) == []
    assert reader.due == 50
    assert reader.tick(49) == []
    assert reader.tick(50) == ["7"]
    assert reader.due is None


def test_bare_characters_in_one_breath_are_several_keys() -> None:
    assert typed((0, b"1"), (40, b"2"), (80, b"0")) == ["1", "2", "0"]


def test_a_line_that_comes_in_two_pieces_is_one_line() -> None:
    assert typed((0, b"Key 5 PRE"), (16, b"SSED.\r\n")) == ["5"]


@pytest.mark.parametrize("cut", range(1, 14))
def test_a_line_of_the_library_that_is_torn_apart_is_still_one_line(cut: int) -> None:
    line = b"Key 5 PRESSED."
    assert typed((0, line[:cut]), (400, line[cut:] + b"\r\n")) == ["5"]


def test_a_line_that_never_goes_on_is_junk_after_a_second() -> None:
    reader = PlainReader(0)
    reader.feed(b"Key 5 PRE", 0)
    assert reader.due == 1_000
    assert reader.tick(1_000) == []
    assert reader.junk == 9
    assert reader.feed(b"5\n", 2_000) == ["5"]


def test_a_line_end_that_comes_late_adds_nothing() -> None:
    assert typed((0, b"5"), (70, b"\r\n")) == ["5"]


@pytest.mark.parametrize("gap", [0, 20, 59])
def test_the_same_character_within_sixty_milliseconds_is_a_bounce(gap: int) -> None:
    assert typed((0, b"5\n"), (gap, b"5\n")) == ["5"]


def test_the_same_character_later_is_another_press() -> None:
    assert typed((0, b"5\n"), (60, b"5\n"), (120, b"5\n")) == ["5"] * 3


def test_another_character_at_once_is_another_press() -> None:
    assert typed((0, b"5\n6\n")) == ["5", "6"]


@pytest.mark.parametrize(
    "line",
    [
        b"Ready",
        b"12",
        b"Key",
        b"Key  PRESSED.",
        b"Key Z PRESSED.",
        b"Key 5 pressed",
        b"a",
        b"$",
        b"$05,D,25*1234",
        b"55555",
        b"\x005",
        b"5\xff",
        b"x" * 5_000,
    ],
)
def test_anything_else_is_counted_and_ignored(line: bytes) -> None:
    reader = PlainReader(0)
    assert reader.feed(line + b"\n", 0) == []
    assert reader.tick(10_000) == []
    assert reader.junk >= min(len(line), 64)
    assert reader.last_junk


def test_a_word_without_line_end_is_no_row_of_keys() -> None:
    assert typed((0, b"ABBA0")) == []
    assert typed((0, b"Hi 5")) == []


def test_for_a_quarter_of_a_second_after_junk_nothing_is_believed() -> None:
    assert typed((0, b"garbage\n"), (100, b"5\n"), (200, b"6\n"), (500, b"7\n")) == ["7"]


def test_noise_types_nothing() -> None:
    dice = random.Random(7)
    reader = PlainReader(0)
    keys = [key for ms in range(30_000) for key in reader.feed(dice.randbytes(100), ms)]
    # Three million bytes hold several lines that read `5`, and would press for real money.
    assert keys == []
    assert reader.junk > 2_900_000


def test_noise_of_plain_text_types_nothing() -> None:
    dice = random.Random(8)
    reader = PlainReader(0)
    letters = bytes(range(32, 127)) + b"\n\n\n"
    for ms in range(0, 60_000, 3):
        assert reader.feed(bytes(dice.choices(letters, k=3)), ms) == []


@given(st.lists(st.tuples(st.integers(0, 300), st.binary(max_size=30)), max_size=60))
def test_whatever_comes_only_keys_of_the_unit_come_out_and_little_is_kept(
    pieces: list[tuple[int, bytes]],
) -> None:
    reader, now = PlainReader(0), 0
    for pause, data in pieces:
        now += pause
        for key in reader.feed(data, now) + reader.tick(now):
            assert key in BY_NAME
        assert len(reader._run) <= 66


def test_bytes_that_are_no_text_mean_the_other_speed() -> None:
    reader = PlainReader(0)
    assert reader.speed == 115_200
    reader.feed(b"\x00\x80", 1_000)
    assert reader.speed == 9_600
    assert reader.feed(b"5\r\n", 2_000) == ["5"]
    reader.feed(b"\xff\xfe", 3_000)
    assert reader.speed == 115_200


def test_junk_that_is_text_is_no_reason_to_change_the_speed() -> None:
    reader = PlainReader(0)
    for ms in range(0, 10_000, 100):
        reader.feed(b"temperature 21\r\n", ms)
    assert reader.speed == 115_200
