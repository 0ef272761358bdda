"""The data that other rooms may use of the firmware.

Said        what the glass says: whole texts, without page turns and blinking
Question    what it asks, of whom, which keys answer, and why the last key was refused
RollLine    one printed operation
BoardView   the squares and the accounts, for a board pane

All of it is read-only. This file imports nothing of this project.
"""

from enum import IntEnum
from typing import NamedTuple

CRYSTAL = 32_768
"""Ticks a second: the unit of all times outside the program."""
NEVER = 1 << 62
"""A tick that never comes."""

CELLS_A = 12
CELLS_B = 8
ICONS: tuple[str, ...] = (
    "J1", "J2", "J3", "J4", "J5", "J6", "J7", "J8",  # the player concerned
    "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8",  # the owner of what is shown
    "BANQUE", "M1", "M2", "M3", "M4", "HOTEL", "HYPO", "PRET", "PRISON", "LIBRE", "DETTE",
    "ENCHERE", "DOUBLE", "DEPART", "FONC", "?", "SON", "PILE", "F", "€",
)  # fmt: skip
"""Of a mask of icons, from bit 0."""


def with_points(amount: int) -> str:
    """Thousands as points: 1.234.560."""
    return f"{amount:,}".replace(",", ".")


Shown = tuple[str, str, int]
"""Row A and row B of the display memory, and the icons as a mask."""


class Said(NamedTuple):
    """What the glass says: whole texts and lit icons, without page turns and blinking."""

    text: str
    value: str
    icons: frozenset[str]
    error: int
    pages: tuple[str, ...]  # the two texts that alternate, or the one text


class Bargain(NamedTuple):
    """What each gives. `money` goes from the first to the second; below zero the other way."""

    first: int
    second: int
    first_deeds: tuple[int, ...] = ()
    second_deeds: tuple[int, ...] = ()
    first_cards: tuple[int, ...] = ()
    second_cards: tuple[int, ...] = ()
    money: int = 0


class Act(NamedTuple):
    """What an operation was; the roll says it in words."""

    kind: str  # of messages.ACTS: throw, buy, finish …
    player: int = 0  # who acted; 0: the bank
    other: int = 0  # payee or partner
    square: int = -1  # of a card: 40 and its pile
    numbers: tuple[int, ...] = ()  # the dice, the number of a card or of a loan, the steps
    bargain: Bargain | None = None
    text: str = ""  # what has no other fact: the effect of a card, an edition, what was undone


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
    DEBUG = 20


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
    square: int = -1  # what it is for: the deed of a rent

    def __repr__(self) -> str:
        """Digests contain this: `square` is younger than they are."""
        debtor, creditor, amount, why, loan, _ = self
        return f"Debt({debtor=}, {creditor=}, {amount=}, {why=}, {loan=})"


class Entry(NamedTuple):
    payer: int
    payee: int
    amount: int
    why: Why
    square: int = -1  # the deed, lot or tax that it was for; -1: none, or not known


