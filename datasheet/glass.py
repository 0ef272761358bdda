"""The constants of the glass, and what it says."""

from typing import NamedTuple

CELLS_A = 12
CELLS_B = 8
ICONS: tuple[str, ...] = (
    "J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8",  # the player concerned
    "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8",  # the owner of what is shown
    "BANQUE", "M1", "M2", "M3", "M4", "HOTEL", "HYPO", "PRET", "PRISON", "LIBRE", "DETTE",
    "ENCHERE", "DOUBLE", "DEPART", "FONC", "?", "SON", "PILE", "F", "€",
)  # fmt: skip
"""The icons of a mask, from bit 0."""


def with_points(amount: int) -> str:
    """Thousands as points: 1.234.560."""
    return f"{amount:,}".replace(",", ".")


def cells(text: str) -> list[str]:
    """Return the cells of a text. A point is part of the cell before it, or takes a cell of its own
    if that has a point already or is missing."""
    if "." not in text:
        return list(text)
    found: list[str] = []
    for char in text:
        if char == "." and found and not found[-1].endswith("."):
            found[-1] += char
        else:
            found.append(char)
    return found


Shown = tuple[str, str, int]
"""Row A and row B of the display memory, and the icons as a mask."""


class GlassText(NamedTuple):
    """The text on the glass: whole texts and lit icons, without page turns and blinking."""

    text: str
    value: str
    icons: frozenset[str]
    error: int
    pages: tuple[str, ...]  # the two texts that alternate, or the one text
