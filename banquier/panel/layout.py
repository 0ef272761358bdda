"""How a window is shared between glass, keys and a pane.

80 × 24     glass 11, one line of words, keys 11 (the edge of the lowest is cut), last line 1
with a pane the keys shrink to one line each, and the pane takes what is left above them
wider       a pane stands beside the unit
smaller     the glass alone, or as text; a pane whole below it, or not at all
"""

from typing import NamedTuple

from display.glyph_sizes import largest

LEAST_WIDTH = 78
GLASS_LEAST = 11
KEYS_STEP = 4
KEYS_LEAST, KEYS_MOST = 3 * KEYS_STEP - 1, 6 * KEYS_STEP
KEYS_FLAT = KEYS_STEP
"""Keys without legends above them: a line a row."""
HEAD, HEAD_FROM = 3, 5
"""Lines for the name of the unit, and to spare for it."""
FIXED = 2
"""Lines of words and footer."""
WORDS = 4
"""Lines of the glass as text."""
QUESTION_MOST = 3
"""Lines of words where they are too wide for one."""
PANE_LEAST = 4
"""Lines without which a pane takes the place of the keys, or is not shown."""
PANE_ENOUGH = 11
"""Lines of a pane with which the keys keep their legends."""
SIDE = 38
"""Columns that a pane needs beside the unit."""
SIDE_MOST = 64
FRAME = 6
"""Columns of the window that are not glass for cells: plastic and margin."""


class Layout(NamedTuple):
    width: int  # of the unit
    head: int  # lines of plastic with the name of the unit, above the glass
    glass: int  # lines
    keys: int  # lines, 0 for none
    pane_width: int  # beside the unit, 0 if it is not there
    pane_height: int
    words: bool  # no glass can be drawn
    question: int = 1  # lines of words


def arrange(width: int, height: int, pane: bool) -> Layout:
    body = height - FIXED
    if width < LEAST_WIDTH or body < GLASS_LEAST + (PANE_LEAST if pane else 0):
        return _in_words(width, body, pane)
    side = 0
    if pane and width >= LEAST_WIDTH + SIDE:  # the glass first, then the pane as wide as is left
        glyphs = largest(width - SIDE - FRAME, body - KEYS_LEAST)
        side = max(SIDE, min(SIDE_MOST, width - glyphs.width - FRAME - 2))
    elif pane:
        return _pane_between(width, body)
    own, keys = width - side, 0
    if body >= GLASS_LEAST + KEYS_LEAST:
        need = 2 * largest(own - FRAME, body - KEYS_LEAST).lines + 1
        keys = (body - need - 1) // KEYS_STEP * KEYS_STEP
        keys = max(KEYS_LEAST, min(KEYS_MOST, keys))
    glass = body - keys
    spare = glass - (2 * largest(own - FRAME, glass).lines + 1)
    head = HEAD if spare >= HEAD_FROM else 0
    return Layout(own, head, glass - head, keys, side, body if side else 0, False)


def _in_words(width: int, body: int, pane: bool) -> Layout:
    """The glass as text, and below it a pane, whole or not at all."""
    question = max(1, min(QUESTION_MOST, body - WORDS - (PANE_LEAST if pane else 0) + 1))
    body -= question - 1
    under = body - WORDS if pane else 0
    under = under if under >= PANE_LEAST else 0
    return Layout(width, 0, body - under, 0, 0, under, True, question)


def _pane_between(width: int, body: int) -> Layout:
    """The smallest glass, a pane, and keys as far as they fit."""
    left = body - GLASS_LEAST
    keys = KEYS_LEAST if left - KEYS_LEAST >= PANE_ENOUGH else KEYS_FLAT
    if left - keys < PANE_LEAST:
        keys = 0
    return Layout(width, 0, GLASS_LEAST, keys, 0, left - keys, False)
