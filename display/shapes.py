r"""The artwork of the glass: outlines of the segments, drawings of the icons, and where they lie.

Data only; `picture` puts it together. A cell of either row is drawn upright in a box of 60 by 100
and slanted afterwards. It is symmetrical, so only one of each family of segments is written down
and the others are its mirror images:

        0         60
      0  --- a ---          a  d             up and down
        |\   |   /|         f  b  e  c       both ways
        f j  k  l b         g  h             left and right
        |  \ | /  |         j  l  m  p       both ways
     50  -g-   -h-          k  n             up and down
        |  / | \  |
        e m  n  p c         The bar of row B is one piece, drawn apart.
        |/   |   \|
    100  --- d --- (dp)
"""

Outline = tuple[tuple[float, float], ...]

CELL_WIDTH = 60
CELL_HEIGHT = 100
POINT = (72.5, 94.4, 5.6)  # centre and radius
SLANT_DEGREES = 7

_TOP: Outline = ((1.4, 0), (58.6, 0), (48.9, 9.7), (11.1, 9.7))
_SIDE: Outline = ((0, 1.4), (9.7, 11.1), (9.7, 43.9), (4.4, 49.2), (0, 49.2))
_HALF_BAR: Outline = ((5.4, 50), (10.3, 45.1), (24.2, 45.1), (29.1, 50), (24.2, 54.9), (10.3, 54.9))
_STROKE: Outline = ((11, 10.9), (16.4, 10.9), (23.9, 33), (23.9, 43.9), (18.6, 43.9), (11, 21.5))
_UPRIGHT: Outline = ((25.1, 10.9), (34.9, 10.9), (34.9, 43.9), (30, 48.9), (25.1, 43.9))
_BAR: Outline = ((5.4, 50), (10.3, 45.1), (49.7, 45.1), (54.6, 50), (49.7, 54.9), (10.3, 54.9))


def _across(outline: Outline) -> Outline:
    return tuple((round(CELL_WIDTH - x, 1), y) for x, y in outline)


def _down(outline: Outline) -> Outline:
    return tuple((x, round(CELL_HEIGHT - y, 1)) for x, y in outline)


_RING: dict[str, Outline] = {
    "a": _TOP,
    "b": _across(_SIDE),
    "c": _across(_down(_SIDE)),
    "d": _down(_TOP),
    "e": _down(_SIDE),
    "f": _SIDE,
}
FOURTEEN_OUTLINES: dict[str, Outline] = {
    **_RING,
    "g": _HALF_BAR,
    "h": _across(_HALF_BAR),
    "j": _STROKE,
    "k": _UPRIGHT,
    "l": _across(_STROKE),
    "m": _down(_STROKE),
    "n": _down(_UPRIGHT),
    "p": _across(_down(_STROKE)),
}
SEVEN_OUTLINES: dict[str, Outline] = {**_RING, "g": _BAR}

# The glass, in its own units; the rows and icons below are placed on it.
GLASS_WIDTH = 950
GLASS_HEIGHT = 322

ROW_A = (36, 62, 75, 0.85, 0.95)  # left, top, from cell to cell, scale across, scale down
ROW_B = (434, 190, 57, 0.66, 1.08)

