"""The roll: what the unit prints, the newest line at the bottom; an undone one is struck.

The unit prints numbers of players; the names they were given stand in the first line.
"""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Label, RichLog

from banquier.panel.folding import folded
from banquier.panel.panes.pane import Pane, Shown
from banquier.words import text as words

STRUCK = "strike #b0a99a"


class Paper(RichLog, can_focus=False):
    DEFAULT_CSS = """
    Paper { background: #f4efe2; color: #2b2a33; padding: 0 1; height: 1fr; }
    """


class RollPane(Pane):
    DEFAULT_CSS = """
    RollPane Paper { scrollbar-color: #b0a99a; scrollbar-background: #f4efe2; }
    RollPane Label { background: #f4efe2; color: #8d9094; padding: 0 1; width: 100%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.names = Label(markup=False)
        self.paper = Paper(min_width=1)

    def compose(self) -> ComposeResult:
        return [self.names, self.paper]

    @property
    def scrolling(self) -> Widget:
        return self.paper

    def show(self, shown: Shown) -> None:
        roll, width = shown.unit.roll, self.paper.scrollable_content_region.width
        names = "  ".join(f"J{number} {name}" for number, name in shown.unit.names.items())
        struck = sum(line.struck for line in roll)
        if not width or not self.is_new(len(roll), struck, width, names, shown.lang):
            return
        self.names.display = bool(names)
        self.names.update(names)
        self.paper.clear()
        for line in roll:
            style = STRUCK if line.struck else ""
            for piece in folded(f"{line.turn:>3} {line.text}", width - 1):
                self.paper.write(Text(piece, style))
        if not roll:
            self.paper.write(Text(words(shown.lang, "roll.empty"), "#8d9094"))
