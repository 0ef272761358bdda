"""The operations of the game as a list: which one is on the glass, and which is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from banquier.panel.panes.pane import Pane
from banquier.words import text as words

if TYPE_CHECKING:
    from banquier.panel.app import Panel
    from banquier.panel.history_view import HistoryView


class HistoryPane(Pane):
    def __init__(self) -> None:
        super().__init__()
        self.history: HistoryView | None = None
        self.lang = "fr"
        self._shown: tuple[object, ...] = ()

    def show(self, panel: Panel) -> None:
        self.lang = panel.lang
        self.history = history = panel.history
        history.read()
        shown = (
            self.lang,
            history.operations,
            len(history.operations),
            history.at,
            history.row,
            history.trouble,
        )
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def scroll_pages(self, pages: float) -> None:
        if self.history is not None:
            self.history.move(int(pages * max(1, self.size.height - 2)))
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        tint, history = self.tint, self.history
        ground = Style(color=tint.pane_print, bgcolor=tint.pane)
        faint = Style(color=tint.faint, bgcolor=tint.pane)
        if history is None:
            return Strip.blank(width, ground)
        if y == 0:
            return Strip(
                [Segment(words(self.lang, history.keys)[:width], faint)]
            ).adjust_cell_length(width, ground)
        rows = max(1, height - 1)
        count = len(history.operations)
        last = count if history.present or history.trouble else count - 1
        first = max(0, min(history.row - rows // 2, last + 1 - rows))
        index = first + y - 1
        if index > last:
            return Strip.blank(width, ground)
        style, text = ground, ""
        if name := history.trouble or history.present:
            text = words(self.lang, name)
        if index < count:
            operation = history.operations[index]
            text = f"{operation.turn:>3} {operation.text}"
            if operation.struck:
                style = Style(color=tint.faint, bgcolor=tint.pane, strike=True)
        if index == history.row:
            style = Style(color=tint.down_print, bgcolor=tint.accent, bold=True)
        mark = "▶ " if index == history.at else "  "
        return Strip([Segment(f"{mark}{text}"[:width], style)]).adjust_cell_length(width, ground)
