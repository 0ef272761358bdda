"""The glass as text, for a window too small to draw its segments."""

from rich.console import Console
from rich.text import Text

from banquier.words import text as words
from display.elements import Rows
from display.lcd import decode
from firmware_sim.glass import ICONS


def glass_text(rows: Rows, lang: str, width: int, height: int, console: Console) -> Text:
    row_a, row_b, mask = decode(rows)
    icons = " ".join(name for index, name in enumerate(ICONS) if mask >> index & 1)
    lines = [Text(row_a or "·", "bold"), Text(f"{row_b:>16}", "bold")]
    lines += Text(icons).wrap(console, max(12, width))
    if height > len(lines):
        lines += [Text()] * (height - len(lines) - 1)
        lines.append(Text(words(lang, "window.too_small"), "italic"))
    return Text("\n").join(lines)
