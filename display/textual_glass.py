"""The segment display as a Textual widget: it knows rows of elements and tones, and nothing else.

    J1    J2    J3    J4    J5    J6    J7    J8    FONC  ?     SON   PILE
    ▄▄ ▄▄ ...                                               row A, twelve cells
    P1 P2 P3 P4 P5 P6 P7 P8       ▄▀▀▄ ▄▀▀▄ ...             row B, eight digits   F
    BANQUE  M1 M2 M3 M4  HOTEL    █  █ █  █
    HYPO PRET DETTE ENCHERE       ▀▄▄▀ ▀▄▄▀                                       €
    PRISON LIBRE DOUBLE DEPART

It paints the cells that changed, in the largest glyphs that fit its size, from its `background`
(clear glass) to its `color` (ink). A whole program, an LCD clock:

    from time import strftime
    from textual.app import App
    from display.lcd import encode
    from display.textual_glass import SegmentDisplay

    class Clock(App):
        def compose(self):
            yield SegmentDisplay()

        def on_mount(self):
            self.set_interval(1, self.show_time)

        def show_time(self):
            rows = encode(strftime("%A").upper(), strftime("%H.%M.%S"), icons=0)
            self.query_one(SegmentDisplay).show(rows)

    Clock().run()

A change goes from one shade to the other in a few equal steps: a liquid crystal is slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from re import finditer
from time import monotonic

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from datasheet.glass import CELLS_A, CELLS_B, ICONS
from display import glyph_sizes
from display.elements import ELEMENTS
from display.glyph_sizes import Grid
from display.optics import PLAIN, Tones
from display.optics import tones as tones_of_supply
from display.wiring import ABOVE_ROW_A, DARK, Rows

Shades = tuple[int, ...]
"""The darkness of each element, in the order of ELEMENTS, from 0 (clear) to FULL."""

FULL = 19
"""The number of the darkest shade."""
STEPS, STEP = 3, 0.04
"""A change takes so many steps, the first at once, the others after so many seconds each."""
NOTHING: Shades = (0,) * len(ELEMENTS)
_PLACES = tuple(ELEMENTS.values())
_FIRST_B = 15 * CELLS_A
_FIRST_ICON = _FIRST_B + 8 * CELLS_B
BESIDE_ROW_B = (
    "P1 P2 P3 P4 P5 P6 P7 P8",
    "BANQUE  M1 M2 M3 M4  HOTEL",
    "HYPO PRET DETTE ENCHERE",
    "PRISON LIBRE DOUBLE DEPART",
)
FRAME = 4
"""Columns that the glass needs beside its cells."""
MOST_PAINTED = 192  # eight of each line: what blinks or comes back soon, in 2 MB

Line = tuple[Segment, ...]
Colours = tuple[str, str]
"""The colours of clear glass and of ink."""


class Fading:
    """The shades on the way from one glass to the next."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.settled = True
        """Only two shades are left: lit and unlit."""
        self._clock = clock
        self._before = self._rows = DARK  # the elements lit before the change and now
        self._since = 0.0

    def update(self, rows: Rows, tones: Tones, steps: int = STEPS) -> Shades:
        """The shades of now; to be called again, a STEP later, while they are not `settled`."""
        now = self._clock()
        if self.settled and rows != self._rows:
            self.settled = False
            self._since = now
        self._rows = rows
        step = min(steps, 1 + int((now - self._since) / STEP + 0.1))
        if step == steps:
            self.settled = True
            self._before = rows
        unlit, lit = tones
        way = lit - unlit
        ends = unlit, unlit + way * step / steps, lit - way * step / steps, lit
        return _mix(self._before, rows, tuple(round(FULL * dark) for dark in ends))


@lru_cache(maxsize=64)
def _mix(before: Rows, rows: Rows, ramp: tuple[int, ...]) -> Shades:
    """The ramp: not lit before and now; coming; going; lit before and now."""
    return tuple([ramp[2 * (before[c] >> line & 1) + (rows[c] >> line & 1)] for c, line in _PLACES])


@lru_cache(maxsize=16)
def inks(colours: Colours) -> tuple[str, ...]:
    """The colour of each shade."""
    clear, ink = map(Color.parse, colours)
    return tuple(clear.blend(ink, shade / FULL).hex.lower() for shade in range(FULL + 1))


@lru_cache(maxsize=256)
def _ink(colours: Colours, upper: int, lower: int, bold: bool = False) -> Style:
    shades = inks(colours)
    return Style(color=shades[upper], bgcolor=shades[lower], bold=bold)


@lru_cache(maxsize=1024)
def _draw_pixels(colours: Colours, grid: Grid, shades: Shades) -> tuple[Line, ...]:
    """A cell in half blocks: two pixels a character, each with its own colour."""
    middle = max(shades[6:14]) if len(shades) > 8 else 0
    dark = (*shades, middle, 0)  # index -2 is where the inner segments meet, -1 is glass
    lines = []
    for upper, lower in zip(grid[::2], grid[1::2], strict=True):
        pairs = [(dark[a], dark[b]) for a, b in zip(upper, lower, strict=True)]
        lines.append(
            tuple(
                Segment(" " if a == b else "▀", _ink(colours, a if a != b else 0, b))
                for a, b in pairs
            )
        )
    return tuple(lines)


