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

from banquier.script.vocabulary import MOST_PLAYERS, BadWord, player_names
from keypad.keys import BY_NAME

VERSION = 1
LARGEST = 1_024
"""Bytes of a message."""
MOST_AMOUNT = 99_999_999
MOST_SQUARE = 41
"""Squares are 0 to 39; in a bargain 40 and 41 are the prison cards of the two piles."""


class Junk(ValueError):
    """No message of this protocol: one sentence."""


class Down(NamedTuple):
    key: str


class Up(NamedTuple):
    key: str


class Lift(NamedTuple):
    """All keys of this browser come up."""


class Sit(NamedTuple):
    """Take a seat; 0 leaves it."""

    seat: int


class Name(NamedTuple):
    seat: int
    name: str


class Do(NamedTuple):
    """An action that the unit's side has offered, with what it asks for."""

    action: str
    square: int = -1
    amount: int = 0
    player: int = -1
    takes: int = -1
    """In a bargain: the other player's deed or card."""
    payer: int = 0
    """In a swap: who adds the amount; 0 for nobody."""


class TakeOver(NamedTuple):
    """The bots of a demonstration leave."""


Message = Down | Up | Lift | Sit | Name | Do | TakeOver


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
    value = told.get(name, usual)
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


def _do(told: Mapping[str, Any]) -> Do:
    action = told.get("action")
    if not isinstance(action, str) or not action.isascii() or len(action) > 20:
        raise Junk("no such action")
    return Do(
        action,
        _number(told, "square", 0, MOST_SQUARE, -1) if "square" in told else -1,
        _number(told, "amount", 0, MOST_AMOUNT, 0),
        _number(told, "player", 0, MOST_PLAYERS, -1) if "player" in told else -1,
        _number(told, "takes", 0, MOST_SQUARE, -1) if "takes" in told else -1,
        _number(told, "payer", 0, MOST_PLAYERS, 0),
    )


_KINDS: dict[str, Callable[[Mapping[str, Any]], Message]] = {
    "down": lambda told: Down(_key(told)),
    "up": lambda told: Up(_key(told)),
    "lift": lambda told: Lift(),
    "sit": lambda told: Sit(_number(told, "seat", 0, MOST_PLAYERS, None)),
    "name": _name,
    "do": _do,
    "take over": lambda told: TakeOver(),
}
