"""The glass as text, for a window too small to draw its segments."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Label

from banquier.words import text as words
from display.elements import ICONS, Rows
from display.lcd import decode


class GlassText(Vertical):
    DEFAULT_CSS = """
    GlassText {
        display: none; padding: 0 1; background: $glass; color: $ink;
        Label { width: 100%; }
        .too-small { dock: bottom; width: 100%; background: $case; color: $faint; }
    }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._glass = Label()
        self._too_small = Label(classes="too-small")

    def compose(self) -> ComposeResult:
        yield self._glass
        yield self._too_small

    def show(self, rows: Rows, lang: str) -> None:
        row_a, row_b, mask = decode(rows)
        icons = " ".join(name for index, name in enumerate(ICONS) if mask >> index & 1)
        glass = Text(f"{row_a or '·'}\n{row_b:>16}", "bold").append(f"\n{icons}", "not bold")
        self._glass.update(glass)
        self._too_small.update(words(lang, "window.too_small"))
        self._too_small.display = self.size.height > 3
