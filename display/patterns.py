"""The elements of the glass as patterns of pixels, for a small screen.

patterns() yields for each element in turn, by common and line, its rectangle and its pixels. No
pixel belongs to two elements, so they may be drawn in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import numpy as np
from numpy.typing import NDArray

from display.elements import ELEMENTS
from display.png import _width, fill, word
from display.shapes import GLASS_WIDTH, Outline, elements

WIDTH, HEIGHT = 320, 240
ACROSS, DOWN, TOP = WIDTH / GLASS_WIDTH, 0.6, 23
"""Higher than it is wide: the words in the icons are read."""
ENOUGH = 0.5
"""The coverage from which a pixel is dark."""
MONOCHROME = 3
"""A format of MicroPython's framebuf: eight pixels per byte, row by row."""

Pattern = tuple[int, int, int, int, tuple[bytes, int, int, int]]
"""Left, top, right, bottom; then the pixels, width, height and format, as framebuf takes them."""


def _place(outline: Outline) -> Outline:
    return tuple((x * ACROSS, TOP + y * DOWN) for x, y in outline)


def _line(pen: Outline) -> Iterator[tuple[int, int]]:
    """Yield the pixels of a stroke: letters in icons are lines."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = _place(pen)
    x0, y0, x1, y1 = (ax + dx) / 2, (ay + dy) / 2, (bx + cx) / 2, (by + cy) / 2
    steps = max(1, ceil(max(abs(x1 - x0), abs(y1 - y0))))
    for step in range(steps + 1):
        part = step / steps
        yield round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * part)


def patterns() -> Iterator[Pattern]:
    taken: NDArray[np.bool_] = np.zeros((HEIGHT, WIDTH), bool)
    for _, shapes, words in sorted(elements(), key=lambda element: ELEMENTS[element.name]):
        canvas = np.zeros((HEIGHT, WIDTH))
        for shape in shapes:
            fill(canvas, tuple(_place(outline) for outline in shape), 1.0)
        dark = canvas >= ENOUGH
        for said, x, y, size, cut_out in words:
            for pen in word(said, x - _width(said, size) / 2, y, size):
                for column, row in _line(pen):
                    dark[row, column] = not cut_out
        dark &= ~taken
        taken |= dark
        rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
        top, left, bottom, right = map(int, (rows[0], columns[0], rows[-1] + 1, columns[-1] + 1))
        pixels = np.packbits(dark[top:bottom, left:right], axis=1).tobytes()
        yield left, top, right, bottom, (pixels, right - left, bottom - top, MONOCHROME)
