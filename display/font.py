r"""The characters of the glass, one dot-string a glyph.

Row A has twelve cells of fourteen segments, row B eight digits of seven. Every cell has a point
of its own besides; it belongs to the cell, not to the character, so it is not drawn here.

    fourteen segments       in a dot-string         seven segments

     --- a ---                                       --- a ---
    |\   |   /|             ABCDEF   the ring       |         |
    f j  k  l b             GH       the bar        f         b
    |  \ | /  |             JKL      upper star     |         |
     -g-   -h-              MNP      lower star      --- g ---
    |  / | \  |                                     |         |
    e m  n  p c             "ABC.EFGH......"        e         c
    |/   |   \|             is the letter A         |         |
     --- d ---                                       --- d ---

A letter in its place means the segment is dark, a dot means it is left clear. Vendors name the
inner segments in three incompatible ways; ours run left to right, upper half first.

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
    " ": "..............", "0": "ABCDEF........", "1": ".BC...........",
    "2": "AB.DE.GH......", "3": "ABCD..GH......", "4": ".BC..FGH......",
    "5": "A.CD.FGH......", "6": "A.CDEFGH......", "7": "ABC...........",
    "8": "ABCDEFGH......", "9": "ABCD.FGH......", "A": "ABC.EFGH......",
    "B": "ABCD...H.K..N.", "C": "A..DEF........", "D": "ABCD.....K..N.",
    "E": "A..DEFG.......", "F": "A...EFG.......", "G": "A.CDEF.H......",
    "H": ".BC.EFGH......", "I": "A..D.....K..N.", "J": ".BCDE.........",
    "K": "....EFG...L..P", "L": "...DEF........", "M": ".BC.EF..J.L...",
    "N": ".BC.EF..J....P", "O": "ABCDEF........", "P": "AB..EFGH......",
    "Q": "ABCDEF.......P", "R": "AB..EFGH.....P", "S": "A.CD...HJ.....",
    "T": "A........K..N.", "U": ".BCDEF........", "V": "....EF....LM..",
    "W": ".BC.EF.....M.P", "X": "........J.LM.P", "Y": "........J.L.N.",
    "Z": "A..D......LM..", "+": "......GH.K..N.", "-": "......GH......",
    "*": "......GHJKLMNP", "/": "..........LM..", "\\": "........J....P",
    "(": "..........L..P", ")": "........J..M..", "<": "......G...L..P",
    ">": ".......HJ..M..", "?": "AB.....H....N.", "!": "...D.....K....",
    "'": ".........K....", '"': ".B.......K....", ",": "...........M..",
    ":": ".........K..N.", ";": ".........K.M..", "=": "...D..GH......",
    "_": "...D..........", "^": "...........M.P", "%": "..C..F....LM..",
    "&": "A..DE.G.J.L..P", "#": ".BCD..GH.K..N.", "$": "A.CD.FGH.K..N.",
    "@": "AB.DEF.H.K....", "°": "AB...FGH......", "€": "A..DEFGH......",
    ALL_SEGMENTS: "ABCDEFGHJKLMNP",
}  # fmt: skip

# Row B shows amounts; its letters are for `Err`, versions and short words.
# Letters that look like a digit are drawn small (o) or not at all (S, Z).
SEVEN: dict[str, str] = {
    " ": ".......", "0": "ABCDEF.", "1": ".BC....", "2": "AB.DE.G", "3": "ABCD..G",
    "4": ".BC..FG", "5": "A.CD.FG", "6": "A.CDEFG", "7": "ABC....", "8": "ABCDEFG",
    "9": "ABCD.FG", "A": "ABC.EFG", "b": "..CDEFG", "C": "A..DEF.", "c": "...DE.G",
    "d": ".BCDE.G", "E": "A..DEFG", "F": "A...EFG", "G": "A.CDEF.", "H": ".BC.EFG",
    "h": "..C.EFG", "I": "....EF.", "i": "..C....", "J": ".BCDE..", "L": "...DEF.",
    "n": "..C.E.G", "o": "..CDE.G", "P": "AB..EFG", "q": "ABC..FG", "r": "....E.G",
    "t": "...DEFG", "U": ".BCDEF.", "u": "..CDE..", "y": ".BCD.FG", "-": "......G",
    "_": "...D...", "=": "...D..G", "?": "AB..E.G", "'": ".....F.", '"': ".B...F.",
    "°": "AB...FG",
}  # fmt: skip

# Characters of keyboards and edition files that Unicode does not decompose.
_LIGATURES = {
    "Œ": "OE", "Æ": "AE", "Ø": "O", "Ł": "L", "Đ": "D", "’": "'", "‘": "'", "ʼ": "'", "“": '"',
    "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "…": "...", "×": "X", "\u00a0": " ",
    "\u202f": " ", "\u2009": " ",
}  # fmt: skip


def mask(dots: str, order: str) -> int:
    """The bits of a dot-string: bit 0 is the first segment of the order."""
    if len(dots) != len(order):
        raise ValueError(f"a glyph of {len(order)} segments, not {dots!r}")
    bits = 0
    for place, (dot, name) in enumerate(zip(dots, order, strict=True)):
        if dot == name:
            bits |= 1 << place
        elif dot != ".":
            raise ValueError(f"{dot!r} in {dots!r} stands where {name} or a dot belongs")
    return bits


FOURTEEN_BITS = {char: mask(dots, FOURTEEN_ORDER) for char, dots in FOURTEEN.items()}
SEVEN_BITS = {char: mask(dots, SEVEN_ORDER) for char, dots in SEVEN.items()}


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """Accents and ligatures taken off, capitals and small letters as they were.

    >>> plain("Le Bœuf à l’Été")
    "Le Boeuf a l'Ete"
    """
    if text.isascii():
        return text
    # unicodedata is imported only for a text that needs it, to save start-up time.

    opened = []
    for char in text:
        upper = char.upper()
        spelt = _LIGATURES.get(upper, char)
        opened.append(spelt if upper == char else spelt.lower())
    return "".join(c for c in normalize("NFD", "".join(opened)) if not combining(c))


def fold(text: str) -> str:
    """Capitals without accents, as row A shows them.

    >>> fold("Cœur de Noël")
    'COEUR DE NOEL'
    """
    return plain(text.upper())


def fourteen(char: str) -> int:
    """The fourteen segments of a character of row A; an unknown character is blank."""
    bits = FOURTEEN_BITS.get(char)
    return FOURTEEN_BITS.get(fold(char), 0) if bits is None else bits


def seven(char: str) -> int:
    """The seven segments of a character of row B; capitals and small letters stand in for each
    other where only one of them can be drawn."""
    bits = SEVEN_BITS.get(char)
    if bits is None:
        small = plain(char)
        for wanted in (small, small.lower(), small.upper()):
            bits = SEVEN_BITS.get(wanted)
            if bits is not None:
                break
    return bits or 0
