"""What a house player wishes, question by question."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.game import BANK, BOARD, Game, Phase
from firmware_sim.house import bargains
from firmware_sim.house.temper import Temper
from firmware_sim.house.wishes import (
    AUCTION,
    BID,
    BUILD,
    BUY,
    CARD,
    CARRY_OUT,
    CHOOSE,
    CLAIM,
    DRAW,
    FINE,
    FINISH,
    FORGET,
    LIFT,
    NO,
    REPAY,
    RUIN,
    SETTLE,
    THROW,
    TRADE,
    YES,
    Wish,
)
from firmware_sim.house.worth import best_building, find_money, reserve, worth
from firmware_sim.rules import deeds, loans, passport, rent, ruin
from firmware_sim.rules.trade import Bargain

Chance = Callable[[int], int]
Mind = Callable[[Game, int, Temper, Chance], Wish]

LATE = 3  # of four deeds sold, prison is a quiet place


def wish(
    game: Game,
    player: int,
    question: str,
    temper: Temper,
    chance: Chance,
    bargain: Bargain | None = None,
) -> Wish:
    """`question` is one of: turn, debt, claim, bid, building, lift, accord.

    For an accord, `bargain` is what the two are asked to agree on.
    """
    if question == "accord":
        agreed = bargain is not None and bargains.agrees(game, player, temper, bargain)
        return YES if agreed else NO
    return MINDS[question](game, player, temper, chance)


# -- one's own turn


def turn(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    return PHASES[game.phase](game, player, temper, chance)


def _before_the_throw(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    drawn = chance(10_000)
    if drawn % 100 < temper.attention:
        better = improve(game, player, temper, temper.heedless and drawn % 3 == 0)
        if better is not None:
            return better
    if drawn // 100 < temper.trades:
        proposed = bargains.propose(game, player, temper)
        if proposed is not None:
            return Wish(TRADE, bargain=proposed)
    if game.prison[player]:
        return _in_prison(game, player, temper)
    return THROW


def improve(game: Game, player: int, temper: Temper, heedless: bool = False) -> Wish | None:
    """What money to spare is good for: dear loans, buildings, mortgages to lift."""
    spare = game.cash[player] - reserve(game, temper)
    if spare <= 0:
        return None
    for rank, loan in enumerate(game.loans[player]):
        if (loan.passages or not temper.borrows) and loans.cost(game, loan) <= spare:
            return Wish(REPAY, rank)
    lot = best_building(game, player, spare, heedless)
    if lot:
        return Wish(BUILD, lot)
    if True in game.mortgaged:
        for lot in game.deeds_of(player):
            if game.mortgaged[lot] and deeds.lifting_cost(game, lot) * 2 <= spare:
                return Wish(LIFT, lot)
    return None


def _in_prison(game: Game, player: int, temper: Temper) -> Wish:
    if temper.prison == "long":
        return THROW
    if temper.prison == "own":
        sold = len(game.edition.deeds) - game.owner.count(BANK)
        quiet = sold * 4 >= len(game.edition.deeds) * LATE
        if quiet or game.cash[player] < game.edition.fine + reserve(game, temper):
            return CARD if player in game.free_cards and not quiet else THROW
    if player in game.free_cards:
        return CARD
    missing = game.edition.fine - game.cash[player]
    if missing <= 0:
        return FINE
    found = find_money(game, player, temper, missing)
    return THROW if found is RUIN else found


def _on_an_offer(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    number = game.square[player]
    price = game.edition.squares[number].price
    cash = game.cash[player]
    if cash >= price + reserve(game, temper) or (
        cash >= price and worth(game, player, number) > price
    ):
        return BUY
    if temper.borrows and game.edition.loans and worth(game, player, number) > price:
        found = find_money(game, player, temper, price - cash)
        if found.do == "borrow" and found.amount + cash >= price:
            return found
    return AUCTION


def _choose_steps(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    """The bus: to something unowned if a die leads there, else as chance has it."""
    first, second = game.dice
    steps = (first, second, first + second)
    for count in steps:
        if game.owner[(game.square[player] + count) % BOARD] == BANK:
            return Wish(CHOOSE, count)
    return Wish(CHOOSE, steps[chance(3)])


def _choose_square(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    """Three of a kind: the dearest deed the bank has left, or on by the dice."""
    unowned = [number for number in game.edition.deeds if game.owner[number] == BANK]
    if not unowned or chance(8) == 0:
        return Wish(CHOOSE, -1)
    return Wish(CHOOSE, max(unowned, key=lambda number: worth(game, player, number)))


def _choose_wonder(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    return Wish(CHOOSE, passport.unvisited(game, player)[0])


def _always(wanted: Wish) -> Mind:
    return lambda game, player, temper, chance: wanted


PHASES: dict[Phase, Mind] = {
    Phase.THROW: _before_the_throw,
    Phase.SQUARE: _always(FINISH),
    Phase.OFFER: _on_an_offer,
    Phase.CARD: _always(DRAW),
    Phase.EFFECT: _always(CARRY_OUT),
    Phase.RETHROW: _always(THROW),
    Phase.BUS: _choose_steps,
    Phase.ANYWHERE: _choose_square,
    Phase.VISA: _choose_wonder,
}


# -- at other moments


def debt(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    """Pay, find the money, offer property; when nothing can be enough, leave."""
    owed = game.debt_of(player)
    if owed is None or game.cash[player] >= owed.amount:
        return SETTLE
    if ruin.could_raise(game, player) < owed.amount:
        offer = bargains.in_kind(game, player) if chance(2) else None
        return Wish(TRADE, bargain=offer) if offer else RUIN
    return find_money(game, player, temper, owed.amount - game.cash[player])


def claim(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    """The owner of the oldest rent asks for it, unless it is forgotten."""
    if not game.claims or rent.oldest_claim(game).owner != player:
        return NO
    return FORGET if chance(100) < temper.forgets else CLAIM


def bid(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    """How far to go for what is under the hammer: a deed, or a kept card.

    The reserve is touched for what matters alone, and not everybody wants everything.
    """
    item = game.estate[0] if game.estate else game.square[game.turn]
    price = game.edition.squares[item].price if item < BOARD else game.edition.fine
    value = worth(game, player, item) if item < BOARD else price
    if value == price and chance(4) == 0:
        return Wish(BID)
    purse = game.cash[player] - (reserve(game, temper) if value == price else 0)
    return Wish(BID, 0, max(0, min(value * temper.bids // 100, purse)))


def building(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    """How far to go for one of the last buildings."""
    prices = [game.edition.squares[lot].house for lot in game.streets_of(player)]
    limit = max(prices, default=0) * (temper.bids + 40) // 100
    return Wish(BID, 0, min(limit, game.cash[player]))


def lift(game: Game, player: int, temper: Temper, chance: Chance) -> Wish:
    """A mortgaged deed received: lifted at once by who has the money to spare."""
    cost = deeds.lifting_cost(game, game.lifts[0].square)
    return YES if game.cash[player] >= cost + reserve(game, temper) else NO


MINDS: dict[str, Mind] = {
    "turn": turn,
    "debt": debt,
    "claim": claim,
    "bid": bid,
    "building": building,
    "lift": lift,
}
