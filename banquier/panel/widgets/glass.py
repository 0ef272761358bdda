"""The glass as a widget: twelve cells of row A, eight digits of row B, thirty-six icons.

    J1    J2    J3    J4    J5    J6    J7    J8    FONC  ?     SON   PILE
    ╻  ┏  ┓ ...                                             row A, twelve cells
    P1 P2 P3 P4 P5 P6 P7 P8       ┏━━┓ ┏━━┓ ...             row B, eight digits   F
    BANQUE  M1 M2 M3 M4  HOTEL    ┃  ┃ ┃  ┃
    HYPO PRET DETTE ENCHERE       ┗━━┛ ┗━━┛                                       €
    PRISON LIBRE DOUBLE DEPART

It is handed shades and paints the cells that changed, in the largest glyphs that fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from banquier.panel import box_glyphs, glyph_sizes
from banquier.panel.glyph_sizes import Grid
from banquier.panel.shading import NOTHING, Shades
from banquier.panel.tints import TINTS, Tint, inks
from display.elements import ABOVE_ROW_A, CELLS_A, CELLS_B, ICONS

_FIRST_B = 15 * CELLS_A
_FIRST_ICON = _FIRST_B + 8 * CELLS_B
BESIDE_ROW_B = (
    "P1 P2 P3 P4 P5 P6 P7 P8",
    "BANQUE M1 M2 M3 M4 HOTEL",
    "HYPO PRET DETTE ENCHERE",
    "PRISON LIBRE DOUBLE DEPART",
)
MOST_PAINTED = 192  # eight of each line: what blinks or comes back soon, in 2 MB
MARGIN = 1  # columns of plastic left and right of the window

Line = tuple[Segment, ...]


@lru_cache(maxsize=256)
def _ink(tint: Tint, upper: int, lower: int, bold: bool = False) -> Style:
    shades = inks(tint)
    return Style(color=shades[upper], bgcolor=shades[lower], bold=bold)


@lru_cache(maxsize=1024)
def _stroked(tint: Tint, wide: bool, shades: Shades) -> tuple[Line, ...]:
    cell = box_glyphs.fourteen(shades) if wide else box_glyphs.seven(shades)
    return tuple(
        tuple(Segment(char, _ink(tint, dark, 0)) for char, dark in marks) for marks in cell
    )


@lru_cache(maxsize=1024)
def _pixelled(tint: Tint, grid: Grid, shades: Shades) -> tuple[Line, ...]:
    """A cell in half blocks: two pixels a character, each with its own colour."""
    middle = max(shades[6:14]) if len(shades) > 8 else 0
    dark = (*shades, middle, 0)  # index -2 is where the inner segments meet, -1 is glass
    lines = []
    for upper, lower in zip(grid[::2], grid[1::2], strict=True):
        pairs = [(dark[a], dark[b]) for a, b in zip(upper, lower, strict=True)]
        lines.append(
            tuple(
                Segment(" " if a == b else "▀", _ink(tint, a if a != b else 0, b)) for a, b in pairs
            )
        )
    return tuple(lines)


class Glass(Widget):
    """The window of the unit."""

    DEFAULT_CSS = "Glass { height: 11; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.shades: Shades = NOTHING
        self.tint = TINTS["lcd"]
        self.glyphs = glyph_sizes.SMALL
        self._painted: dict[tuple[int, int, Shades], Strip] = {}
        self._places()

    def show(self, shades: Shades) -> None:
        """Paint what differs from what is shown."""
        before, self.shades = self.shades, shades
        if before == shades:
            return
        changed = [
            region
            for first, count, region in self._regions
            if before[first : first + count] != shades[first : first + count]
        ]
        if changed:
            self.refresh(*changed)

    def apply_tint(self, tint: Tint) -> None:
        self.tint = tint
        self._painted.clear()
        self.refresh()

    @property
    def faint(self) -> float:
        """What is unlit covers more of a large cell: half as dark, it is as faint to the eye."""
        return 0.5 if self.glyphs.fourteen else 1.0

    # -- where things are

    def fit(self, size: Size) -> None:
        """Take the largest glyphs for that size, and the place of everything in it."""
        self.glyphs = glyph_sizes.largest(size.width - 2 * MARGIN - 4, size.height)
        self._places(size)
        self.refresh()

    def _places(self, size: Size | None = None) -> None:
        self._painted.clear()
        glyphs = self.glyphs
        width, height = size or (80, 11)
        spare = max(0, height - (2 * glyphs.lines + 1))
        self.left = max(MARGIN + 1, (width - glyphs.width + 1) // 2)
        self.head = 3 if spare >= 5 else 0
        """Lines of plastic above the window, with the name of the unit."""
        spare -= self.head
        self.gap = min(glyphs.lines // 5, spare)
        self.top = self.head + (spare - self.gap) // 2
        self.top_a = self.top + 1
        self.top_b = self.top_a + glyphs.lines + self.gap
        self.left_b = self.left + glyphs.width - 2 - CELLS_B * glyphs.advance_b
        self.icons = dict(self._icon_places())
        self._regions = list(self._element_regions())

    def _icon_places(self) -> Iterator[tuple[str, tuple[int, int]]]:
        glyphs = self.glyphs
        for cell, name in enumerate(ABOVE_ROW_A):
            yield name, (self.left + cell * glyphs.advance_a, self.top)
        for row, names in enumerate(BESIDE_ROW_B):
            y = self.top_b + 1 + row * (glyphs.lines - 2) // 3
            x = self.left
            for name in names.split():
                yield name, (x, y)
                x += len(name) + 1 + (name in ("BANQUE", "M4"))
        beyond = self.left + glyphs.width - 1
        yield "F", (beyond, self.top_b + 1)
        yield "€", (beyond, self.top_b + glyphs.lines - 2)

    def _element_regions(self) -> Iterator[tuple[int, int, Region]]:
        """Each cell or icon: its first shade, how many, and the part of the glass it takes."""
        glyphs = self.glyphs
        for cell in range(CELLS_A):
            x = self.left + cell * glyphs.advance_a
            yield 15 * cell, 15, Region(x, self.top_a, glyphs.advance_a, glyphs.lines)
        for cell in range(CELLS_B):
            x = self.left_b + cell * glyphs.advance_b
            yield _FIRST_B + 8 * cell, 8, Region(x, self.top_b, glyphs.advance_b, glyphs.lines)
        for index, name in enumerate(ICONS):
            x, y = self.icons[name]
            yield _FIRST_ICON + index, 1, Region(x, y, len(name), 1)

    # -- painting

    def render_lines(self, crop: Region) -> list[Strip]:
        """The very strips that were painted before: each remembers what Textual made of it, and
        a change of the glass costs half. There is no border or padding that would be missing."""
        _, background = self.background_colors
        strips = [self.render_line(y) for y in crop.line_range]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, background) for strip in strips]
        return [strip.crop(crop.x, crop.right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """A line as it was painted before, if it was: what blinks comes back again and again."""
        shades = self.shades
        if self.top_a <= y < self.top_a + self.glyphs.lines:
            looks = shades[:_FIRST_B]
        elif y >= self.top_b:
            looks = shades[_FIRST_B:]
        else:
            looks = shades[_FIRST_ICON:]
        key = y, self.size.width, looks
        strip = self._painted.get(key)
        if strip is None:
            if len(self._painted) > MOST_PAINTED:
                self._painted.clear()
            strip = self._painted[key] = self._line(y)
        return strip

    def _line(self, y: int) -> Strip:
        width = self.size.width
        if y < self.head:
            return self._case_line(y, width)
        pieces: list[tuple[int, Line]] = []
        glyphs = self.glyphs
        if 0 <= y - self.top_a < glyphs.lines:
            pieces += self._row(True, self.left, glyphs.advance_a, y - self.top_a)
        elif 0 <= y - self.top_b < glyphs.lines:
            pieces += self._row(False, self.left_b, glyphs.advance_b, y - self.top_b)
        for index, name in enumerate(ICONS):
            x, line = self.icons[name]
            if line == y:
                dark = self.shades[_FIRST_ICON + index]
                ink = _ink(self.tint, dark, 0, 2 * dark >= len(inks(self.tint)))
                pieces.append((x, (Segment(name if dark else " " * len(name), ink),)))
        pieces.sort(key=lambda piece: piece[0])
        plastic = Style(bgcolor=self.tint.case)
        clear = _ink(self.tint, 0, 0)
        line_segments = [Segment(" " * MARGIN, plastic)]
        at = MARGIN
        for x, segments in pieces:
            if x > at:
                line_segments.append(Segment(" " * (x - at), clear))
            line_segments.extend(segments)
            at = x + sum(len(segment.text) for segment in segments)
        line_segments.append(Segment(" " * (width - MARGIN - at), clear))
        line_segments.append(Segment(" " * MARGIN, plastic))
        return Strip(line_segments).simplify().adjust_cell_length(width)

    def _case_line(self, y: int, width: int) -> Strip:
        tint = self.tint
        print_ = Style(color=tint.print, bgcolor=tint.case, bold=True)
        if y != 1:
            return Strip([Segment(" " * width, print_)])
        faint = Style(color=tint.faint, bgcolor=tint.case)
        accent = Style(color=tint.accent, bgcolor=tint.case, bold=True)
        brand = "BANQUE ÉLECTRONIQUE"
        space = width - 2 * (MARGIN + 1) - len("BANQUIER 90") - len(brand)
        return Strip(
            [
                Segment(" " * (MARGIN + 1), print_),
                Segment("BANQUIER ", print_),
                Segment("90", accent),
                Segment(" " * space + brand + " " * (MARGIN + 1), faint),
            ]
        )

    def _row(self, wide: bool, left: int, advance: int, line: int) -> Iterator[tuple[int, Line]]:
        glyphs = self.glyphs
        first, count, cells = (0, 15, CELLS_A) if wide else (_FIRST_B, 8, CELLS_B)
        grid = glyphs.fourteen if wide else glyphs.seven
        for cell in range(cells):
            start = first + count * cell
            shades = self.shades[start : start + count]
            drawn = (
                _pixelled(self.tint, grid, shades) if grid else _stroked(self.tint, wide, shades)
            )
            yield left + cell * advance, drawn[line]
