"""ENCH: the opening, the bids by the bidders' digits, the hammer."""

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim import messages
from firmware_sim.dialogue.asking import Asking, ask_amount, ask_yes, player_icons
from firmware_sim.dialogue.play import play
from firmware_sim.game import BANK, BOARD, Error, Game
from firmware_sim.interface import AuctionView, Question
from firmware_sim.ledger import percent_up
from firmware_sim.messages import BIT
from firmware_sim.rules import deeds, throwing
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session


class Bid(NamedTuple):
    player: int
    amount: int


NOBODY = Bid(BANK, 0)
PROPOSED = 50  # percent of the price, as the opening (our decision)

Correct = Callable[[Session], Dialogue]  # CORR: what it asks, and what it undoes


def auction(
    session: Session,
    about: AuctionView,
    price: int,
    may_bid: Callable[[int], bool],
    inside: str = "",
    correct: Correct | None = None,
) -> Asking[Bid | None]:
    """The hammer falls for a bidder, or for NOBODY; None when the opening was not given.

    Where the banker gives the opening, half of `price` is proposed. Functions are open to the
    bidders, but not the one `inside` which this auction is held. Where nothing else waits beneath,
    CORR is open too until the first bid: then it ends with None.
    """
    unsold = False

    def taken_back(key: str) -> Asking[bool]:
        before = session.operations
        if key == "CORR" and correct:
            yield from correct(session)
        else:
            session.refuse(Error.KEY)
        return session.operations != before

    def at_the_opening(key: str) -> Asking[bool]:
        nonlocal unsold
        if key == "FIN":
            unsold = yield from _confirm_sale(session, about, NOBODY)
            return unsold
        return (yield from taken_back(key))

    opening = about.opening
    if opening is None:
        half = percent_up(session.current_game, price, PROPOSED)
        icons = session.always() | BIT["ENCHERE"] | BIT["BANQUE"]
        opening = yield from ask_amount(
            session, _question("opening", about), "MISE A PRIX", icons,
            otherwise=at_the_opening, proposed=half,
        )  # fmt: skip
        if opening is None:
            return NOBODY if unsold else None
        about = about._replace(opening=opening)
    best = NOBODY
    while True:
        key = yield _bidding(session, about, best, opening)
        if key.isdigit():
            if not session.current_game.is_in(int(key)):
                session.refuse(Error.NO_PLAYER)
            elif not may_bid(int(key)):
                session.refuse(Error.FORBIDDEN)
            else:
                best = yield from _bid(session, about, int(key), best, opening)
        elif key == "FIN":
            if (yield from _confirm_sale(session, about, best)):
                if not best.player or session.current_game.cash[best.player] >= best.amount:
                    return best
                session.refuse(Error.FUNDS)  # spent on something else since: the bid falls away
                best = NOBODY
        elif key in session.functions and key != inside:
            yield from session.functions[key](session)
            if session.current_game.winner:
                return None
            if best.player and not session.current_game.is_in(best.player):
                best = NOBODY
        elif best.player:
            session.refuse(Error.KEY)
        elif (yield from taken_back(key)):
            return None


def _question(kind: str, about: AuctionView, best: Bid = NOBODY) -> Question:
    auction = about._replace(best=best.amount, holder=best.player)
    amount = best.amount if best.player else about.opening
    return Question(kind, best.player, amount=amount, square=about.item, auction=auction)


def _bidding(session: Session, about: AuctionView, best: Bid, opening: int) -> Screen:
    icons = player_icons(session, best.player) | BIT["ENCHERE"]
    if best.player:
        text = f"{messages.player(best.player)} ENCHERE"
        question = _question("bid", about, best)
        return Screen(text, messages.amount(best.amount), icons, asks=question)
    question = _question("first_bid", about)
    return Screen("ENCHERE", messages.amount(opening), icons, asks=question)


def _bid(session: Session, about: AuctionView, player: int, best: Bid, opening: int) -> Asking[Bid]:
    """The amount of a named bidder. The first may equal the opening."""

    def high_enough(amount: int) -> bool:
        if amount > session.current_game.cash[player]:
            session.refuse(Error.FUNDS)
        elif amount < opening or amount <= best.amount or amount == 0:
            session.refuse(Error.TOO_LOW)
        else:
            return True
        return False

    icons = player_icons(session, player) | BIT["ENCHERE"]
    question = _question("bid_amount", about, best)._replace(player=player, other=best.player)
    text = f"{messages.player(player)} MISE"
    amount = yield from ask_amount(session, question, text, icons, high_enough)
    return best if amount is None else Bid(player, amount)


def _confirm_sale(session: Session, about: AuctionView, best: Bid) -> Asking[bool]:
    """ADJUGE or INVENDU: OK confirms, C reopens."""
    icons = player_icons(session, best.player) | BIT["ENCHERE"]
    if not best.player:
        question = _question("unsold", about)
        return (yield from ask_yes(session, question, "INVENDU ?", "", icons))
    text = f"ADJUGE {messages.player(best.player)} ?"
    question = _question("sold", about, best)
    return (yield from ask_yes(session, question, text, messages.amount(best.amount), icons))


# -- deeds


def _opening(game: Game) -> int | None:
    return None if game.edition.auction_opening == "banker" else game.edition.coin


def auction_deed(
    session: Session, number: int, correct: Correct | None = None, declined: bool = False
) -> Asking[bool]:
    """True when the game has changed. A deed `declined` by FIN closes its square too: one
    operation, unless its landing is over meanwhile."""
    game = session.current_game
    turn, before = game.turn_number, session.operations
    square = game.edition.squares[number]
    about = AuctionView(number, opening=_opening(game))
    bid = yield from auction(session, about, square.price, lambda player: True, correct=correct)
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
        return play(
            session, f"ENCHERE {square.label}", sold, bid.player, bid.amount,
            player=bid.player, tune="sale",
        )  # fmt: skip
    return play(session, f"INVENDU {square.label}", unsold)


def auction_estate(session: Session, correct: Correct) -> Dialogue:
    """What a bankrupt left to the bank, one by one; CORR brings the bankrupt back."""
    game = session.current_game
    item = game.estate[0]
    if item < BOARD:
        session.notice(game.edition.squares[item].label, icons=BIT["BANQUE"] | BIT["ENCHERE"])
        yield from auction_deed(session, item, correct)
        return
    pile = item - BOARD
    session.notice(f"CARTE {messages.DECKS[pile]}", icons=BIT["LIBRE"] | BIT["ENCHERE"])
    about = AuctionView(item, opening=_opening(game))
    bid = yield from auction(
        session, about, game.edition.fine, lambda player: True, correct=correct
    )
    if bid is not None:
        name = f"ENCHERE CARTE {messages.DECKS[pile]}" if bid.player else "INVENDU CARTE"
        play(
            session, name, deeds.sell_card, pile, bid.player, bid.amount,
            player=bid.player or game.turn,
        )  # fmt: skip
