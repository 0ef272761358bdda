"""The state of a game: plain data, copied in microseconds.

Every rule is a function on a `Game` that either changes it and posts balanced ledger entries, or
raises `Refused` having changed nothing. Nothing here knows a key, a word or a segment.

Players are numbered from 1; number 0 is the bank, in accounts, deeds and creditors alike.
"""

from __future__ import annotations

from enum import IntEnum
from operator import attrgetter
from typing import NamedTuple

from firmware_sim.edition import Card, Edition, Kind

BANK = 0
NO_DEED = -1
HOTEL = 5
BOARD = 40


class Error(IntEnum):
    """The fixed list of what the unit can answer instead of obeying; never renumbered."""

    KEY = 1
    FORBIDDEN = 2
    FUNDS = 3
    TOO_BIG = 4
    NOT_YET = 5
    NO_DIE = 6
    SOLD = 7
    GROUP = 8
    UNEVEN = 9
    STOCK = 10
    BUILT = 11
    MORTGAGED = 12
    DRAW_CARD = 13
    DEBT = 14
    NO_LOAN = 15
    CEILING = 16
    STEP = 17
    NO_PLAYER = 18
    DEEDS_LEFT = 19
    NOTHING = 20
    TOO_LATE = 21
    CAN_PAY = 22
    MEMORY = 23
    TOO_LOW = 24


