"""The whole glass lit, and the names of what is."""

from display.elements import difference
from display.wiring import DARK, LINES, Rows

_ALL = (1 << LINES) - 1
ALL_LIT: Rows = (_ALL, _ALL, _ALL, _ALL)


def lit(rows: Rows) -> list[str]:
    return difference(DARK, rows)
