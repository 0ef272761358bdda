"""The moves that a bot decides on, question by question."""

from __future__ import annotations

from collections.abc import Callable

from banquier.play.bots.strategy import BORROWS_FIRST, BotProfile, bargains
from banquier.play.bots.strategy.deed_value import (
    best_building,
    borrow,
    deed_value,
    find_money,
    reserve,
)
from banquier.play.move import (
    BUY,
    CARD,
    CARRY_OUT,
    DRAW,
    FINE,
    FINISH,
    KEEP_DICE,
    LIFT_NOW,
    RUIN,
    SETTLE,
    TENTH,
    THROW,
    TO_AUCTION,
    Move,
)
from banquier.play.rng import Rng
from firmware_sim.game import BANK, BOARD, Game, Phase
from firmware_sim.rules import bankruptcy, deeds, loans, passport
from firmware_sim.rules.building import building_price

Strategy = Callable[[Game, int, BotProfile, Rng], Move]

LATE = 3  # when three of four deeds are sold, prison is safe


# -- the player's own turn


def turn(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    return PHASES[game.phase](game, player, profile, rng)


def before_the_throw(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    drawn = rng(10_000)
    if drawn % 100 < profile.attention:
        better = improve(game, player, profile)
        if better is not None:
            return better
    if drawn // 100 < profile.trades:
        proposed = bargains.propose(game, player, profile)
        if proposed is not None:
            return Move("offer", bargain=proposed)
    if game.prison[player]:
        return _in_prison(game, player, profile)
    return THROW


def improve(game: Game, player: int, profile: BotProfile) -> Move | None:
    """Use spare money: repay loans, build, lift mortgages."""
    spare = game.cash[player] - reserve(game, profile)
    room = loans.room(game, player) if profile.borrows == "build" else 0
    if spare + room <= 0:
        return None
    for rank, loan in enumerate(game.loans[player]):
        if (loan.passages or profile.borrows not in BORROWS_FIRST) and loans.cost(
            game, loan
        ) <= spare:
            return Move("repay", rank)
    lot = best_building(game, player, spare + room)
    if lot:
        missing = building_price(game, lot) - spare if room else 0
        return (borrow(game, player, missing) if missing > 0 else None) or Move("build", lot)
    for lot in filter(game.mortgaged.__getitem__, game.deeds[player]):
        if deeds.lifting_cost(game, lot) * 2 <= spare:
            return Move("lift", lot)
    return None


def _in_prison(game: Game, player: int, profile: BotProfile) -> Move:
    if profile.prison == "long":
        return THROW
    if profile.prison == "own":
        sold = len(game.edition.deeds) - len(game.deeds[BANK])
        quiet = sold * 4 >= len(game.edition.deeds) * LATE
        if quiet or game.cash[player] < game.edition.fine + reserve(game, profile):
            return CARD if player in game.free_cards and not quiet else THROW
    if player in game.free_cards:
        return CARD
    missing = game.edition.fine - game.cash[player]
    if missing <= 0:
        return FINE
    found = find_money(game, player, profile, missing)
    return THROW if found is RUIN else found


def _on_an_offer(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    number = game.square[player]
    price = game.squares[number].price
    cash = game.cash[player]
    decline = TO_AUCTION if game.edition.auctions else FINISH
    if _too_dear(game, player, profile, number) and rng(4) == 0:
        return decline
    if cash >= price + reserve(game, profile) or (
        cash >= price and deed_value(game, player, number) > price
    ):
        return BUY
    if (
        profile.borrows in BORROWS_FIRST
        and game.edition.loans
        and deed_value(game, player, number) > price
    ):
        found = find_money(game, player, profile, price - cash)
        if found.name == "borrow" and found.amount + cash >= price:
            return found
    return decline


def _too_dear(game: Game, player: int, profile: BotProfile, number: int) -> bool:
    """Return whether the price is above the deed's value to this player; a lot whose group two
    others share already counts less.
    """
    others = {game.owner[lot] for lot in game.lots_with[number]} - {BANK, player}
    value = deed_value(game, player, number) * profile.bids // 100
    return value * (3 if len(others) > 1 else 4) // 4 < game.squares[number].price


def _choose_steps(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    """Take the bus to an unowned deed if a die leads there, else at random."""
    first, second = game.dice
    steps = (first, second, first + second)
    for count in steps:
        if game.owner[(game.square[player] + count) % BOARD] == BANK:
            return Move("bus", count)
    return Move("bus", steps[rng(3)])


def _choose_square(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    """Go, after three of a kind, to the bank's most expensive deed, or on by the dice."""
    unowned = [number for number in game.edition.deeds if game.owner[number] == BANK]
    if not unowned or rng(8) == 0:
        return KEEP_DICE
    return Move("anywhere", max(unowned, key=lambda number: deed_value(game, player, number)))


def _choose_wonder(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    return Move("visa", passport.unvisited_streets(game, player)[0])


def _choose_always(wanted: Move) -> Strategy:
    return lambda game, player, profile, rng: wanted


PHASES: dict[Phase, Strategy] = {
    Phase.THROW: before_the_throw,
    Phase.SQUARE: _choose_always(FINISH),
    Phase.OFFER: _on_an_offer,
    Phase.CARD: _choose_always(DRAW),
    Phase.EFFECT: _choose_always(CARRY_OUT),
    Phase.RETHROW: _choose_always(THROW),
    Phase.BUS: _choose_steps,
    Phase.ANYWHERE: _choose_square,
    Phase.VISA: _choose_wonder,
}


# -- at other moments


def debt(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    """Pay, raise money, offer a deed; if nothing is enough, go bankrupt."""
    owed = game.debt_of(player)
    if owed is None or game.cash[player] >= owed.amount:
        return SETTLE
    if not bankruptcy.could_raise(game, player, owed.amount):
        offer = bargains.in_kind(game, player) if rng(2) else None
        return Move("offer", bargain=offer) if offer else RUIN
    return find_money(game, player, profile, owed.amount - game.cash[player])


def bid(game: Game, player: int, profile: BotProfile, rng: Rng) -> int:
    """Return the limit of a bid for a deed or a prison card. The reserve is used only to complete
    groups, and some lots are not wanted.
    """
    item = game.estate[0] if game.estate else game.square[game.turn]
    price = game.squares[item].price if item < BOARD else game.edition.fine
    value = deed_value(game, player, item) if item < BOARD else price
    if value == price and rng(4) == 0:
        return 0
    purse = game.cash[player] - (reserve(game, profile) if value == price else 0)
    return max(0, min(value * profile.bids // 100, purse))


def building(game: Game, player: int, profile: BotProfile, rng: Rng) -> int:
    """Return the limit of a bid for a scarce building."""
    prices = [game.squares[lot].house for lot in game.streets_of(player)]
    limit = max(prices, default=0) * (profile.bids + 40) // 100
    return min(limit, game.cash[player])


def lift(game: Game, player: int, profile: BotProfile, rng: Rng) -> Move:
    """Lift the mortgage of a received deed at once, if there is spare money."""
    cost = deeds.lifting_cost(game, game.lifts[0].square)
    spare = game.cash[player] - reserve(game, profile)
    return LIFT_NOW if spare >= cost and not game.debt_of(player) else TENTH
