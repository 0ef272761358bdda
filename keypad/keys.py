"""The keys: one table, with their place in the matrix and every name they go by.

     S0      S1      S2      S3        S4    S5    S6    S7
    +-------+-------+-------+-------+ +-----+-----+-----+-----+
    | DES   | ACHAT | ENCH  | LOYER | |  7  |  8  |  9  |  ?  |   K0
    +-------+-------+-------+-------+ +-----+-----+-----+-----+
    | BATIR | DEMOL | HYPO  | EMPR  | |  4  |  5  |  6  |  +  |   K1
    +-------+-------+-------+-------+ +-----+-----+-----+-----+
    | CARTE | PAYER | RECU  | VENTE | |  1  |  2  |  3  |  -  |   K2
    +-------+-------+-------+-------+ +-----+-----+-----+-----+   +----+
    | PRISON| FAILL | CORR  | FIN   | |  C  |  0  | OK  |  F  |   K3  | ON |
    +-------+-------+-------+-------+ +-----+-----+-----+-----+   +----+

Sn is the strobe that drives a column of the drawing, Kn the input that reads a row of it;
ON has a line of its own. F, then a base key, is the function key in the same place of the
left block, so the sixteen keys on the right are enough for a whole game.

A key's *code* is strobe * 4 + line, ON's is 32: the lowest code is the lower strobe, then the
lower input, which is the order the scanner keeps.

    BY_NAME["OK"].code        27
    NAMES[27]                 "OK"
    TWINS["7"]                "DES"
    HOST["enter"]             "OK"
    PAD_LEGENDS["#"]          "OK"
"""

from typing import NamedTuple

STROBES = 8
LINES = 4
ON_CODE = STROBES * LINES

PULSE = 2_048
"""Ticks that an ordinary press lasts, and the pause after it: seen whatever the bounce."""


class Key(NamedTuple):
    """One key. ON is not strobed: its place is written 8, 0 so that its code is 32."""

    name: str  # the name in scripts
    strobe: int
    line: int
    legend: str  # printed on the key
    host: tuple[str, ...]  # the characters that a computer keyboard sends
    twin: str  # the key in the same place of the other block, reached by F from the right one

    @property
    def code(self) -> int:
        return self.strobe * LINES + self.line


# The digits' second host key is the French top row without Shift. Its 6 types "-", which
# stays the minus key. A numeric keypad sends the same characters as the top row.
# fmt: off
KEYS: tuple[Key, ...] = (
    #   name      S  K  legend    host                    twin
    Key("DES",    0, 0, "DÉS",    ("d",),                 "7"),
    Key("BATIR",  0, 1, "BÂTIR",  ("b",),                 "4"),
    Key("CARTE",  0, 2, "CARTE",  ("t",),                 "1"),
    Key("PRISON", 0, 3, "PRISON", ("j",),                 "C"),
    Key("ACHAT",  1, 0, "ACHAT",  ("a",),                 "8"),
    Key("DEMOL",  1, 1, "DÉMOL",  ("v",),                 "5"),
    Key("PAYER",  1, 2, "PAYER",  ("p",),                 "2"),
    Key("FAILL",  1, 3, "FAILL",  ("k",),                 "0"),
    Key("ENCH",   2, 0, "ENCH",   ("e",),                 "9"),
    Key("HYPO",   2, 1, "HYPO",   ("h",),                 "6"),
    Key("RECU",   2, 2, "REÇU",   ("r",),                 "3"),
    Key("CORR",   2, 3, "CORR",   ("z",),                 "OK"),
    Key("LOYER",  3, 0, "LOYER",  ("l",),                 "?"),
    Key("EMPR",   3, 1, "EMPR",   ("m",),                 "+"),
    Key("VENTE",  3, 2, "VENTE",  ("x",),                 "-"),
    Key("FIN",    3, 3, "FIN",    ("space",),             "F"),
    Key("7",      4, 0, "7",      ("7", "è"),             "DES"),
    Key("4",      4, 1, "4",      ("4", "'"),             "BATIR"),
    Key("1",      4, 2, "1",      ("1", "&"),             "CARTE"),
    Key("C",      4, 3, "C",      ("backspace", "delete", "escape", "c"), "PRISON"),
    Key("8",      5, 0, "8",      ("8", "_"),             "ACHAT"),
    Key("5",      5, 1, "5",      ("5", "("),             "DEMOL"),
    Key("2",      5, 2, "2",      ("2", "é"),             "PAYER"),
    Key("0",      5, 3, "0",      ("0", "à"),             "FAILL"),
    Key("9",      6, 0, "9",      ("9", "ç"),             "ENCH"),
    Key("6",      6, 1, "6",      ("6",),                 "HYPO"),
    Key("3",      6, 2, "3",      ("3", '"'),             "RECU"),
    Key("OK",     6, 3, "OK",     ("enter",),             "CORR"),
    Key("?",      7, 0, "?",      ("?",),                 "LOYER"),
    Key("+",      7, 1, "+",      ("+",),                 "EMPR"),
    Key("-",      7, 2, "-",      ("-",),                 "VENTE"),
    Key("F",      7, 3, "F",      ("tab", "f"),           "FIN"),
    Key("ON",     8, 0, "ON",     ("o",),                 ""),
)
# fmt: on

NAMES: tuple[str, ...] = tuple(key.name for key in KEYS)
BY_NAME: dict[str, Key] = {key.name: key for key in KEYS}

# F, then a base key.
TWINS: dict[str, str] = {key.name: key.twin for key in KEYS if 4 <= key.strobe < STROBES}

# Characters, and a few words for the keys that send none. Lower case only: capitals are folded
# where the computer's keyboard is read.
HOST: dict[str, str] = {host: key.name for key in KEYS for host in key.host}

HOST_SIGNS = {
    "enter": "↵", "backspace": "⌫", "delete": "⌦", "escape": "⎋", "tab": "⇥", "space": "␣",
}  # fmt: skip
"""Printed on keys of the computer whose names are long."""

NUMPAD = {
    "*": "F", "/": "?", ".": "C", ",": "C",
    "asterisk": "F", "slash": "?", "full_stop": "C", "comma": "C",
}  # fmt: skip
"""A numeric keypad of seventeen keys has no Tab and no Backspace."""


# An ordinary 4 x 4 pad, row by row as it is printed.
# fmt: off
PAD_LEGENDS: dict[str, str] = {
    "1": "1", "2": "2", "3": "3",  "A": "?",
    "4": "4", "5": "5", "6": "6",  "B": "+",
    "7": "7", "8": "8", "9": "9",  "C": "-",
    "*": "C", "0": "0", "#": "OK", "D": "F",
}
# fmt: on
