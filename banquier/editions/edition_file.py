"""The reader of edition files: the five built-in ones and those of players.

    load("deska")            a built-in edition, by the name scripts use
    load("/home/me/me.toml") a file
    editions("me.toml")      all that a unit offers: the built-in ones, and a player's own

All raise EditionError, which lists all faults. `banquier edition new` writes
`starting_point()`; docs/editions.md explains the format.
"""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from banquier.editions.edition_check import MONEY, TABLES, TOP
from banquier.editions.edition_fields import TomlTable
from banquier.editions.edition_text import AS_WRITTEN as AS_WRITTEN
from banquier.editions.edition_text import BUILT_IN as BUILT_IN
from banquier.editions.edition_text import EditionError as EditionError
from banquier.editions.edition_text import (
    built_in_table,
    built_in_text,
    load_own,
    read,
    read_text,
)
from banquier.editions.rule_fields import NEEDED, RULES, comment
from banquier.toml_file import toml_of
from display.font import fold
from firmware_sim.edition import Edition, Editions

_known: dict[tuple[str, str], Edition] = {}
"""The built-in editions, by name and changed rules."""

OPENING = """\
# An edition of your own for the Banquier 90.
#
# Change what you like, then let the unit check it:   banquier edition check FILE
# and play it:                                        banquier play --edition FILE
# Every field is explained in docs/editions.md. All amounts are whole numbers.
"""


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


def built_in_name(name_or_path: str) -> str:
    """Return the name of a built-in edition in its own spelling; "" for a file."""
    name = fold(name_or_path).lower()
    return name if name in BUILT_IN else ""


def load(name_or_path: str, rules: Mapping[str, object] = AS_WRITTEN) -> Edition:
    """Load a built-in edition or a file, with some rules changed; editions are cached."""
    if name := built_in_name(name_or_path):
        key = (name, repr(rules))
        if key not in _known:
            _known[key] = read(built_in_text(name), name + ".toml", rules, taken=())
        return _known[key]
    return load_own(name_or_path, rules)


def starting_point(like: str = "electronique") -> str:
    """Return a complete commented edition to change: a built-in one under another name. Parts of
    other editions that it lacks are comments."""
    edition = dict(built_in_table(like))
    top = {name: edition[name] for name in TOP if name in edition and name not in TABLES}
    lines = [OPENING, *_lines({**top, "name": "Mon édition"}, like)]
    usual = {name: field.default for name, field in RULES.items() if field.default is not NEEDED}
    edition["rules"] |= usual
    for name in TABLES:
        if name in edition:
            lines += ["", *_comment_before(name), f"[{name}]", *_lines(edition[name], like, name)]
            continue
        other = next(one for one in reversed(BUILT_IN) if name in built_in_table(one))
        its = built_in_table(other)
        part = dict(its[name])
        for field in MONEY.keys() & part.keys():  # in proportion to the opening cash
            part[field] = part[field] * edition["opening_cash"] // its["opening_cash"]
        example = [f"[{name}]", *_lines(part, other, name)]
        lines += ["", *_comment_before(name), *(f"# {line}" for line in example)]
    return "\n".join([*lines, ""])


def _lines(part: TomlTable, edition: str, table: str = "") -> Iterator[str]:
    """Yield the fields with the comments at the ends of their lines in the edition's file."""
    notes = _notes(edition)
    for field, value in part.items():
        yield from _comment_before(field)
        line = f"{field} = {_toml(value)}"
        note = notes.get((table, field))
        yield f"{line:<23} # {note}" if note else line


def _comment_before(name: str) -> list[str]:
    """Return the comment before a field or a table: of a rule, or from the edition's file."""
    if name in RULES:
        return [f"# {line}" for line in textwrap.wrap(comment(RULES[name]), 88)]
    texts = "".join(map(built_in_text, BUILT_IN))
    said = re.search(rf"(?m)^((?:# .*\n)+)\[?{name}\b", texts)
    return said[1].splitlines() if said else []


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{field} = {_toml(part)}' for field, part in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _notes(name: str) -> dict[tuple[str, str], str]:
    text, table = built_in_text(name), ""
    notes = _notes(like) if (like := tomllib.loads(text).get("like")) else {}
    for opened, field, note in re.findall(r"(?m)^\[(\w+)\]|^ *(\w+) = .*?# *(.*)", text):
        table = opened or table
        notes |= {(table, field): note} if field else {}
    return notes


def describe_inheritance(path: str) -> str:
    """Return what a good file inherits, like `as euro: salary, 13 of rules, chance`; a built-in
    edition inherits nothing."""
    own = {} if built_in_name(path) else toml_of(read_text(path))
    if "like" not in own:
        return ""
    taken = []
    for name, part in built_in_table(own["like"]).items():
        if name not in own:
            taken.append(name)
        elif isinstance(own[name], dict) and (left := part.keys() - own[name].keys()):
            taken.append(f"{len(left)} of {name}")
    return f"as {own['like']}: {', '.join(taken)}"
