"""The state of a game: plain data, cheap to copy.

A rule is a function on a `Game`: it changes the game and posts balanced ledger entries, or it
raises `Refused` and changes nothing. Keys, texts and segments are not known here.

Players are numbered from 1; number 0 is the bank, in accounts, deeds and creditors alike. The pot
on free parking is an account too, the last one, where the house rules have it (HOUSE-1).
"""

from enum import IntEnum
from typing import NamedTuple

from firmware_sim.edition import SQUARES, Card, Edition, Kind

BANK = 0
POT = -1
"""The index of the pot in `cash`: the last account."""
NO_DEED = -1
"""The owner of a square that cannot be owned."""
NO_SQUARE = -1
HOTEL = 5
BOARD = SQUARES
MONEY = 10**10
TURNS = 10**7
"""No game comes near them."""
STREET = Kind.STREET  # looked up once: an enum's member is slow to find

new_row = tuple.__new__
"""Make a named tuple in a third of the time of its own class, for the entries of each payment."""


class Error(IntEnum):
    """The error numbers of the unit; never renumbered."""

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
    """A rule refuses; the game is unchanged. `short`: the money that is missing."""

    def __init__(self, error: Error, short: int = 0) -> None:
        super().__init__(Error(error).name)
        self.error = error
        self.short = short


def refuse_when(*reasons: tuple[bool, Error], short: int = 0) -> None:
    """Refuse with the lowest error number whose condition is true."""
    held = [error for holds, error in reasons if holds]
    if held:
        raise Refused(min(held), max(short, 0))


class Phase(IntEnum):
    """The state of the turn."""

    THROW = 0  # the dice, first or again after a double, or a try to leave prison
    SQUARE = 1  # nothing more: FIN closes the square
    OFFER = 2  # an unowned deed: bought or auctioned
    CARD = 3  # a card to draw
    EFFECT = 4  # a card drawn, to be carried out
    RETHROW = 5  # a throw that only sets a utility's rent
    BUS = 6  # speed die: one white die, the other, or both
    ANYWHERE = 7  # speed die: three of a kind
    VISA = 8  # passport: a wonder to tick from an airport


DELAYS = (Phase.RETHROW, Phase.VISA)
"""The phases that come before the rent of the square."""


class Variant(IntEnum):
    NORMAL = 0
    SHORT = 1
    TIMED = 2


class Why(IntEnum):
    """The reason of a ledger entry."""

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
    DEBUG = 20
    POT = 21
    DOUBLE_ONE = 22


class EnumText(NamedTuple):
    """A member of an enum in a digest, whose text is the same in every body."""

    name: str
    number: int

    def __repr__(self) -> str:
        return f"<{self.name}: {self.number}>"


class Loan(NamedTuple):
    amount: int
    passages: int


class Debt(NamedTuple):
    """A sum that could not be paid. `loan`: the loan that it pays back, which still counts."""

    debtor: int
    creditor: int
    amount: int
    why: Why
    loan: int = 0
    square: int = -1  # the square concerned: the deed of a rent

    def __repr__(self) -> str:
        """Digests contain this: `square` is younger than they are."""
        debtor, creditor, amount, why, loan, _ = self
        why_text = EnumText(f"Why.{Why(why).name}", int(why))
        return f"Debt({debtor=}, {creditor=}, {amount=}, why={why_text!r}, {loan=})"


class Entry(NamedTuple):
    payer: int
    payee: int
    amount: int
    why: Why
    square: int = -1  # the deed, lot or tax that it was for; -1: none, or not known


class Claim(NamedTuple):
    """A rent that its owner may still ask for."""

    tenant: int
    owner: int
    square: int
    amount: int
    turn: int


class Bargain(NamedTuple):
    """The goods of each side. `money` goes from the first to the second; below zero back."""

    first: int
    second: int
    first_deeds: tuple[int, ...] = ()
    second_deeds: tuple[int, ...] = ()
    first_cards: tuple[int, ...] = ()
    second_cards: tuple[int, ...] = ()
    money: int = 0

    @property
    def goods(self) -> list[tuple[int, ...]]:
        """The goods of each side: squares, then the cards of the piles, by the numbers of goods."""
        sides = (self.first_deeds, self.first_cards), (self.second_deeds, self.second_cards)
        return [(*deeds, *(BOARD + pile for pile in piles)) for deeds, piles in sides]


