"""The values of a TOML table, each checked.

A value that is missing, of the wrong type or out of range is noted as one sentence with its
place; a default value is returned instead, so that the next fault is found too.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from display.font import fold
from firmware_sim.edition import MOST_MONEY

TomlTable = Mapping[str, Any]
T = TypeVar("T")


def nearest(word: str, words: Iterable[str]) -> str:
    """Return `, did you mean "x"?` if a known word is similar."""

    near = difflib.get_close_matches(word[:40].lower(), [w for w in words if w], 1, 0.5)
    return f', did you mean "{near[0]}"?' if near else ""


def seen(value: object) -> str:
    """Return the value as written, shortened for a sentence."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = repr(value[:30])[1:-1] + ("…" if len(value) > 30 else "")
        return f'"{text}"'
    if isinstance(value, int):
        return "a far too large number" if abs(value) > 10**15 else f"{value:,}".replace(",", " ")
    return str(value)[:30]


def quote_words(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


class Fields:
    """A reader of one file, which returns values and collects `problems`."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems: list[str] = []
        self.coin = 1
        self.uneven: list[str] = []  # amounts that are not multiples of the coin

    def note(self, place: str, sentence: str) -> None:
        self.problems.append(f"{self.source}: {place}: {sentence}")

    def reject_unknown(self, table: TomlTable, place: str, fields: Iterable[str]) -> None:
        known = tuple(fields)
        for key in table:
            if key not in known:
                end = nearest(key, known) or f"; known here: {', '.join(known)}."
                self.note(f"{place}{seen(key)[1:-1]}", f"unknown field{end}")

    def value(self, table: TomlTable, place: str, key: str, kind: type[T], called: str) -> T | None:
        value = table.get(key)
        # True is an int for isinstance, and an ordered dictionary is not a dict for type.
        if isinstance(value, kind) and (type(value) is kind or isinstance(value, dict)):
            return value
        if key not in table:
            self.note(place + key, f"missing: {called} is needed.")
        else:
            self.note(place + key, f"{called} is needed, not {seen(value)}.")
        return None

    def number(self, table: TomlTable, place: str, key: str, least: int, most: int) -> int:
        value = table.get(key)
        if type(value) is int and least <= value <= most:
            return value
        number = self.value(table, place, key, int, "a whole number")
        if number is not None:
            self.note(place + key, f"must be from {least} to {seen(most)}, not {seen(number)}.")
        return least

    def money(
        self, table: TomlTable, place: str, key: str, least: int = 0, most: int = MOST_MONEY
    ) -> int:
        value = self.number(table, place, key, least, most)
        if value % self.coin and table.get(key) == value:
            self.uneven.append(f"{place}{key} ({value})")
        return value

    def numbers(
        self,
        table: TomlTable,
        place: str,
        key: str,
        count: int,
        meaning: str,
        most: int = MOST_MONEY,
    ) -> tuple[int, ...]:
        """Return a list of `count` amounts."""
        values = self.value(table, place, key, list, f"a list of {count} numbers ({meaning})")
        if values is None:
            return (0,) * count
        if len(values) != count:
            self.note(place + key, f"{count} numbers are needed ({meaning}), not {len(values)}.")
            return (0,) * count
        for value in values:
            if type(value) is not int:
                self.note(place + key, f"a whole number is needed, not {seen(value)}.")
                return (0,) * count
            if not 0 <= value <= most:
                self.note(place + key, f"must be from 0 to {seen(most)}, not {seen(value)}.")
            elif value % self.coin:
                self.uneven.append(f"{place}{key} ({value})")
        return tuple(values)

    def word(self, table: TomlTable, place: str, key: str, words: tuple[str, ...]) -> str:
        value = self.value(table, place, key, str, f"one of {quote_words(words)}")
        if value is None or value in words:
            return value or words[0]
        end = nearest(value, words) or f"; known: {quote_words(words)}."
        self.note(place + key, f"unknown word {seen(value)}{end}")
        return words[0]

    def label(self, text: str, place: str, shown: frozenset[str], longest: int) -> str:
        label = fold(text.strip())
        if not label:
            self.note(place, "must not be empty.")
        elif not shown.issuperset(label):
            strange = seen("".join(sorted(set(label) - shown)))
            signs = " ".join(sorted(char for char in shown if not char.isalnum() and char != " "))
            self.note(
                place,
                f"{seen(text)} cannot be shown: only A-Z, 0-9, spaces and {signs} can, "
                f"not {strange}.",
            )
        elif len(label) > longest:
            self.note(place, f"{seen(text)} is longer than {longest} characters.")
        return label

    def table(self, table: TomlTable, key: str) -> TomlTable | None:
        return self.value(table, "", key, dict, f"a table [{key}]")
