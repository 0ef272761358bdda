"""The operations of the game as a list: which moment is on the glass, and which is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from display.panel.panes.pane import Beside, Pane

if TYPE_CHECKING:
    from display.panel.travel import Travel


class Moments(Pane):
    def __init__(self) -> None:
        super().__init__()
        self.travel: Travel | None = None
        self._shown: tuple[object, ...] = ()

    def show(self, panel: Beside) -> None:
        self.travel = travel = panel.travel
        travel.read()
        shown = (travel.moments, len(travel.moments), travel.at, travel.row, travel.trouble)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def scroll_pages(self, pages: float) -> None:
        if self.travel is not None:
            self.travel.move(int(pages * max(1, self.size.height - 2)))
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        palette, travel = self.palette, self.travel
        ground = Style(color=palette.pane_print, bgcolor=palette.pane)
        faint = Style(color=palette.faint, bgcolor=palette.pane)
        if travel is None:
            return Strip.blank(width, ground)
        if y == 0:
            return Strip([Segment(travel.head[:width], faint)]).adjust_cell_length(width, ground)
        rows = max(1, height - 1)
        count = len(travel.moments)
        last = count if travel.present or travel.trouble else count - 1
        first = max(0, min(travel.row - rows // 2, last + 1 - rows))
        index = first + y - 1
        if index > last:
            return Strip.blank(width, ground)
        style, text = ground, travel.trouble or travel.present
        if index < count:
            moment = travel.moments[index]
            text = f"{moment.turn:>3} {moment.text}"
            if moment.struck:
                style = Style(color=palette.faint, bgcolor=palette.pane, strike=True)
        if index == travel.row:
            style = Style(color=palette.down_print, bgcolor=palette.accent, bold=True)
        mark = "▶ " if index == travel.at else "  "
        return Strip([Segment(f"{mark}{text}"[:width], style)]).adjust_cell_length(width, ground)