class Act(NamedTuple):
    """The facts of an operation; the roll says it in words."""

    kind: str  # a kind of texts.ACTS: throw, buy, finish …
    player: int = 0  # the acting player; 0: the bank
    other: int = 0  # payee or partner
    square: int = -1  # the square; for a card 40 and its pile
    numbers: tuple[int, ...] = ()  # the dice, the number of a card or of a loan, the steps
    bargain: Bargain | None = None
    text: str = ""  # else: the effect of a card, an edition, the act undone


class Lift(NamedTuple):
    """A mortgaged deed that changed hands: lifted at once, or 10 % paid now."""

    player: int
    square: int
    percent: int


# Not in saves and digests: what follows from the edition, or from `owner`, and the last entries.
_FOLLOWS = frozenset(
    (
        "edition", "squares", "lots_with", "group_at", "kinds", "passport", "deeds", "group_owner",
        "whole_streets", "posted", "stop", "has_pot",
    )
)  # fmt: skip


class Game:
    """The whole state of a game. The limits of each field stand in saved_state.py."""

    def __init__(self, edition: Edition, players: int) -> None:
        self.edition = edition
        # These six repeat the edition's, because every landing needs them.
        self.squares = edition.squares
        self.lots_with = edition.lots_with
        self.group_at = edition.group_of
        self.kinds = edition.kinds
        self.passport = edition.passport
        self.has_pot = edition.parking == "pot"

        accounts = players + 1  # the bank's is the first
        self.players = players
        self.variant = Variant.NORMAL
        self.speed_die = False
        self.cash = [0] * (accounts + self.has_pot)
        self.owner = [NO_DEED if group < 0 else BANK for group in edition.group_of]
        self.houses = [0] * BOARD  # 5: a hotel
        self.mortgaged = [False] * BOARD
        self.house_stock = edition.houses
        self.hotel_stock = edition.hotels
        self.square = [0] * accounts
        self.prison = [0] * accounts  # 0 free, else which try to leave comes next
        self.passages = [0] * accounts
        self.speed_from = [0] * accounts  # 0, or the turn after the one that first passed Départ
        self.visited = [0] * accounts  # bit n: the wonder on square n is in the passport
        self.loans: list[tuple[Loan, ...]] = [()] * accounts
        self.free_cards = [BANK, BANK]  # the keeper of each pile's prison card
        self.decks = [tuple([card.number for card in deck]) for deck in edition.decks]
        self.turn = 1
        self.turn_number = 1
        self.phase = Phase.THROW
        self.dice: tuple[int, ...] = ()
        self.third_die = 0
        self.doubles = 0
        self.throws = 0
        self.draws = 0
        self.effect: tuple[int, Card] | None = None  # the card turned up and its pile, until OK
        self.stop: tuple[Claim, ...] = ()  # the rent of the square that VISA or RETHROW delays
        self.claims: tuple[Claim, ...] = ()
        self.closed_claim = False
        self.debts: tuple[Debt, ...] = ()
        self.lifts: tuple[Lift, ...] = ()
        self.estate: tuple[int, ...] = ()
        self.bankrupt_order: tuple[int, ...] = ()
        self.last_turn = 0  # the turn under way when the agreed time ran out
        self.winner = 0

        # the entries of the last operation, as plain rows: `entries` names their parts
        self.posted: list[tuple[int, int, int, Why, int]] = []
        # These three follow from `owner`.
        self.deeds: list[tuple[int, ...]] = []  # per account, in board order
        self.group_owner: list[int] = []  # the owner of each whole group, or the bank
        self.whole_streets: list[tuple[tuple[int, ...], ...]] = []  # the groups of each player
        self.count_deeds()

    def copy(self, like: "Game | None" = None) -> "Game":
        """`like`: a game that nobody changes any more; its lists serve where they are the same."""
        twin = object.__new__(Game)
        facts = vars(self).copy()
        for name, value in facts.items():
            if type(value) is list:
                known = getattr(like, name, None)
                facts[name] = known if value == known else value.copy()
        twin.__dict__.update(facts)
        return twin

    def fields(self) -> dict[str, object]:
        """The fields of a save, in the order of digests; the `stop` only if it does not follow from
        the other fields."""
        facts = {name: fact for name, fact in sorted(vars(self).items()) if name not in _FOLLOWS}
        return facts if self.stop == self.stop_now() else {**facts, "stop": self.stop}

    def plain(self) -> tuple[object, ...]:
        """The fields of a save, for comparison."""
        facts = self.fields().values()
        return tuple([tuple(fact) if type(fact) is list else fact for fact in facts])

    def digest_facts(self) -> tuple[object, ...]:
        """The fields of a save as a digest has them."""
        facts = {
            **self.fields(),
            "phase": EnumText(f"Phase.{Phase(self.phase).name}", int(self.phase)),
            "variant": EnumText(f"Variant.{Variant(self.variant).name}", int(self.variant)),
        }
        return tuple([tuple(fact) if type(fact) is list else fact for fact in facts.values()])

    @property
    def entries(self) -> list[Entry]:
        return [Entry(*row) for row in self.posted]

    def stop_now(self) -> tuple[Claim, ...]:
        """The rent of the square that VISA or RETHROW delays, if the token arrived now; of a
        utility for each pip."""
        if self.phase not in DELAYS:
            return ()
        player, number = self.turn, self.square[self.turn]
        owner = self.owner[number]
        if owner in (NO_DEED, BANK, player) or self.mortgaged[number]:
            return ()
        amount = self.by_number_held(number)
        return (Claim(player, owner, number, amount, self.turn_number),)

    def by_number_held(self, number: int) -> int:
        """The rent of a station, or of a utility for each pip: mortgaged ones count too."""
        owner, held = self.owner, 0
        for lot in self.lots_with[number]:
            if owner[lot] == owner[number]:
                held += 1
        return self.squares[number].rents[held - 1]

    def is_in(self, player: int) -> bool:
        """True if this player exists and is not bankrupt."""
        return 1 <= player <= self.players and player not in self.bankrupt_order

    def seats(self) -> list[int]:
        """The players still in the game, in number order."""
        out = self.bankrupt_order
        return [player for player in range(1, self.players + 1) if player not in out]

    def give(self, number: int, player: int) -> None:
        """A deed changes hands. Rules never write `owner` or what follows from it otherwise."""
        before = self.owner[number]
        self.owner[number] = player
        held = self.deeds[before]
        at = held.index(number)
        self.deeds[before] = held[:at] + held[at + 1 :]
        self.deeds[player] = tuple(sorted((*self.deeds[player], number)))
        group = self.group_at[number]
        owners = self.group_owner[group], self._owner_of(self.lots_with[number])
        if owners[0] != owners[1]:
            self.group_owner[group] = owners[1]
            for one in filter(None, owners):  # not the bank
                self.whole_streets[one] = self._whole_streets(one)

    def set_houses(self, lot: int, houses: int) -> None:
        """So many stand there, or a hotel and no house; the bank has the others."""
        before, self.houses[lot] = self.houses[lot], houses
        if not self.edition.buildings_counted:
            return
        self.hotel_stock += (before == HOTEL) - (houses == HOTEL)
        self.house_stock += before % HOTEL - houses % HOTEL

    def count_deeds(self) -> None:
        """Recompute the fields that follow from `owner`."""
        owner, deeds = self.owner, self.edition.deeds
        self.deeds = [
            tuple([number for number in deeds if owner[number] == player])
            for player in range(self.players + 1)
        ]
        self.group_owner = [self._owner_of(group) for group in self.edition.groups]
        players = range(1, self.players + 1)
        self.whole_streets = [(), *(self._whole_streets(player) for player in players)]

    def _whole_streets(self, player: int) -> tuple[tuple[int, ...], ...]:
        owned = zip(self.edition.streets, self.group_owner, strict=False)  # streets come first
        return tuple([group for group, owner in owned if owner == player])

    def _owner_of(self, group: tuple[int, ...]) -> int:
        first = self.owner[group[0]]
        for number in group:
            if self.owner[number] != first:
                return BANK
        return first

    def deeds_of(self, player: int) -> list[int]:
        return list(self.deeds[player])

    def goods_of(self, player: int) -> list[int]:
        """Deeds by their squares, then prison cards, which come after the board."""
        cards = [BOARD + pile for pile, holder in enumerate(self.free_cards) if holder == player]
        return [*self.deeds[player], *cards]

    def streets_of(self, player: int) -> list[int]:
        kinds = self.kinds
        return [number for number in self.deeds[player] if kinds[number] is STREET]

    def owns_group(self, player: int, number: int) -> bool:
        """True if this player owns every lot of that lot's group."""
        return self.group_owner[self.group_at[number]] == player

    def is_unmortgaged(self, group: tuple[int, ...]) -> bool:
        mortgaged = self.mortgaged
        for lot in group:  # noqa: SIM110 - `any` makes a generator first
            if mortgaged[lot]:
                return False
        return True

    def is_unbuilt(self, group: tuple[int, ...]) -> bool:
        houses = self.houses
        for lot in group:  # noqa: SIM110
            if houses[lot]:
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
