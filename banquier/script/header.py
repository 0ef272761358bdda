"""The header of a script: the game that the set-up opens, and the hardware."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection

from banquier.script.steps import Place, ScriptError
from banquier.script.vocabulary import BadWord, nearest, number, player_names, quoted

FORMAT = 1
"""The format version on the first line; higher ones cannot be read."""


class Header:
    """Header fields; `given` has the places of those that are not defaults."""

    def __init__(self) -> None:
        self.edition = ""  # the first choice of the set-up
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

    def read(self, words: list[str], place: Place, editions: Collection[str]) -> None:
        """Read one header line; the path of an edition is relative to the script."""
        field, *rest = words
        if len(rest) != 1 and field != "names":
            raise ScriptError(f"{field} is followed by one word: {USAGE[field]}", place)
        if field in self.given:
            raise ScriptError(f"{field} was given already at {self.given[field]}", place)
        try:
            if field == "names":
                self.names = player_names(rest)
            elif field == "edition":
                self.edition = _edition(rest[0], place, editions)
            else:
                setattr(self, field.replace("-", "_"), _READERS[field](rest[0]))
        except BadWord as bad:
            raise ScriptError(str(bad), place) from None
        self.given[field] = place

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
        if words[1].lstrip("0") == str(FORMAT):
            return
        if len(words[1]) > 6 or int(words[1]) > FORMAT:
            raise ScriptError(
                f"the script is of format {words[1][:9]}, newer than the {FORMAT} known here", place
            )
    raise ScriptError(f'the first line of a script is "banquier {FORMAT}"', place)


def _edition(word: str, place: Place, editions: Collection[str]) -> str:
    if word.endswith(".toml"):
        return os.path.normpath(os.path.join(os.path.dirname(place.file), word))
    if word.lower() in editions:
        return word.lower()
    raise BadWord(
        f"{quoted(word)} is no edition and no .toml file{nearest(word, editions)}"
        + (f"; known: {', '.join(editions)}" if editions else "")
    )


def _one_of(*words: str) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in words:
            raise BadWord(f"{quoted(word)} is not {' or '.join(words)}{nearest(word, words)}")
        return word

    return read


def _number(what: str, least: int, most: int) -> Callable[[str], int]:
    return lambda word: number(word, what, least, most)


def _version(word: str) -> str:
    if len(word) > 20 or not word.isprintable():
        raise BadWord(f"{quoted(word)} is no version of the firmware")
    return word


_READERS: dict[str, Callable[[str], object]] = {
    "players": _number("players", 2, 8),
    "game": _one_of("normal", "short", "timed"),
    "minutes": _number("minutes", 1, 999),
    "speed-die": _one_of("yes", "no"),
    "first": _number("the first player", 1, 8),
    "dice": _one_of("keyed", "auto"),
    "cards": _one_of("keyed", "auto"),
    "seed": _number("a seed", 0, 0xFFFF_FFFF),
    "bounce": _one_of("none", "new", "worn"),
    "firmware": _version,
}

USAGE = {
    "edition": "edition electronique",
    "players": "players 3",
    "game": "game normal",
    "minutes": "minutes 60",
    "speed-die": "speed-die yes",
    "first": "first 2",
    "dice": "dice keyed",
    "cards": "cards keyed",
    "seed": "seed 42",
    "bounce": "bounce worn",
    "firmware": "firmware 1.0",
    "names": 'names "Anne" "Bob"',
}
FIELDS = frozenset(USAGE)
