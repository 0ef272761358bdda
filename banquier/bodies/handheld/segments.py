"""What the segments of both rows are, one word a cell; the point is the highest bit."""

from __future__ import annotations

from datasheet.glass import CELLS_A, CELLS_B, cells
from display.font import fourteen, seven


def letters(row_a: str) -> list[int]:
    """Fourteen segments from bit 0, the point is bit 14."""
    words = [fourteen(cell[0]) | (len(cell) > 1) << 14 for cell in cells(row_a)]
    return words + [0] * (CELLS_A - len(words))


def numbers(row_b: str) -> list[int]:
    """Seven segments from bit 0, the point is bit 7."""
    words = [seven(cell[0]) | (len(cell) > 1) << 7 for cell in cells(row_b)]
    return [0] * (CELLS_B - len(words)) + words
