"""ENCH: the opening, the bids by the bidders’ digits, the sale."""

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim import messages
from firmware_sim.dialogue.asking import Asking, ask_amount, ask_yes, player_icons
from firmware_sim.dialogue.play import play
from firmware_sim.game import BANK, BOARD, Act, Error, Game, Refused
from firmware_sim.ledger import percent_up
from firmware_sim.messages import BIT
from firmware_sim.question import AuctionView, Question
from firmware_sim.rules import deeds, throwing
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session


class Bid(NamedTuple):
    player: int
    amount: int


NOBODY = Bid(BANK, 0)
BACK = Bid(BANK, -1)  # C before the first bid
PROPOSED = 50  # percent of the price, as the opening (our decision)

Correct = Callable[[Session], Dialogue]  # CORR: what it asks, and what it undoes


class Lot(NamedTuple):
    """What is auctioned."""

    about: AuctionView
    label: str
    price: int  # half of it is proposed to the banker
    most: Callable[[int], int]  # what a player may bid; Refused: nothing

    @property
    def opening(self) -> int:
        return self.about.opening or 0


def auction(
    session: Session,
    lot: Lot,
    inside: str = "",
    correct: Correct | None = None,
    leaves: bool = True,
) -> Asking[Bid | None]:
    """The sale to a bidder, or to NOBODY. None: the auction was left before the first
    bid, which C does where it `leaves`.

    Functions are open to the bidders, but not the one `inside` which this auction is held. Where
    nothing else waits beneath, CORR is open too until the first bid: then it ends with None.
    """
    by_banker = lot.about.opening is None
    while True:
        if by_banker:
            lot = lot._replace(about=lot.about._replace(opening=None))
            asked = yield from _ask_opening(session, lot, correct, leaves)
            if isinstance(asked, Bid) or asked is None:
                return asked
            lot = lot._replace(about=lot.about._replace(opening=asked))
        found = yield from _take_bids(session, lot, inside, correct, leaves or by_banker)
        if found != BACK:
            return found
        if not by_banker:
            return None


def _ask_opening(
    session: Session, lot: Lot, correct: Correct | None, leaves: bool
) -> Asking[int | Bid | None]:
    """MISE A PRIX; NOBODY when FIN ends the auction here."""
    unsold = False

    def at_the_opening(key: str) -> Asking[bool]:
        nonlocal unsold
        if key == "FIN":
            unsold = yield from _confirm_sale(session, lot, NOBODY)
            return unsold
        return (yield from _taken_back(session, key, correct))

    half = percent_up(session.current_game, lot.price, PROPOSED)
    icons = session.always() | BIT["ENCHERE"] | BIT["BANQUE"]
    opening = yield from ask_amount(
        session, _question("opening", lot), "MISE A PRIX", icons,
        otherwise=at_the_opening, proposed=half, about=lot.label, leaves=leaves,
    )  # fmt: skip
    return NOBODY if unsold else opening


def _taken_back(session: Session, key: str, correct: Correct | None) -> Asking[bool]:
    before = session.operations
    if key == "CORR" and correct:
        yield from correct(session)
    else:
        session.refuse(Error.KEY)
    return session.operations != before


def _take_bids(
    session: Session, lot: Lot, inside: str, correct: Correct | None, leaves: bool
) -> Asking[Bid | None]:
    """None: the game has changed beneath."""
    bids: list[Bid] = []
    while True:
        best = bids[-1] if bids else NOBODY
        key = yield _bidding(session, lot, best)
        if key.isdigit():
            if _may_bid(session, lot, int(key)):
                bid = yield from _bid(session, lot, int(key), best)
                bids += [bid] if bid else []
        elif key == "FIN":
            if (yield from _confirm_sale(session, lot, best)):
                if not best.player or _can_pay(session, lot, best):
                    return best
                bids.pop()  # the bid falls away
        elif key == "C" and bids:
            bids.pop()
        elif key == "C" and leaves:
            return BACK
        elif key in session.functions and key != inside:
            yield from session.functions[key](session)
            if session.current_game.winner:
                return None
            bids = [bid for bid in bids if session.current_game.is_in(bid.player)]
        elif bids:
            session.refuse(Error.KEY)
        elif (yield from _taken_back(session, key, correct)):
            return None


def _question(kind: str, lot: Lot, best: Bid = NOBODY) -> Question:
    auction = lot.about._replace(best=best.amount, holder=best.player)
    amount = best.amount if best.player else lot.about.opening
    return Question(kind, best.player, amount=amount, square=lot.about.item, auction=auction)