class RollLine:
    """One operation as printed; an undone one is struck, never removed."""

    __slots__ = ("act", "entries", "owed", "square", "strikes", "struck", "text", "thrown", "turn")

    def __init__(
        self,
        turn: int,
        text: str,
        struck: bool = False,
        strikes: int = -1,
        act: Act | None = None,
        entries: tuple[Entry, ...] = (),
        owed: tuple[Debt, ...] = (),
        square: int = -1,
        thrown: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """`strikes`: the first line that this correction struck; -1: it is none.
        `act`: what it was; None in a line that was read from a save, which has no `entries`
        (money moved), `owed` (debts made), `square` (where who acted then stood) and `thrown` (who
        threw how much for the first turn) either."""
        self.act = act
        self.entries = entries
        self.owed = owed
        self.square = square
        self.turn = turn
        self.text = text
        self.thrown = thrown
        self.struck = struck
        self.strikes = strikes

    def __str__(self) -> str:
        mark = "x" if self.struck else " "
        return f"{self.turn:>4}{mark} {self.text}"


class Claim(NamedTuple):
    """A rent that its owner may still ask for."""

    tenant: int
    owner: int
    square: int
    amount: int
    turn: int


class AuctionView(NamedTuple):
    """What is auctioned, and where the bidding stands."""

    item: int  # the deed, or the lot that a building was wanted for; 40, 41: a prison card
    building: str = ""  # house or hotel: one of the bank's last
    opening: int | None = None  # the least first bid; None while the banker is asked for it
    best: int = 0
    holder: int = 0  # of the best bid; 0: nobody has bid


class Question(NamedTuple):
    """The question that waits, as facts: the glass, the words and the bots all start from them.

    `keys` are the names of the keys that answer it. The keys that are open at almost any moment
    (`?`, and the functions where `functions` is set) are not among them.
    """

    kind: str  # one of firmware_sim.question.KEYS
    player: int = 0  # the player asked or concerned; 0: the bank or none
    other: int = 0  # owner, creditor, payee or partner; 0: the bank or none
    amount: int | None = None  # money, or a number that is typed, counted or chosen; None: none
    square: int = -1  # of the board; -1: none. Of a card kept: 40 and its pile
    why: Why | None = None  # what a debt is for
    bargain: Bargain | None = None  # as far as it is agreed
    squares: tuple[str, ...] = ()  # with a bargain: the names of all squares, as printed
    auction: AuctionView | None = None
    choice: str = ""  # of the set-up: what is chosen, as the header of a script names it
    typed: str = ""  # digits typed so far: of dice, or of the square to jump to
    winners: tuple[int, ...] = ()  # at the end, the equally rich
    rank: int = 0  # at the end, of the player
    label: str = ""  # row A as shown, to be repeated to a person
    place: str = ""  # name of `square` as printed
    houses: int = 0  # on `square`; 5: a hotel
    mortgaged: bool = False  # `square` is
    keys: tuple[str, ...] = ()
    functions: bool = False  # BATIR, DEMOL, HYPO, EMPR, VENTE, PAYER, RECU, FAILL are open
    claims: tuple[Claim, ...] = ()  # rents that LOYER can still take, the oldest first
    error: int = 0  # error of the last key, until the next key
    short: int = 0  # the money that it was missing, or the sum beyond the limit of loans
    ways: tuple[str, ...] = ()  # functions that would help after that error, or out of a debt
    key: str = ""  # the key that was refused
    act: Act | None = None  # what CORR would undo; None: it was read from a save


class SquareView(NamedTuple):
    number: int
    label: str  # as the glass shows it
    name: str  # as printed
    kind: str  # depart, street, station, utility, tax, chance, chest, visit, park, jailer
    group: int  # index into BoardView.group_names, -1 for a square without a deed
    owner: int
    houses: int  # 5: a hotel
    mortgaged: bool
    price: int  # of a deed; the amount of a tax


class PlayerView(NamedTuple):
    number: int
    cash: int
    square: int
    prison: int  # 0 free, else which try to leave comes next
    loans: tuple[Loan, ...]
    free_cards: tuple[str, ...]  # CHANCE, CAISSE: the kept cards that open the prison
    bankrupt: bool
    wealth: int  # as the ranking counts it
    visas: int  # wonders in the passport, where the edition has one


class BoardView(NamedTuple):
    edition: str  # its label
    currency: str  # "F" or "€"
    variant: str  # normal, short, timed
    squares: tuple[SquareView, ...]
    group_names: tuple[str, ...]
    players: tuple[PlayerView, ...]
    turn: int  # whose it is
    turn_number: int
    dice: tuple[int, ...]
    phase: str  # throw, square, offer, card, effect, rethrow, bus, anywhere, visa
    debts: tuple[Debt, ...]
    claims: tuple[Claim, ...]
    bank: int  # the bank's account; it may be below zero
    house_stock: int
    hotel_stock: int
    winner: int  # 0 while the game goes on
