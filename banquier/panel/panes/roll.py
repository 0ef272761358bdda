"""The roll: what the unit prints, the newest line at the bottom; an undone one is struck.

The unit prints numbers of players; the names they were given stand in the first line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from banquier.panel.folding import folded
from banquier.panel.panes.pane import Pane
from banquier.words import text as words

if TYPE_CHECKING:
    from banquier.panel.app import Panel

PAPER, PRINT, STRUCK = "#f4efe2", "#2b2a33", "#b0a99a"


class RollPane(Pane):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, bool]] = []
        self.names = ""
        self.lang = "fr"
        self._printed: tuple[int, int, int] = (-1, -1, -1)
        self._back = 0  # lines scrolled back from the newest

    def show(self, panel: Panel) -> None:
        names = "  ".join(f"J{number} {name}" for number, name in panel.unit.names.items())
        if (names, panel.lang) != (self.names, self.lang):
            self.names, self.lang = names, panel.lang
            self.refresh()
        roll = panel.unit.roll
        width = max(10, self.size.width - 4)
        printed = (len(roll), sum(line.struck for line in roll), width)
        if printed == self._printed:
            return
        self._printed = printed
        self.lines = []
        for line in roll:
            pieces = folded(f"{line.turn:>3} {line.text}", width)
            self.lines += [(piece, line.struck) for piece in pieces]
        self._back = 0
        self.refresh()

    def on_resize(self) -> None:
        self._printed = (-1, -1, -1)

    def scroll_pages(self, pages: float) -> None:
        most = max(0, len(self.lines) - self.size.height + 1)
        lines = int(pages * max(1, self.size.height - 2)) or int(pages * 3)
        self._back = max(0, min(most, self._back - lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        last = len(self.lines) - self._back
        index = last - height + y
        side = Style(color=self.tint.faint, bgcolor=PAPER)
        text, struck = self.lines[index] if 0 <= index < last else ("", False)
        ink = Style(color=STRUCK if struck else PRINT, bgcolor=PAPER, strike=struck)
        if not self.lines and y == height // 2:
            text, ink = words(self.lang, "roll.empty"), side
        if self.names and y == 0:
            text, ink = self.names, side
        holes = "○" if y % 2 else " "
        return Strip(
            [
                Segment(f"{holes} ", side),
                Segment(text[: width - 4], ink),
                Segment(" " * max(0, width - 4 - len(text)), side),
                Segment(f" {holes}", side),
            ]
        ).adjust_cell_length(width)
