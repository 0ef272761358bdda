"""Pictures of the glass: drawn, in plain text, and what differs between two."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheet.glass import ICONS
from display.box_glyphs import text
from display.elements import ELEMENTS, difference
from display.lcd import encode
from display.svg import svg
from display.wiring import DARK, LINES, Rows
from tests.support.glasses import ALL_LIT, lit

SVG = "{http://www.w3.org/2000/svg}"
LINE = st.integers(0, (1 << LINES) - 1)
ROWS = st.tuples(LINE, LINE, LINE, LINE)


def only(name: str) -> Rows:
    """A glass with one element lit."""
    common, line = ELEMENTS[name]
    rows = [0, 0, 0, 0]
    rows[common] = 1 << line
    return rows[0], rows[1], rows[2], rows[3]


def changed(rows: Rows, name: str) -> Rows:
    one = only(name)
    return rows[0] ^ one[0], rows[1] ^ one[1], rows[2] ^ one[2], rows[3] ^ one[3]


def mask(*icons: str) -> int:
    return sum(1 << ICONS.index(icon) for icon in icons)


# --- differences --------------------------------------------------------------------------


def test_a_difference_names_elements_in_reading_order() -> None:
    before = encode("RUE", "1", 0)
    after = encode("RUF", "1.", mask("J1"))
    assert difference(before, after) == ["A3.d", "B8.dp", "icon J1"]


# --- plain text ---------------------------------------------------------------------------


def test_a_page_in_plain_text_can_be_read() -> None:
    rows = encode("J1 LANCEZ S5", "1.234.560", mask("J1", "P3", "SON", "F"))
    assert text(rows) == "\n".join(
        [
            "    ╻     ╻       ╻     ┏━━━┓ ╻   ╻ ┏━━━╸ ┏━━━╸ ╺━━━╸       ╺━━━╸ ┏━━━╸",
            "    ┃     ┃       ┃     ┃   ┃ ┃╲  ┃ ┃     ┃        ╱         ╲    ┃",
            "╻   ┃     ┃       ┃     ┣━━━┫ ┃ ╲ ┃ ┃     ┣━╸     ╱           ╺━┓ ┗━━━┓",
            "┃   ┃     ┃       ┃     ┃   ┃ ┃  ╲┃ ┃     ┃      ╱              ┃     ┃",
            "┗━━━┛     ╹       ┗━━━╸ ╹   ╹ ╹   ╹ ┗━━━╸ ┗━━━╸ ╺━━━╸       ╺━━━┛ ╺━━━┛",
            "J1 P3 SON F                             ╻ ╺━━┓ ╺━━┓ ╻  ╻ ┏━━╸ ┏━━╸ ┏━━┓",
            "                                        ┃    ┃    ┃ ┃  ┃ ┃    ┃    ┃  ┃",
            "                                        ┃ ┏━━┛ ╺━━┫ ┗━━┫ ┗━━┓ ┣━━┓ ┃  ┃",
            "                                        ┃ ┃       ┃    ┃    ┃ ┃  ┃ ┃  ┃",
            "                                        ╹▖┗━━╸ ╺━━┛    ╹▖╺━━┛ ┗━━┛ ┗━━┛",
        ]
    )


@pytest.mark.parametrize(
    ("page", "middle"), [("X", "  ╳"), ("\\", "  ╲"), ("/", "  ╱"), ("-", "╺━━━╸"), ("'", "  ╹")]
)
def test_strokes_meet_in_the_middle_of_a_cell(page: str, middle: str) -> None:
    assert text(encode(page, "", 0)).split("\n")[2] == middle


def test_the_strip_fits_a_terminal_and_has_no_trailing_blanks() -> None:
    for rows in (DARK, ALL_LIT, encode("BANQUIER 90", "1.0", 0)):
        lines = text(rows).split("\n")
        assert len(lines) == 10
        assert all(len(line) <= 72 and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("rows", [DARK, ALL_LIT, encode("BANQUIER 90", "1.234.560", 5)])
def test_every_element_makes_a_difference_in_plain_text(rows: Rows) -> None:
    for name in ELEMENTS:
        assert text(changed(rows, name)) != text(rows), name


# --- drawn --------------------------------------------------------------------------------


def drawn_elements(drawing: str) -> list[str]:
    return [
        e.attrib["data-element"]
        for e in ET.fromstring(drawing).iter()
        if "data-element" in e.attrib
    ]


@given(ROWS)
def test_a_drawing_is_well_formed_and_shows_the_lit_elements(rows: Rows) -> None:
    assert sorted(drawn_elements(svg(rows))) == sorted(lit(rows))


def test_a_drawing_refers_to_no_other_file() -> None:
    drawing = svg(ALL_LIT)
    assert drawing.count("http") == 1  # the name of the language itself
    assert not any(word in drawing for word in ("href", "<image", "<style", "@import", "<script"))


def test_unlit_elements_are_drawn_faintly_on_a_dark_glass() -> None:
    root = ET.fromstring(svg(DARK))
    faint = [g for g in root.iter(f"{SVG}g") if g.get("opacity") == ".045"]
    assert len(faint) == 1
    assert len(list(faint[0].iter(f"{SVG}g"))) == 1 + len(ELEMENTS)


def test_tones_are_drawn_as_given() -> None:
    root = ET.fromstring(svg(only("A1.a"), (0.0, 0.4)))
    (drawn,) = (e for e in root.iter() if "data-element" in e.attrib)
    assert (drawn.attrib["data-element"], drawn.get("opacity")) == ("A1.a", "0.4")
