"""Reads the glass from the cells painted on a terminal.

    reader = TerminalReader(terminal, (80, 24))
    reader.wait_for(("J1 LANCEZ", "150.000"))     waits until that stands still on the glass
    reader.read()                                 Reading; Unclear: something is half lit

Which pixel belongs to which element is what the panel's own glass knows, which has tests of its
own; whether an element is lit comes from the colours on the screen. Two tones are expected: that
of fewer elements is lit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from time import monotonic

import pyte
from textual.geometry import Size

from banquier.panel.layout import arrange
from datasheet.glass import CELLS_A, CELLS_B, ICONS
from display.elements import ELEMENTS
from display.glyph_sizes import MIDDLE
from display.textual_glass import SegmentDisplay
from tests.support.glasses import Reading, Text, Unclear, spelt
from tests.support.terminal import Terminal
from tests.support.waiting import LIFETIME

STILL = 0.1
"""Seconds without a byte: nothing is moving. Longer than any step of a fade."""
IN_FRAME = 2026 << 5
"""The mode of a terminal while a picture is sent, as pyte counts those of newer terminals."""
ASKED, ANSWER = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
"""A program asks whether the terminal knows that mode."""
CLEAR_GLASS = "the glass between the segments"


@lru_cache
def glass_at(size: tuple[int, int], pane: bool) -> SegmentDisplay:
    """The widget as it lies on a screen: a column to the right."""
    plan = arrange(*size, pane)
    glass = SegmentDisplay()
    glass.fit(Size(plan.width - 2, plan.glass))
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
        self._stream = pyte.ByteStream(self._screen)
        self._has_answered = False

    def feed(self, seconds: float) -> bool:
        """Return whether anything came within this time; a frame that has begun is completed."""
        if not (found := self.terminal.read(seconds)):
            return False
        if not self._has_answered and ASKED in self.terminal.out:
            self._has_answered = True
            self.terminal.type(ANSWER)
        while found:
            self._stream.feed(found)
            found = self.terminal.read(LIFETIME) if IN_FRAME in self._screen.mode else b""
        return True

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
        tones: dict[str, set[str]] = {}
        for element, tone in self._painted():
            tones.setdefault(element, set()).add(tone)
        tones.pop(CLEAR_GLASS if len(tones[CLEAR_GLASS]) == 1 else "")
        if mixed := [name for name, painted in tones.items() if len(painted) > 1]:
            raise Unclear(f"partly lit are {mixed}")
        count = Counter(tone for painted in tones.values() for tone in painted)
        if len(count) > 2:
            raise Unclear(f"{len(count)} tones: {count}")
        lit = count.most_common()[-1][0] if len(count) > 1 else ""
        return spelt({name for name, painted in tones.items() if lit in painted})

    def _painted(self) -> Iterator[tuple[str, str]]:
        """Yield each pixel of the glass: its element, and the colour in which it is painted."""
        glass, names, buffer = glass_at(self.size, self.pane), list(ELEMENTS), self._screen.buffer
        first = 0
        for cells, segments, left, top, advance, grid in (
            (CELLS_A, 15, glass.left, glass.top_a, glass.glyphs.advance_a, glass.glyphs.fourteen),
            (CELLS_B, 8, glass.left_b, glass.top_b, glass.glyphs.advance_b, glass.glyphs.seven),
        ):
            for cell in range(cells):
                for y, line in enumerate(grid):
                    for x, segment in enumerate(line, left + cell * advance + 1):
                        if segment != MIDDLE:
                            painted = buffer[top + y // 2][x]
                            name = names[first + segment] if segment >= 0 else CLEAR_GLASS
                            yield name, self._tone(painted, upper=y % 2 == 0)
                first += segments
        for name in ICONS:
            x, y = glass.icons[name]
            for at, char in enumerate(name, x + 1):
                painted = buffer[y][at]
                yield f"icon {name}", painted.fg if painted.data == char else self._tone(painted)

    @staticmethod
    def _tone(painted: pyte.screens.Char, upper: bool = False) -> str:
        """Two pixels are one above the other; only they and nothing are drawn on the glass."""
        if painted.data not in " ▀":
            raise Unclear(f"{painted.data!r} stands on the glass")
        return painted.fg if upper and painted.data == "▀" else painted.bg
