"""The wiring of the glass: 280 elements on 4 commons and 70 lines.

Every element lies where one common (the back of the glass) crosses one line (its front). The
contacts run along the upper edge for row A, left to right, and come back along the lower edge.

     0-3  4-7  8-11 12-15 16-19 20-23 24-27 28-31 32-35 36-39 40-43 44-47   lines
     J1   J2   J3   J4    J5    J6    J7    J8    FONC  ?     SON   PILE
    +----+----+----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
    | A1 | A2 | A3 | A4  | A5  | A6  | A7  | A8  | A9  | A10 | A11 | A12 |
    +----+----+----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
    the other icons    | B1  | B2  | B3  | B4  | B5  | B6  | B7  | B8  |
                       +-----+-----+-----+-----+-----+-----+-----+-----+
    69 68 67 66 65 64   62-63 60-61 58-59 56-57 54-55 52-53 50-51 48-49     lines

A cell of row A takes four lines. Fourteen segments and a point leave one of its sixteen crossings
over, which drives the icon printed above the cell:

               line +0  +1  +2  +3                            line +0  +1
     common 0        f   a   *   b      a digit of   common 0        f   a
     common 1        j   k   l   h      row B takes  common 1        g   b
     common 2        g   m   n   p      two lines:   common 2        e   c
     common 3        e   d   c   .                   common 3        d   .

The six last lines carry the icons that are left, four on each. The wiring is a
guess after displays of the time: no drawing of this one is known.
"""

from collections.abc import Iterator

from datasheet.glass import ICONS

Rows = tuple[int, int, int, int]
"""The levels of the four commons: bit n of a number is line n."""

COMMONS = 4
LINES = 70
DARK: Rows = (0, 0, 0, 0)

# Rows of these tables are commons, columns are lines.
WIRES_A = ("f a * b", "j k l h", "g m n p", "e d c dp")
WIRES_B = ("f a", "g b", "e c", "d dp")
ABOVE_ROW_A = (*ICONS[:8], "FONC", "?", "SON", "PILE")
FIRST_LINE_ICONS = 64
WIRES_ICONS = (
    "P1 P5 M1 HOTEL  PRISON DETTE",
    "P2 P6 M2 BANQUE LIBRE  ENCHERE",
    "P3 P7 M3 HYPO   DEPART F",
    "P4 P8 M4 PRET   DOUBLE €",
)


def crossings(wires: tuple[str, ...], first_line: int) -> Iterator[tuple[str, tuple[int, int]]]:
    for common, names in enumerate(wires):
        for step, name in enumerate(names.split()):
            yield name, (common, first_line + step)


def icons() -> Iterator[tuple[str, tuple[int, int]]]:
    """Name and place of each icon."""
    yield from crossings(WIRES_ICONS, FIRST_LINE_ICONS)
    for cell, name in enumerate(ABOVE_ROW_A):
        yield name, (0, 4 * cell + WIRES_A[0].split().index("*"))