class SegmentDisplay(Widget):
    DEFAULT_CSS = "SegmentDisplay { height: 11; background: #b4bf9f; color: #151d17; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.shades: Shades = NOTHING
        self._fading = Fading()
        self._shown: tuple[Rows, Tones, int] = (DARK, PLAIN, 1)
        self._timed = False
        """The next step of a change has its timer."""
        self._painted: dict[tuple[int, Shades], Strip] = {}
        self._colours: Colours | None = None
        self.fit(Size(78, 11))

    def show(self, rows: Rows, tones: Tones | None = None, *, fade: bool = True) -> None:
        """Show these elements lit, in these tones; without `fade` at once."""
        steps = STEPS if fade and self.is_mounted else 1
        self._shown = rows, tones or tones_of_supply(), steps
        before, self.shades = self.shades, self._shade()
        if not self.settled and not self._timed:
            self._timed = True
            self.set_timer(STEP, self._step)
        changed = [
            region
            for first, count, region in self._regions
            if before[first : first + count] != self.shades[first : first + count]
        ]
        if changed:
            self.refresh(*changed)

    @property
    def settled(self) -> bool:
        """Nothing is between lit and unlit."""
        return self._fading.settled

    def _shade(self) -> Shades:
        rows, (unlit, lit), steps = self._shown
        # Unlit elements cover much of a cell: half as dark, they look as faint as on glass.
        return self._fading.update(rows, (unlit / 2, lit), steps)

    def _step(self) -> None:
        self._timed = False
        rows, tones, steps = self._shown
        self.show(rows, tones, fade=steps > 1)

    # -- where things are

    def fit(self, size: Size) -> None:
        """Take the largest glyphs for that size, and the place of everything in it."""
        self._painted.clear()
        self._fitted = size
        self.glyphs = glyphs = glyph_sizes.largest(size.width - FRAME, size.height)
        spare = max(0, size.height - (2 * glyphs.lines + 1))
        self.left = max(1, (size.width - glyphs.width + 1) // 2)
        gap = min(glyphs.lines // 5, spare)
        self.top = (spare - gap) // 2
        self.top_a = self.top + 1
        self.top_b = self.top_a + glyphs.lines + gap
        self.left_b = self.left + glyphs.width - 2 - CELLS_B * glyphs.advance_b
        self.icons = dict(self._icon_places())
        self._regions = list(self._element_regions())

    def _icon_places(self) -> Iterator[tuple[str, tuple[int, int]]]:
        glyphs = self.glyphs
        for cell, name in enumerate(ABOVE_ROW_A):
            yield name, (self.left + cell * glyphs.advance_a, self.top)
        for row, names in enumerate(BESIDE_ROW_B):
            y = self.top_b + 1 + row * (glyphs.lines - 2) // 3
            for word in finditer(r"\S+", names):
                yield word[0], (self.left + word.start(), y)
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

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._colours = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The very strips that were painted before: each remembers what Textual made of it, and
        a change of the glass costs half. There is no border or padding that would be missing."""
        if self._colours is None:
            _, _, clear, ink = self.colors
            self._colours = clear.hex, ink.hex
            self._painted.clear()
        if self.size != self._fitted:
            self.fit(self.size)
            self.shades = self._shade()
        clear = Color.parse(self._colours[0])
        strips = [self.render_line(y) for y in crop.line_range]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, clear) for strip in strips]
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
        strip = self._painted.get((y, looks))
        if strip is None:
            if len(self._painted) > MOST_PAINTED:
                self._painted.clear()
            strip = self._painted[y, looks] = self._line(y)
        return strip

    def _line(self, y: int) -> Strip:
        width, colours = self.size.width, self._colours or ("#ffffff", "#000000")
        pieces: list[tuple[int, Line]] = []
        glyphs = self.glyphs
        if 0 <= y - self.top_a < glyphs.lines:
            pieces += self._row(colours, True, self.left, glyphs.advance_a, y - self.top_a)
        elif 0 <= y - self.top_b < glyphs.lines:
            pieces += self._row(colours, False, self.left_b, glyphs.advance_b, y - self.top_b)
        for index, name in enumerate(ICONS):
            x, line = self.icons[name]
            if line == y:
                dark = self.shades[_FIRST_ICON + index]
                ink = _ink(colours, dark, 0, 2 * dark > FULL)
                pieces.append((x, (Segment(name if dark else " " * len(name), ink),)))
        pieces.sort(key=lambda piece: piece[0])
        clear = _ink(colours, 0, 0)
        segments: list[Segment] = []
        at = 0
        for x, drawn in pieces:
            if x > at:
                segments.append(Segment(" " * (x - at), clear))
            segments.extend(drawn)
            at = x + sum(len(segment.text) for segment in drawn)
        segments.append(Segment(" " * (width - at), clear))
        return Strip(segments).simplify().adjust_cell_length(width)

    def _row(
        self, colours: Colours, wide: bool, left: int, advance: int, line: int
    ) -> Iterator[tuple[int, Line]]:
        first, count, cells = (0, 15, CELLS_A) if wide else (_FIRST_B, 8, CELLS_B)
        grid = self.glyphs.fourteen if wide else self.glyphs.seven
        for cell in range(cells):
            start = first + count * cell
            shades = self.shades[start : start + count]
            yield left + cell * advance, _draw_pixels(colours, grid, shades)[line]
