"""The segments as pixels: which pixel of a cell belongs to which segment, at each size.

A pixel is half a character cell, about a square. Only the upper half and the bars are drawn: the
lower half is its mirror image (a d, b c, f e, j m, k n, l p). `+` is where the inner segments
meet: it is as dark as the darkest of them. `:` is the point, on the last two lines. A digit of row
B is a narrower cell of row A without its inner segments, and its bar is one piece.

    size = SIZES[1]
    size.fourteen[pixel line][pixel column]      index into the cell's segments, -1 for glass
"""

from functools import cache
from typing import NamedTuple

from display.font import FOURTEEN_ORDER, SEVEN_ORDER

GLASS, MIDDLE = -1, -2

_MIRROR = str.maketrans("abfjkl", "dcemnp")
_RING_AND_BAR = str.maketrans("jkl+h", "...gg")

_SMALL = """
.aaa.
fjklb
fjklb
f.k.b
.g+h.
"""
_MEDIUM = """
.aaaaa.
fj.k.lb
fj.k.lb
f.jkl.b
f.jkl.b
f.jkl.b
.gg+hh.
"""
_LARGE = """
.aaaaaaaa.
faaaaaaaab
ffj.kk.lbb
ffj.kk.lbb
ffjjkkllbb
ffjjkkllbb
ff.jkkl.bb
ff.jkkl.bb
f..jkkl..b
..gg++hh..
"""
_HUGE = """
.aaaaaaaaaaaa.
faaaaaaaaaaaab
ffjj..kk..llbb
ffjj..kk..llbb
ffjj..kk..llbb
ff.jj.kk.ll.bb
ff.jj.kk.ll.bb
ff.jj.kk.ll.bb
ff..jjkkll..bb
ff..jjkkll..bb
f...jjkkll...b
..gggg++hhhh..
"""

Grid = tuple[tuple[int, ...], ...]


def _digit(cell: list[str], narrower: int) -> list[str]:
    middle = len(cell[0]) // 2
    without = (line.translate(_RING_AND_BAR) for line in cell)
    cut = middle - narrower // 2
    return [line[:cut] + line[cut + narrower :] for line in without]


def _grid(drawn: list[str], order: str, bars: int, advance: int, lines: int) -> Grid:
    *upper, bar = drawn
    lower = [line.translate(_MIRROR) for line in reversed(upper)]
    full = [line.ljust(advance, ".") for line in (*upper, *[bar] * bars, *lower)]
    full += ["." * advance] * (2 * lines - len(full))
    width = len(bar)
    point = ":" * min(bars, advance - width)
    for line in (-2, -1):
        full[line] = full[line][:width] + point.ljust(advance - width, ".")
    names = {".": GLASS, "+": MIDDLE, ":": len(order)}
    names |= {segment: index for index, segment in enumerate(order.lower())}
    return tuple(tuple(names[pixel] for pixel in line) for line in full)


class GlyphSize(NamedTuple):
    """One size of the glass, of four; its pixels are reckoned when they are first drawn."""

    drawn: str
    bars: int  # lines of the bar in the middle
    advance_a: int  # columns from one cell of row A to the next
    advance_b: int
    lines: int  # lines of characters for both rows
    narrower: int  # columns by which a digit of row B is narrower than a cell

    @property
    def width(self) -> int:
        return 12 * self.advance_a

    @property
    @cache  # noqa: B019
    def fourteen(self) -> Grid:
        cell = self.drawn.split()
        return _grid(cell, FOURTEEN_ORDER, self.bars, self.advance_a, self.lines)

    @property
    @cache  # noqa: B019
    def seven(self) -> Grid:
        digit = _digit(self.drawn.split(), self.narrower)
        return _grid(digit, SEVEN_ORDER, self.bars, self.advance_b, self.lines)


SIZES = (
    GlyphSize(_SMALL, 1, 6, 5, 5, narrower=1),
    GlyphSize(_MEDIUM, 1, 9, 7, 7, narrower=2),
    GlyphSize(_LARGE, 2, 12, 11, 10, narrower=2),
    GlyphSize(_HUGE, 2, 16, 13, 13, narrower=4),
)
"""Every size, the smallest first."""


def largest(width: int, height: int) -> GlyphSize:
    """The largest size whose two rows and line of icons fit; the smallest if none does."""
    fitting = [size for size in SIZES if size.width <= width and 2 * size.lines + 1 <= height]
    return fitting[-1] if fitting else SIZES[0]
