"""Field types of a game: initial value, plain data for saves, and decoding with checks.

cash: Annotated[list[int], PerPlayer(-MONEY, MONEY)]

kind.begin(edition, players)         the value in a new game
kind.plain(value)                    the value as numbers, texts and lists, for a save
kind.read(plain, edition, players)   the value, or StateError: saves are checked
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Any

from firmware_sim.edition import CARDS, SQUARES, Card, Edition

MONEY = 10**10
TURNS = 10**7
NO_DEED = -1
EFFECTS = (*CARDS, "to_each")  # that one only of a card keyed by hand

Range = tuple[int, int | None]
"""Smallest and largest value; None: the number of players."""
PLAYER: Range = (1, None)
PLAYER_OR_BANK: Range = (0, None)
SQUARE: Range = (0, SQUARES - 1)
SQUARE_OR_NONE: Range = (-1, SQUARES - 1)
SUM: Range = (0, MONEY)


class StateError(ValueError):
    """What was read is not a possible state; the text says why."""


def annotated(cls: type) -> dict[str, Any]:
    """The metadata of annotated fields, by field name."""
    hints = cls.__annotations__.items()
    return {name: hint.__metadata__[0] for name, hint in hints if hasattr(hint, "__metadata__")}


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


def rows(value: object, players: int, *ranges: Range, least: int = 0) -> Iterator[list[int]]:
    """Rows of numbers, each within its range. Rows of older saves may be shorter: down to `least`
    numbers."""
    limits = [(least, players if most is None else most) for least, most in ranges]
    for row in listed(value, 1000):
        cells = listed(row, len(limits))
        if len(cells) < (least or len(limits)):
            raise StateError(f"{ascii(row)[:40]} has not {len(limits)} numbers")
        yield [integer(cell, *limit) for cell, limit in zip(cells, limits, strict=False)]


# -- kinds


class FieldKind:
    copied = False  # a list: copied with the game

    def begin(self, edition: Edition, players: int) -> Any:
        return 0

    def plain(self, value: Any) -> Any:
        return value

    def read(self, plain: Any, edition: Edition, players: int) -> Any:
        raise NotImplementedError


class Number(FieldKind):
    def __init__(self, least: int, most: int | None, start: int = 0) -> None:
        self.least, self.most, self.start = least, most, start

    def begin(self, edition: Edition, players: int) -> int:
        return self.start

    def read(self, plain: Any, edition: Edition, players: int) -> int:
        return integer(plain, self.least, players if self.most is None else self.most)


class Players(FieldKind):
    def begin(self, edition: Edition, players: int) -> int:
        return players

    def read(self, plain: Any, edition: Edition, players: int) -> int:
        return integer(plain, players, players)


class Flag(FieldKind):
    def begin(self, edition: Edition, players: int) -> bool:
        return False

    def read(self, plain: Any, edition: Edition, players: int) -> bool:
        return truth(plain)


class OneOf(FieldKind):
    def __init__(self, choices: type[IntEnum]) -> None:
        self.choices = choices

    def begin(self, edition: Edition, players: int) -> IntEnum:
        return self.choices(0)

    def read(self, plain: Any, edition: Edition, players: int) -> IntEnum:
        return self.choices(integer(plain, 0, max(self.choices)))


class Stock(Number):
    """Buildings in the bank; the edition gives the first number."""

    def __init__(self, of: str) -> None:
        super().__init__(0, 1000)
        self.of = of

    def begin(self, edition: Edition, players: int) -> int:
        return int(getattr(edition, self.of))


class Numbers(FieldKind):
    def __init__(self, least: int, most: int | None, longest: int) -> None:
        self.least, self.most, self.longest = least, most, longest

    def begin(self, edition: Edition, players: int) -> tuple[int, ...]:
        return ()

    def read(self, plain: Any, edition: Edition, players: int) -> tuple[int, ...]:
        most = players if self.most is None else self.most
        return tuple(integer(number, self.least, most) for number in listed(plain, self.longest))


class Rows(FieldKind):
    """Rows of numbers; `make` gives each its type, `check` may refuse one."""

    def __init__(
        self,
        make: Callable[..., Any],
        *ranges: Range,
        check: Callable[[Edition, Any], bool] = lambda edition, row: True,
        least: int = 0,
    ) -> None:
        self.make, self.ranges, self.check, self.least = make, ranges, check, least

    def begin(self, edition: Edition, players: int) -> tuple[Any, ...]:
        return ()

    def read(self, plain: Any, edition: Edition, players: int) -> tuple[Any, ...]:
        shortest = self.least
        found = tuple(self.make(*row) for row in rows(plain, players, *self.ranges, least=shortest))
        if not all(self.check(edition, row) for row in found):
            raise StateError("a square without a deed")
        return found


class PerPlayer(FieldKind):
    """A value for the bank and for each player."""

    copied = True

    def __init__(self, each: FieldKind) -> None:
        self.each = each

    def begin(self, edition: Edition, players: int) -> list[Any]:
        return [self.each.begin(edition, players)] * (players + 1)

    def read(self, plain: Any, edition: Edition, players: int) -> list[Any]:
        values = listed(plain, players + 1)
        if len(values) != players + 1:
            raise StateError(f"{len(values)} seats for {players} players")
        return [self.each.read(value, edition, players) for value in values]


class PerSquare(FieldKind):
    copied = True

    def __init__(self, each: FieldKind) -> None:
        self.each = each

    def begin(self, edition: Edition, players: int) -> list[Any]:
        return [self.each.begin(edition, players)] * SQUARES

    def read(self, plain: Any, edition: Edition, players: int) -> list[Any]:
        values = listed(plain, SQUARES)
        if len(values) != SQUARES:
            raise StateError(f"{len(values)} squares")
        return [self.each.read(value, edition, players) for value in values]


class Owners(PerSquare):
    """Owner of each square: a player, the bank, or -1 where there is no deed."""

    def __init__(self) -> None:
        super().__init__(Number(NO_DEED, None))

    def begin(self, edition: Edition, players: int) -> list[int]:
        return [NO_DEED if group < 0 else 0 for group in edition.group_of]

    def read(self, plain: Any, edition: Edition, players: int) -> list[int]:
        found = super().read(plain, edition, players)
        for owner, group in zip(found, edition.group_of, strict=True):
            if (owner == NO_DEED) != (group < 0):
                raise StateError(f"{owner} cannot own that square")
        return found


class Decks(FieldKind):
    """The two piles, as card numbers; the next card first."""

    copied = True

    def begin(self, edition: Edition, players: int) -> list[tuple[int, ...]]:
        return [tuple(card.number for card in deck) for deck in edition.decks]

    def read(self, plain: Any, edition: Edition, players: int) -> list[tuple[int, ...]]:
        piles = []
        for pile, deck in zip(listed(plain, 2), edition.decks, strict=True):
            numbers = [integer(number, 0, 1000) for number in listed(pile, len(deck))]
            if len(set(numbers)) < len(numbers) or set(numbers) - {card.number for card in deck}:
                raise StateError("a pile with cards that are not in it")
            piles.append(tuple(numbers))
        return piles


class KeptCards(FieldKind):
    """Who keeps the prison card of each pile; the bank: it lies in the pile."""

    copied = True

    def begin(self, edition: Edition, players: int) -> list[int]:
        return [0, 0]

    def read(self, plain: Any, edition: Edition, players: int) -> list[int]:
        first, second = listed(plain, 2)
        return [integer(first, 0, players), integer(second, 0, players)]


class DrawnCard(FieldKind):
    """The card turned up and its pile, until OK carries it out."""

    def begin(self, edition: Edition, players: int) -> None:
        return None

    def plain(self, value: tuple[int, Card] | None) -> list[Any] | None:
        if value is None:
            return None
        pile, card = value
        told = (card.number, card.effect, card.amount, card.house, card.hotel, card.square)
        return [pile, [*told, card.squares]]

    def read(self, plain: Any, edition: Edition, players: int) -> tuple[int, Card] | None:
        if plain is None:
            return None
        pile, told = listed(plain, 2)
        number, effect, *amounts = listed(told, 7)
        if effect not in EFFECTS or len(amounts) != 5:
            raise StateError(f"no card has the effect {ascii(effect)[:40]}")
        amount, house, hotel = (integer(n, 0, MONEY) for n in amounts[:3])
        card = Card(integer(number, 0, 1000), effect, amount, house, hotel,
                    integer(amounts[3], -1, SQUARES - 1),
                    integer(amounts[4], 0, MONEY))  # fmt: skip
        return integer(pile, 0, 1), card
