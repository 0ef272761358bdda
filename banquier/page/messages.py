"""What a page may say to the unit: one small JSON object a message, checked before it is used.

    parse('{"t":"down","key":"OK"}')     Down("OK")
    parse("junk")                        Junk: one sentence

The same for the worker of the pocket page and the server of the table. docs/page.md lists both
directions. Nothing here is a file name, a command or code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from banquier.game.strokes import PACES
from banquier.script.vocabulary import MOST_PLAYERS, BadWord, player_names
from keypad.keys import BY_NAME

VERSION = 2
LARGEST = 1_024
"""Bytes of a message."""
MOST_AMOUNT = 99_999_999
MOST_GOOD = 41
"""Squares are 0 to 39; in a bargain 40 and 41 are the prison cards of the two piles."""
MOST_SEEN = (1 << 32) - 1


class Junk(ValueError):
    """No message of this protocol: one sentence."""


class Down(NamedTuple):
    key: str


class Up(NamedTuple):
    key: str


class Lift(NamedTuple):
    """All keys of this browser come up."""


class Sit(NamedTuple):
    """Take a seat, or ask its phone for it; 0 leaves it."""

    seat: int


class Give(NamedTuple):
    """The answer of a seat's phone to another one that asks for the seat."""

    yes: bool


class Name(NamedTuple):
    seat: int
    name: str


class Do(NamedTuple):
    """An action of the seat's table, with what it asks for."""

    action: str
    number: int = -1
    """Of the deed, loan, card, lot or dice it is about; to whom a payment goes."""
    amount: int = 0
    seen: int = -1
    """The moment that the page showed: an answer to another one is refused."""
    partner: int = 0
    give: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    money: int = 0
    """In a bargain: from this seat to the partner; below zero the other way."""


class TakeOver(NamedTuple):
    """The bots of a demonstration leave."""


class SetPace(NamedTuple):
    """How fast the bots press."""

    pace: str


class Chances(NamedTuple):
    """Who is winning: to be told for some seconds from now on."""


Message = Down | Up | Lift | Sit | Give | Name | Do | TakeOver | SetPace | Chances


def parse(text: object) -> Message:
    if not isinstance(text, str):
        raise Junk("a message is text")
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Junk(f"a message has at most {LARGEST} bytes")
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise Junk("a message is JSON") from None
    if not isinstance(told, dict):
        raise Junk("a message is a JSON object")
    kind = told.get("t")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Junk("no such kind of message")
    return _KINDS[kind](told)


def _number(told: Mapping[str, Any], name: str, least: int, most: int, usual: int | None) -> int:
    if name not in told and usual is not None:
        return usual
    value = told.get(name)
    if type(value) is not int or not least <= value <= most:
        raise Junk(f"{name} is a whole number from {least} to {most}")
    return value


def _key(told: Mapping[str, Any]) -> str:
    key = told.get("key")
    if not isinstance(key, str) or key not in BY_NAME:
        raise Junk("no such key")
    return key


def _name(told: Mapping[str, Any]) -> Name:
    name = told.get("name")
    try:
        found = player_names([name if isinstance(name, str) else '"'])
    except BadWord as bad:
        raise Junk(str(bad)) from None
    return Name(_number(told, "seat", 1, MOST_PLAYERS, None), found.get(1, ""))


def _give(told: Mapping[str, Any]) -> Give:
    yes = told.get("yes")
    if not isinstance(yes, bool):
        raise Junk("yes is true or false")
    return Give(yes)


def _pace(told: Mapping[str, Any]) -> SetPace:
    pace = told.get("pace")
    if not isinstance(pace, str) or pace not in PACES:
        raise Junk(f"pace is {', '.join(PACES)}")
    return SetPace(pace)


def _goods(told: Mapping[str, Any], name: str) -> tuple[int, ...]:
    goods = told.get(name, [])
    if not isinstance(goods, list) or len(goods) > MOST_GOOD + 1:
        raise Junk(f"{name} is a list of deeds")
    if any(type(good) is not int or not 0 <= good <= MOST_GOOD for good in goods):
        raise Junk(f"{name} holds whole numbers from 0 to {MOST_GOOD}")
    return tuple(sorted(set(goods)))


def _do(told: Mapping[str, Any]) -> Do:
    action = told.get("action")
    if not isinstance(action, str) or not action.isascii() or len(action) > 20:
        raise Junk("no such action")
    return Do(
        action,
        _number(told, "number", 0, MOST_AMOUNT, -1),
        _number(told, "amount", 0, MOST_AMOUNT, 0),
        _number(told, "seen", 0, MOST_SEEN, -1),
        _number(told, "partner", 1, MOST_PLAYERS, 0),
        _goods(told, "give"),
        _goods(told, "take"),
        _number(told, "money", -MOST_AMOUNT, MOST_AMOUNT, 0),
    )


_KINDS: dict[str, Callable[[Mapping[str, Any]], Message]] = {
    "down": lambda told: Down(_key(told)),
    "up": lambda told: Up(_key(told)),
    "lift": lambda told: Lift(),
    "sit": lambda told: Sit(_number(told, "seat", 0, MOST_PLAYERS, None)),
    "give": _give,
    "name": _name,
    "do": _do,
    "take over": lambda told: TakeOver(),
    "pace": _pace,
    "chances": lambda told: Chances(),
}
