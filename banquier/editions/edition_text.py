"""The reader of an edition from its text.

    read(text, "me.toml")          an edition from the text of its file
    load_own("/home/me/me.toml")   a player's own edition, from its file

Both raise EditionError, which lists all faults. It is apart from edition_file.py because the local
page reads an edition of a player's own, and has the built-in ones as modules.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from banquier.editions.edition_check import KINDS, Reading
from banquier.editions.edition_fields import TomlTable
from banquier.toml_file import LARGEST, TomlError, toml_of
from banquier.trouble import Trouble, reason
from firmware_sim.edition import Edition

BUILT_IN = ("electronique", "deska", "euro", "classique", "merveilles")  # the set-up's order
FOLDER = os.path.dirname(os.path.abspath(__file__))
AS_WRITTEN: Mapping[str, object] = {}
"""No rule is another than the file says."""
_known: dict[tuple[str, str, str], Edition] = {}
"""The editions by file, its content and changed rules."""


class EditionError(Trouble):
    """All `problems` of a file, each a sentence with file and field; the text is the first."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0])

    def __reduce__(self) -> tuple[type[EditionError], tuple[tuple[str, ...]]]:
        """Keep all faults when the error leaves a process."""
        return EditionError, (self.problems,)


def load_own(path: str, rules: Mapping[str, object] = AS_WRITTEN) -> Edition:
    """Load an edition from its file, with these rules changed; cached by its content."""
    key = (path, read_text(path), repr(rules))
    if key not in _known:
        _known[key] = read(key[1], path, rules)
    return _known[key]


def built_in_text(name: str) -> str:
    return read_text(os.path.join(FOLDER, name + ".toml"))


def built_in_table(name: str) -> TomlTable:
    """Read a built-in edition, with the fields of the edition it is `like`."""
    table = toml_of(built_in_text(name))
    return _inherit(built_in_table(table["like"]), table) if "like" in table else table


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
    except TomlError as error:
        raise EditionError([f"{source}: not TOML: {error}."]) from None
    except ValueError:  # a number of thousands of digits, deeply nested lists
        raise EditionError([f"{source}: not TOML that could be an edition."]) from None
    reading = Reading(source)
    if "like" in table:
        table = _inherit(built_in_table(reading.word(table, "", "like", BUILT_IN)), table)
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
        kinds = set(entry) & set(KINDS) if isinstance(entry, dict) else set()
        if isinstance(entry, dict) and before and not kinds - set(before):
            if kinds:
                before = {field: value for field, value in before.items() if field != "label"}
            table["squares"][number] = {**before, **entry}
    for name in ("chance", "chest"):
        if isinstance(table[name], dict):
            table[name] = {card: what for card, what in table[name].items() if what is not False}
    return {name: part for name, part in table.items() if part is not False}


def read_text(path: str) -> str:
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise EditionError([f"{path}: is not a file."])
        with open(path, encoding="utf-8-sig") as file:
            return file.read(LARGEST + 1)
    except UnicodeError:
        raise EditionError([f"{path}: is not a text in UTF-8."]) from None
    except (OSError, ValueError) as error:  # a NUL in the path is a ValueError
        if isinstance(error, OSError) and not os.path.exists(path):
            known = ", ".join(BUILT_IN)
            raise EditionError([f"{path}: no such edition ({known}) and no such file."]) from None
        raise EditionError([f"{path}: cannot be read: {reason(error)}."]) from None
