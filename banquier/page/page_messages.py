"""The messages of a page to the unit: one small JSON object each, checked before it is used.

    parse('{"t":"down","key":"OK"}')     Down("OK")
    parse("junk")                        Junk: one sentence

The same for the worker of the local page and the server of the table. docs/page.md lists both
directions. Nothing here is a file name, a command or code.
"""

# Annotations are evaluated here: they are the kinds of the fields.

from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple

from banquier.editions.rule_fields import HOUSE
from banquier.fields import FLAG, FieldKind, WrongField, one_of, parse_fields, whole_number
from banquier.nesting import json_of
from banquier.play.pace import PACES
from banquier.script.vocabulary import MOST_PLAYERS
from banquier.words.languages import LANGUAGES
from keypad.keys import BY_NAME

VERSION = 8
LARGEST = 1_024
"""Bytes of a message."""
MOST_AMOUNT = 99_999_999
MOST_GOOD = 41
"""Squares are 0 to 39; in a bargain 40 and 41 are the prison cards of the two piles."""
MOST_SEEN = (1 << 32) - 1

MOST_EDITIONS = 9
MOST_VALUES = 20
"""The values of a house rule at most."""

SEAT = whole_number(1, MOST_PLAYERS)
RULE, RANK = one_of(HOUSE), whole_number(0, MOST_VALUES)
KEY = FieldKind("a key of the unit", lambda key: isinstance(key, str) and key in BY_NAME)
NAME = FieldKind("text", lambda name: isinstance(name, str), str.strip)
"""Whatever a person can type: what is not a name is refused later, in a sentence."""
ACTION = FieldKind(
    "the name of an action",
    lambda name: isinstance(name, str) and name.isascii() and len(name) <= 20,
)


HOUSE_RULE = FieldKind(
    "a pair, a house rule and the rank of its value",
    lambda pair: (
        isinstance(pair, list) and len(pair) == 2 and RULE.holds(pair[0]) and RANK.holds(pair[1])
    ),
    tuple,
)


def in_order(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(set(values)))


def list_of(
    kind: FieldKind, least: int = 0, most: int = LARGEST, made: Callable[..., Any] = tuple
) -> FieldKind:
    return FieldKind(
        f"a list of {least} to {most} values, each {kind.what}",
        lambda values: (
            isinstance(values, list)
            and least <= len(values) <= most
            and all(kind.holds(value) for value in values)
        ),
        lambda values: made([kind.made(value) for value in values]),
    )


GOODS = list_of(whole_number(0, MOST_GOOD), most=MOST_GOOD + 1, made=in_order)
PLAYERS = list_of(NAME, least=2, most=MOST_PLAYERS)
BOTS = list_of(SEAT, made=in_order)
HOUSE_RULES = list_of(HOUSE_RULE)


class Junk(ValueError):
    """The text is not a message of this protocol: one sentence."""


class Down(NamedTuple):
    key: Annotated[str, KEY]


class Up(NamedTuple):
    key: Annotated[str, KEY]


class LiftKeys(NamedTuple):
    """Let go of all keys of this browser."""


class Sit(NamedTuple):
    """Take a seat; 0 leaves it. `take`: also from the phone that has it."""

    seat: Annotated[int, whole_number(0, MOST_PLAYERS)]
    take: Annotated[bool, FLAG] = False


class Name(NamedTuple):
    seat: Annotated[int, SEAT]
    name: Annotated[str, NAME]


class Do(NamedTuple):
    """An action of the seat's table, with what it asks for."""

    action: Annotated[str, ACTION]
    number: Annotated[int, whole_number(0, MOST_AMOUNT)] = -1
    """The deed, loan, card, lot or dice it is about; the player whom a payment goes to."""
    amount: Annotated[int, whole_number(0, MOST_AMOUNT)] = 0
    seen: Annotated[int, whole_number(0, MOST_SEEN)] = -1
    """The moment that the page showed: an answer to another one is refused."""
    partner: Annotated[int, SEAT] = 0
    give: Annotated[tuple[int, ...], GOODS] = ()
    take: Annotated[tuple[int, ...], GOODS] = ()
    money: Annotated[int, whole_number(-MOST_AMOUNT, MOST_AMOUNT)] = 0
    """The money of a bargain, from this seat to the partner; below zero the other way."""


class TakeOver(NamedTuple):
    """The bots of a demonstration leave."""


class Pace(NamedTuple):
    """Choose the pace of the bots. `kept`: an earlier choice, which a browser alone restores."""

    pace: Annotated[str, one_of(PACES)]
    kept: Annotated[bool, FLAG] = False


class Lang(NamedTuple):
    """The language that this browser shows: it is sent no other one."""

    lang: Annotated[str, one_of(LANGUAGES)]


class Chances(NamedTuple):
    """The message that a browser shows the chances: they are sent as long as it does."""

    shown: Annotated[bool, FLAG]


class Rule(NamedTuple):
    """Choose a house rule before a game; "": those of the game before."""

    rule: Annotated[str, one_of(("", *HOUSE))]
    at: Annotated[int, RANK] = 0
    """The rank of its value."""


class Offers(NamedTuple):
    """Ask what a new game can have in this edition."""

    edition: Annotated[int, whole_number(0, MOST_EDITIONS)] = 0


class NewGame(NamedTuple):
    """Begin a game: the keys of the set-up are pressed on the unit."""

    names: Annotated[tuple[str, ...], PLAYERS]
    edition: Annotated[int, whole_number(0, MOST_EDITIONS)] = 0
    bots: Annotated[tuple[int, ...], BOTS] = ()
    """The seats of bots."""
    game: Annotated[str, one_of(("normal", "short", "timed"))] = "normal"
    minutes: Annotated[int, whole_number(0, 999)] = 0
    """The length of a timed game; 0: as the edition has it."""
    speed_die: Annotated[bool, FLAG] = False
    own_dice: Annotated[bool, FLAG] = False
    own_cards: Annotated[bool, FLAG] = False
    rules: Annotated[tuple[tuple[str, int], ...], HOUSE_RULES] = ()
    """House rules, each with the rank of its value."""


KINDS: dict[str, Any] = {
    "down": Down, "up": Up, "lift": LiftKeys, "sit": Sit, "name": Name, "do": Do,
    "takeover": TakeOver, "pace": Pace, "lang": Lang, "chances": Chances, "rule": Rule,
    "offers": Offers, "newgame": NewGame,
}  # fmt: skip
"""The messages by the field `t`."""


def parse(text: object) -> Any:
    if not isinstance(text, str):
        raise Junk("a message is text")
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Junk(f"a message has at most {LARGEST} bytes")
    try:
        fields = json_of(text)
    except ValueError:
        raise Junk("a message is JSON") from None
    if not isinstance(fields, dict):
        raise Junk("a message is a JSON object")
    kind = fields.get("t")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Junk("no such kind of message")
    try:
        return parse_fields(KINDS[kind], fields)
    except WrongField as wrong:
        raise Junk(wrong.wanted) from None
