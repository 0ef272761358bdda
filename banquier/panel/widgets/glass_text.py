"""The glass as text, for a window too small to draw its segments."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from banquier.words import text as words
from display.elements import ICONS, Rows
from display.lcd import decode


class GlassText(Static):
    DEFAULT_CSS = """
    GlassText {
        display: none; height: 1fr; padding: 0 1; text-wrap: nowrap;
        background: $glass; color: $ink;
    }
    """
    ALLOW_SELECT = False

    def show(self, rows: Rows, lang: str) -> None:
        row_a, row_b, mask = decode(rows)
        icons = " ".join(name for index, name in enumerate(ICONS) if mask >> index & 1)
        width, height = self.content_size
        lines = [Text(row_a or "·", "bold"), Text(f"{row_b:>16}", "bold")]
        lines += Text(icons).wrap(self.app.console, max(12, width))
        if height > len(lines):
            lines += [Text()] * (height - len(lines) - 1)
            lines.append(Text(words(lang, "window.too_small"), "italic"))
        self.update(Text("\n").join(lines), layout=False)
