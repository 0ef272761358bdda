"""The fields of a game, one by one: how each is written as plain data, and read with suspicion.

encode("effect", game.effect)             [0, [3, "pay", 1500, 0, 0, -1, 0]]
FIELDS["cash"]([0, -5, 5], shape)         [0, -5, 5], or StateError
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from firmware_sim.edition import Card, Edition
from firmware_sim.game import (
    BOARD,
    HOTEL,
    NO_DEED,
    Claim,
    Debt,
    Lift,
    Loan,
    Phase,
    Variant,
    Why,
)

MONEY = 10**10
TURNS = 10**7
EFFECTS = (
    *("pay", "receive", "from_each", "to_each", "repairs", "advance", "back_to", "back"),
    *("prison", "free", "pay_or_chance"),
)


class StateError(ValueError):
    """What was read is no state a game could be in; the words say what is wrong with it."""


class Shape(NamedTuple):
    edition: Edition
    players: int


Reader = Callable[[Any, Shape], Any]
Range = tuple[int, int]


def encode(name: str, value: Any) -> Any:
    if name == "effect" and value is not None:
        pile, card = value
        told = (card.number, card.effect, card.amount, card.house, card.hotel, card.square)
        return [pile, [*told, card.squares]]
    return value


# -- pieces


def integer(value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise StateError(f"{ascii(value)[:40]} is not {least} to {most}")
    return value


def truth(value: object) -> bool:
    if type(value) is not bool:
        raise StateError(f"{ascii(value)[:40]} is neither true nor false")
    return value


def listed(value: object, longest: int) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > longest:
        raise StateError(f"{ascii(value)[:40]} is no list")
    return list(value)


def rows(value: object, *ranges: Range) -> Iterable[list[int]]:
    """Rows of so many numbers, each within its range."""
    for row in listed(value, 1000):
        cells = listed(row, len(ranges))
        if len(cells) != len(ranges):
            raise StateError(f"{ascii(row)[:40]} has not {len(ranges)} numbers")
        yield [integer(cell, *limits) for cell, limits in zip(cells, ranges, strict=True)]


# -- readers


def _number(least: int, most: int) -> Reader:
    return lambda value, shape: integer(value, least, most)


def _player(least: int) -> Reader:
    return lambda value, shape: integer(value, least, shape.players)


def _truth(value: Any, shape: Shape) -> bool:
    return truth(value)


def _numbers(least: int, most: int, longest: int) -> Reader:
    return lambda value, shape: tuple(integer(n, least, most) for n in listed(value, longest))


def _seats(least: int, most: int) -> Reader:
    """A number for the bank and for each player."""

    def read(value: Any, shape: Shape) -> list[int]:
        found = [integer(number, least, most) for number in listed(value, shape.players + 1)]
        if len(found) != shape.players + 1:
            raise StateError(f"{len(found)} seats for {shape.players} players")
        return found

    return read


def _squares(read_one: Callable[[Any, Shape, int], Any]) -> Reader:
    def read(value: Any, shape: Shape) -> list[Any]:
        found = listed(value, BOARD)
        if len(found) != BOARD:
            raise StateError(f"{len(found)} squares")
        return [read_one(one, shape, square) for square, one in enumerate(found)]

    return read


def _owner(value: Any, shape: Shape, square: int) -> int:
    if shape.edition.group_of[square] < 0:
        return integer(value, NO_DEED, NO_DEED)
    return integer(value, 0, shape.players)


def _people(value: Any, shape: Shape) -> tuple[int, ...]:
    return tuple(integer(player, 1, shape.players) for player in listed(value, shape.players))


def _claims(value: Any, shape: Shape) -> tuple[Claim, ...]:
    player = (1, shape.players)
    found = rows(value, player, player, (0, BOARD - 1), (0, MONEY), (0, TURNS))
    return tuple(Claim(*row) for row in found)


def _debts(value: Any, shape: Shape) -> tuple[Debt, ...]:
    people = ((1, shape.players), (0, shape.players))
    found = rows(value, *people, (1, MONEY), (0, max(Why)), (0, MONEY))
    return tuple(Debt(one, other, sum_, Why(why), loan) for one, other, sum_, why, loan in found)


def _lifts(value: Any, shape: Shape) -> tuple[Lift, ...]:
    found = rows(value, (1, shape.players), (0, BOARD - 1), (0, 1000))
    lifts = tuple(Lift(*row) for row in found)
    if any(shape.edition.group_of[lift.square] < 0 for lift in lifts):
        raise StateError("a square without a deed")
    return lifts


def _loans(value: Any, shape: Shape) -> list[tuple[Loan, ...]]:
    found = listed(value, shape.players + 1)
    if len(found) != shape.players + 1:
        raise StateError(f"{len(found)} seats for {shape.players} players")
    return [tuple(Loan(*row) for row in rows(loans, (1, MONEY), (0, 1000))) for loans in found]


def _decks(value: Any, shape: Shape) -> list[tuple[int, ...]]:
    piles = []
    for pile, deck in zip(listed(value, 2), shape.edition.decks, strict=True):
        numbers = [integer(number, 0, 1000) for number in listed(pile, len(deck))]
        if len(set(numbers)) < len(numbers) or set(numbers) - {card.number for card in deck}:
            raise StateError("a pile with cards that are not in it")
        piles.append(tuple(numbers))
    return piles


def _effect(value: Any, shape: Shape) -> tuple[int, Card] | None:
    if value is None:
        return None
    pile, told = listed(value, 2)
    number, effect, *amounts = listed(told, 7)
    if effect not in EFFECTS or len(amounts) != 5:
        raise StateError(f"no card has the effect {ascii(effect)[:40]}")
    amount, house, hotel = (integer(n, 0, MONEY) for n in amounts[:3])
    card = Card(integer(number, 0, 1000), effect, amount, house, hotel,
                integer(amounts[3], -1, BOARD - 1), integer(amounts[4], 0, MONEY))  # fmt: skip
    return integer(pile, 0, 1), card


def _free_cards(value: Any, shape: Shape) -> list[int]:
    first, second = listed(value, 2)
    return [integer(first, 0, shape.players), integer(second, 0, shape.players)]


FIELDS: dict[str, Reader] = {
    "bankrupt_order": _people,
    "cash": _seats(-MONEY, MONEY),
    "claims": _claims,
    "closed_claim": _truth,
    "debts": _debts,
    "decks": _decks,
    "dice": _numbers(1, 6, 3),
    "doubles": _number(0, 3),
    "draws": _number(0, TURNS),
    "effect": _effect,
    "estate": _numbers(0, BOARD + 1, BOARD + 2),
    "free_cards": _free_cards,
    "hotel_stock": _number(0, 1000),
    "house_stock": _number(0, 1000),
    "houses": _squares(lambda value, shape, square: integer(value, 0, HOTEL)),
    "last_turn": _number(0, TURNS),
    "lifts": _lifts,
    "loans": _loans,
    "mortgaged": _squares(lambda value, shape, square: truth(value)),
    "owner": _squares(_owner),
    "passages": _seats(0, TURNS),
    "phase": lambda value, shape: Phase(integer(value, 0, max(Phase))),
    "players": lambda value, shape: integer(value, shape.players, shape.players),
    "prison": _seats(0, 3),
    "speed_die": _truth,
    "speed_from": _seats(0, TURNS),
    "square": _seats(0, BOARD - 1),
    "third_die": _number(0, 6),
    "throws": _number(0, TURNS),
    "turn": _player(1),
    "turn_number": _number(1, TURNS),
    "variant": lambda value, shape: Variant(integer(value, 0, max(Variant))),
    "visited": _seats(0, (1 << BOARD) - 1),
    "winner": _player(0),
}
