"""Reads the glass from the cells painted on a terminal.

    reader = TerminalReader(terminal, (80, 24))
    reader.wait_for(("J1 LANCEZ", "150.000"))     waits until that stands still on the glass
    reader.read()                                 Reading; Unclear: something is half lit

Which cell belongs to which segment comes from the drawings of the panel; whether it is lit comes
from the colours on the screen. Two tones are expected: the one further from the paper is lit.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from functools import lru_cache
from time import monotonic
from typing import NamedTuple

import pyte
from pyte.screens import Char
from textual.geometry import Size

from banquier.panel.layout import arrange
from display import box_glyphs
from display.font import FOURTEEN_BITS, SEVEN_BITS
from display.glyph_sizes import GLASS, MIDDLE
from display.textual_glass import SegmentDisplay
from firmware_sim.glass import CELLS_A, CELLS_B, ICONS
from tests.support.terminal import Terminal

SEGMENTS_A, SEGMENTS_B = "abcdefghjklmnp.", "abcdefg."
INK_FROM = 50
"""Difference from the paper, of 255, from which a tone alone on the glass is taken for ink."""

STILL = 0.1
"""Seconds without a byte: nothing is moving. Longer than any step of a fade."""
PATIENCE = 20.0

Text = tuple[str, str]

NAMED = {
    "black": (0, 0, 0), "red": (205, 0, 0), "green": (0, 205, 0), "brown": (205, 205, 0),
    "blue": (0, 0, 238), "magenta": (205, 0, 205), "cyan": (0, 205, 205), "white": (229, 229, 229),
    "brightblack": (127, 127, 127), "brightred": (255, 0, 0), "brightgreen": (0, 255, 0),
    "brightbrown": (255, 255, 0), "brightblue": (92, 92, 255), "brightmagenta": (255, 0, 255),
    "brightcyan": (0, 255, 255), "brightwhite": (255, 255, 255), "default": (255, 255, 255),
}  # fmt: skip

Drawing = tuple[tuple[dict[str, int] | str, ...], ...]
"""A cell of the smallest glass: what each of its characters shows."""

_BEYOND_PYTE = re.compile(r"\x1b\[[<>=?][\d;]*[a-zA-Z$]|\x1b\[\?\d+\$p")
"""Private sequences of newer terminals: modes of keyboard, mouse and screen."""
_COMMAND = re.compile(r"\x1b\[([\d;]*)([a-zA-Z@`])")
"""A command to the screen, with its numbers. pyte reads these a character at a time, which takes
longer than all the rest: they are most of what a panel writes."""
_FRAME = re.compile(r"\x1b\[\?2026([hl]|\$p)")
"""A picture begins or ends, or a program asks whether the terminal knows such marks."""
_ONE_CELL_EACH = re.compile("[ -~\u00a0-\u00ac\u00ae-\u024f\u2500-\u259f]*")
"""Letters, lines and blocks."""
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


class Element(NamedTuple):
    name: str
    tones: frozenset[str]  # of the strokes or pixels that are its own


def numbers(given: str) -> list[int]:
    return [int(number or 0) for number in given.split(";")]


@lru_cache(maxsize=10_000)
def styled(before: Char, given: str) -> Char:
    """A character after the command `m`."""
    screen = pyte.Screen(1, 1)
    screen.cursor.attrs = before
    screen.select_graphic_rendition(*numbers(given))
    return screen.cursor.attrs


@lru_cache(maxsize=10_000)
def painted(style: Char, char: str) -> Char:
    return style._replace(data=char)


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
        """Whether anything came within that time; a picture that has begun is awaited whole."""
        found = self.terminal.read(seconds)
        if not found:
            return False
        self._take(found)
        while self._in_frame and (found := self.terminal.read(PATIENCE)):
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
        text = _BEYOND_PYTE.sub("", text)
        at = 0
        for command in _COMMAND.finditer(text):
            if at < command.start():
                self._paint(text[at : command.start()])
            at, (given, name) = command.end(), command.groups()
            if name == "m":
                self._screen.cursor.attrs = styled(self._screen.cursor.attrs, given)
            else:
                getattr(self._screen, pyte.Stream.csi[name])(*numbers(given))
        self._paint(text[at:])

    def _paint(self, text: str) -> None:
        """What goes beyond its line, moves the cursor or is of another width is pyte's."""
        cursor = self._screen.cursor
        end = cursor.x + len(text)
        if end > self._screen.columns or not _ONE_CELL_EACH.fullmatch(text):
            self._stream.feed(text)
            return
        line = self._screen.buffer[cursor.y]
        for x, char in enumerate(text, cursor.x):
            line[x] = painted(cursor.attrs, char)
        cursor.x = end

    def resize(self, size: tuple[int, int]) -> None:
        self.size = size
        self._screen.resize(size[1], size[0])
        self.terminal.resize(size)

    def until(self, agrees: Callable[[Reading | None], object]) -> None:
        """Read on until what can be read agrees; nothing has to stand still for that."""
        end = monotonic() + PATIENCE
        while not agrees(self.now()):
            assert monotonic() < end, f"it shows {self.now()}"
            self.feed(0.02)

    def now(self) -> Reading | None:
        """What can be read, if anything can."""
        try:
            return self.read()
        except Unclear:
            return None

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    def ground(self, y: int) -> str:
        """The colour behind the middle of a line."""
        return str(self._screen.buffer[y][self.size[0] // 2].bg)

    # -- reading

    def lines_when(self, agrees: Callable[[str], object], still: float) -> list[str]:
        """What stands on the terminal once it agrees and nothing has come for so long, or at last.
        A busy machine sends a picture in any number of pieces: what is counted is time."""
        end = monotonic() + PATIENCE
        while monotonic() < end and (self.feed(still) or not agrees("\n".join(self.lines()))):
            pass
        return self.lines()

    def wait_for(self, *screens: Text, patience: float = PATIENCE) -> Reading:
        """Wait without touching anything until each of these has been read on a glass that stood
        still, one after the other with nothing unclear between them."""
        wanted = {(row_a.replace("0", "O"), row_b) for row_a, row_b in screens}
        missing = set(wanted)
        end = monotonic() + patience
        shown: object = None
        while monotonic() < end:
            if self.feed(self.still):
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
        glass = self._glass()
        elements = list(self._elements(glass))
        lit, unlit = self._tones(elements)
        found: dict[str, bool] = {}
        for name, tones in elements:
            if len(tones) != 1 or not tones <= {lit, unlit}:
                raise Unclear(f"{name} is painted in {sorted(tones)}; lit is {lit}")
            found[name] = tones == {lit}
        if not glass.glyphs.fourteen:
            self._check_joints(glass, found, lit)
        return spelt(found)

    def _glass(self) -> SegmentDisplay:
        """The widget as it lies on the screen: a column to the right, below the unit's name."""
        plan = arrange(*self.size, self.pane)
        glass = SegmentDisplay()
        glass.fit(Size(plan.width - 2, plan.glass))
        glass.left += 1
        glass.left_b += 1
        glass.top_a += plan.head
        glass.top_b += plan.head
        glass.icons = {name: (x + 1, y + plan.head) for name, (x, y) in glass.icons.items()}
        return glass

    def _paper(self, glass: SegmentDisplay) -> str:
        return str(self._screen.buffer[glass.top_a][glass.left - 1].bg)

    def _tones(self, elements: list[Element]) -> tuple[str, str]:
        """Lit and unlit. Unclear: there are more than two."""
        paper = self._paper(self._glass())
        tones = sorted(
            frozenset().union(*(tones for _, tones in elements)),
            key=lambda tone: abs(lightness(tone) - lightness(paper)),
        )
        if len(tones) > 2:
            raise Unclear(f"{len(tones)} tones of strokes on {paper}: {tones}")
        if len(tones) == 2:
            return tones[1], tones[0]
        is_ink = abs(lightness(tones[0]) - lightness(paper)) > INK_FROM
        return (tones[0], paper) if is_ink else ("nothing", tones[0])

    def _elements(self, glass: SegmentDisplay) -> Iterator[Element]:
        glyphs = glass.glyphs
        for row, cells, order, left, top, advance, grid, drawing in (
            ("A", CELLS_A, SEGMENTS_A, glass.left, glass.top_a, glyphs.advance_a, glyphs.fourteen,
             box_glyphs._FOURTEEN),
            ("B", CELLS_B, SEGMENTS_B, glass.left_b, glass.top_b, glyphs.advance_b, glyphs.seven,
             box_glyphs._SEVEN),
        ):  # fmt: skip
            for cell in range(cells):
                own: dict[str, set[str]] = {segment: set() for segment in order}
                x0 = left + cell * advance
                if grid:
                    for y, line in enumerate(grid):
                        for x, index in enumerate(line):
                            if index not in (GLASS, MIDDLE):
                                own[order[index]].add(self._pixel(x0 + x, 2 * top + y))
                else:
                    for y, parts in enumerate(drawing):
                        for x, part in enumerate(parts):
                            if isinstance(part, str) and part and part != "+":
                                own[part[0]].add(self._stroke(x0 + x, top + y, part[1]))
                for segment, tones in own.items():
                    yield Element(_name(row, cell, segment), frozenset(tones))
        for name in ICONS:
            x0, y = glass.icons[name]
            tones = {self._stroke(x0 + x, y, char) for x, char in enumerate(name)}
            yield Element(f"icon {name}", frozenset(tones))

    def _stroke(self, x: int, y: int, drawn: str) -> str:
        """The colour of a character, the paper's if nothing is drawn there."""
        cell = self._screen.buffer[y][x]
        if cell.data == " ":
            return str(cell.bg)
        if cell.data != drawn:
            raise Unclear(f"line {y} column {x}: {cell.data!r} where {drawn!r} belongs")
        return str(cell.fg)

    def _pixel(self, x: int, y: int) -> str:
        cell = self._screen.buffer[y // 2][x]
        return str(cell.fg if cell.data == "▀" and y % 2 == 0 else cell.bg)

    def _check_joints(self, glass: SegmentDisplay, found: dict[str, bool], lit: str) -> None:
        """Where lit strokes meet they are joined, and with nothing that is unlit."""
        rows: tuple[tuple[str, int, int, int, int, Drawing], ...] = (
            ("A", CELLS_A, glass.left, glass.top_a, glass.glyphs.advance_a, box_glyphs._FOURTEEN),
            ("B", CELLS_B, glass.left_b, glass.top_b, glass.glyphs.advance_b, box_glyphs._SEVEN),
        )
        for row, cells, left, top, advance, drawing in rows:
            for cell in range(cells):
                for y, parts in enumerate(drawing):
                    for x, part in enumerate(parts):
                        ends = box_glyphs._CENTRE if part == "+" else part
                        if isinstance(ends, str):
                            continue
                        ways = sum(
                            way for name, way in ends.items() if found[f"{row}{cell + 1}.{name}"]
                        )
                        painted = self._screen.buffer[top + y][left + cell * advance + x]
                        if ways and (painted.data, painted.fg) != (box_glyphs.JOINTS[ways], lit):
                            raise Unclear(
                                f"{row}{cell + 1}: {painted.data!r} in {painted.fg} where "
                                f"{box_glyphs.JOINTS[ways]!r} in {lit} belongs"
                            )
