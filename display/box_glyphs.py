"""The glass as plain text: heavy box lines, one character cell a segment, joined where they meet.

    a row A cell   ┏━┳━┓     a digit   ┏━━┓
                   ┃╲┃╱┃               ┃  ┃      and the point in the sixth or fifth column
                   ┣━╋━┫               ┣━━┫
                   ┃╱┃╲┃               ┃  ┃
                   ┗━┻━┛▖              ┗━━┛▖

A character cell that several segments share shows those that are lit, and only them. The glass of
a failure report is drawn with them.
"""

from __future__ import annotations

import textwrap
from functools import lru_cache
from itertools import zip_longest

from datasheet.glass import CELLS_A, CELLS_B, ICONS
from display.elements import is_lit
from display.lcd import cells_of
from display.wiring import Rows

# Where box lines meet: bit 0 up, 1 right, 2 down, 3 left.
JOINTS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_SLANTED = {"j": "╲", "p": "╲", "l": "╱", "m": "╱"}
_STRAIGHT = dict.fromkeys("adgh", "━") | dict.fromkeys("bcefkn", "┃")
_SIGNS = {**_STRAIGHT, **_SLANTED, ".": "▖", " ": " "}

Marks = tuple[tuple[str, int], ...]
"""A line of a cell: the characters and how dark each is."""

_Ends = list[tuple[int, str]]
"""The segments that end in a character cell, each with the bit of its way."""
_Picture = list[list[tuple[str, _Ends]]]


def _make_picture(*picture: str) -> _Picture:
    places = {(x, y): name for y, line in enumerate(picture) for x, name in enumerate(line)}

    def ends(x: int, y: int) -> _Ends:
        names = [places.get((x + across, y + down), "") for across, down in _WAYS]
        return [(1 << bit, name) for bit, name in enumerate(names) if name in _STRAIGHT]

    return [[(name, ends(x, y)) for x, name in enumerate(line)] for y, line in enumerate(picture)]


# Per character cell its segment, + where those beside it meet, and * where the slanted do too.
_FOURTEEN = _make_picture("+a+a+ ", "fjklb ", "+g*h+ ", "emnpc ", "+d+d+.")
_SEVEN = _make_picture("+aa+ ", "f  b ", "+gg+ ", "e  c ", "+dd+.")


def _joint(ends: _Ends, shade: dict[str, int]) -> tuple[str, int]:
    darkest = max(shade[name] for _, name in ends)
    # Elements that are still fading count; elements that are just not driven do not.
    return JOINTS[sum(way for way, name in ends if 2 * shade[name] > darkest)], darkest


def _crossing(straight: tuple[str, int], shade: dict[str, int]) -> tuple[str, int]:
    slanted = max(shade[name] for name in _SLANTED)
    if slanted <= straight[1]:
        return straight
    drawn = {sign for name, sign in _SLANTED.items() if 2 * shade[name] > slanted}
    return (drawn.pop() if len(drawn) == 1 else "╳"), slanted


def _cell(picture: _Picture, names: str, shades: tuple[int, ...]) -> tuple[Marks, ...]:
    shade = {" ": 0, **dict(zip(names, shades, strict=True))}
    lines = []
    for line in picture:
        marks: list[tuple[str, int]] = []
        for name, ends in line:
            if name in _SIGNS:
                marks.append((_SIGNS[name], shade[name]))
            else:
                joint = _joint(ends, shade)
                marks.append(_crossing(joint, shade) if name == "*" else joint)
        lines.append(tuple([(char if dark else " ", dark) for char, dark in marks]))
    return tuple(lines)


@lru_cache(maxsize=2048)
def fourteen(shades: tuple[int, ...]) -> tuple[Marks, ...]:
    """A cell of row A, from the shades of its fourteen segments and its point."""
    return _cell(_FOURTEEN, "abcdefghjklmnp.", shades)


@lru_cache(maxsize=2048)
def seven(shades: tuple[int, ...]) -> tuple[Marks, ...]:
    """A digit of row B, from the shades of its seven segments and its point."""
    return _cell(_SEVEN, "abcdefg.", shades)


# -- plain text

_ICONS_WIDTH = 6 * CELLS_A - 5 * CELLS_B


def text(rows: Rows) -> str:
    """The glass in plain text: row A, below it the lit icons and row B, as on the glass."""
    cells_a, cells_b = cells_of(rows)
    upper = _join_cells([fourteen(_shades(cell, 15)) for cell in cells_a])
    number = _join_cells([seven(_shades(cell, 8)) for cell in cells_b])
    names = " ".join(name for name in ICONS if is_lit(rows, f"icon {name}"))
    icons = textwrap.wrap(names, _ICONS_WIDTH - 2)
    lower = (f"{a:{_ICONS_WIDTH}}{b}" for a, b in zip_longest(icons, number, fillvalue=""))
    return "\n".join(line.rstrip() for line in (*upper, *lower))


def _shades(bits: int, count: int) -> tuple[int, ...]:
    return tuple(bits >> bit & 1 for bit in range(count))


def _join_cells(cells: list[tuple[Marks, ...]]) -> list[str]:
    """Cells side by side, line by line."""
    return [
        "".join(char for marks in line for char, _ in marks) for line in zip(*cells, strict=True)
    ]
