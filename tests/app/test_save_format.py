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


@pytest.mark.parametrize("data", [b"b", HEADER + b"@9 down O"])
def test_a_save_that_breaks_off_before_its_first_record_has_no_operation(data: bytes) -> None:
    found = parse_save(data)
    assert found.marks == []
    assert str(found.trouble) == "it breaks off before the first operation"


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
