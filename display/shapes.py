r"""The artwork of the glass, in polygons: segments and icons, and where they lie.

    for name, shapes, words in elements(): ...       placed on the glass, in the order of ELEMENTS

svg.py and png.py draw just that. A cell of either row is drawn upright in a box of 60 by 100
and slanted afterwards. It is symmetrical, so only one of each family of segments is written down
and the others are its mirror images:

        0         60
      0  --- a ---          a  d             up and down
        |\   |   /|         f  b  e  c       both ways
        f j  k  l b         g  h             left and right
        |  \ | /  |         j  l  m  p       both ways
     50  -g-   -h-          k  n             up and down
        |  / | \  |
        e m  n  p c         The bar of row B is one piece, drawn apart.
        |/   |   \|
    100  --- d --- (dp)
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin, tan
from typing import NamedTuple

from datasheet.glass import CELLS_A, CELLS_B, ICONS

Outline = tuple[tuple[float, float], ...]
Shape = tuple[Outline, ...]
"""Outlines to fill by the even-odd rule: the inner ones are holes."""


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Outline:
    """Return an arc; its angles are in degrees, clockwise from the right."""
    angles = [radians(start + (end - start) * step / 5) for step in range(6)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def circle(x: float, y: float, radius: float) -> Outline:
    return tuple(at for turn in (0, 90, 180, 270) for at in _arc(x, y, radius, turn, turn + 90))


def _box(left: float, top: float, right: float, bottom: float) -> Outline:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _round_box(left: float, top: float, right: float, bottom: float, radius: float) -> Outline:
    x0, y0, x1, y1 = left + radius, top + radius, right - radius, bottom - radius
    corners = ((x0, y0, 180), (x1, y0, 270), (x1, y1, 0), (x0, y1, 90))
    return tuple(at for x, y, turn in corners for at in _arc(x, y, radius, turn, turn + 90))


CELL_WIDTH = 60
CELL_HEIGHT = 100
POINT = (72.5, 94.4, 5.6)  # centre and radius
SLANT_DEGREES = 7

_TOP: Outline = ((1.4, 0), (58.6, 0), (48.9, 9.7), (11.1, 9.7))
_SIDE: Outline = ((0, 1.4), (9.7, 11.1), (9.7, 43.9), (4.4, 49.2), (0, 49.2))
_HALF_BAR: Outline = ((5.4, 50), (10.3, 45.1), (24.2, 45.1), (29.1, 50), (24.2, 54.9), (10.3, 54.9))
_STROKE: Outline = ((11, 10.9), (16.4, 10.9), (23.9, 33), (23.9, 43.9), (18.6, 43.9), (11, 21.5))
_UPRIGHT: Outline = ((25.1, 10.9), (34.9, 10.9), (34.9, 43.9), (30, 48.9), (25.1, 43.9))
_BAR: Outline = ((5.4, 50), (10.3, 45.1), (49.7, 45.1), (54.6, 50), (49.7, 54.9), (10.3, 54.9))


def _across(outline: Outline) -> Outline:
    return tuple((round(CELL_WIDTH - x, 1), y) for x, y in outline)


def _down(outline: Outline) -> Outline:
    return tuple((x, round(CELL_HEIGHT - y, 1)) for x, y in outline)


_RING: dict[str, Outline] = {
    "a": _TOP,
    "b": _across(_SIDE),
    "c": _across(_down(_SIDE)),
    "d": _down(_TOP),
    "e": _down(_SIDE),
    "f": _SIDE,
}
FOURTEEN_OUTLINES: dict[str, Outline] = {
    **_RING,
    "g": _HALF_BAR,
    "h": _across(_HALF_BAR),
    "j": _STROKE,
    "k": _UPRIGHT,
    "l": _across(_STROKE),
    "m": _down(_STROKE),
    "n": _down(_UPRIGHT),
    "p": _across(_down(_STROKE)),
}
SEVEN_OUTLINES: dict[str, Outline] = {**_RING, "g": _BAR}

# The glass, in its own units; the rows and icons below are placed on it.
GLASS_WIDTH = 950
GLASS_HEIGHT = 322

ROW_A = (36, 62, 75, 0.85, 0.95)  # left, top, from cell to cell, scale across, scale down
ROW_B = (434, 190, 57, 0.66, 1.08)

# The icons, each in a box of its own that begins at 0 0.
_PAWN: Shape = (
    (*_arc(11, 6.5, 6.5, 128, 270), *_arc(11, 6.5, 6.5, 270, 412), (15.6, 15), (17.6, 19.4),
     (21, 23), (21, 29), (1, 29), (1, 23), (4.4, 19.4), (6.4, 15)),
)  # fmt: skip
_CARD: Shape = (_round_box(0, 0, 40, 31, 3), _box(2.5, 9, 37.5, 28.5))
_HOUSE: Shape = (
    ((18, 0), (24, 4.7), (24, 1), (29, 1), (29, 8.6), (36, 14), (32, 14), (32, 32), (4, 32),
     (4, 14), (0, 14)),
)  # fmt: skip
_HOTEL: Shape = (
    ((0, 3), (38, 3), (38, 7), (35, 7), (35, 32), (23, 32), (23, 24), (15, 24), (15, 32), (3, 32),
     (3, 7), (0, 7)),
    *(_box(x, y, x + 5, y + 4) for y in (10.5, 17.5) for x in (8, 16.5, 25)),
)  # fmt: skip
_BANK: Shape = (
    ((18, 0), (36, 9.5), (36, 12.5), (0, 12.5), (0, 9.5)),
    *(_box(x, 14.5, x + 5, 25.5) for x in (3, 11.4, 19.6, 28)),
    _box(0, 27.5, 36, 32),
)
_FRAME: Shape = (_round_box(0, 0, 86, 23, 4), _round_box(2, 2, 84, 21, 2))
_PLATE: Shape = (_round_box(0, 0, 60, 27, 5),)
_DISC: Shape = (circle(14, 14, 14),)
_SPEAKER: Shape = (
    ((0, 8), (6, 8), (14, 1), (14, 25), (6, 18), (0, 18)),
    ((17, 7.5), (19.1, 9.8), (19.8, 13), (19.1, 16.2), (17, 18.5)),
    ((20.5, 3.5), (24.2, 6.8), (26.2, 10.8), (26.2, 15.2), (24.2, 19.2), (20.5, 22.5), (19.3, 20.5),
     (22.1, 18), (23.6, 14.9), (23.6, 11.1), (22.1, 8), (19.3, 5.5)),
)  # fmt: skip
_BATTERY: Shape = (
    ((0, 4), (28, 4), (28, 9), (31, 9), (31, 17), (28, 17), (28, 22), (0, 22)),
    _box(2.5, 6.5, 25.5, 19.5),
    _box(5, 9, 12, 17),
)
_BARS: Shape = tuple(_box(x, 0, x + 2.5, 17) for x in (0, 5, 10))
_DIE: Shape = (_round_box(0, 0, 14, 14, 2), _box(3, 3, 6, 6), _box(8, 8, 11, 11))
_ARROW: Shape = (((0, 6), (9, 0), (9, 4), (15, 4), (15, 8), (9, 8), (9, 12)),)
_FRANC: Shape = (
    (
        (4, 5),
        (26, 5),
        (26, 11),
        (11, 11),
        (11, 18),
        (23, 18),
        (23, 24),
        (11, 24),
        (11, 36),
        (4, 36),
    ),
)
_EURO: tuple[Shape, ...] = (
    (
        _arc(18, 20.5, 16, 55, 180)
        + _arc(18, 20.5, 16, 180, 305)
        + _arc(18, 20.5, 10, 305, 180)
        + _arc(18, 20.5, 10, 180, 55),
    ),
    (((-1, 14), (19, 14), (18, 18), (-1, 18)),),
    (((-1, 23), (17, 23), (16, 27), (-1, 27)),),
)


class Lettering(NamedTuple):
    """Printed in an icon: its middle, base line and size."""

    text: str
    x: float
    y: float
    size: float
    cut_out: bool = False
    """Clear in the dark shape."""


class Element(NamedTuple):
    name: str
    shapes: tuple[Shape, ...]
    words: tuple[Lettering, ...] = ()


def _icon(name: str, x: float, y: float, *shapes: Shape, word: Lettering | None = None) -> Element:
    placed = tuple(_move(shape, x, y) for shape in shapes)
    words = (word._replace(x=word.x + x, y=word.y + y),) if word else ()
    return Element(f"icon {name}", placed, words)


def _move(shape: Shape, x: float, y: float) -> Shape:
    return tuple(tuple((px + x, py + y) for px, py in outline) for outline in shape)


def _frame(name: str, x: float, y: float, *small: Shape) -> Element:
    """A word in a frame, after a small drawing if there is one."""
    middle, size = (52.5, 13) if small else (43, 14)
    return _icon(name, x, y, _FRAME, *small, word=Lettering(name, middle, 16.3, size))


def _icons() -> Iterator[Element]:
    for n in range(1, 9):
        yield _icon(f"J{n}", 75 * n - 35, 18, _PAWN, word=Lettering(f"J{n}", 35, 25, 18))
        yield _icon(f"P{n}", 47.5 * n - 17.5, 182, _CARD, word=Lettering(f"P{n}", 20, 24.5, 15))
    for n in range(1, 5):
        yield _icon(f"M{n}", 43 * n - 12, 222, _HOUSE, word=Lettering(f"M{n}", 18, 28, 14, True))
    yield _icon("HOTEL", 206, 222, _HOTEL, word=Lettering("HOTEL", 65, 28, 14))
    yield _icon("BANQUE", 307, 222, _BANK, word=Lettering("BANQUE", 71, 28, 14))
    for n, name in enumerate(("HYPO", "PRET", "DETTE", "ENCHERE")):
        yield _frame(name, 30 + 96.5 * n, 263)
    yield _frame("PRISON", 30, 292, _move(_BARS, 8, 3))
    yield _frame("LIBRE", 126.5, 292)
    yield _frame("DOUBLE", 223, 292, _move(_DIE, 6.5, 4.5))
    yield _frame("DEPART", 319.5, 292, _move(_ARROW, 6.5, 5.5))
    yield _icon("FONC", 636, 19, _PLATE, word=Lettering("FONC", 30, 19.5, 17, True))
    yield _icon("?", 725, 18, _DISC, word=Lettering("?", 14, 22, 22, True))
    yield _icon("SON", 780, 19, _SPEAKER, word=Lettering("SON", 48, 20, 16))
    yield _icon("PILE", 859, 19, _BATTERY, word=Lettering("PILE", 56, 20, 16))
    yield _icon("F", 896, 194, _FRANC)
    yield _icon("€", 896, 256, *_EURO)


_ICONS = {icon.name: icon for icon in _icons()}


def elements() -> Iterator[Element]:
    """Every element of the glass where it lies, in the order of ELEMENTS."""
    lean = tan(radians(SLANT_DEGREES))
    for row, cells, outlines, (left, top, pitch, across, down) in (
        ("A", CELLS_A, FOURTEEN_OUTLINES, ROW_A),
        ("B", CELLS_B, SEVEN_OUTLINES, ROW_B),
    ):
        for cell in range(cells):
            for segment, outline in [*outlines.items(), ("dp", circle(*POINT))]:
                placed = tuple(
                    (
                        left + pitch * cell + x * across + lean * (CELL_HEIGHT - y) * down,
                        top + y * down,
                    )
                    for x, y in outline
                )
                yield Element(f"{row}{cell + 1}.{segment}", ((placed,),))
    for name in ICONS:
        yield _ICONS[f"icon {name}"]
