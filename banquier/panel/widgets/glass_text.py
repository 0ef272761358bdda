"""The glass as text, for a window too small to draw its segments."""

from textwrap import wrap

from rich.console import Console
from rich.text import Text

from banquier.words import text as words
from firmware_sim.glass import ICONS, Shown


def glass_text(
    shown: Shown, lang: str, keys: str, width: int, height: int, console: Console
) -> Text:
    """`keys`: the letters of the keys, which are shown where there is room for all of them."""
    row_a, row_b, mask = shown
    icons = " ".join(name for index, name in enumerate(ICONS) if mask >> index & 1)
    lines = [Text(row_a.strip() or "·", "bold"), Text(f"{row_b:>16}", "bold")]
    lines += Text(icons).wrap(console, max(12, width))
    letters = [Text(), *map(Text, wrap(keys, max(12, width)))]
    if height > len(lines) + len(letters):
        lines += letters
    if height > len(lines):
        lines += [Text()] * (height - len(lines) - 1)
        lines.append(Text(words(lang, "window.too_small"), "italic"))
    return Text("\n").join(lines)
