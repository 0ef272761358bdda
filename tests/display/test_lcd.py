"""Display memory, its wiring, and the glass that takes it one common at a time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheet.ticks import NEVER
from display.lcd import FRAME, Lcd, encode
from display.wiring import Rows
from tests.support.glasses import lit

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
