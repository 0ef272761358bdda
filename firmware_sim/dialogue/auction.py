"""ENCH: the opening, the bids by the bidders' digits, the hammer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim import messages as words
from firmware_sim.dialogue.asking import Asking, ask_amount, ask_yes, player_icons
from firmware_sim.dialogue.play import play
from firmware_sim.game import BANK, BOARD, Error, Game, Phase
from firmware_sim.ledger import percent_up
from firmware_sim.messages import BIT
from firmware_sim.rules import deeds, throwing
from firmware_sim.screen import Screen
from firmware_sim.session import Dialogue, Table


class Bid(NamedTuple):
    player: int
    amount: int


NOBODY = Bid(BANK, 0)
PROPOSED = 50  # percent of the price, as the opening (our decision)

Correct = Callable[[Table], Dialogue]  # CORR: what it asks, and what it undoes


def auction(
    table: Table,
    opening: int | None,
    price: int,
    may_bid: Callable[[int], bool],
    inside: str = "",
    correct: Correct | None = None,
) -> Asking[Bid | None]:
    """The hammer falls for a bidder, or for NOBODY; None when the opening was not given.

    Where the banker gives the opening, half of `price` is proposed. Functions are open to the
    bidders, but not the one `inside` which this auction is held. Where nothing else waits beneath,
    CORR is open too until somebody bids: then it ends with None.
    """
    unsold = False

    def taken_back(key: str) -> Asking[bool]:
        before = table.operations
        if key == "CORR" and correct:
            yield from correct(table)
        else:
            table.refuse(Error.KEY)
        return table.operations != before

    def at_the_opening(key: str) -> Asking[bool]:
        nonlocal unsold
        if key == "FIN":
            unsold = yield from _hammer(table, NOBODY)
            return unsold
        return (yield from taken_back(key))

    if opening is None:
        half = percent_up(table.playing, price, PROPOSED)
        icons = table.always() | BIT["ENCHERE"] | BIT["BANQUE"]
        opening = yield from ask_amount(
            table, "opening", "MISE A PRIX", icons, otherwise=at_the_opening, proposed=half
        )
        if opening is None:
            return NOBODY if unsold else None
    best = NOBODY
    while True:
        key = yield _bidding(table, best, opening)
        if key.isdigit():
            if not table.playing.is_in(int(key)):
                table.refuse(Error.NO_PLAYER)
            elif not may_bid(int(key)):
                table.refuse(Error.FORBIDDEN)
            else:
                best = yield from _bid(table, int(key), best, opening)
        elif key == "FIN":
            if (yield from _hammer(table, best)):
                if not best.player or table.playing.cash[best.player] >= best.amount:
                    return best
                table.refuse(Error.FUNDS)  # spent on something else since: the bid falls away
                best = NOBODY
        elif key in table.functions and key != inside:
            yield from table.functions[key](table)
            if table.playing.winner:
                return None
            if best.player and not table.playing.is_in(best.player):
                best = NOBODY
        elif best.player:
            table.refuse(Error.KEY)
        elif (yield from taken_back(key)):
            return None


def _bidding(table: Table, best: Bid, opening: int) -> Screen:
    icons = player_icons(table, best.player) | BIT["ENCHERE"]
    if best.player:
        text = f"{words.player(best.player)} ENCHERE"
        return Screen(text, words.amount(best.amount), icons, asks="bid")
    return Screen("ENCHERE", words.amount(opening), icons, asks="first_bid")


def _bid(table: Table, player: int, best: Bid, opening: int) -> Asking[Bid]:
    """The amount of a named bidder. The first may equal the opening."""

    def high_enough(amount: int) -> bool:
        if amount > table.playing.cash[player]:
            table.refuse(Error.FUNDS)
        elif amount < opening or amount <= best.amount or amount == 0:
            table.refuse(Error.TOO_LOW)
        else:
            return True
        return False

    icons = player_icons(table, player) | BIT["ENCHERE"]
    amount = yield from ask_amount(
        table, "bid_amount", f"{words.player(player)} MISE", icons, high_enough
    )
    return best if amount is None else Bid(player, amount)


def _hammer(table: Table, best: Bid) -> Asking[bool]:
    """ADJUGE or INVENDU: OK confirms, C reopens."""
    icons = player_icons(table, best.player) | BIT["ENCHERE"]
    if not best.player:
        return (yield from ask_yes(table, "unsold", "INVENDU ?", "", icons))
    text = f"ADJUGE {words.player(best.player)} ?"
    return (yield from ask_yes(table, "sold", text, words.amount(best.amount), icons))


# -- deeds


def auction_deed(
    table: Table, number: int, correct: Correct | None = None, declined: bool = False
) -> Asking[bool]:
    """True when the game has changed. A deed `declined` by FIN closes its square too: one
    operation, unless its landing is over meanwhile."""
    game = table.playing
    edition, turn, before = game.edition, game.turn_number, table.operations
    square = edition.squares[number]
    opening = None if edition.auction_opening == "banker" else edition.coin
    bid = yield from auction(table, opening, square.price, lambda player: True, correct=correct)
    if bid is None:
        return table.operations != before

    def sold(game: Game, *facts: int) -> None:
        deeds.sell_at_auction(game, number, *facts)
        close(game)

    def unsold(game: Game) -> None:
        deeds.leave_unsold(game, number)
        close(game)

    def close(game: Game) -> None:
        here = game.turn_number == turn and game.phase is Phase.SQUARE
        if declined and here and not (game.winner or game.debts):
            throwing.finish(game)

    if bid.player:
        return play(
            table, f"ENCHERE {square.label}", sold, bid.player, bid.amount,
            player=bid.player, tune="sale",
        )  # fmt: skip
    return play(table, f"INVENDU {square.label}", unsold)


def auction_estate(table: Table, correct: Correct) -> Dialogue:
    """What a bankrupt left to the bank, one by one; CORR brings the bankrupt back."""
    game = table.playing
    item = game.estate[0]
    if item < BOARD:
        table.notice(game.edition.squares[item].label, icons=BIT["BANQUE"] | BIT["ENCHERE"])
        yield from auction_deed(table, item, correct)
        return
    pile = item - BOARD
    table.notice(f"CARTE {words.DECKS[pile]}", icons=BIT["LIBRE"] | BIT["ENCHERE"])
    opening = None if game.edition.auction_opening == "banker" else game.edition.coin
    bid = yield from auction(
        table, opening, game.edition.fine, lambda player: True, correct=correct
    )
    if bid is not None:
        name = f"ENCHERE CARTE {words.DECKS[pile]}" if bid.player else "INVENDU CARTE"
        play(
            table, name, deeds.sell_card, pile, bid.player, bid.amount,
            player=bid.player or game.turn,
        )  # fmt: skip