def _bidding(session: Session, lot: Lot, best: Bid) -> Screen:
    icons = player_icons(session, best.player) | BIT["ENCHERE"]
    others = (lot.label,)
    if best.player:
        text = f"{messages.player(best.player)} ENCHERE"
        value, question = messages.amount(best.amount), _question("bid", lot, best)
        return Screen(text, value, icons, others=others, asks=question)
    value, question = messages.amount(lot.opening), _question("first_bid", lot)
    return Screen("ENCHERE", value, icons, others=others, asks=question)


def _may_bid(session: Session, lot: Lot, player: int) -> bool:
    game = session.current_game
    if not game.is_in(player):
        session.refuse(Error.NO_PLAYER)
        return False
    try:
        lot.most(player)
    except Refused as no:
        session.refuse(no.error)
        return False
    if game.debt_of(player):
        session.refuse(Error.DEBT)
        return False
    return True


def _can_pay(session: Session, lot: Lot, bid: Bid) -> bool:
    """Still, at the sale: functions were open since the bid."""
    try:
        short = bid.amount - lot.most(bid.player)
    except Refused:
        return True  # no lot any more: the sale itself is refused
    if short > 0:
        session.refuse(Error.FUNDS, short)
    return short <= 0


def _bid(session: Session, lot: Lot, player: int, best: Bid) -> Asking[Bid | None]:
    """The amount of a named bidder. The first may equal the opening."""

    def high_enough(amount: int) -> bool:
        if amount > lot.most(player):
            session.refuse(Error.FUNDS, amount - lot.most(player))
        elif amount < lot.opening or amount <= best.amount or amount == 0:
            session.refuse(Error.TOO_LOW)
        else:
            return True
        return False

    icons = player_icons(session, player) | BIT["ENCHERE"]
    question = _question("bid_amount", lot, best)._replace(player=player, other=best.player)
    text = f"{messages.player(player)} MISE"
    amount = yield from ask_amount(session, question, text, icons, high_enough, about=lot.label)
    return None if amount is None else Bid(player, amount)


def _confirm_sale(session: Session, lot: Lot, best: Bid) -> Asking[bool]:
    """ADJUGE or INVENDU: OK confirms, C reopens."""
    icons = player_icons(session, best.player) | BIT["ENCHERE"]
    if not best.player:
        question = _question("unsold", lot)
        return (yield from ask_yes(session, question, "INVENDU ?", "", icons, lot.label))
    question, amount = _question("sold", lot, best), messages.amount(best.amount)
    text = f"ADJUGE {messages.player(best.player)} ?"
    return (yield from ask_yes(session, question, text, amount, icons, lot.label))


# -- deeds


def auction_deed(
    session: Session,
    number: int,
    correct: Correct | None = None,
    declined: bool = False,
    leaves: bool = True,
) -> Asking[bool]:
    """True when the game has changed. A deed `declined` by FIN closes its square too: one
    operation, unless its landing is over meanwhile."""
    game = session.current_game
    turn, before = game.turn_number, session.operations
    square = game.edition.squares[number]
    lot = _lot(game, number, square.label, square.price)
    bid = yield from auction(session, lot, correct=correct, leaves=leaves)
    if bid is None:
        return session.operations != before

    def sold(game: Game, *facts: int) -> None:
        deeds.sell_at_auction(game, number, *facts)
        close(game)

    def unsold(game: Game) -> None:
        deeds.leave_unsold(game, number)
        close(game)

    def close(game: Game) -> None:
        if declined and game.turn_number == turn and not (game.winner or game.debts):
            throwing.finish(game)

    if bid.player:
        act = Act("auctioned", bid.player, square=number)
        return play(session, act, sold, bid.player, bid.amount, tune="sale")
    return play(session, Act("unsold", square=number), unsold)


def _lot(game: Game, item: int, label: str, price: int) -> Lot:
    """A deed or a card: whoever has the money may bid."""
    opening = None if game.edition.auction_opening == "banker" else game.edition.coin
    return Lot(AuctionView(item, opening=opening), label, price, game.cash.__getitem__)


def auction_estate(session: Session, correct: Correct) -> Dialogue:
    """What a bankrupt left to the bank, one by one; CORR brings the bankrupt back."""
    game = session.current_game
    item = game.estate[0]
    if item < BOARD:
        session.notice(game.edition.squares[item].label, icons=BIT["BANQUE"] | BIT["ENCHERE"])
        yield from auction_deed(session, item, correct, leaves=False)
        return
    pile = item - BOARD
    label = f"CARTE {messages.DECKS[pile]}"
    session.notice(label, icons=BIT["LIBRE"] | BIT["ENCHERE"])
    lot = _lot(game, item, label, game.edition.fine)
    bid = yield from auction(session, lot, correct=correct, leaves=False)
    if bid is not None:
        act = Act("auctioned" if bid.player else "unsold", bid.player, square=item)
        play(session, act, deeds.sell_card, pile, bid.player, bid.amount)
