"""The division of a window between glass, words, money, keys and a pane.

80 × 24     glass 11, two rows of words, money 1, keys 8, messages and footer 2
with a pane the keys shrink to one line each, and the pane takes what is left above them
wider       a pane stands beside the unit
smaller     the glass alone, or as text; a pane whole below it, or not at all
"""

from typing import NamedTuple

from display.glyph_sizes import largest

LEAST_WIDTH = 78
GLASS_LEAST = 11
LINES = 4
"""Rows of keys."""
KEYS_LEAST, KEYS_MOST = 2 * LINES, 5 * LINES
KEYS_FLAT = LINES
"""Keys without an edge: a line a row."""
QUESTION, QUESTION_MOST = 2, 4
"""Lines of words, and how many where they are too wide for a row."""
MONEY = 1
FOOT = 2
"""A line for messages, and the footer below it."""
WORDS = 4
"""Lines of the glass as text."""
PANE_LEAST = 4
"""Lines without which a pane takes the place of the keys, or is not shown."""
PANE_ENOUGH = 12
"""Lines of a pane with which the keys keep their edges."""
BESIDE_FROM = 110
"""Columns from which a pane stands beside the unit."""
SIDE_MOST = 64
FRAME = 6
"""Columns of the window that are not glass for cells: plastic and margin."""


class Layout(NamedTuple):
    width: int  # of the unit
    glass: int  # lines
    keys: int  # lines, 0 for none
    pane_width: int  # beside the unit, 0 if it is not there
    pane_height: int
    words: bool  # no glass can be drawn
    question: int = QUESTION  # lines of words
    money: int = MONEY
    foot: int = FOOT


def arrange(width: int, height: int, pane: bool) -> Layout:
    body = height - QUESTION - MONEY - FOOT
    if width < LEAST_WIDTH or height - QUESTION - 1 < GLASS_LEAST + (PANE_LEAST if pane else 0):
        return _in_words(width, height - 1, pane)
    if body < GLASS_LEAST + KEYS_LEAST or (pane and width < BESIDE_FROM):
        return _in_one_column(width, height - QUESTION - 1, pane)
    side = 0
    if pane:  # the glass first, then the pane as wide as is left
        side = BESIDE_FROM - LEAST_WIDTH
        glyphs = largest(width - side - FRAME, body - KEYS_LEAST)
        side = max(side, min(SIDE_MOST, width - glyphs.width - FRAME - 2))
    own = width - side
    need = 2 * largest(own - FRAME, body - KEYS_LEAST).lines + 1
    keys = max(KEYS_LEAST, min(KEYS_MOST, (body - need) // LINES * LINES))
    return Layout(own, body - keys, keys, side, height - FOOT if side else 0, False)


def _in_words(width: int, body: int, pane: bool) -> Layout:
    """The glass as text, and below it a pane, whole or not at all."""
    question = max(1, min(QUESTION_MOST, body - WORDS - (PANE_LEAST if pane else 0)))
    body -= question
    under = body - WORDS if pane else 0
    under = under if under >= PANE_LEAST else 0
    return Layout(width, body - under, 0, 0, under, True, question, 0, 1)


def _in_one_column(width: int, body: int, pane: bool) -> Layout:
    """The smallest glass, a pane, and keys as far as they fit; then money and messages."""
    left = body - GLASS_LEAST
    if not pane:
        money = MONEY if left else 0
        return Layout(width, body - money, 0, 0, 0, False, money=money, foot=1)
    keys = KEYS_LEAST if left - KEYS_LEAST >= PANE_ENOUGH else KEYS_FLAT
    keys = keys if left - keys >= PANE_LEAST else 0
    more = MONEY + FOOT - 1 if left - keys >= PANE_ENOUGH else 0
    money = MONEY if more else 0
    return Layout(width, GLASS_LEAST, keys, 0, left - keys - more, False, money=money,
                  foot=FOOT if more else 1)  # fmt: skip
