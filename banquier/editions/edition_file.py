"""The reader of edition files: the five built-in ones and those of players.

    load("deska")            a built-in edition, by the name scripts use
    load("/home/me/me.toml") a file
    read(text, "me.toml")    the text of one
    editions("me.toml")      all that a unit offers: the built-in ones, and a player's own

All raise EditionError, which lists all faults. `banquier edition new` writes
`starting_point()`; docs/editions.md explains the format.
"""

from __future__ import annotations

import json
import os
import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from banquier.editions.edition_check import KINDS, MONEY, TABLES, TOP, Reading
from banquier.editions.edition_fields import TomlTable
from banquier.editions.rule_fields import NEEDED, RULES, comment
from banquier.toml_file import LARGEST, toml_of
from banquier.trouble import Trouble, reason
from display.font import fold
from firmware_sim.edition import Edition, Editions

BUILT_IN = ("electronique", "deska", "euro", "classique", "merveilles")  # the set-up's order
FOLDER = os.path.dirname(os.path.abspath(__file__))
AS_WRITTEN: Mapping[str, object] = {}
"""The rules without any change."""
_known: dict[tuple[str, str, str], Edition] = {}
"""The editions by name and, for a file, by its content and changed rules."""

OPENING = """\
# An edition of your own for the Banquier 90.
#
# Change what you like, then let the unit check it:   banquier edition check FILE
# and play it:                                        banquier play --edition FILE
# Every field is explained in docs/editions.md. All amounts are whole numbers.
"""


class EditionError(Trouble):
    """All faults of a file as `problems`, each a sentence with file and field; the text is the
    first."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0])

    def __reduce__(self) -> tuple[type[EditionError], tuple[tuple[str, ...]]]:
        """Keep all faults when the error leaves a process."""
        return EditionError, (self.problems,)


def editions(
    own: str = "", names: Sequence[str] = BUILT_IN, rules: Mapping[str, object] = AS_WRITTEN
) -> Editions:
    """Return what a unit offers. `rules`: changes of the written rules; a built-in edition that
    cannot have them is left out. A file is read once, as its author may change it meanwhile."""
    names = (*names, own) if own and own not in names else tuple(names)
    if rules:
        names = tuple(name for name in names if name == own or _can_have(name, rules)) or names
    read_now = {name: load(name, rules) for name in names if rules or name not in BUILT_IN}
    labels = tuple(one.label if (one := read_now.get(name)) else label_of(name) for name in names)
    return Editions(names, labels, lambda name: read_now.get(name) or load(name), rules)


def _can_have(name: str, rules: Mapping[str, object]) -> bool:
    try:
        load(name, rules)
    except EditionError:
        return False
    return True


def label_of(name: str) -> str:
    """Return the label of an edition in the set-up; a built-in one need not be read for it."""
    return name.upper() if name in BUILT_IN else load(name).label


def load(name_or_path: str, rules: Mapping[str, object] = AS_WRITTEN) -> Edition:
    """Load a built-in edition or a file, with some rules changed; editions are cached."""
    name = fold(name_or_path).lower()
    if name in BUILT_IN:
        key = (name, "", repr(rules))
        if key not in _known:
            _known[key] = read(_built_in_text(name), name + ".toml", rules, taken=())
        return _known[key]
    key = (name_or_path, _text(name_or_path), repr(rules))
    if key not in _known:
        _known[key] = read(key[1], name_or_path, rules)
    return _known[key]


def starting_point(like: str = "electronique") -> str:
    """Return a complete commented edition to change: a built-in one under another name. Parts of
    other editions that it lacks are comments."""
    edition = dict(_built_in(like))
    top = {name: edition[name] for name in TOP if name in edition and name not in TABLES}
    lines = [OPENING, *_lines({**top, "name": "Mon édition"}, like)]
    usual = {name: field.default for name, field in RULES.items() if field.default is not NEEDED}
    edition["rules"] |= usual
    for name in TABLES:
        if name in edition:
            lines += ["", *_before(name), f"[{name}]", *_lines(edition[name], like, name)]
            continue
        other = next(one for one in reversed(BUILT_IN) if name in _built_in(one))
        its = _built_in(other)
        part = dict(its[name])
        for field in MONEY.keys() & part.keys():  # in proportion to the opening cash
            part[field] = part[field] * edition["opening_cash"] // its["opening_cash"]
        example = [f"[{name}]", *_lines(part, other, name)]
        lines += ["", *_before(name), *(f"# {line}" for line in example)]
    return "\n".join([*lines, ""])


def _lines(part: TomlTable, edition: str, table: str = "") -> Iterator[str]:
    """Yield the fields with the comments at the ends of their lines in the edition's file."""
    notes = _notes(edition)
    for field, value in part.items():
        yield from _before(field)
        line = f"{field} = {_toml(value)}"
        note = notes.get((table, field))
        yield f"{line:<23} # {note}" if note else line


