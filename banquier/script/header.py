"""The header of a script: the game that the set-up opens, and the hardware."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise

from banquier.editions.edition_check import Reading
from banquier.editions.edition_file import BUILT_IN, editions
from banquier.editions.rule_fields import RULES, choices
from banquier.script.errors import Place, ScriptError
from banquier.script.grammar import cut
from banquier.script.vocabulary import (
    YES_OR_NO,
    Operand,
    nearest,
    one_of,
    player_names,
    quote,
    whole,
)
from hardware.unit import Unit

FORMAT = 1
"""The format version on the first line, and the first there was; higher ones cannot be read."""


class Header:
    """Header fields; `given` has the places of those that are not defaults."""

    def __init__(self) -> None:
        self.edition = ""  # the first choice of the set-up
        self.rules: dict[str, object] = {}  # those that differ from the edition's own
        self.players = 4
        self.game = "normal"
        self.minutes = 90
        self.speed_die = "no"
        self.first = 1
        self.dice = "auto"
        self.cards = "auto"
        self.seed: int | None = None
        self.bounce = "none"
        self.firmware = ""
        self.names: dict[int, str] = {}
        self.given: dict[str, Place] = {}

    def read_line(self, line: str, place: Place) -> None:
        """As a save has it."""
        for words in cut(line):
            self.read([word.text for word in words], place)

    def read(self, words: list[str], place: Place) -> None:
        """Read one header line; the path of an edition is relative to the script."""
        field, *rest = words
        if field not in FIELDS:
            raise ScriptError(f"{quote(field)} is not a line of a header")
        example, operand = FIELDS[field]
        if len(rest) != 1 and field not in ("names", "edition"):
            raise ScriptError(f"{field} is followed by one word: {field} {example}")
        if field in self.given:
            raise ScriptError(f"{field} was given already at {self.given[field]}")
        if field == "names":
            self.names = player_names(rest)
        elif field == "edition":
            self.edition, self.rules = _edition(rest, place)
        else:
            setattr(self, field.replace("-", "_"), operand.read(rest[0]))
        self.given[field] = place

    def value(self, field: str) -> object:
        return getattr(self, field.replace("-", "_"))

    def check(self) -> None:
        """Checks that concern more than one line."""
        if "minutes" in self.given and self.game != "timed":
            raise ScriptError("minutes belong to game timed", self.given["minutes"])
        if self.first > self.players:
            raise ScriptError(
                f"player {self.first} cannot be first of {self.players}", self.given["first"]
            )


def first_line(line: str, place: Place) -> None:
    """The first line, `banquier 1` with an optional comment; another line is an error."""
    words = line.partition("#")[0].split()
    if len(words) == 2 and words[0] == "banquier" and words[1].isascii() and words[1].isdecimal():
        version = words[1].lstrip("0")
        if version == str(FORMAT):
            return
        if version:
            raise ScriptError(
                f"the script is of format {version[:9]}, newer than the {FORMAT} known here", place
            )
    raise ScriptError(f'the first line of a script is "banquier {FORMAT}"', place)


FORM = 'an edition is electronique or the like, or "FILE.toml", with FIELD = VALUE, FIELD = VALUE'


def _edition(words: list[str], place: Place) -> tuple[str, dict[str, object]]:
    """Parse an edition: its name or file, and the rules that differ from it."""
    word, rules = words[0] if words else "", dict[str, object]()
    if words[1:]:
        starts = [at - 1 for at, sign in enumerate(words) if sign == "="]
        before = [words[at - 1] for at in starts]
        if words[1] != "with" or starts[:1] != [2] or {*before[1:]} - {","}:
            raise ScriptError(FORM)
        for start, end in pairwise((*starts, len(words))):
            if not words[start + 2 : end]:
                raise ScriptError(FORM)
            if words[start] in rules:
                raise ScriptError(f"{words[start]} is given twice")
            rules[words[start]] = rule_value(words[start], words[start + 2 : end])
    if word.endswith(".toml"):
        return os.path.normpath(os.path.join(os.path.dirname(place.file), word)), rules
    if not word:
        raise ScriptError(FORM)
    if word.lower() not in BUILT_IN:
        raise ScriptError(
            f"{quote(word)} is not an edition and no .toml file{nearest(word, BUILT_IN)}"
            f"; known: {', '.join(BUILT_IN)}"
        )
    return word.lower(), rules


def rule_value(name: str, words: Sequence[str]) -> object:
    """The value of a field of [rules], as a file has it."""
    if name not in RULES:
        raise ScriptError(f"{quote(name)} is not a rule of an edition{nearest(name, RULES)}")
    field, text = RULES[name], " ".join(word for word in words if word != ",")
    value: object = text.strip("[]").split()
    if not field.many:
        plain = {"true": True, "false": False}
        value = int(text[:20]) if text.isdecimal() else plain.get(text, text)
    return _check_rule(name, value, text)


def _check_rule(name: str, value: object, text: str) -> object:
    reading, field = Reading(""), RULES[name]
    reading.rule({name: value}, name, field)
    if reading.problems:
        raise ScriptError(f"{name} is {choices(field)}, not {quote(text)}")
    return value


def checked_rules(rules: Mapping[str, object]) -> dict[str, object]:
    """Return the rules of a record. Raises ScriptError if an edition cannot have them."""
    return {
        name: _check_rule(name, value, str(value)) for name, value in rules.items() if name in RULES
    }


def _version(word: str) -> str:
    if len(word) > 20 or not word.isprintable():
        raise ScriptError(f"{quote(word)} is not a version of the firmware")
    return word


_TEXT = Operand("a text", str)
_KEYED_OR_AUTO = one_of(("keyed", "auto"))
FIELDS: dict[str, tuple[str, Operand]] = {
    "edition": ("electronique", _TEXT),
    "players": ("3", whole("players", 2, 8)),
    "game": ("normal", one_of(("normal", "short", "timed"))),
    "minutes": ("60", whole("minutes", 1, 999)),
    "speed-die": ("yes", YES_OR_NO),
    "first": ("2", whole("the first player", 1, 8)),
    "dice": ("keyed", _KEYED_OR_AUTO),
    "cards": ("keyed", _KEYED_OR_AUTO),
    "seed": ("42", whole("a seed", 0, 0xFFFF_FFFF)),
    "bounce": ("worn", one_of(("none", "new", "worn"))),
    "firmware": ("1.0", Operand("a version", _version)),
    "names": ('"Anne" "Bob"', _TEXT),
}
"""An example of each, and how its one word is read; of editions and names there may be several."""


def unit_for(header: Header, *, stepped: bool = False) -> Unit:
    """The unit that the header of a script asks for. EditionError lists all faults."""
    offered = editions(header.edition, rules=header.rules)
    unit = Unit(offered, seed=header.seed, bounce=header.bounce, stepped=stepped)
    unit.names = dict(header.names)
    return unit
