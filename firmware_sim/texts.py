"""The texts of the glass, and how numbers and names become cells.

Capitals without accents: the character generator has no others.
"""

from __future__ import annotations

from datasheet.glass import CELLS_A as CELLS
from datasheet.glass import ICONS, cells, with_points
from firmware_sim.edition import MOST_MONEY, SQUARES, Edition
from firmware_sim.game import BANK, Act, Bargain, Error, Why

VERSION = "1.2"  # the version of the program in the chip
BIT = {name: 1 << index for index, name in enumerate(ICONS)}

ERRORS = {
    Error.KEY: "TOUCHE",
    Error.FORBIDDEN: "INTERDIT",
    Error.FUNDS: "FONDS INSUF",
    Error.TOO_BIG: "TROP GRAND",
    Error.NOT_YET: "PAS A VOUS",
    Error.NO_DIE: "DE 1 A 6",
    Error.SOLD: "DEJA VENDU",
    Error.GROUP: "GROUPE INCOM",
    Error.UNEVEN: "UNIFORME",
    Error.STOCK: "STOCK VIDE",
    Error.BUILT: "GROUPE BATI",
    Error.MORTGAGED: "HYPOTHEQUE",
    Error.DRAW_CARD: "TIREZ CARTE",
    Error.DEBT: "DETTE A PAY.",
    Error.NO_LOAN: "PAS DE PRET",
    Error.CEILING: "PLAFOND",
    Error.STEP: "MULTIPLE",
    Error.NO_PLAYER: "JOUEUR ?",
    Error.DEEDS_LEFT: "TITRES RESTE",
    Error.NOTHING: "RIEN",
    Error.TOO_LATE: "TROP TARD",
    Error.CAN_PAY: "PEUT PAYER",
    Error.MEMORY: "MEMOIRE",
    Error.TOO_LOW: "TROP BAS",
}

# The effects of cards, as on the glass and as numbered for cards keyed by hand, 1 to 9.
EFFECTS = {
    "advance": "ALLER A",
    "back": "RECULER",
    "prison": "PRISON",
    "pay": "PAYER",
    "receive": "RECEVOIR",
    "from_each": "CHACUN",
    "to_each": "VERSER",
    "repairs": "REPARATIONS",
    "free": "LIBREE",
}
CARDS = EFFECTS | {"back_to": "RETOUR A", "pay_or_chance": "PAYER|OU CHANCE"}
"""The effects of an edition's cards too; the text after a bar alternates with the one before."""

# Payments: the word on the glass, an icon beside the player's, the beep.
NOTICES = {
    Why.SALARY: ("SALAIRE", BIT["DEPART"], "salary"),
    Why.TAKEN: ("PRELEVEMENT", BIT["PRET"], "attention"),
    Why.FINE: ("AMENDE", 0, ""),
    Why.REWARD: ("PRIME", 0, "salary"),
    Why.POT: ("CAGNOTTE", 0, "salary"),
    Why.DOUBLE_ONE: ("DOUBLE UN", BIT["DOUBLE"], "salary"),
}
# The word on the roll.
PRINTED = {
    Why.OPENING: "MISE", Why.SALARY: "SALAIRE", Why.TAX: "IMPOT", Why.RENT: "LOYER",
    Why.FINE: "AMENDE", Why.TAKEN: "PRET PRIS", Why.TRANSFER: "INTERET", Why.CARD: "CARTE",
    Why.POT: "CAGNOTTE", Why.DOUBLE_ONE: "DOUBLE UN",
}  # fmt: skip

# The reasons of a debt.
DEBTS = {
    Why.RENT: "LOYER",
    Why.FINE: "AMENDE",
    Why.TAX: "IMPOT",
    Why.TAKEN: "PRELEVEMENT",
    Why.CARD: "CARTE",
    Why.GIFT: "CARTE",
    Why.TRANSFER: "INTERET",
    Why.DEED: "TITRE",  # a dealt deed that the opening cash does not cover
}

# The names of operations on the roll.
ACTS = {
    "throw": "DES", "finish": "FIN", "buy": "ACHAT", "auctioned": "ENCHERE", "unsold": "INVENDU",
    "claim": "LOYER", "settle": "DETTE", "fine": "AMENDE", "leave_by_card": "CARTE PRISON",
    "draw": "", "named": "", "by_hand": "CARTE", "carry_out": "CARTE",
    "bus": "BUS", "anywhere": "CASE", "keep_dice": "CASE DES", "visa": "VISA",
    "build": "BATIR", "demolish": "DEMOL", "mortgage": "HYPO", "lift": "LEVEE",
    "interest": "INTERET", "borrow": "EMPRUNT", "repay": "REMBOURSE PRET", "trade": "VENTE",
    "pay": "PAYER", "receive": "RECU", "ruin": "FAILLITE", "end": "FIN PARTIE",
    "time": "FIN DU TEMPS", "begin": "COMMENCE", "debug": "BANC", "undo": "ANNULE",
}  # fmt: skip

DECKS = ("CHANCE", "CAISSE")


def label(edition: Edition, item: int) -> str:
    """Return the label of a square; the prison cards are numbered after the board."""
    return f"CARTE {DECKS[item - SQUARES]}" if item >= SQUARES else edition.squares[item].label


def act(done: Act, edition: Edition) -> str:
    """Return an operation as on the roll: the act, and its object."""
    if done.bargain:
        return _bargain(done.bargain, edition)
    parts = [ACTS[done.kind]]
    if done.square >= SQUARES and done.kind == "unsold":
        parts.append("CARTE")
    elif done.square >= 0:
        parts.append(label(edition, done.square))
    parts += [*map(str, done.numbers), done.text]
    return " ".join(filter(None, parts))


def _bargain(terms: Bargain, edition: Edition) -> str:
    """Return the seller, the goods, the buyer and the price in words."""
    given, against = (", ".join(label(edition, one) for one in goods) for goods in terms.goods)
    name = f"{ACTS['trade']} {player(terms.second)} {given}".rstrip()
    return f"{name} CONTRE {against}" if against else name


def player(number: int) -> str:
    """Or the bank, or the pot."""
    return f"J{number}" if number > BANK else "BANQUE" if number == BANK else "CAGNOTTE"


def amount(number: int) -> str:
    """Row B: points between thousands; dashes beyond eight digits."""
    if number > MOST_MONEY:
        return "-" * 8
    return with_points(number)


def two_pages(text: str) -> tuple[str, str] | None:
    """Split a text of 13 to 24 cells at a space into two pages of at most twelve."""
    for at in range(len(text) - 1, 0, -1):
        if text[at] == " ":
            first, second = text[:at], text[at + 1 :]
            if len(cells(first)) <= CELLS and len(cells(second)) <= CELLS:
                return first, second
    return None
