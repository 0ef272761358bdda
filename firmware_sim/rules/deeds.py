"""Deeds: bought where the token stands, auctioned, mortgaged and lifted."""

from __future__ import annotations

from firmware_sim.game import BANK, BOARD, Error, Game, Phase, Refused, Why, refuse_when
from firmware_sim.ledger import charge, percent_up, post, spend, spend_freely
from firmware_sim.rules import moving, passport, prison

LIFT_PERCENT = 10


def check_offer(game: Game, auction: bool = False) -> None:
    """Check that the deed under the token is offered, to be bought or to be auctioned."""
    forbidden = auction and not game.edition.auctions  # HOUSE-4
    if game.phase is Phase.OFFER and not forbidden:
        return
    closed = game.phase is Phase.SQUARE
    owner = game.owner[game.square[game.turn]]
    refuse_when(
        (closed and owner > BANK, Error.SOLD),
        (owner >= BANK and forbidden, Error.FORBIDDEN),
        (
            closed and owner == BANK and not moving.may_be_offered(game, game.turn),
            Error.FORBIDDEN,
        ),
    )
    raise Refused(Error.KEY)


def buy(game: Game) -> None:
    number = game.square[game.turn]
    check_offer(game)
    spend(game, game.turn, BANK, game.squares[number].price, Why.DEED, number)
    game.give(number, game.turn)
    game.phase = Phase.SQUARE


def close_auction(game: Game, item: int, buyer: int, price: int) -> None:
    """A deed, or a prison card that a bankrupt left, goes to the highest bidder. Where nobody bid
    (0) a deed stays with the bank, a card goes back under its pile. A landing that was declined
    asks no rent."""
    pile = item - BOARD
    if buyer and pile < 0:
        spend(game, buyer, BANK, price, Why.DEED, item)
        game.give(item, buyer)
        passport.tick(game, buyer, item)
    elif buyer:
        spend(game, buyer, BANK, price, Why.TRADE)
        game.free_cards[pile] = buyer
    elif pile >= 0:
        prison.return_free_card(game, pile)
    if item in game.estate:
        game.estate = tuple(one for one in game.estate if one != item)
    elif game.phase is Phase.OFFER:
        game.phase = Phase.SQUARE


def _unbuilt(game: Game, number: int) -> bool:
    group = game.lots_with[number]
    return game.is_unbuilt(group if game.edition.mortgage_needs == "group" else (number,))


def may_be_mortgaged(game: Game, number: int) -> bool:
    return not game.mortgaged[number] and _unbuilt(game, number)


def mortgage(game: Game, player: int, number: int) -> None:
    if game.owner[number] != player:
        raise Refused(Error.TOO_BIG)
    if not _unbuilt(game, number):
        raise Refused(Error.BUILT)
    if game.mortgaged[number]:
        raise Refused(Error.MORTGAGED)
    game.mortgaged[number] = True
    post(game, BANK, player, game.squares[number].mortgage, Why.MORTGAGE, number)


def lifting_cost(game: Game, number: int) -> int:
    """The value and a tenth; of a deed just received, what LEVER ? asks (MTG-3)."""
    value = game.squares[number].mortgage
    percent = LIFT_PERCENT
    for lift in game.lifts:
        if lift.square == number:
            percent = lift.percent
            break
    return value + percent_up(game, value, percent)


def interest(game: Game, number: int) -> int:
    """Return the cost of a mortgaged deed that changes hands without being lifted."""
    return percent_up(game, game.squares[number].mortgage, LIFT_PERCENT)


def lift(game: Game, player: int, number: int) -> None:
    """Only the owner lifts (MTG-5), and no debtor."""
    if game.owner[number] != player or not game.mortgaged[number]:
        raise Refused(Error.KEY)
    spend_freely(game, player, lifting_cost(game, number), Why.LIFT, number)
    free(game, number)


def free(game: Game, number: int) -> None:
    """The mortgage is gone, and with it a LEVER ? that waits."""
    game.mortgaged[number] = False
    if game.lifts:
        game.lifts = tuple(lift for lift in game.lifts if lift.square != number)


def answer_lift(game: Game, at_once: bool) -> None:
    """A mortgaged deed received: lifted in the same operation, or its tenth paid now."""
    player, number, _ = game.lifts[0]
    if at_once:
        lift(game, player, number)
        return
    charge(game, player, BANK, interest(game, number), Why.TRANSFER, square=number)
    game.lifts = game.lifts[1:]
