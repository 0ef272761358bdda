"""Reads the glass from the cells painted on a terminal.

    reader = TerminalReader(terminal, (80, 24))
    reader.wait_for(("J1 LANCEZ", "150.000"))     waits until that stands still on the glass
    reader.read()                                 Reading; Unclear: something is half lit

A character is known by what the panel's own glass draws of it, which has tests of its own; whether
a stroke is lit comes from the colours on the screen. Two tones are expected beside the paper: the
one further from it is lit.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

import pyte
from rich.segment import Segment
from textual.geometry import Size

from banquier.panel.layout import arrange
from datasheet.glass import CELLS_A, CELLS_B, ICONS
from display.font import FOURTEEN_BITS, SEVEN_BITS
from display.glyph_sizes import Grid
from display.textual_glass import FULL, SegmentDisplay, _draw_pixels
from tests.support.terminal import Terminal
from tests.support.waiting import LIFETIME

SEGMENTS_A, SEGMENTS_B = "abcdefghjklmnp.", "abcdefg."
INK_FROM = 50
"""Difference from the paper, of 255, from which a tone alone on the glass is taken for ink."""

STILL = 0.1
"""Seconds without a byte: nothing is moving. Longer than any step of a fade."""

Text = tuple[str, str]

NAMED = {
    "black": (0, 0, 0), "red": (205, 0, 0), "green": (0, 205, 0), "brown": (205, 205, 0),
    "blue": (0, 0, 238), "magenta": (205, 0, 205), "cyan": (0, 205, 205), "white": (229, 229, 229),
    "brightblack": (127, 127, 127), "brightred": (255, 0, 0), "brightgreen": (0, 255, 0),
    "brightbrown": (255, 255, 0), "brightblue": (92, 92, 255), "brightmagenta": (255, 0, 255),
    "brightcyan": (0, 255, 255), "brightwhite": (255, 255, 255), "default": (255, 255, 255),
}  # fmt: skip

Cell = tuple[str, str, str]
"""A character as it is painted, its colour and what is behind it."""
Look = tuple[str, ...]
"""What is lit of a part of the glass, line by line."""

_BEYOND_PYTE = re.compile(r"\x1b\[[<>=?][\d;]*[a-zA-Z$]|\x1b\[\?\d+\$p")
"""Private sequences of newer terminals: modes of keyboard, mouse and screen."""
_FRAME = re.compile(r"\x1b\[\?2026([hl]|\$p)")
"""A picture begins or ends, or a program asks whether the terminal knows such marks."""
_UNFINISHED = re.compile(r"\x1b(\[[<>=?\d;$]*)?\Z")


class Reading(NamedTuple):
    row_a: str
    row_b: str
    icons: frozenset[str]

    @property
    def text(self) -> Text:
        return self.row_a, self.row_b


class Unclear(AssertionError):
    """An element of the glass is neither lit nor unlit."""


def lightness(tone: str) -> float:
    red, green, blue = NAMED.get(tone) or tuple(bytes.fromhex(tone))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _name(row: str, cell: int, segment: str) -> str:
    return f"{row}{cell + 1}.{'dp' if segment == '.' else segment}"


def spelt(lit: dict[str, bool]) -> Reading:
    """The characters and icons that these elements are."""
    rows = []
    for row, cells, order, font in (
        ("A", CELLS_A, SEGMENTS_A, {b: c for c, b in FOURTEEN_BITS.items() if c != "0"}),
        ("B", CELLS_B, SEGMENTS_B, {b: c for c, b in SEVEN_BITS.items()}),
    ):
        text = ""
        for cell in range(cells):
            bits = [lit[_name(row, cell, segment)] for segment in order]
            value = sum(1 << place for place, bit in enumerate(bits[:-1]) if bit)
            text += font.get(value, "\ufffd") + "." * bits[-1]
        rows.append(text)
    icons = frozenset(name for name in ICONS if lit[f"icon {name}"])
    return Reading(rows[0].rstrip(), rows[1].lstrip(), icons)


def look(cells: Iterable[Iterable[Cell]], lit: str) -> Look:
    return tuple("".join(_lit_of(*cell, lit) for cell in line) for line in cells)


def _lit_of(char: str, ink: str, behind: str, lit: str) -> str:
    if char in " ▀":  # two pixels
        upper = ink if char == "▀" else behind
        return " ▀▄█"[(upper == lit) + 2 * (behind == lit)]
    return char if ink == lit else " "


@lru_cache
def characters(wide: bool, grid: Grid) -> dict[Look, str]:
    """Return the characters of row A or B by their looks in this size, without and with a point."""
    colours, count = ("#ffffff", "#000000"), 15 if wide else 8
    found: dict[Look, str] = {}
    for char, bits in (FOURTEEN_BITS if wide else SEVEN_BITS).items():
        for point in (0, 1):
            value = bits | point << count - 1
            shades = tuple(FULL * (value >> at & 1) for at in range(count))
            lines = _draw_pixels(colours, grid, shades)
            cells = [[_as_cell(segment) for segment in line] for line in lines]
            if char != "0" or not wide:  # O
                found[look(cells, "#000000")] = char + "." * point
    return found


def _as_cell(segment: Segment) -> Cell:
    assert segment.style and segment.style.color and segment.style.bgcolor
    return segment.text, segment.style.color.name, segment.style.bgcolor.name


@lru_cache
def glass_at(size: tuple[int, int], pane: bool) -> SegmentDisplay:
    """The widget as it lies on a screen: a column to the right."""
    plan = arrange(*size, pane)
    glass = SegmentDisplay()
    glass.fit(Size(plan.width - 2, plan.glass))
    glass.left += 1
    glass.left_b += 1
    glass.icons = {name: (x + 1, y) for name, (x, y) in glass.icons.items()}
    return glass


class TerminalReader:
    """A terminal emulator before the terminal of a process."""

    def __init__(self, terminal: Terminal, size: tuple[int, int] = (80, 24)) -> None:
        self.terminal = terminal
        self.size = size
        self.pane = False
        """Whether one is open."""
        self.still = STILL
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)
        self._decoded = getincrementaldecoder("utf-8")("replace").decode
        self._begun = ""
        self._in_frame = False

    def feed(self, seconds: float) -> bool:
        """Return whether anything came within this time; a frame that has begun is completed."""
        found = self.terminal.read(seconds)
        if not found:
            return False
        self._take(found)
        while self._in_frame and (found := self.terminal.read(LIFETIME)):
            self._take(found)
        return True

    def _take(self, found: bytes) -> None:
        text = self._begun + self._decoded(found)
        cut = _UNFINISHED.search(text)
        text, self._begun = (text[: cut.start()], cut.group()) if cut else (text, "")
        for mark in _FRAME.findall(text):
            self._in_frame = mark == "h"
            if mark == "$p":
                self.terminal.type(b"\x1b[?2026;2$y")
        self._stream.feed(_BEYOND_PYTE.sub("", text))

    def resize(self, size: tuple[int, int]) -> None:
        self.size = size
        self._screen.resize(size[1], size[0])
        self.terminal.resize(size)

    def until(self, agrees: Callable[[Reading | None], object]) -> None:
        """Read on until what can be read agrees; nothing has to stand still for that."""
        end = monotonic() + LIFETIME
        while not agrees(self.now()):
            lives = self.terminal.lives(end)
            assert self.feed(0.1) or lives, f"it shows {self.now()}"

    def now(self) -> Reading | None:
        """Return what can be read, if anything can."""
        try:
            return self.read()
        except Unclear:
            return None

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    # -- reading

    def lines_when(self, agrees: Callable[[str], object], still: float) -> list[str]:
        """Return what stands on the terminal once it agrees and nothing has come for so long. A
        busy machine sends a picture in any number of pieces: what is counted is time."""
        end = monotonic() + LIFETIME
        while self.feed(still) or not agrees("\n".join(self.lines())):
            assert self.terminal.lives(end), self.lines()
        return self.lines()

    def wait_for(self, *screens: Text) -> Reading:
        """Wait without touching anything until each of these has been read on a glass that stood
        still, one after the other with nothing unclear between them."""
        wanted = {(row_a.replace("0", "O"), row_b) for row_a, row_b in screens}
        missing = set(wanted)
        end = monotonic() + LIFETIME
        shown: object = None
        while self.terminal.lives(end):
            if self.feed(self.still) or self.terminal.computes():
                continue
            try:
                reading = self.read()
            except Unclear as unclear:
                shown, missing = unclear, set(wanted)
                continue
            shown = reading.text
            missing.discard(reading.text)
            if not missing:
                return reading
        raise Unclear(f"{missing} never stood on the glass, at last {shown}")

    def read(self) -> Reading:
        glass = glass_at(self.size, self.pane)
        lit, glyphs, rows = self._lit(glass), glass.glyphs, []
        for cells, wide, left, top, advance, grid in (
            (CELLS_A, True, glass.left, glass.top_a, glyphs.advance_a, glyphs.fourteen),
            (CELLS_B, False, glass.left_b, glass.top_b, glyphs.advance_b, glyphs.seven),
        ):
            known, text = characters(wide, grid), ""
            width, height = (len(next(iter(known))[0]), len(next(iter(known))))
            for cell in range(cells):
                seen = look(self._cells(left + cell * advance, top, width, height), lit)
                if seen not in known:
                    raise Unclear("no character:\n" + "\n".join(seen))
                text += known[seen]
            rows.append(text)
        icons = {name: look(self._cells(*glass.icons[name], len(name), 1), lit)[0]
                 for name in ICONS}  # fmt: skip
        if broken := [name for name, seen in icons.items() if seen.strip() not in ("", name)]:
            raise Unclear(f"partly lit are {broken}")
        shown = frozenset(name for name, seen in icons.items() if seen == name)
        return Reading(rows[0].rstrip(), rows[1].lstrip(), shown)

    def _cells(self, left: int, top: int, width: int, height: int) -> list[list[Cell]]:
        buffer = self._screen.buffer
        lines = [
            [buffer[y][x] for x in range(left, left + width)] for y in range(top, top + height)
        ]
        return [[(cell.data, str(cell.fg), str(cell.bg)) for cell in line] for line in lines]

    def _lit(self, glass: SegmentDisplay) -> str:
        """The tone of what is lit, if anything is. Unclear: there are more than two."""
        glyphs, paper = glass.glyphs, str(self._screen.buffer[glass.top_a][glass.left - 1].bg)
        height = glass.top_b + glyphs.lines - glass.top
        cells = self._cells(glass.left, glass.top, glyphs.width, height)
        painted = {cell for line in cells for cell in line}
        tones = {ink for char, ink, _ in painted if char != " "}
        tones |= {behind for char, _, behind in painted if char in " ▀"}
        apart = sorted(tones - {paper}, key=lambda tone: abs(lightness(tone) - lightness(paper)))
        if len(apart) > 2:
            raise Unclear(f"{len(apart)} tones on {paper}: {apart}")
        if len(apart) == 1 and all(char != " " for name in ICONS for char, _, _ in
                                   self._cells(*glass.icons[name], len(name), 1)[0]):  # fmt: skip
            # All is drawn: in the tone of what is unlit, or the lamps are tested.
            return apart[0] if abs(lightness(apart[0]) - lightness(paper)) > INK_FROM else "nothing"
        return apart[-1] if apart else "nothing"
