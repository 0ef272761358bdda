"""The lines of a header that every body keeps with a game: names, and rules that are others."""

from __future__ import annotations

import json
from collections.abc import Mapping

LONGEST_NAME = 12


_BREAKING = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that end a line for some programs, or turn its direction."""


def is_one_line(text: str) -> bool:
    """Check that a text has no invisible characters except spaces and joiners. The rule does not
    depend on the Unicode version of the engine."""
    return not any(
        char < " " or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\udfff" or char in _BREAKING
        for char in text
    )


def is_name(word: object) -> bool:
    return (
        isinstance(word, str)
        and len(word) <= LONGEST_NAME
        and is_one_line(word)
        and '"' not in word
    )


def names_with(names: Mapping[int, str], seat: int, name: str) -> dict[int, str]:
    """The names, in the order of seats, when this seat is called so; an empty name is none."""
    every = {**names, seat: name}
    return {seat: name for seat, name in sorted(every.items()) if name}


def names_written(names: Mapping[int, str]) -> str:
    """The names in the notation of headers and steps."""
    listed = [names.get(number, "") for number in range(1, max(names, default=1) + 1)]
    return " ".join(["names", *(f'"{name}"' for name in listed)])


def rules_written(rules: Mapping[str, object]) -> str:
    """As they stand behind the edition in a header."""
    told = ", ".join(f"{name} = {json.dumps(value)}" for name, value in rules.items())
    return f" with {told}" if told else ""