# Paths, each in a box of its own that begins at 0 0; holes are cut by the even-odd rule.
_PAWN = (
    "M11 0a6.5 6.5 0 0 1 4 11.6c.4 5 2.6 8.4 6 11.4v6H1v-6c3.4-3 5.6-6.4 6-11.4A6.5 6.5 0 0 1 11 0z"
)
_CARD = (
    "M3 0h34a3 3 0 0 1 3 3v25a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"
    "M2.5 9v18.5a1 1 0 0 0 1 1h33a1 1 0 0 0 1-1V9z"
)
_HOUSE = "M18 0l6 4.7V1h5v7.6l7 5.4h-4v18H4V14H0z"
_HOTEL = (
    "M0 3h38v4h-3v25H23v-8h-8v8H3V7H0z"
    "M8 10.5v4h5v-4zM16.5 10.5v4h5v-4zM25 10.5v4h5v-4z"
    "M8 17.5v4h5v-4zM16.5 17.5v4h5v-4zM25 17.5v4h5v-4z"
)
_BANK = (
    "M18 0l18 9.5v3H0v-3z"
    "M3 14.5h5v11H3zM11.4 14.5h5v11h-5zM19.6 14.5h5v11h-5zM28 14.5h5v11h-5z"
    "M0 27.5h36v4.5H0z"
)
_FRAME = (
    "M4 0h78a4 4 0 0 1 4 4v15a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z"
    "M4 2a2 2 0 0 0-2 2v15a2 2 0 0 0 2 2h78a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2z"
)
_PLATE = "M5 0h50a5 5 0 0 1 5 5v17a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z"
_DISC = "M14 0a14 14 0 0 1 0 28a14 14 0 0 1 0-28z"
_SPEAKER = (
    "M0 8h6l8-7v24l-8-7H0zM17 7.5c4 2.5 4 8.5 0 11zM20.5 3.5c8 4 8 15 0 19l-1.2-2c6-3 6-12 0-15z"
)
_BATTERY = "M0 4h28v5h3v8h-3v5H0zM2.5 6.5v13h23v-13zM5 9h7v8H5z"
_BARS = "M0 0h2.5v17H0zM5 0h2.5v17H5zM10 0h2.5v17H10z"
_DIE = (
    "M2 0h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2zM3 3v3h3V3zM8 8v3h3V8z"
)
_ARROW = "M0 6l9-6v4h6v4H9v4z"

Word = tuple[str, float, float, float, bool]  # the word, its middle, base line, size, cut out
Drawing = tuple[tuple[tuple[str, float, float], ...], tuple[Word, ...]]  # outlines, words


def _worded(outline: str, word: str, x: float, y: float, size: float) -> Drawing:
    """A drawing with its word printed beside, over or below it."""
    return ((outline, 0, 0),), ((word, x, y, size, False),)


def _cut(outline: str, word: str, x: float, y: float, size: float) -> Drawing:
    """A dark shape with its word left clear in it."""
    return ((outline, 0, 0),), ((word, x, y, size, True),)


def _framed(word: str, *small: tuple[str, float, float]) -> Drawing:
    """A word in a frame, after a small drawing if there is one."""
    middle, size = (52.5, 13) if small else (43, 14)
    return ((_FRAME, 0, 0), *small), ((word, middle, 16.3, size, False),)


def _drawings() -> dict[str, tuple[float, float, Drawing]]:
    art: dict[str, tuple[float, float, Drawing]] = {}
    for n in range(1, 9):
        art[f"J{n}"] = 75 * n - 35, 18, _worded(_PAWN, f"J{n}", 35, 25, 18)
        art[f"P{n}"] = 47.5 * n - 17.5, 182, _worded(_CARD, f"P{n}", 20, 24.5, 15)
    for n in range(1, 5):
        art[f"M{n}"] = 43 * n - 12, 222, _cut(_HOUSE, f"M{n}", 18, 28, 14)
    art["HOTEL"] = 206, 222, _worded(_HOTEL, "HOTEL", 65, 28, 14)
    art["BANQUE"] = 307, 222, _worded(_BANK, "BANQUE", 71, 28, 14)
    for n, word in enumerate(("HYPO", "PRET", "DETTE", "ENCHERE")):
        art[word] = 30 + 96.5 * n, 263, _framed(word)
    art["PRISON"] = 30, 292, _framed("PRISON", (_BARS, 8, 3))
    art["LIBRE"] = 126.5, 292, _framed("LIBRE")
    art["DOUBLE"] = 223, 292, _framed("DOUBLE", (_DIE, 6.5, 4.5))
    art["DEPART"] = 319.5, 292, _framed("DEPART", (_ARROW, 6.5, 5.5))
    art["FONC"] = 636, 19, _cut(_PLATE, "FONC", 30, 19.5, 17)
    art["?"] = 725, 18, _cut(_DISC, "?", 14, 22, 22)
    art["SON"] = 780, 19, _worded(_SPEAKER, "SON", 48, 20, 16)
    art["PILE"] = 859, 19, _worded(_BATTERY, "PILE", 56, 20, 16)
    art["F"] = 896, 194, ((), (("F", 15, 36, 44, False),))
    art["€"] = 896, 256, ((), (("€", 15, 36, 44, False),))
    return art


ICON_DRAWINGS = _drawings()
"""Icon -> left and top of its drawing on the glass, and the drawing."""
