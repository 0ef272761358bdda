r"""The characters of the glass, by their dark segments.

Row A has twelve cells of fourteen segments, row B eight digits of seven. Every cell has a point
of its own besides; it belongs to the cell, not to the character, so it is not drawn here.

    fourteen segments                               seven segments

     --- a ---                                       --- a ---
    |\   |   /|             ABCDEF   the ring       |         |
    f j  k  l b             GH       the bar        f         b
    |  \ | /  |             JKL      upper star     |         |
     -g-   -h-              MNP      lower star      --- g ---
    |  / | \  |                                     |         |
    e m  n  p c             "ABCEFGH"               e         c
    |/   |   \|             is the letter A         |         |
     --- d ---                                       --- d ---

Vendors name the inner segments in three incompatible ways; ours run left to right, upper half
first.

Digits keep the shape of a pocket calculator and letters give way to them: S is skewed so that 5
stays a plain 5, and Z is drawn with a diagonal so that 2 stays a plain 2. The zero of row A has
no slash, this being a machine for money, so it is the same picture as the letter O: the one pair
of row A that a reader tells apart by what stands next to it. I has serifs and is not 1.

>>> fourteen("é") == fourteen("E")
True
"""

from functools import lru_cache
from unicodedata import combining, normalize

FOURTEEN_ORDER = "ABCDEFGHJKLMNP"
SEVEN_ORDER = "ABCDEFG"

# All segments, for the lamp test; no text needs it.
ALL_SEGMENTS = "█"

FOURTEEN: dict[str, str] = {
    " ": "", "0": "ABCDEF", "1": "BC", "2": "ABDEGH", "3": "ABCDGH", "4": "BCFGH", "5": "ACDFGH",
    "6": "ACDEFGH", "7": "ABC", "8": "ABCDEFGH", "9": "ABCDFGH", "A": "ABCEFGH", "B": "ABCDHKN",
    "C": "ADEF", "D": "ABCDKN", "E": "ADEFG", "F": "AEFG", "G": "ACDEFH", "H": "BCEFGH",
    "I": "ADKN", "J": "BCDE", "K": "EFGLP", "L": "DEF", "M": "BCEFJL", "N": "BCEFJP", "O": "ABCDEF",
    "P": "ABEFGH", "Q": "ABCDEFP", "R": "ABEFGHP", "S": "ACDHJ", "T": "AKN", "U": "BCDEF",
    "V": "EFLM", "W": "BCEFMP", "X": "JLMP", "Y": "JLN", "Z": "ADLM", "+": "GHKN", "-": "GH",
    "*": "GHJKLMNP", "/": "LM", "\\": "JP", "(": "LP", ")": "JM", "<": "GLP", ">": "HJM",
    "?": "ABHN", "!": "DK", "'": "K", '"': "BK", ",": "M", ":": "KN", ";": "KM", "=": "DGH",
    "_": "D", "^": "MP", "%": "CFLM", "&": "ADEGJLP", "#": "BCDGHKN", "$": "ACDFGHKN",
    "@": "ABDEFHK", "°": "ABFGH", "€": "ADEFGH", ALL_SEGMENTS: "ABCDEFGHJKLMNP",
}  # fmt: skip

# Row B shows amounts; its letters are for `Err`, versions and short words.
# Letters that look like a digit are drawn small (o) or not at all (S, Z).
SEVEN: dict[str, str] = {
    " ": "", "0": "ABCDEF", "1": "BC", "2": "ABDEG", "3": "ABCDG", "4": "BCFG", "5": "ACDFG",
    "6": "ACDEFG", "7": "ABC", "8": "ABCDEFG", "9": "ABCDFG", "A": "ABCEFG", "b": "CDEFG",
    "C": "ADEF", "c": "DEG", "d": "BCDEG", "E": "ADEFG", "F": "AEFG", "G": "ACDEF", "H": "BCEFG",
    "h": "CEFG", "I": "EF", "i": "C", "J": "BCDE", "L": "DEF", "n": "CEG", "o": "CDEG",
    "P": "ABEFG", "q": "ABCFG", "r": "EG", "t": "DEFG", "U": "BCDEF", "u": "CDE", "y": "BCDFG",
    "-": "G", "_": "D", "=": "DG", "?": "ABEG", "'": "F", '"': "BF", "°": "ABFG",
}  # fmt: skip

# Characters of keyboards and edition files that Unicode does not decompose.
_LIGATURES = {
    "Œ": "OE", "Æ": "AE", "Ø": "O", "Ł": "L", "Đ": "D", "’": "'", "‘": "'", "ʼ": "'", "“": '"',
    "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "…": "...", "×": "X", "\u00a0": " ",
    "\u202f": " ", "\u2009": " ",
}  # fmt: skip
_OPENED = {c.lower(): spelt.lower() for c, spelt in _LIGATURES.items()} | _LIGATURES


def _bits(glyphs: dict[str, str], order: str) -> dict[str, int]:
    """Bit 0 is the first segment of the order."""
    return {char: sum(1 << order.index(name) for name in dark) for char, dark in glyphs.items()}


FOURTEEN_BITS = _bits(FOURTEEN, FOURTEEN_ORDER)
SEVEN_BITS = _bits(SEVEN, SEVEN_ORDER)


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """Replace accents and ligatures; keep the case of letters.

    >>> plain("Le Bœuf à l’Été")
    "Le Boeuf a l'Ete"
    """
    if text.isascii():
        return text
    opened = "".join(_OPENED.get(c, c) for c in text)
    return "".join(c for c in normalize("NFD", opened) if not combining(c))


def fold(text: str) -> str:
    """Capitals without accents, as row A shows them.

    >>> fold("Cœur de Noël")
    'COEUR DE NOEL'
    """
    return plain(text.upper())


def fourteen(char: str) -> int:
    """The fourteen segments of a character of row A; an unknown character is blank."""
    return FOURTEEN_BITS.get(fold(char), 0)


def seven(char: str) -> int:
    """The seven segments of a character of row B; upper and lower case stand in for each
    other where only one of them can be drawn."""
    small = plain(char)
    known = (SEVEN_BITS.get(one) for one in (char, small, small.lower(), small.upper()))
    return next(filter(None, known), 0)
