"""The lines of a save: which are undamaged, the report of damage, the repaired content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.saves.save_format import (
    Found,
    mark_line,
    names_in,
    parse_save,
    read_header,
    scan,
)
from banquier.saves.save_line import KEYS_LEFT_OUT
from banquier.trouble import Trouble

HEADER = b"banquier 1\nseed 7\n"
KEYS = b"@5 down OK\n"
FIRST, NEXT = b'{"format":2,"lines":1}', b'{"format":2,"turn":2}'
DIGEST = "0123456789abcdef"


def save(*records: bytes, header: bytes = HEADER, keys: bytes = KEYS) -> bytes:
    """A save with these records, numbered from 0, and keys before each."""
    out = before = header
    for number, record in enumerate(records):
        out += keys + mark_line(before + keys, 100 * number, "state", number, DIGEST, record)
        before = b""
    return out


def numbers(found: Found) -> list[int]:
    return [mark.number for mark in found.marks]


def broken(data: bytes, text: bytes, nth: int) -> bytes:
    """The nth occurrence of a text made unreadable."""
    parts = data.split(text)
    return text.join(parts[:nth]) + b"?" * len(text) + text.join(parts[nth:])


def test_the_lines_of_a_save_stay_what_they_are() -> None:
    assert save(FIRST, NEXT).decode() == (
        "banquier 1\nseed 7\n@5 down OK\n"
        '@0 state 0 0123456789abcdef 226a43a8d67abf68 {"format":2,"lines":1}\n@5 down OK\n'
        '@100 state 1 0123456789abcdef b5503d740945e967 {"format":2,"turn":2}\n'
    )


def test_a_save_is_read_from_operation_0_on() -> None:
    found = scan(save(FIRST, NEXT, NEXT))
    assert numbers(found) == [0, 1, 2]
    assert (found.sound, found.playable, found.version) == (True, True, 1)


@pytest.mark.parametrize(
    ("text", "nth", "left", "damaged"),
    [
        (b'"turn"', 1, [0, 2, 3], "a part of it was"),
        (b" state ", 3, [0, 1, 3], "some of its keys were"),
    ],
)
def test_a_damaged_line_costs_that_line_and_the_replay(
    text: bytes, nth: int, left: list[int], damaged: str
) -> None:
    found = scan(broken(save(FIRST, NEXT, NEXT, FIRST), text, nth))
    assert numbers(found) == left
    assert str(found.trouble) == f"{damaged} damaged; the game is whole as of operation 3"
    assert not found.playable


def test_keys_left_out_once_make_a_save_sound_and_not_replayable() -> None:
    found = scan(save(FIRST, NEXT, header=HEADER + KEYS_LEFT_OUT))
    assert numbers(found) == [0, 1]
    assert found.sound and not found.playable


@pytest.mark.parametrize(
    ("tail", "trouble"),
    [(b"@9 down O", "it was damaged after operation 1"), (b"@9 down OK\n# more\n", "")],
)
def test_a_line_that_breaks_off_is_reported_with_the_last_operation(
    tail: bytes, trouble: str
) -> None:
    assert str(scan(save(FIRST, NEXT) + tail).trouble) == trouble


@pytest.mark.parametrize("data", [b"b", HEADER + b"@9 down O"])
def test_a_save_that_breaks_off_before_its_first_record_has_no_operation(data: bytes) -> None:
    found = parse_save(data)
    assert found.marks == []
    assert str(found.trouble) == "it breaks off before the first operation"


def test_what_is_no_script_is_of_format_0() -> None:
    assert (scan(b"").version, scan(b"notes\n").version, scan(HEADER).version) == (0, 0, 1)


def test_a_repaired_save_without_keys_has_the_header_that_is_given() -> None:
    found = scan(broken(save(FIRST, NEXT), b"down OK", 1))
    repaired = found.repair(HEADER)
    assert repaired == save(FIRST, NEXT, header=HEADER + KEYS_LEFT_OUT, keys=b"")
    assert scan(repaired).sound


PIECES = (
    *(HEADER, KEYS, KEYS_LEFT_OUT, save(FIRST, NEXT), save(NEXT)[len(HEADER) :], b"# more\n"),
    *(b'names "A {" "B"\n', b'@9 names "C"\n', b"@9 state 1 0123456789abcdef\n", b"@9 down O"),
    *(b"\0\0", b" {", b"}\n", b"\n", b"\xff", b"edition euro with first = "),
)


@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=9).map(b"".join))
def test_any_file_is_read_or_refused_in_a_sentence(data: bytes) -> None:
    try:
        found = parse_save(data)
    except Trouble as refused:
        assert "\n" not in str(refused)
        return
    assert set(names_in(data) or ()) <= set(range(1, 9))
    assert read_header(data, "game.keys").edition == ""
    repaired = scan(found.repair(HEADER))
    assert repaired.sound
    assert [mark.record for mark in repaired.marks] == [mark.record for mark in found.marks]
