"""The table of keys against the drawing of the manual and of an ordinary pad."""

from keypad.keys import BY_NAME, HOST, KEYS, NAMES, ON_CODE

# As the notice draws it: a row an input, a column a strobe.
PLACES = """
 DES     ACHAT   ENCH    LOYER     7     8     9     ?
 BATIR   DEMOL   HYPO    EMPR      4     5     6     +
 CARTE   PAYER   RECU    VENTE     1     2     3     -
 PRISON  FAILL   CORR    FIN       C     0     OK    F
"""


def test_every_key_sits_where_the_drawing_puts_it() -> None:
    for line, row in enumerate(PLACES.split("\n")[1:-1]):
        for strobe, name in enumerate(row.split()):
            key = BY_NAME[name]
            assert (key.strobe, key.line, key.code) == (strobe, line, strobe * 4 + line)
    assert BY_NAME["ON"].code == ON_CODE == 32
    assert [key.code for key in KEYS] == [BY_NAME[name].code for name in NAMES] == [*range(33)]
    assert len({key.legend for key in KEYS} - {""}) == 33


def test_the_computer_keyboard_types_what_the_manual_says() -> None:
    manual = {digit: digit for digit in "0123456789"}
    manual |= {"+": "+", "-": "-", "?": "?", "enter": "OK", "backspace": "C", "delete": "C"}
    manual |= {"tab": "F", "f": "F", "escape": "C", "space": "FIN", "o": "ON"}
    manual |= {"d": "DES", "a": "ACHAT", "e": "ENCH", "l": "LOYER", "b": "BATIR", "v": "DEMOL"}
    manual |= {"h": "HYPO", "m": "EMPR", "t": "CARTE", "p": "PAYER", "r": "RECU", "x": "VENTE"}
    manual |= {"j": "PRISON", "k": "FAILL", "z": "CORR"}
    manual |= {"c": "C"}  # ours: the words beside the glass say "C goes back"
    french = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
    del french["-"]
    assert manual | french == HOST
    assert sum(len(key.host) for key in KEYS) == len(HOST)
