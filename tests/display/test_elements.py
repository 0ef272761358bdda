"""The wiring of the glass: every element at its own crossing of a common and a line."""

from datasheet.glass import ICONS
from display.elements import ELEMENTS
from display.wiring import COMMONS, LINES


def test_the_elements_fill_every_crossing_of_four_commons_and_seventy_lines_once() -> None:
    assert len(ELEMENTS) == COMMONS * LINES == 280
    assert set(ELEMENTS.values()) == {(c, n) for c in range(COMMONS) for n in range(LINES)}


def test_the_icons_are_those_of_the_notice_in_its_order() -> None:
    assert " ".join(ICONS) == (
        "J1 J2 J3 J4 J5 J6 J7 J8 P1 P2 P3 P4 P5 P6 P7 P8 BANQUE M1 M2 M3 M4 HOTEL HYPO PRET "
        "PRISON LIBRE DETTE ENCHERE DOUBLE DEPART FONC ? SON PILE F €"
    )
    assert [name for name in ELEMENTS if name.startswith("icon ")] == [f"icon {n}" for n in ICONS]
