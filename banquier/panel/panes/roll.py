"""The roll: what the unit prints, the newest line at the bottom; an undone one is struck.

The unit prints numbers of players; the names they were given stand in the first line.
"""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Label

from banquier.folding import fold
from banquier.panel.panes.pane import Pane, Shown
from banquier.words import text
from firmware_sim.session import RollLine

CELL = 20
"""Columns of an account and its balance."""


class RollPane(Pane):
    DEFAULT_CSS = """
    RollPane { background: #f4efe2; color: #2b2a33; border-title-color: #2b2a33 !important; }
    RollPane VerticalScroll {
        overflow-y: scroll; scrollbar-color: #b0a99a; scrollbar-background: #f4efe2;
        & > Static { min-height: 100%; padding: 0 1; }
    }
    RollPane Label { color: #66696d; padding: 0 1; width: 100%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.names = Label(markup=False)
        self.scrolling = VerticalScroll(self.body, can_focus=False)

    def compose(self) -> ComposeResult:
        return [self.names, self.scrolling]

    def show(self, shown: Shown) -> None:
        roll = shown.unit.roll
        names = "  ".join(f"J{number} {name}" for number, name in shown.unit.names.items())
        struck = sum(line.struck for line in roll)
        if not self.is_new(len(roll), struck, names, shown.lang):
            return
        self.names.display = bool(names)
        self.names.update(names)
        width = self.room()[0] - 2  # its padding
        lines = [
            [(piece, "strike #66696d" if line.struck else "")]
            for line in roll
            for piece in fold_line(line, width)
        ]
        self.paint(lines or [[(text(shown.lang, "roll.empty"), "#66696d")]])
        self.scrolling.anchor()  # to its end, whenever it has been laid out


def fold_line(line: RollLine, width: int) -> list[str]:
    """Fold a line as it was printed, its balances under those of other lines."""
    done, _, balances = line.text.partition(" = ")
    words = balances.split()
    cells = [
        f"{account:>8}{cash:>{CELL - 8}}"
        for account, cash in zip(words[::2], words[1::2], strict=True)
    ]
    first = fold(f"{line.turn:>3} {done}", width)
    if cells and len(first[-1]) + CELL * len(cells) <= width:
        return [*first[:-1], first[-1] + "".join(cells).rjust(width - len(first[-1]))]
    return [*first, *(cell.rjust(width) for cell in cells)]
