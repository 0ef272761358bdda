"""The question that waits as plain data, and the table of all kinds of question.

A dialogue gives the facts: `yield shown(session, Question("offer", …))`. What row A says, which
icons are lit and which keys answer stands in the table.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware_sim.edition import Edition
from firmware_sim.game import BANK, BOARD, Act, Bargain, Claim, Error, Game, Why
from firmware_sim.menu_settings import SETTINGS
from firmware_sim.rules import deeds, loans, rent, trade
from firmware_sim.texts import CARDS


class AuctionView(NamedTuple):
    """The lot of an auction and the state of the bidding."""

    item: int  # the deed, or the lot that a building was wanted for; 40, 41: a prison card
    building: str = ""  # house or hotel: one of the bank's last
    opening: int | None = None  # the least first bid; None while the banker is asked for it
    best: int = 0
    holder: int = 0  # the player with the best bid; 0: nobody has bid
    bids: tuple[tuple[int, int], ...] = ()  # each bidder and bid that stands, the best one last
    cancellable: bool = True  # C goes back before the first bid, but not from an estate

    @property
    def least(self) -> int:
        """The least that may be bid."""
        return self.best + 1 if self.holder else max(1, self.opening or 0)

    @property
    def names_corr(self) -> bool:
        """True if CORR is open: it brings a bankrupt back until the first bid."""
        return not (self.cancellable or self.holder)


class Question(NamedTuple):
    """The question that waits, as facts: the glass, the words and the bots all start from them.

    `keys` are the names of the keys that answer it. The keys that are open at almost any moment
    (`?`, and the functions where `functions` is set) are not among them.
    """

    kind: str  # one of KINDS
    player: int = 0  # the player asked or concerned; 0: the bank or none
    other: int = 0  # owner, creditor, payee or partner; 0: the bank or none
    amount: int | None = None  # money, or a number that is typed, counted or chosen; None: none
    square: int = -1  # on the board; -1: none. For a card kept 40 and its pile
    why: Why | None = None  # the reason of a debt
    bargain: Bargain | None = None  # the part agreed so far
    auction: AuctionView | None = None
    choice: str = ""  # the value chosen in the set-up, as in a script's header; a version
    typed: str = ""  # digits typed so far: of dice, or of the square to jump to
    winners: tuple[int, ...] = ()  # the equally rich at the end
    rank: int = 0  # a place at the end; the number of a loan or of a try to leave prison
    label: str = ""  # a name if it is not a square; while asked, row A to be repeated
    houses: int = 0  # houses on `square`; 5: a hotel
    mortgaged: bool = False  # `square` is
    keys: tuple[str, ...] = ()
    functions: bool = False  # BATIR, DEMOL, HYPO, EMPR, VENTE, PAYER, RECU, FAILL are open
    claims: tuple[Claim, ...] = ()  # rents that LOYER can still take, the oldest first
    error: int = 0  # error of the last key, until the next key
    short: int = 0  # the money that it was missing, or the sum beyond the limit of loans
    ways: tuple[str, ...] = ()  # functions that bring money in a debt, or help after that error
    plus: int = 0  # the sum that `+` puts where none is typed; 0: none
    minus: int = 0  # the same of `-`
    key: str = ""  # the key that was refused
    act: Act | None = None  # the act that CORR would undo; None if read from a save
    edition: Edition | None = None  # the edition played

    @property
    def answers(self) -> tuple[str, ...]:
        """The keys that answer; in a debt first the functions that bring money."""
        return (*self.ways, *self.keys) if self.kind == "debt" else self.keys

    @property
    def place(self) -> str:
        """The name of `square` as printed."""
        if self.edition is None or not 0 <= self.square < BOARD:
            return ""
        return self.edition.squares[self.square].name


class QuestionKind(NamedTuple):
    """The look of this kind of question, and the keys that answer it."""

    text: str
    """Row A, with the question's fields in braces; what stands after a bar alternates with it.
    Empty: the dialogue says it."""
    lit: str = "player"
    """Icons by name; `player`, `other`, `owner`, `deed`, `winners`, `mortgage`: as they stand.
    `blink`: row B blinks."""
    keys: str = "OK C"
    """`#`: the ten digits; `@`: the players still in the game; `~6`, `~5`: digits of dice."""
    functions: bool = False
    """BATIR, DEMOL, HYPO, EMPR, VENTE, PAYER, RECU, FAILL are open."""


_OPEN = True
_TURN = "+ - OK C"
_CHOICE = _SUM = "+ - # OK C"
_WHO = "@ + - OK C"
_KEYED = QuestionKind("", "player", "~6", _OPEN)

KINDS: dict[str, QuestionKind] = {
    # cold start and set-up
    "resume": QuestionKind("REPRISE ?", ""),
    "erase": QuestionKind("EFFACER ?", ""),
    "edition": QuestionKind("{choice}", "blink", "+ - # OK"),
    "players": QuestionKind("JOUEURS", "blink", _CHOICE),
    "variant": QuestionKind("{label}", "blink", _CHOICE),
    "minutes": QuestionKind("MINUTES", "blink", _CHOICE),
    "speed_die": QuestionKind("{label}", "blink", _CHOICE),
    "auto_dice": QuestionKind("{label}", "blink", _CHOICE),
    "auto_cards": QuestionKind("{label}", "blink", _CHOICE),
    "first": QuestionKind("PREMIER ?", "blink", "+ - @ OK C"),
    # dice
    "throw": QuestionKind("J{player} LANCEZ", "player", "DES", _OPEN),
    "throw_again": QuestionKind("J{player} REJOUE", "player", "DES", _OPEN),
    "prison_throw": QuestionKind("J{player} PRISON {rank}", "player", "DES PRISON", _OPEN),
    "rethrow": QuestionKind("J{player} RELANCE", "player", "DES", _OPEN),
    "throw_keyed": _KEYED,
    "throw_again_keyed": _KEYED,
    "rethrow_keyed": _KEYED,
    "prison_throw_keyed": QuestionKind("", "player", "~6 PRISON", _OPEN),
    "second_die": QuestionKind("", "player", "~6 C", _OPEN),
    "third_die": QuestionKind("", "player", "~5 C", _OPEN),
    "dice_typed": QuestionKind("", "player", "OK C", _OPEN),
    "fine": QuestionKind("AMENDE ?"),
    "fine_or_card": QuestionKind("AMENDE ?", "player", _TURN),
    "prison_card": QuestionKind("CARTE ?", "player", _TURN),
    # squares and cards
    "offer": QuestionKind("{label}", "player deed", "ACHAT ENCH FIN", _OPEN),
    "offer_or_leave": QuestionKind("{label}", "player deed", "ACHAT FIN", _OPEN),
    "first_lap": QuestionKind("{label}", "player deed", "FIN", _OPEN),
    "rent": QuestionKind("LOYER J{other}", "player deed", "LOYER FIN", _OPEN),
    "rent_jailed": QuestionKind("LOYER J{other}", "player deed", "FIN", _OPEN),
    "draw": QuestionKind("{label}", "player deed", "CARTE", _OPEN),
    "square": QuestionKind("{label}", "player deed", "FIN", _OPEN),
    **{f"card_{name}": QuestionKind(word, "player", "OK", _OPEN) for name, word in CARDS.items()},
    "card_pay_or_chance": QuestionKind(CARDS["pay_or_chance"], "player", "OK CARTE", _OPEN),
    "card_number": QuestionKind("CARTE NO", "player blink", "# OK C"),
    "by_hand": QuestionKind("{label}", "player blink", _CHOICE),
    "by_hand_amount": QuestionKind("{label}", "player blink", "# OK C"),
    "by_hand_square": QuestionKind("{label}", "player blink", "# OK C"),
    "by_hand_squares": QuestionKind("{label}", "player blink", "# OK C"),
    "by_hand_houses": QuestionKind("MAISONS", "player blink", "# OK C"),
    "by_hand_hotels": QuestionKind("HOTELS", "player blink", "# OK C"),
    "bus": QuestionKind("BUS ?", "player blink", "+ - # OK", _OPEN),
    "anywhere": QuestionKind("CASE ?", "player blink", "# OK C", _OPEN),
    "by_dice": QuestionKind("AUX DES ?"),
    "visa": QuestionKind("VISA ?|{label}", "player deed blink", "+ - # OK", _OPEN),
    "lift_received": QuestionKind("LEVER ?|{label}", "player deed", _TURN, _OPEN),
    "interest": QuestionKind("INTERET|{label}", "player deed", _TURN, _OPEN),
    "debt": QuestionKind("J{player} DETTE", "player owner DETTE", "FAILL", _OPEN),
    "debt_payable": QuestionKind("J{player} PAIE ?", "player owner DETTE", "OK", _OPEN),
    # auctions
    "opening": QuestionKind("MISE A PRIX|{label}", "player ENCHERE blink", "# OK FIN C"),
    "first_bid": QuestionKind("ENCHERE|{label}", "player ENCHERE", "@ FIN C", _OPEN),
    "bid": QuestionKind("J{player} ENCHERE|{label}", "player ENCHERE", "@ FIN C", _OPEN),
    "bid_amount": QuestionKind("J{player} MISE|{label}", "player ENCHERE blink", _SUM),
    "sold": QuestionKind("ADJUGE J{player} ?|{label}", "player ENCHERE"),
    "unsold": QuestionKind("INVENDU ?|{label}", "player ENCHERE"),
    "scarce": QuestionKind("ENCHERE ?|{label}", "player deed", _TURN),
    "scarce_price": QuestionKind("AU PRIX ?|{label}", "player deed", _TURN),
    "where": QuestionKind("{label}", "player deed", "+ - OK"),
    # functions
    "who_build": QuestionKind("BATIR QUI ?", "player blink", _WHO),
    "who_demolish": QuestionKind("DEMOL QUI ?", "player blink", _WHO),
    "who_mortgage": QuestionKind("HYPO QUI ?", "player blink", _WHO),
    "who_borrow": QuestionKind("EMPR QUI ?", "player blink", _WHO),
    "who_trade": QuestionKind("VENTE QUI ?", "player blink", _WHO),
    "who_pay": QuestionKind("PAYER QUI ?", "player blink", f"0 {_WHO}"),
    "who_receive": QuestionKind("RECU QUI ?", "player blink", _WHO),
    "who_bankrupt": QuestionKind("FAILL QUI ?", "player blink", _WHO),
    "whom_trade": QuestionKind("A QUI ?", "other blink", _WHO),
    "whom_pay": QuestionKind("A QUI ?", "other blink", f"0 {_WHO}"),
    "build": QuestionKind("{label}", "player deed", _CHOICE),
    "build_hotel": QuestionKind("{label}", "player deed", _CHOICE),
    "built_up": QuestionKind("{label}", "player deed", "+ - # C"),
    "demolish": QuestionKind("{label}", "player deed", _CHOICE),
    "bare": QuestionKind("{label}", "player deed", "+ - # C"),
    "mortgage": QuestionKind("{label}", "player deed", _CHOICE),
    "lift": QuestionKind("{label}", "player deed", _CHOICE),
    "lift_sure": QuestionKind("LEVER ?|{label}", "player deed"),
    "hotel_group": QuestionKind("TOUT ?", "player deed", _CHOICE),
    "hotel_hotels": QuestionKind("TOUT ?", "player deed", _CHOICE),
    "hotel_lot": QuestionKind("SEUL ?", "player deed", _CHOICE),
    "hotel_swap": QuestionKind("ECHANGE ?", "player deed", _CHOICE),
    "new_loan": QuestionKind("NOUVEAU", "player", _CHOICE),
    "repay": QuestionKind("PRET {rank}", "player", _CHOICE),
    "loan_amount": QuestionKind("MONTANT ?", "player blink", _SUM),
    "pay_amount": QuestionKind("MONTANT ?", "player blink", _SUM),
    "goods": QuestionKind("J{player} DONNE", "player", "+ - # FIN C"),
    "no_goods": QuestionKind("J{player} DONNE", "player", "FIN C"),
    "good": QuestionKind("{label}", "player deed blink", f"{_CHOICE} FIN"),
    "trade_money": QuestionKind("J{player} PAIE", "player blink", _CHOICE),
    "trade_good": QuestionKind("{label}", "player owner mortgage", _TURN),
    "trade_sum": QuestionKind("J{player} PAIE J{other}|VENTE ?", "player owner", _TURN),
    "accord": QuestionKind("ACCORD J{player} ?"),
    "bankrupt": QuestionKind("FAILLITE ?"),
    "bankrupt_sure": QuestionKind("CERTAIN ?"),
    "undo": QuestionKind("ANNULE ?|{label}", "J{player}"),
    # looking
    "look": QuestionKind("QUI ?", "", "0 @ OK C"),
    "look_cash": QuestionKind("J{player} SOLDE", "player", _TURN),
    "look_deed": QuestionKind("{label}", "player deed", _TURN),
    "look_nothing": QuestionKind("PAS DE TITRE", "player", _TURN),
    "look_loan": QuestionKind("PRET {rank}", "player", _TURN),
    "look_speed_die": QuestionKind("DE RAPIDE", "player", _TURN),
    "look_passport": QuestionKind("PASSEPORT", "player", _TURN),
    "look_bank": QuestionKind("{label}", "player", _TURN),
    "look_pot": QuestionKind("CAGNOTTE", "player", _TURN),
    "walk_deed": QuestionKind("{label}", "player deed", _TURN),
    "walk_nothing": QuestionKind("PAS DE TITRE", "player", _TURN),
    # the MENU
    **{f"menu_{name}": QuestionKind(its.glass, "blink", _TURN) for name, its in SETTINGS.items()},
    "menu_balances": QuestionKind("SOLDES", "", _TURN),
    "menu_time": QuestionKind("TEMPS", "", "+ - C"),
    "menu_passport": QuestionKind("PASSEPORT", "", _TURN),
    "menu_end": QuestionKind("FIN PARTIE", "", _TURN),
    "menu_new": QuestionKind("NOUVELLE", "", _TURN),
    "menu_off": QuestionKind("ETEINDRE", "", _TURN),
    "menu_version": QuestionKind("VERSION", "", "+ - C"),
    "balances": QuestionKind("J{player} SOLDE", "player", "+ - @ OK C"),
    "visas": QuestionKind("J{player} VISAS", "player", "+ - @ OK C"),
    "end_game": QuestionKind("FIN PARTIE ?", ""),
    # the end, F, and the unit switched off
    "winner": QuestionKind("{label}", "player", "+ - CORR"),
    "winners": QuestionKind("{label}", "winners", "+ - CORR"),
    "rank": QuestionKind("J{player} RANG {rank}", "player", "+ - CORR"),
    "shift": QuestionKind("", "", ""),
    "off": QuestionKind("", "", "ON"),
}

FUNCTIONS_OPEN = frozenset(name for name, kind in KINDS.items() if kind.functions)

BIDS = frozenset(("first_bid", "bid"))

THROWS = frozenset(("throw", "throw_again", "prison_throw", "rethrow"))

COSTS = frozenset(
    ("fine", "fine_or_card", "lift_received", "interest", "debt_payable", "bid_amount", "sold",
     "scarce_price", "build", "build_hotel", "lift_sure", "repay", "pay_amount", "accord",
     "bankrupt_sure")
)  # fmt: skip
"""Questions at which OK pays money. Cards are not among them: they are carried out anyway."""

SUMS = frozenset(("bid_amount", "loan_amount", "pay_amount"))
"""A sum is asked; `+` may propose one."""

DICE_TYPED = frozenset(("second_die", "third_die", "dice_typed"))

DARK = Question("off", keys=("ON",))

_DIGITS = {"#": "0123456789", "~6": "123456", "~5": "12345"}


def keys_of(kind: str, seats: str) -> tuple[str, ...]:
    """The keys that answer a question of this kind."""
    found: list[str] = []
    for key in KINDS[kind].keys.split():
        found += seats if key == "@" else _DIGITS.get(key, (key,))
    return tuple(found)


def with_derived_fields(question: Question, label: str, game: Game | None, kind: str) -> Question:
    square = question.square
    if kind == "anywhere" and question.amount is not None and question.amount < BOARD:
        square = question.amount
    seats = "".join(map(str, game.seats())) if game else ""
    keys = keys_of(kind, seats)
    if question.auction and question.auction.names_corr and kind in ("opening", "first_bid"):
        keys = tuple([key for key in keys if key != "C"])
    if kind in SUMS:
        keys = tuple([key for key in keys if {"+": question.plus, "-": question.minus}.get(key, 1)])
    lot = game and 0 <= square < BOARD
    return question._replace(
        kind=kind,
        square=square,
        label=label,
        edition=game.edition if game else None,
        houses=game.houses[square] if game and lot else 0,
        mortgaged=bool(game and lot and game.mortgaged[square]),
        keys=keys,
        functions=KINDS[kind].functions,
        claims=rent.claimable(game) if game else (),
    )


def helpful_functions(game: Game | None, asked: Question, error: int) -> tuple[str, ...]:
    """Return the functions that bring the player money in a debt, whatever was refused, or that
    would help after this error."""
    if game is None or not game.is_in(asked.player):
        return ()
    wanted = RAISING if asked.kind == "debt" else _HELPS.get(error, ())
    return tuple(key for key in wanted if _helps(game, asked.player, asked.square, error, key))


def _helps(game: Game, player: int, square: int, error: int, key: str) -> bool:
    owned, group = game.deeds[player], game.lots_with[square] if 0 <= square < BOARD else ()
    match key:
        case "EMPR":
            return loans.room(game, player) > 0
        case "DEMOL":
            return any(game.houses[lot] for lot in owned)
        case "HYPO" if error == Error.MORTGAGED:
            cash, liftable = game.cash[player], [lot for lot in group if game.mortgaged[lot]]
            return any(cash >= deeds.lifting_cost(game, lot) for lot in liftable)
        case "HYPO":
            return any(deeds.may_be_mortgaged(game, lot) for lot in owned)
        case "VENTE" if error == Error.GROUP:
            missing = [lot for lot in group if game.owner[lot] != player]
            by_bank = any(game.owner[lot] == BANK for lot in missing)
            return bool(group) and not by_bank and trade.may_be_sold(game, missing)
        case _:
            return player in game.free_cards or any(trade.may_be_sold(game, [n]) for n in owned)


RAISING = ("EMPR", "HYPO", "DEMOL", "VENTE")
"""The functions that bring a debtor money."""
_HELPS: dict[int, tuple[str, ...]] = {
    Error.FUNDS: ("EMPR", "HYPO", "DEMOL"), Error.GROUP: ("VENTE",), Error.BUILT: ("DEMOL",),
    Error.MORTGAGED: ("HYPO",),
}  # fmt: skip
