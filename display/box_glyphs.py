"""The smallest glass: heavy box lines, one character cell a segment, joined where they meet.

    a row A cell   ┏━┳━┓     a digit   ┏━━┓
                   ┃╲┃╱┃               ┃  ┃      and the point in the sixth or fifth column
                   ┣━╋━┫               ┣━━┫
                   ┃╱┃╲┃               ┃  ┃
                   ┗━┻━┛▖              ┗━━┛▖

A character cell that several segments share shows those that are darkest, and only them. The
panel's smallest glass is drawn with them, and the glass in plain text of a failure report, `text`.
"""

from __future__ import annotations

import textwrap
from functools import lru_cache
from itertools import zip_longest

from display.elements import Rows, is_lit
from display.lcd import cells_of
from firmware_sim.glass import CELLS_A, CELLS_B, ICONS

# Where box lines meet: bit 0 up, 1 right, 2 down, 3 left.
JOINTS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
POINT = "▖"

Marks = tuple[tuple[str, int], ...]
"""A line of a cell: the characters and how dark each is."""

# Per character cell: the segments that end in it, each with the way it leaves; or one mark.
_Ends = dict[str, int]
_FOURTEEN: tuple[tuple[_Ends | str, ...], ...] = (
    ({"a": RIGHT, "f": DOWN}, "a━", {"a": LEFT | RIGHT, "k": DOWN}, "a━", {"a": LEFT, "b": DOWN},
     ""),
    ("f┃", "j╲", "k┃", "l╱", "b┃", ""),
    ({"f": UP, "g": RIGHT, "e": DOWN}, "g━", "+", "h━", {"b": UP, "c": DOWN, "h": LEFT}, ""),
    ("e┃", "m╱", "n┃", "p╲", "c┃", ""),
    ({"e": UP, "d": RIGHT}, "d━", {"n": UP, "d": LEFT | RIGHT}, "d━", {"c": UP, "d": LEFT},
     "." + POINT),
)  # fmt: skip
_SEVEN: tuple[tuple[_Ends | str, ...], ...] = (
    ({"a": RIGHT, "f": DOWN}, "a━", "a━", {"a": LEFT, "b": DOWN}, ""),
    ("f┃", "", "", "b┃", ""),
    ({"f": UP, "g": RIGHT, "e": DOWN}, "g━", "g━", {"b": UP, "c": DOWN, "g": LEFT}, ""),
    ("e┃", "", "", "c┃", ""),
    ({"e": UP, "d": RIGHT}, "d━", "d━", {"c": UP, "d": LEFT}, "." + POINT),
)
_CENTRE = {"k": UP, "h": RIGHT, "n": DOWN, "g": LEFT}
_DIAGONALS = {"j": "╲", "p": "╲", "l": "╱", "m": "╱"}

_ORDER_A = {name: index for index, name in enumerate("abcdefghjklmnp.")}
_ORDER_B = {name: index for index, name in enumerate("abcdefg.")}


def _joint(ends: _Ends, shade: dict[str, int]) -> tuple[str, int]:
    darkest = max(shade[name] for name in ends)
    ways = 0
    for name, way in ends.items():
        # What is on its way up or down joins in; what merely is not driven does not.
        if 2 * shade[name] > darkest:
            ways |= way
    return JOINTS[ways], darkest


def _centre(shade: dict[str, int]) -> tuple[str, int]:
    straight = max(shade[name] for name in _CENTRE)
    slanted = max(shade[name] for name in _DIAGONALS)
    if slanted <= straight:
        return _joint(_CENTRE, shade)
    drawn = {sign for name, sign in _DIAGONALS.items() if 2 * shade[name] > slanted}
    return (drawn.pop() if len(drawn) == 1 else "╳"), slanted


def _cell(picture: tuple[tuple[_Ends | str, ...], ...], shade: dict[str, int]) -> tuple[Marks, ...]:
    lines = []
    for drawn in picture:
        marks: list[tuple[str, int]] = []
        for part in drawn:
            if not isinstance(part, str):
                marks.append(_joint(part, shade))
            elif part == "+":
                marks.append(_centre(shade))
            elif part:
                marks.append((part[1], shade[part[0]]))
            else:
                marks.append((" ", 0))
        lines.append(tuple((char if dark else " ", dark) for char, dark in marks))
    return tuple(lines)


@lru_cache(maxsize=2048)
def fourteen(shades: tuple[int, ...]) -> tuple[Marks, ...]:
    """A cell of row A, from the shades of its fourteen segments and its point."""
    return _cell(_FOURTEEN, {name: shades[index] for name, index in _ORDER_A.items()})


@lru_cache(maxsize=2048)
def seven(shades: tuple[int, ...]) -> tuple[Marks, ...]:
    """A digit of row B, from the shades of its seven segments and its point."""
    return _cell(_SEVEN, {name: shades[index] for name, index in _ORDER_B.items()})


# -- plain text

_ICONS_WIDTH = 6 * CELLS_A - 5 * CELLS_B


def text(rows: Rows) -> str:
    """The glass in plain text: row A, below it the lit icons and row B, as on the glass."""
    cells_a, cells_b = cells_of(rows)
    upper = _written([fourteen(_shades(cell, 15)) for cell in cells_a])
    number = _written([seven(_shades(cell, 8)) for cell in cells_b])
    names = " ".join(name for name in ICONS if is_lit(rows, f"icon {name}"))
    icons = textwrap.wrap(names, _ICONS_WIDTH - 2)
    lower = (f"{a:{_ICONS_WIDTH}}{b}" for a, b in zip_longest(icons, number, fillvalue=""))
    return "\n".join(line.rstrip() for line in (*upper, *lower))


def _shades(bits: int, count: int) -> tuple[int, ...]:
    return tuple(bits >> bit & 1 for bit in range(count))


def _written(cells: list[tuple[Marks, ...]]) -> list[str]:
    """Cells side by side, line by line."""
    return [
        "".join(char for marks in line for char, _ in marks) for line in zip(*cells, strict=True)
    ]
