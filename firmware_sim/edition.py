"""An edition: all that a printed rulebook and its board fix, as plain data.

Rules and dialogues read these fields; none asks for an edition by name, so an
edition of a player's own works like a built-in one. Where rulebooks differ in
kind and not in numbers, the field is a policy: a word that names one of the
implemented ways.

banquier/editions/ reads them from TOML; docs/editions.md explains every field.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import NamedTuple

SQUARES = 40
MOST_MONEY = 99_999_999  # row B has eight digits


# Effects of cards, by what stands with them in the file.
MONEY_CARDS = ("pay", "receive", "from_each", "pay_or_chance")
SQUARE_CARDS = ("advance", "back_to")
WORD_CARDS = ("prison", "free")
CARDS = (*MONEY_CARDS, *SQUARE_CARDS, "back", "repairs", *WORD_CARDS)


class Kind(IntEnum):
    """The kinds of square."""

    DEPART = 0
    STREET = 1
    STATION = 2
    UTILITY = 3
    TAX = 4
    CHANCE = 5
    CHEST = 6
    VISIT = 7  # "simple visite", also the place of prisoners
    PARK = 8
    JAILER = 9  # "allez en prison"


class Square(NamedTuple):
    """A square. Amounts that its kind does not have are 0."""

    number: int
    kind: Kind
    name: str  # the printed name
    label: str  # the name on the glass: capitals without accents
    group: int = -1  # index into Edition.groups, -1 for a square without a deed
    price: int = 0
    mortgage: int = 0
    house: int = 0
    hotel: int = 0
    rents: tuple[int, ...] = ()
    """street: bare, 1 to 4 houses, hotel; station: by number held;
    utility: what the dice are multiplied by, with one held and with two"""
    amount: int = 0  # the amount of a tax


class Card(NamedTuple):
    """A card. With real cards, the player types its number."""

    number: int
    effect: str
    """one of CARDS"""
    amount: int = 0
    house: int = 0  # repairs, for each
    hotel: int = 0
    square: int = -1  # advance, back_to
    squares: int = 0  # back


class Loans(NamedTuple):
    """Loans of the bank; repaid automatically at the passage `taken_at`."""

    ceiling: int
    step: int
    percent: int  # the part of the loan due per passage since
    taken_at: int


class SpeedDie(NamedTuple):
    """The speed die, and the additional opening cash."""

    bonus: int


class Passport(NamedTuple):
    """Streets are wonders to visit; the first full passport earns `reward`."""

    reward: int


class ShortGame(NamedTuple):
    """The short game. If `ends_at_bankruptcy` is 0 it ends when one player is left."""

    deal: int
    houses_for_hotel: int
    ends_at_bankruptcy: int


class TimedGame(NamedTuple):
    """The timed game, and the duration proposed."""

    deal: int
    minutes: int


class Edition(NamedTuple):
    """An edition. Beside each policy stands the rule that it decides."""

    name: str  # the name in scripts: "electronique"
    label: str  # the name in the set-up: "ELECTRONIQUE"
    currency: str  # "F" or "€": the icon lit beside an amount
    coin: int  # smallest amount; shares are rounded up to it

    least_players: int
    most_players: int
    opening_cash: int
    salary: int
    fine: int
    houses: int
    hotels: int

    squares: tuple[Square, ...]
    groups: tuple[tuple[int, ...], ...]  # square numbers; streets, then stations, then utilities
    group_names: tuple[str, ...]
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]  # chance, chest

    first: str  # TURN-5: "one" | "highest"
    claim_turns: int  # RENT-2: 0 any next throw | 1 the next player's | 2 the second player's after
    mortgage_breaks_group: bool  # RENT-4, BLD-4
    build_lifts_mortgage: bool  # BLD-4
    mortgage_needs: str  # MTG-1: "group" | "lot" unbuilt
    hotel_sales: tuple[str, ...]  # BLD-8: "group" | "lot" | "hotels" | "swap"; first the default
    swap_fallback: str  # BLD-9: "" | "lot" when the bank has no houses to swap for
    deeds_trade: str  # TRD-3: "bank empty" | "any time"
    mortgaged_trade: bool  # MTG-3, MTG-4
    lift_on_transfer_percent: int  # MTG-3: on top of the value, when lifted as the deed is bought
    utility_throw: str  # RENT-7: fresh throw never ("moved") | sent by a card ("card") | "always"
    auction_opening: str  # BUY-3: "banker" | "least"
    scarce_opening: str  # BLD-6: "banker" | "lowest" | "one" | "any"
    estate_cards: str  # BKR-5: "pile" | "auction"

    # House rules: no book prints them.
    parking: str = "nothing"  # HOUSE-1: "nothing" | "pot"
    parking_start: int = 0  # HOUSE-1: what the bank puts into an empty pot
    depart_exact: int = 1  # HOUSE-2: salaries for a move that ends on Départ
    first_lap: bool = False  # HOUSE-3: no deed is offered before a player's first passage
    auctions: bool = True  # HOUSE-4
    prison_collects: bool = True  # HOUSE-5
    build_evenly: bool = True  # HOUSE-6
    double_one: int = 0  # HOUSE-7: what two ones bring
    loans_allowed: bool = True  # HOUSE-8: without, `loans` is None
    buildings_counted: bool = True  # HOUSE-8: without, the bank never runs out of them
    house_rules: int = 0  # the number of house rules that are on

    loans: Loans | None = None
    short: ShortGame | None = None
    timed: TimedGame | None = None
    speed_die: SpeedDie | None = None
    passport: Passport | None = None

    # Derived from the board when the edition is read.
    deeds: tuple[int, ...] = ()  # the squares with deeds, in board order
    group_of: tuple[int, ...] = ()  # per square, or -1
    lots_with: tuple[tuple[int, ...], ...] = ()  # per square, all squares of its group
    streets: tuple[tuple[int, ...], ...] = ()  # the groups that can be built on
    prices: tuple[int, ...] = ()  # per square
    kinds: tuple[Kind, ...] = ()  # per square
    cards: tuple[dict[int, Card], ...] = ()  # the cards of each pile, by number
    prison: int = 0  # number of the VISIT square


class Editions(NamedTuple):
    """The editions that a unit offers, in the set-up's order, each loaded when it is chosen."""

    names: tuple[str, ...]
    """Or the files of a player's own."""
    labels: tuple[str, ...]
    load: Callable[[str], Edition]
    """The reader of editions; it raises an error of its own if an edition is missing or wrong."""
    rules: Mapping[str, object] = {}
    """The rules that differ from the edition's."""
