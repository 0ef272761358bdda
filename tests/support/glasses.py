"""The whole glass lit, the names of what is, and what that spells."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from datasheet.glass import CELLS_A, CELLS_B, ICONS
from display.elements import difference
from display.font import FOURTEEN_BITS, FOURTEEN_ORDER, SEVEN_BITS, SEVEN_ORDER
from display.wiring import DARK, LINES, Rows

_ALL = (1 << LINES) - 1
ALL_LIT: Rows = (_ALL, _ALL, _ALL, _ALL)

Text = tuple[str, str]
"""Rows A and B."""


class Reading(NamedTuple):
    row_a: str
    row_b: str
    icons: frozenset[str]

    @property
    def text(self) -> Text:
        return self.row_a, self.row_b


class Unclear(AssertionError):
    """An element of the glass is neither lit nor unlit."""


def lit(rows: Rows) -> list[str]:
    return difference(DARK, rows)


def spelt(names: Collection[str]) -> Reading:
    """The characters and icons that these elements are; 0 of row A is O."""
    rows = []
    for row, cells, order, font in (
        ("A", CELLS_A, FOURTEEN_ORDER, FOURTEEN_BITS),
        ("B", CELLS_B, SEVEN_ORDER, SEVEN_BITS),
    ):
        chars = {bits: char for char, bits in font.items() if row + char != "A0"}
        text = ""
        for cell in range(1, cells + 1):
            segments = [f"{row}{cell}.{segment}" in names for segment in order.lower()]
            bits = sum(1 << place for place, is_lit in enumerate(segments) if is_lit)
            text += chars.get(bits, "\ufffd") + "." * (f"{row}{cell}.dp" in names)
        rows.append(text)
    icons = frozenset(name for name in ICONS if f"icon {name}" in names)
    return Reading(rows[0].rstrip(), rows[1].lstrip(), icons)
