"""The glass as text, for a window too small to draw its segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from banquier.panel.tints import TINTS, Tint
from banquier.words import text as words
from display.elements import ICONS
from display.lcd import decode

if TYPE_CHECKING:
    from hardware.unit import Unit


class GlassText(Widget):
    DEFAULT_CSS = "GlassText { height: 1fr; display: none; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.tint = TINTS["lcd"]
        self.lines: tuple[str, ...] = ()
        self.too_small = ""

    def apply_tint(self, tint: Tint) -> None:
        self.tint = tint
        self.refresh()

    def show(self, unit: Unit, lang: str) -> None:
        self.too_small = words(lang, "window.too_small")
        row_a, row_b, mask = decode(unit.glass())
        icons = " ".join(name for index, name in enumerate(ICONS) if mask >> index & 1)
        lines = (row_a or "·", row_b.rjust(16), *_folded(icons, max(12, self.size.width - 2)))
        if lines != self.lines:
            self.lines = lines
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        tint = self.tint
        ink = Style(color=tint.ink, bgcolor=tint.glass, bold=y < 2)
        if y == height - 1 and y >= 3:
            text, ink = self.too_small, Style(color=tint.faint, bgcolor=tint.case)
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