def _before(name: str) -> list[str]:
    """Return the comment before a field or a table: of a rule, or from the edition's file."""
    if name in RULES:
        return [f"# {line}" for line in textwrap.wrap(comment(RULES[name]), 88)]
    texts = "".join(map(_built_in_text, BUILT_IN))
    said = re.search(rf"(?m)^((?:# .*\n)+)\[?{name}\b", texts)
    return said[1].splitlines() if said else []


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{field} = {_toml(part)}' for field, part in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _notes(name: str) -> dict[tuple[str, str], str]:
    text, table = _built_in_text(name), ""
    notes = _notes(like) if (like := tomllib.loads(text).get("like")) else {}
    for opened, field, note in re.findall(r"(?m)^\[(\w+)\]|^ *(\w+) = .*?# *(.*)", text):
        table = opened or table
        notes |= {(table, field): note} if field else {}
    return notes


def _built_in_text(name: str) -> str:
    return _text(os.path.join(FOLDER, name + ".toml"))


def _built_in(name: str) -> TomlTable:
    """Read a built-in edition, with the fields of the edition it is `like`."""
    table = tomllib.loads(_built_in_text(name))
    return _inherit(_built_in(table["like"]), table) if "like" in table else table


def read(
    text: str,
    source: str,
    rules: Mapping[str, object] = AS_WRITTEN,
    taken: Iterable[str] = BUILT_IN,
) -> Edition:
    """Read an edition; `source` names it in errors. `taken`: names that it cannot have."""
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
        table = _inherit(_built_in(reading.word(table, "", "like", BUILT_IN)), table)
    if rules and isinstance(table.get("rules"), dict):
        table["rules"] = {**table["rules"], **rules}
    edition = reading.edition(table, taken)
    if edition is None:
        raise EditionError(reading.problems)
    return edition


def _inherit(base: TomlTable, own: TomlTable) -> dict[str, Any]:
    """Return the fields of an edition, with those of the edition that it is `like`. A table or card
    that is `false` is left out; a square with another name or kind does not inherit a label."""
    table = {**base, **own}
    del table["like"]
    if "name" not in own:
        del table["name"]  # a missing name is not inherited
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


def describe_inheritance(path: str) -> str:
    """Return what a good file inherits, like `as euro: salary, 13 of rules, chance`."""
    own = toml_of(_text(path))
    if "like" not in own:
        return ""
    taken = []
    for name, part in _built_in(own["like"]).items():
        if name not in own:
            taken.append(name)
        elif isinstance(own[name], dict) and (left := part.keys() - own[name].keys()):
            taken.append(f"{len(left)} of {name}")
    return f"as {own['like']}: {', '.join(taken)}"


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
    except (OSError, ValueError) as error:  # a NUL in the path is a ValueError
        raise EditionError([f"{path}: cannot be read: {reason(error)}."]) from None
