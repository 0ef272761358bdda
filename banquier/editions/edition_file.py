"""Reads edition files: the five built-in ones and those of players.

    load("deska")            a built-in edition, by the name scripts use
    load("/home/me/me.toml") a file
    read(text, "me.toml")    the text of one
    editions("me.toml")      what a unit offers: the built-in ones, and one of a player's own

All raise EditionError, which lists all faults. `banquier edition new` writes
`starting_point()`; docs/editions.md explains the format.
"""

from __future__ import annotations

import os
import textwrap
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from banquier.editions.edition_check import KINDS, Reading
from banquier.editions.edition_fields import TomlTable
from banquier.editions.rule_fields import RULES, comment
from banquier.fields import LARGEST, toml_of
from banquier.trouble import Trouble, reason
from display.font import fold
from firmware_sim.edition import Edition, Editions

BUILT_IN = ("electronique", "deska", "euro", "classique", "merveilles")  # the set-up's order
FOLDER = os.path.dirname(os.path.abspath(__file__))
FILES_OWN: Mapping[str, object] = {}
"""No rule is another than the file says."""
_known: dict[tuple[str, str, str], Edition] = {}
"""By name and, for a file, by its content and the rules that are others."""

OPENING = """\
# An edition of your own for the Banquier 90.
#
# Change what you like, then let the unit check it:   banquier edition check FILE
# and play it:                                        banquier play --edition FILE
# Every field is explained in docs/editions.md. All amounts are whole numbers.

name = "Mon édition"
"""


BEFORE = {
    "[squares]": """\
# The board. The first field is what the square is, and its name:
#   street   group, price, house (and hotel, if it costs more than a house), rents: bare,
#            1 to 4 houses, hotel
#   station  price, rents: with one station held, two, three, four
#   utility  price, rents: the dice times this with one held, with both
#   tax      amount
#   depart, chance, chest, visit (the prison too), park, jailer (go to prison): the name alone
# A deed is mortgaged for half its price unless it says mortgage = 2500.
# The glass shows the name in capitals without accents unless the square says label = "…".
""",
    "[chance]": """\
# The cards, by the number a player keys when real ones are drawn, at most sixteen a deck:
# pay, receive, from_each (other player), repairs = [house, hotel], advance (to a square,
# forwards), back_to (a square), back (so many squares), pay_or_chance, "prison", "free".
""",
}
"""Comments of tables in a starting point."""


class EditionError(Trouble):
    """`problems`: all faults, each a sentence with file and field; its text is the first."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0])


def editions(
    own: str = "", names: Sequence[str] = BUILT_IN, rules: Mapping[str, object] = FILES_OWN
) -> Editions:
    """`rules`: those that differ from the file `own`."""
    names = (*names, own) if own and own not in names else tuple(names)
    labels = tuple(label_of(name, rules) for name in names)
    return Editions(names, labels, partial(load, rules=rules))


def label_of(name: str, rules: Mapping[str, object] = FILES_OWN) -> str:
    """The label of an edition in the set-up; a built-in one need not be read for it."""
    return name.upper() if name in BUILT_IN else load(name, rules).label


def load(name_or_path: str, rules: Mapping[str, object] = FILES_OWN) -> Edition:
    """A built-in edition or a file, of which some rules are others; cached."""
    name = fold(name_or_path).lower()
    if name in BUILT_IN:
        key = (name, "", "")
        if key not in _known:
            path = os.path.join(FOLDER, name + ".toml")
            _known[key] = _edition(_text(path), name + ".toml", (), FILES_OWN)
        return _known[key]
    key = (name_or_path, _text(name_or_path), repr(rules))
    if key not in _known:
        _known[key] = read(key[1], name_or_path, rules)
    return _known[key]


def read(text: str, source: str, rules: Mapping[str, object] = FILES_OWN) -> Edition:
    """An edition from its text; `source` names it in errors."""
    return _edition(text, source, BUILT_IN, rules)


def starting_point(like: str = "electronique") -> str:
    """A complete commented edition to change: a built-in one under another name.

    Lines that begin with `#:` (sources of built-in figures) are left out.
    """
    notes = dict(BEFORE)
    for name, field in RULES.items():
        said = textwrap.wrap(comment(field), 88, initial_indent="# ", subsequent_indent="# ")
        notes[name] = "".join(f"{line}\n" for line in said)
    text = _text(os.path.join(FOLDER, like + ".toml"))
    body = text[text.index("\n", text.index("\nname = ") + 1) + 1 :]
    return OPENING + "".join(
        notes.pop(line.split(" ")[0].strip(), "") + line
        for line in body.splitlines(keepends=True)
        if not line.startswith("#:")
    )


def _edition(text: str, source: str, taken: Iterable[str], rules: Mapping[str, object]) -> Edition:
    if len(text) > LARGEST:
        raise EditionError([f"{source}: far too long to be an edition."])
    try:
        table = toml_of(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError([f"{source}: not TOML: {error}."]) from None
    except ValueError:  # a number of thousands of digits, deeply nested lists
        raise EditionError([f"{source}: not TOML that could be an edition."]) from None
    reading = Reading(source)
    if "like" in table:
        like = reading.word(table, "", "like", BUILT_IN)
        base = tomllib.loads(_text(os.path.join(FOLDER, like + ".toml")))
        table = _inherited(base, table)
    if rules and isinstance(table.get("rules"), dict):
        table["rules"] = {**table["rules"], **rules}
    edition = reading.edition(table, taken)
    if edition is None:
        raise EditionError(reading.problems)
    return edition


def _inherited(base: TomlTable, own: TomlTable) -> dict[str, Any]:
    """The fields of one edition with those of another that is `like` it. A table or a card that is
    `false` is left out; a square with another name or kind has no label of the other."""
    table = {**base, **own}
    del table["like"]
    if "name" not in own:
        del table["name"]  # missing, and not that of the other edition
    for name, part in own.items():
        if isinstance(part, dict) and isinstance(base.get(name), dict):
            table[name] = {**base[name], **part}
    squares = own.get("squares")
    for number, entry in squares.items() if isinstance(squares, dict) else ():
        before = base["squares"].get(number)
        if isinstance(entry, dict) and before and not (entry.keys() & KINDS.keys()) - before.keys():
            if entry.keys() & KINDS.keys():
                before = {field: value for field, value in before.items() if field != "label"}
            table["squares"][number] = {**before, **entry}
    for name in ("chance", "chest"):
        if isinstance(table[name], dict):
            table[name] = {card: what for card, what in table[name].items() if what is not False}
    return {name: part for name, part in table.items() if part is not False}


def own_fields(path: str) -> tuple[str, int]:
    """The edition that a file is like, and how many fields, squares and cards it says itself."""
    table = toml_of(_text(path))
    parts = (len(part) if isinstance(part, dict) else 1 for part in table.values())
    return table.get("like", ""), sum(parts) - ("like" in table)


def _text(path: str) -> str:
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise EditionError([f"{path}: is not a file."])
        with open(path, encoding="utf-8-sig") as file:
            return file.read(LARGEST + 1)
    except FileNotFoundError:
        known = ", ".join(BUILT_IN)
        raise EditionError([f"{path}: no such edition ({known}) and no such file."]) from None
    except UnicodeDecodeError:
        raise EditionError([f"{path}: is not a text in UTF-8."]) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise EditionError([f"{path}: cannot be read: {reason(error)}."]) from None
