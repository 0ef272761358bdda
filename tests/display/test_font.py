"""The font, glyph by glyph, against drawings made by hand of each."""

import pytest

from display.font import (
    FOURTEEN,
    SEVEN,
    SEVEN_BITS,
    fold,
    seven,
)

# A glyph is five columns by five lines, three columns apart, its character above it.
SHEET_A = r"""
          0       1       2       3       4       5       6       7       8       9       A
         ---             ---     ---             ---     ---     ---     ---     ---     ---
        |   |       |       |       |   |   |   |       |           |   |   |   |   |   |   |
                         - -     - -     - -     - -     - -             - -     - -     - -
        |   |       |   |           |       |       |   |   |       |   |   |       |   |   |
         ---             ---     ---             ---     ---             ---     ---
  B       C       D       E       F       G       H       I       J       K       L       M
 ---     ---     ---     ---     ---     ---             ---
  | |   |         | |   |       |       |       |   |     |         |   |  /    |       |\ /|
   -                     -       -         -     - -                     -
  | |   |         | |   |       |       |   |   |   |     |     |   |   |  \    |       |   |
 ---     ---     ---     ---             ---             ---     ---             ---
  N       O       P       Q       R       S       T       U       V       W       X       Y
         ---     ---     ---     ---     ---     ---
|\  |   |   |   |   |   |   |   |   |    \        |     |   |   |  /    |   |    \ /     \ /
                 - -             - -       -
|  \|   |   |   |       |  \|   |  \        |     |     |   |   |/      |/ \|    / \      |
         ---             ---             ---             ---
  Z       +       -       *       /       \       (       )       <       >       ?       !
 ---                                                                             ---
   /      |              \|/       /     \         /     \         /     \          |     |
         - -     - -     - -                                     -         -       -
 /        |              /|\     /         \       \     /         \     /        |
 ---                                                                                     ---
  '       "       ,       :       ;       =       _       ^       %       &       #       $
                                                                         ---             ---
  |       | |             |       |                             |  /     \ /      | |   | |
                                         - -                             -       - -     - -
                 /        |      /                       / \     /  |   |  \      | |     | |
                                         ---     ---                     ---     ---     ---
  @       °       €       █
 ---     ---     ---     ---
| | |   |   |   |       |\|/|
   -     - -     - -     - -
|               |       |/|\|
 ---             ---     ---
"""

# A glyph is three columns by three lines, two columns apart, its character above it.
SHEET_B = r"""
      0    1    2    3    4    5    6    7    8    9    A    b    C    c    d
      _         _    _         _    _    _    _    _    _         _
     | |    |   _|   _|  |_|  |_   |_     |  |_|  |_|  |_|  |_   |     _    _|
     |_|    |  |_    _|    |   _|  |_|    |  |_|   _|  | |  |_|  |_   |_   |_|
 E    F    G    H    h    I    i    J    L    n    o    P    q    r    t    U
 _    _    _                                            _    _
|_   |_   |    |_|  |_   |           |  |     _    _   |_|  |_|   _   |_   | |
|_   |    |_|  | |  | |  |      |  |_|  |_   | |  |_|  |      |  |    |_   |_|
 u    y    -    _    =    ?    '    "    °
                          _              _
     |_|   _         _    _|  |    | |  |_|
|_|   _|        _    _   |
"""

# Where each segment is inked in a drawing: line, column.
INK_A = {
    "A": (0, 2), "F": (1, 0), "J": (1, 1), "K": (1, 2), "L": (1, 3), "B": (1, 4),
    "G": (2, 1), "H": (2, 3), "E": (3, 0), "M": (3, 1), "N": (3, 2), "P": (3, 3), "C": (3, 4),
    "D": (4, 2),
}  # fmt: skip
INK_B = {
    "A": (0, 1), "F": (1, 0), "G": (1, 1), "B": (1, 2), "E": (2, 0), "D": (2, 1), "C": (2, 2),
}  # fmt: skip


def drawn(sheet: str, size: int, apart: int, ink: dict[str, tuple[int, int]]) -> dict[str, str]:
    """The dark segments of a sheet of drawings, by character."""
    lines = sheet.strip("\n").split("\n")
    glyphs = {}
    width = 1 + max(map(len, lines)) + size
    for top in range(0, len(lines), size + 1):
        heads, *body = (line.ljust(width) for line in lines[top : top + size + 1])
        for left in range(0, width - size, size + apart):
            char = heads[left + size // 2]
            dark = "".join(
                name for name in sorted(ink) if body[ink[name][0]][left + ink[name][1]] != " "
            )
            if char != " " or (top == 0 and left == 0):
                assert char not in glyphs, f"{char} is drawn twice"
                glyphs[char] = dark
            else:
                assert not dark, f"a drawing without a character: {dark}"
    return glyphs


def test_every_glyph_of_row_a_is_as_drawn() -> None:
    assert drawn(SHEET_A, 5, 3, INK_A) == FOURTEEN


def test_every_glyph_of_row_b_is_as_drawn() -> None:
    assert drawn(SHEET_B, 3, 2, INK_B) == SEVEN


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("àâäçéèêëîïôöùûüÿñ", "AAACEEEEIIOOUUUYN"),
        ("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸÑ", "AAACEEEEIIOOUUUYN"),
        ("Bœuf, Œuvre, ex æquo", "BOEUF, OEUVRE, EX AEQUO"),
        ("Rue de l’Été", "RUE DE L'ETE"),
        ("« Impôt » – 10\u00a0%", '" IMPOT " - 10 %'),
        ("Großmarkt", "GROSSMARKT"),
        ("100 €", "100 €"),
        ("e\u0301", "E"),
    ],
)
def test_accents_ligatures_and_small_letters_are_folded(written: str, shown: str) -> None:
    assert fold(written) == shown


def test_row_b_takes_the_other_case_where_it_has_only_one() -> None:
    assert seven("R") == seven("r") == SEVEN_BITS["r"]
    assert seven("e") == seven("E") == seven("é") == SEVEN_BITS["E"]
    assert seven("H") != seven("h")


def test_letters_of_row_b_that_look_like_a_digit_are_not_drawn() -> None:
    assert seven("S") == seven("Z") == 0
    assert seven("O") == seven("o") != seven("0")
    assert seven("B") == seven("b") != seven("8")
