"""Display memory, its wiring, and the glass that takes it one common at a time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheet.glass import ICONS
from datasheet.ticks import NEVER
from display.elements import is_lit
from display.font import FOURTEEN, SEVEN
from display.lcd import FRAME, Lcd, cells_of, encode
from display.wiring import LINES, Rows
from tests.support.glasses import Reading, lit, spelt

LINE = st.integers(0, (1 << LINES) - 1)
ROWS = st.tuples(LINE, LINE, LINE, LINE)
ICON_MASKS = st.integers(0, (1 << len(ICONS)) - 1)

# Cells as they are typed: a character, with or without its point.
TYPED_A = st.lists(
    st.tuples(st.sampled_from(sorted(FOURTEEN)), st.sampled_from(["", "."])), max_size=12
)
TYPED_B = st.lists(
    st.tuples(st.sampled_from(sorted(SEVEN)), st.sampled_from(["", "."])), max_size=8
)


def typed(cells: list[tuple[str, str]]) -> str:
    return "".join(char + point for char, point in cells)


# --- writing and reading ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row_a", "row_b", "elements"),
    [
        ("A", "", [f"A1.{s}" for s in "abcefgh"]),
        ("  /", "", ["A3.l", "A3.m"]),
        ("1.", "", ["A1.b", "A1.c", "A1.dp"]),
        (".1", "", ["A1.dp", "A2.b", "A2.c"]),
        ("1..", "", ["A1.b", "A1.c", "A1.dp", "A2.dp"]),
        (" .", "", ["A1.dp"]),
        ("", "1.1", ["B7.b", "B7.c", "B7.dp", "B8.b", "B8.c"]),
        ("é中", "é☃", [*(f"A1.{s}" for s in "adefg"), *(f"B7.{s}" for s in "adefg")]),
    ],
)
def test_a_text_lights_the_segments_of_its_glyphs_and_points(
    row_a: str, row_b: str, elements: list[str]
) -> None:
    assert lit(encode(row_a, row_b, 0)) == elements


def test_a_row_is_never_clipped() -> None:
    encode("DOUZE LETTRE", "12.345.678", 0)
    with pytest.raises(ValueError, match="'TREIZE LETTRES' takes 14 cells; row A has 12"):
        encode("TREIZE LETTRES", "", 0)
    with pytest.raises(ValueError, match=r"'123\.456\.789' takes 9 cells; row B has 8"):
        encode("", "123.456.789", 0)


@given(TYPED_A, TYPED_B, ICON_MASKS)
def test_what_is_written_reads_back(
    a: list[tuple[str, str]], b: list[tuple[str, str]], icons: int
) -> None:
    row_a, row_b = typed(a), typed(b)
    assert spelt(lit(encode(row_a, row_b, icons))) == Reading(
        row_a.replace("0", "O").rstrip(" "),  # zero and the letter O are one picture
        row_b.lstrip(" "),
        frozenset(name for bit, name in enumerate(ICONS) if icons >> bit & 1),
    )


@given(ROWS)
def test_the_cells_of_any_memory_hold_exactly_its_lit_segments(rows: Rows) -> None:
    segments = [*"abcdefghjklmnp", "dp"], [*"abcdefg", "dp"]
    for row, names, cells in zip("AB", segments, cells_of(rows), strict=True):
        for cell, bits in enumerate(cells, 1):
            there = [is_lit(rows, f"{row}{cell}.{name}") for name in names]
            assert bits == sum(1 << place for place, is_there in enumerate(there) if is_there)


# --- the glass ----------------------------------------------------------------------------

BEFORE: Rows = (1, 3, 5, 7)
AFTER: Rows = (2, 4, 6, 8)


def test_the_commons_take_a_new_picture_one_after_the_other() -> None:
    lcd = Lcd()
    lcd.write(BEFORE, 10)
    lcd.write(AFTER, 1024 + 300)
    assert lcd.memory == AFTER
    assert lcd.glass(1024 + 300) == BEFORE
    assert lcd.glass(1024 + 383) == BEFORE
    assert lcd.glass(1024 + 384) == (1, 3, 5, 8)
    assert lcd.glass(1024 + 512) == (2, 3, 5, 8)
    assert lcd.glass(1024 + 640) == (2, 4, 5, 8)
    assert lcd.glass(1024 + 767) == (2, 4, 5, 8)
    assert lcd.glass(1024 + 768) == AFTER
    lcd.write(BEFORE, 2048 + 10)
    lcd.write(AFTER, 2048 + 200)  # one common shows the picture between
    assert lcd.glass(2048 + 200) == lcd.glass(2048 + 639) == (2, 3, 6, 8)
    assert lcd.glass(2048 + 640) == AFTER


WRITES = st.lists(
    st.tuples(st.integers(0, 1300), st.lists(st.integers(0, 3), min_size=4, max_size=4).map(tuple)),
    max_size=8,
)


@given(WRITES, st.integers(0, 600))
def test_the_next_event_is_the_next_tick_at_which_the_glass_changes(
    writes: list[tuple[int, Any]], after: int
) -> None:
    lcd, tick = Lcd(), 0
    for gap, rows in writes:
        tick += gap
        lcd.write(rows, tick)
    for now in (tick, tick + after):
        shown = lcd.glass(now)
        changes = [t for t in range(now, now + FRAME + 1) if lcd.glass(t) != shown]
        assert lcd.next_event(now) == (changes[0] if changes else NEVER)
    lcd.advance(tick + after)
    assert lcd.next_event() == lcd.next_event(tick + after)


def test_writing_what_is_there_already_changes_nothing() -> None:
    lcd = Lcd()
    lcd.write(AFTER, 300)
    state = lcd.state()
    lcd.write(AFTER, 450)
    assert lcd.state() == state


def test_the_display_does_not_go_back_in_time() -> None:
    lcd = Lcd()
    lcd.write(AFTER, 300)
    with pytest.raises(ValueError, match="tick 299 is over"):
        lcd.write(BEFORE, 299)