class Refused(Exception):
    """A rule says no; the game is as it was."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.name)
        self.error = error


def refuse_when(*reasons: tuple[bool, Error]) -> None:
    """Refuse with the lowest number among the reasons that hold."""
    held = [error for holds, error in reasons if holds]
    if held:
        raise Refused(min(held))


class Phase(IntEnum):
    """What the turn waits for."""

    THROW = 0  # the dice, first or again after a double, or a try to leave prison
    SQUARE = 1  # nothing more: FIN closes the square
    OFFER = 2  # an unowned deed: bought or auctioned
    CARD = 3  # a card to draw
    EFFECT = 4  # a card drawn, to be carried out
    RETHROW = 5  # a throw that only sets a utility's rent
    BUS = 6  # speed die: one white die, the other, or both
    ANYWHERE = 7  # speed die: three of a kind
    VISA = 8  # passport: a wonder to tick from an airport


class Variant(IntEnum):
    NORMAL = 0
    SHORT = 1
    TIMED = 2


class Why(IntEnum):
    """What a ledger entry was for."""

    OPENING = 0
    SALARY = 1
    TAX = 2
    DEED = 3
    RENT = 4
    BUILDING = 5
    RESALE = 6
    MORTGAGE = 7
    LIFT = 8
    TRANSFER = 9
    FINE = 10
    CARD = 11
    TRADE = 12
    LOAN = 13
    REPAID = 14
    TAKEN = 15
    RUIN = 16
    GIFT = 17
    REWARD = 18
    PAYMENT = 19
    BENCH = 20


class Entry(NamedTuple):
    payer: int
    payee: int
    amount: int
    why: Why


class Loan(NamedTuple):
    amount: int
    passages: int


class Debt(NamedTuple):
    """A sum that could not be paid. `loan` is the borrowing it takes back, which still counts."""

    debtor: int
    creditor: int
    amount: int
    why: Why
    loan: int = 0


class Claim(NamedTuple):
    """A rent that its owner may still ask for."""

    tenant: int
    owner: int
    square: int
    amount: int
    turn: int


class Lift(NamedTuple):
    """A mortgaged deed that changed hands: lifted at once, or 10 % paid now."""

    player: int
    square: int
    percent: int


class Game:
    """Everything that is true at the table."""

    __slots__ = (
        "bankrupt_order", "cash", "claims", "closed_claim", "debts", "decks", "dice", "doubles",
        "draws", "edition", "effect", "entries", "estate", "free_cards", "hotel_stock",
        "house_stock", "houses", "last_turn", "lifts", "loans", "mortgaged", "owner", "passages",
        "phase", "players", "prison", "speed_die", "speed_from", "square", "third_die", "throws",
        "turn", "turn_number", "variant", "visited", "winner",
    )  # fmt: skip

    def __init__(self, edition: Edition, players: int) -> None:
        seats = players + 1
        self.edition = edition
        self.players = players
        self.variant = Variant.NORMAL
        self.speed_die = False
        self.cash = [0] * seats
        self.owner = [NO_DEED] * BOARD
        for number in edition.deeds:
            self.owner[number] = BANK
        self.houses = [0] * BOARD
        self.mortgaged = [False] * BOARD
        self.house_stock = edition.houses
        self.hotel_stock = edition.hotels
        self.square = [0] * seats
        self.prison = [0] * seats  # 0 free, else which try to leave comes next
        self.passages = [0] * seats
        self.speed_from = [0] * seats  # 0, or the turn after the one that first passed Départ
        self.visited = [0] * seats  # bit n: the wonder on square n is in the passport
        self.loans: list[tuple[Loan, ...]] = [()] * seats
        self.free_cards = [
            BANK,
            BANK,
        ]  # who keeps the card that opens the prison; the bank: its pile
        self.decks: list[tuple[int, ...]] = [
            tuple(card.number for card in deck) for deck in edition.decks
        ]
        self.turn = 1
        self.turn_number = 1
        self.phase = Phase.THROW
        self.dice: tuple[int, ...] = ()
        self.third_die = 0
        self.doubles = 0
        self.throws = 0
        self.draws = 0
        self.effect: tuple[int, Card] | None = None
        self.claims: tuple[Claim, ...] = ()
        self.closed_claim = False
        self.debts: tuple[Debt, ...] = ()
        self.lifts: tuple[Lift, ...] = ()
        self.estate: tuple[int, ...] = ()
        self.bankrupt_order: tuple[int, ...] = ()
        self.last_turn = 0  # the turn under way when the agreed time ran out
        self.winner = 0
        self.entries: list[Entry] = []

    def copy(self) -> Game:
        twin = Game.__new__(Game)
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def plain(self) -> tuple[object, ...]:
        """Every fact but the edition and the last entries, for digests and comparison."""
        facts = list(_facts_of(self))
        for at in _LISTED:
            facts[at] = tuple(facts[at])
        return tuple(facts)

    def is_in(self, player: int) -> bool:
        """Is this the number of somebody still in the game?"""
        return 1 <= player <= self.players and player not in self.bankrupt_order

    def seats(self) -> list[int]:
        """The players still in the game, in number order."""
        out = self.bankrupt_order
        return [player for player in range(1, self.players + 1) if player not in out]

    def deeds_of(self, player: int) -> list[int]:
        owner = self.owner
        return [number for number in self.edition.deeds if owner[number] == player]

    def streets_of(self, player: int) -> list[int]:
        squares = self.edition.squares
        return [number for number in self.deeds_of(player) if squares[number].kind is Kind.STREET]

    def group_of(self, number: int) -> tuple[int, ...]:
        return self.edition.groups[self.edition.squares[number].group]

    def owns_group(self, player: int, group: tuple[int, ...]) -> bool:
        owner = self.owner
        for number in group:  # noqa: SIM110 - asked at every landing, and a plain loop is faster
            if owner[number] != player:
                return False
        return True

    def houses_for_hotel(self) -> int:
        """Four, or three in some short games."""
        short = self.edition.short
        return short.houses_for_hotel if short and self.variant is Variant.SHORT else 4

    def debt_of(self, player: int) -> Debt | None:
        """The oldest debt of this player."""
        for debt in self.debts:
            if debt.debtor == player:
                return debt
        return None


_LISTS = tuple(name for name in (
    "cash", "owner", "houses", "mortgaged", "square", "prison", "passages", "speed_from", "visited",
    "loans", "free_cards", "decks", "entries",
))  # fmt: skip
_PLAIN = tuple(name for name in Game.__slots__ if name not in _LISTS)
_FACTS = tuple(name for name in Game.__slots__ if name not in ("edition", "entries"))
_LISTED = tuple(at for at, name in enumerate(_FACTS) if name in _LISTS)
_facts_of = attrgetter(*_FACTS)
