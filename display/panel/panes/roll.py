"""The roll: what the unit prints, the newest line at the bottom; an undone one is struck."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from display.panel.panes.pane import Beside, Pane

PAPER, PRINT, STRUCK = "#f4efe2", "#2b2a33", "#b0a99a"


class Roll(Pane):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, bool]] = []
        self._printed: tuple[int, int, int] = (-1, -1, -1)
        self._back = 0  # lines scrolled back from the newest

    def show(self, panel: Beside) -> None:
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
        side = Style(color=self.palette.faint, bgcolor=PAPER)
        text, struck = self.lines[index] if 0 <= index < last else ("", False)
        ink = Style(color=STRUCK if struck else PRINT, bgcolor=PAPER, strike=struck)
        if not self.lines and y == height // 2:
            text, ink = "(rien d'imprimé encore)", side
        holes = "○" if y % 2 else " "
        return Strip(
            [
                Segment(f"{holes} ", side),
                Segment(text[: width - 4], ink),
                Segment(" " * max(0, width - 4 - len(text)), side),
                Segment(f" {holes}", side),
            ]
        ).adjust_cell_length(width)


def folded(text: str, width: int) -> list[str]:
    """Cut at spaces; what follows the first line is set in."""
    lines: list[str] = []
    rest = text
    while len(rest) > width:
        cut = rest.rfind(" ", 8, width + 1)
        cut = cut if cut > 0 else width
        lines.append(rest[:cut])
        rest = "    " + rest[cut:].lstrip()
    return [*lines, rest]
