"""The glass in words, for a window too small to draw it: never wrong, only less beautiful."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from display.elements import ICONS
from display.lcd import decode
from display.panel.palette import PALETTES, Palette

if TYPE_CHECKING:
    from display.panel.interface import Unit

TOO_SMALL = "Agrandissez la fenêtre : 80 × 24."


class Words(Widget):
    DEFAULT_CSS = "Words { height: 1fr; display: none; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.palette = PALETTES["lcd"]
        self.lines: tuple[str, ...] = ()

    def dress(self, palette: Palette) -> None:
        self.palette = palette
        self.refresh()

    def show(self, unit: Unit) -> None:
        row_a, row_b, mask = decode(unit.glass())
        icons = " ".join(name for index, name in enumerate(ICONS) if mask >> index & 1)
        lines = (row_a or "·", row_b.rjust(16), *_folded(icons, max(12, self.size.width - 2)))
        if lines != self.lines:
            self.lines = lines
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        palette = self.palette
        ink = Style(color=palette.ink, bgcolor=palette.glass, bold=y < 2)
        if y == height - 1 and y >= 3:
            text, ink = TOO_SMALL, Style(color=palette.faint, bgcolor=palette.case)
        else:
            text = self.lines[y] if y < len(self.lines) else ""
        return Strip([Segment(" " + text, ink)]).adjust_cell_length(width, ink)


def _folded(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
