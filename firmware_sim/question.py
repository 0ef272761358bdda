"""Which keys answer each kind of question, and the question that waits as plain data.

A dialogue gives the facts of its question with the screen: `Screen(…, asks=Question("offer", …))`.
Here are added the keys that answer, and what holds whatever is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim.edition import Edition
from firmware_sim.game import BANK, BOARD, Act, Bargain, Claim, Error, Game, Refused, Why
from firmware_sim.rules import deeds, loans, trade


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
    auction: AuctionView | None = None
    choice: str = ""  # of the set-up: what is chosen, as the header of a script names it
    typed: str = ""  # digits typed so far: of dice, or of the square to jump to
    winners: tuple[int, ...] = ()  # at the end, the equally rich
    rank: int = 0  # at the end, of the player
    label: str = ""  # row A as shown, to be repeated to a person
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
    edition: Edition | None = None  # that is played

    @property
    def answers(self) -> tuple[str, ...]:
        """The keys to press: those that answer, else the functions that lead out of a debt."""
        return self.keys or self.ways

    @property
    def place(self) -> str:
        """The name of `square` as printed."""
        if self.edition is None or not 0 <= self.square < BOARD:
            return ""
        return self.edition.squares[self.square].name


_CHOICE = "+ - # OK C"
_YES = "OK C"
_LOT = "+ - # OK C"

# `#`: the ten digits; `@`: the players still in the game; `6`, `5`: digits of dice.
_KEYS = {
    # cold start and set-up
    "resume": _YES, "erase": _YES,
    "edition": "+ - # OK", "players": _CHOICE, "variant": _CHOICE, "minutes": _CHOICE,
    "speed_die": _CHOICE, "auto_dice": _CHOICE, "auto_cards": _CHOICE, "first": "+ - @ OK C",
    # dice
    "throw": "DES", "throw_again": "DES", "prison_throw": "DES PRISON", "rethrow": "DES",
    "throw_keyed": "~6", "throw_again_keyed": "~6", "prison_throw_keyed": "~6 PRISON",
    "rethrow_keyed": "~6",
    "second_die": "~6 C", "third_die": "~5 C", "dice_typed": "OK C",
    "fine": _YES, "fine_or_card": "+ - OK C", "prison_card": "+ - OK C",
    # squares and cards
    "offer": "ACHAT ENCH FIN", "rent": "LOYER FIN", "draw": "CARTE", "square": "FIN",
    "card_pay": "OK", "card_receive": "OK", "card_from_each": "OK", "card_to_each": "OK",
    "card_repairs": "OK", "card_advance": "OK", "card_back_to": "OK", "card_back": "OK",
    "card_prison": "OK", "card_free": "OK", "card_pay_or_chance": "OK CARTE",
    "card_number": "# OK C",
    "by_hand": _CHOICE, "by_hand_amount": "# OK C", "by_hand_square": "# OK C",
    "by_hand_squares": "# OK C", "by_hand_houses": "# OK C", "by_hand_hotels": "# OK C",
    "bus": "+ - # OK", "anywhere": "# OK C", "by_dice": _YES, "visa": "+ - # OK",
    "lift_received": "+ - OK C", "interest": "+ - OK C", "debt": "", "debt_payable": "OK",
    # auctions
    "opening": "# OK FIN C", "first_bid": "@ FIN C", "bid": "@ FIN C", "bid_amount": "# OK C",
    "sold": _YES, "unsold": _YES, "scarce": "+ - OK C", "scarce_price": "+ - OK C",
    "where": "+ - OK",
    # functions
    "who_build": "@ + - OK C", "who_demolish": "@ + - OK C", "who_mortgage": "@ + - OK C",
    "who_borrow": "@ + - OK C", "who_trade": "@ + - OK C", "who_pay": "0 @ + - OK C",
    "who_receive": "@ + - OK C", "who_bankrupt": "@ + - OK C",
    "whom_trade": "@ + - OK C", "whom_pay": "0 @ + - OK C",
    "build": _LOT, "demolish": _LOT, "mortgage": _LOT, "lift": _LOT,
    "build_hotel": _LOT, "built_up": _LOT, "bare": "+ - # C",
    "lift_sure": _YES,
    "hotel_group": _CHOICE, "hotel_hotels": _CHOICE, "hotel_lot": _CHOICE, "hotel_swap": _CHOICE,
    "new_loan": "+ - # OK C", "repay": "+ - # OK C", "loan_amount": "# OK C",
    "pay_amount": "# OK C",
    "goods": "+ - FIN C", "good": "+ - OK FIN C", "trade_money": "+ - # OK C",
    "trade_good": "+ - OK C", "trade_sum": "+ - OK C", "accord": _YES,
    "bankrupt": _YES, "bankrupt_sure": _YES, "undo": _YES,
    # looking
    "look": "0 @ OK C", "look_cash": "+ - OK C", "look_deed": "+ - OK C",
    "look_nothing": "+ - OK C",
    "look_loan": "+ - OK C", "look_speed_die": "+ - OK C", "look_passport": "+ - OK C",
    "look_bank": "+ - OK C", "walk_deed": "+ - OK C", "walk_nothing": "+ - OK C",
    # the MENU
    "menu_sound": "+ - OK C", "menu_contrast": "+ - OK C", "menu_balances": "+ - OK C",
    "menu_time": "+ - C", "menu_passport": "+ - OK C", "menu_auto_rent": "+ - OK C",
    "menu_auto_dice": "+ - OK C", "menu_auto_cards": "+ - OK C", "menu_end": "+ - OK C",
    "menu_new": "+ - OK C", "menu_off": "+ - OK C", "menu_version": "+ - C",
    "balances": "+ - @ OK C", "visas": "+ - @ OK C", "end_game": _YES,
    # the end, F, and the unit switched off
    "winner": "+ - CORR", "winners": "+ - CORR", "rank": "+ - CORR", "shift": "", "off": "ON",
}  # fmt: skip

FUNCTIONS_OPEN = frozenset(
    (
        *("throw", "throw_again", "prison_throw", "rethrow"),
        *("throw_keyed", "throw_again_keyed", "prison_throw_keyed", "rethrow_keyed"),
        *("second_die", "third_die", "dice_typed", "offer", "rent", "draw", "square"),
        *(
            "bus",
            "anywhere",
            "visa",
            "lift_received",
            "interest",
            "debt",
            "debt_payable",
            "first_bid",
            "bid",
        ),
        *(kind for kind in _KEYS if kind.startswith("card_") and kind != "card_number"),
    )
)

THROWS = frozenset(("throw", "throw_again", "prison_throw", "rethrow"))

DARK = Question("off", keys=("ON",))

_DIGITS = {"#": "0123456789", "~6": "123456", "~5": "12345"}


def _keys(keys: str, seats: str) -> tuple[str, ...]:
    found: list[str] = []
    for key in keys.split():
        found += seats if key == "@" else _DIGITS.get(key, (key,))
    return tuple(found)


KEYS = {kind: _keys(keys, "12345678") for kind, keys in _KEYS.items()}
"""The kinds of question, and the keys that answer each."""


def asked(question: Question, label: str, game: Game | None, kind: str) -> Question:
    square = question.square
    seats = "".join(map(str, game.seats())) if game else ""
    lot = game and 0 <= square < BOARD
    return question._replace(
        kind=kind,
        label=label,
        edition=game.edition if game else None,
        houses=game.houses[square] if game and lot else 0,
        mortgaged=bool(game and lot and game.mortgaged[square]),
        keys=_keys(_KEYS[kind], seats),
        functions=kind in FUNCTIONS_OPEN,
        claims=game.claims if game else (),
    )


def ways(game: Game | None, asked: Question, error: int) -> tuple[str, ...]:
    """The functions that would help the player who is asked, as the game stands: after that error,
    or out of a debt."""
    wanted = _HELPS.get(Error(error) if error else Error.DEBT, ())
    concerned = error in _ANYWHERE or asked.kind == "debt"
    if game is None or not concerned or not game.is_in(asked.player):
        return ()
    return tuple(key for key in wanted if _WAYS[key](game, asked.player, asked.square, error))


def _can_trade(game: Game, player: int, square: int, error: int) -> bool:
    """The missing lots of the group; of a debtor anything."""
    if error == Error.GROUP:
        lots = game.lots_with[square] if square >= 0 else ()
        return bool(lots) and all(
            game.owner[lot] == player or (game.owner[lot] != BANK and _tradable(game, lot))
            for lot in lots
        )
    return player in game.free_cards or any(_tradable(game, lot) for lot in game.deeds[player])


def _tradable(game: Game, lot: int) -> bool:
    try:
        trade.check_deed(game, lot)
    except Refused:
        return False
    return True


def _can_mortgage(game: Game, player: int, square: int, error: int) -> bool:
    if error == Error.MORTGAGED:
        return any(
            game.mortgaged[lot] and game.cash[player] >= deeds.lifting_cost(game, lot)
            for lot in game.lots_with[square]
        )
    return any(deeds.may_be_mortgaged(game, lot) for lot in game.deeds[player])


_WAYS: dict[str, Callable[[Game, int, int, int], bool]] = {
    "EMPR": lambda game, player, *_: loans.room(game, player) > 0,
    "HYPO": _can_mortgage,
    "DEMOL": lambda game, player, *_: any(game.houses[lot] for lot in game.deeds[player]),
    "VENTE": _can_trade,
}
_HELPS = {
    Error.FUNDS: ("EMPR", "HYPO", "DEMOL"), Error.DEBT: ("EMPR", "HYPO", "DEMOL", "VENTE"),
    Error.CAN_PAY: ("EMPR", "HYPO", "DEMOL", "VENTE"), Error.GROUP: ("VENTE",),
    Error.BUILT: ("DEMOL",), Error.MORTGAGED: ("HYPO",),
}  # fmt: skip
_ANYWHERE = _HELPS.keys() - {Error.DEBT, Error.CAN_PAY}
"""Errors that the functions help out of whatever is asked; of the others only in a debt."""
