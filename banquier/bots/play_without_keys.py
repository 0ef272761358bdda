"""The bank alone: bots whose decisions are applied to the rules without keys.

    game = opened(edition, 4, rng)
    take_turn(game, profiles, rng)
    play(game, profiles, rng)       to the end
    play_on(game, profiles, rng, last_turn, dice=…)     from the middle of a turn or an auction

The decisions are the same as by keys: buy, bid, claim, build, mortgage, borrow, trade, go
bankrupt. For benchmarks and tests of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from banquier.bots.strategy.bargains import agrees
from banquier.bots.strategy.choices import PHASES, before_the_throw, bid, claim, debt, lift
from banquier.bots.strategy.profile import BotProfile
from banquier.bots.strategy.worth import find_money
from banquier.game.decision import BORROW, CLAIM, DEMOLISH, MORTGAGE, THROW, Decision
from banquier.game.rng import Rng
from firmware_sim.edition import Edition
from firmware_sim.field_types import TURNS
from firmware_sim.game import BANK, BOARD, HOTEL, Game, Phase, Refused
from firmware_sim.ledger import settle
from firmware_sim.rules import (
    bankruptcy,
    building,
    cards,
    deeds,
    loans,
    moving,
    opening,
    prison,
    rent,
    speed_die,
    throwing,
    trade,
)

PAIRS = [(first, second) for first in range(1, 7) for second in range(1, 7)]

FINDS_MONEY = (BORROW, DEMOLISH, MORTGAGE)

BEFORE_THROW, CLOSED = Phase.THROW, Phase.SQUARE  # looked up once: an enum's member is slow to find

Profiles = Sequence[BotProfile]
"""One profile for each player; index 0, the bank, is not used."""


def opened(edition: Edition, players: int, rng: Rng) -> Game:
    game = Game(edition, players)
    opening.open_accounts(game, rng)
    return game


def take_turn(game: Game, profiles: Profiles, rng: Rng) -> None:
    play(game, profiles, rng, game.turn_number)


def play_on(
    game: Game, profiles: Profiles, rng: Rng, last_turn: int, dice: Rng,
    best: tuple[int, int] | None = None,
) -> None:  # fmt: skip
    """Play on from any moment: rents still open are claimed first, and an auction under way goes
    on from its best bid."""
    for _ in game.claims:
        _ask_for_rent(game, profiles, rng)
    if best and (game.estate or game.phase is Phase.OFFER) and not (game.debts or game.lifts):
        _auction(game, profiles, rng, *best)
    play(game, profiles, rng, last_turn, dice)


def play(
    game: Game, profiles: Profiles, rng: Rng, last_turn: int = TURNS, dice: Rng | None = None
) -> None:
    """Play until that turn ends or the game is over; the entries are those since the last throw.

    `dice`: a generator of their own, so that other decisions do not change the throws.
    """
    dice = dice or rng
    while game.turn_number <= last_turn and not game.winner:
        if game.debts or game.lifts or game.estate:
            _settle_next(game, profiles, rng)
            continue
        if game.phase is not BEFORE_THROW:
            STEPS[game.phase](game, profiles, rng)
        else:
            player = game.turn
            decision = before_the_throw(game, player, profiles[player], rng)
            if decision is not THROW:
                grant(game, player, decision, profiles, rng)
            else:
                game.posted.clear()
                first, second = PAIRS[dice(36)]
                third = _speed_die(game, dice) if game.speed_die else 0
                throwing.throw(game, first, second, third)
                if game.claims:
                    _ask_for_rent(game, profiles, rng)
                if game.phase is CLOSED and not (game.debts or game.winner):
                    throwing.finish(game)
        if game.claims:
            _ask_for_rent(game, profiles, rng)


def _speed_die(game: Game, rng: Rng) -> int:
    return speed_die.FACES[rng(6)] if speed_die.is_active(game, game.turn) else 0


def _ask_for_rent(game: Game, profiles: Profiles, rng: Rng) -> None:
    owner = game.claims[0].owner
    if claim(game, owner, profiles[owner], rng) is CLAIM:
        rent.claim(game)


def _settle_next(game: Game, profiles: Profiles, rng: Rng) -> None:
    """Settle what stops the turn: received deeds, debts, the deeds of a bankrupt."""
    if game.lifts:
        player = game.lifts[0].player
        answer = lift(game, player, profiles[player], rng)
        deeds.answer_lift(game, answer.do == "yes")
    elif game.debts:
        _settle_debt(game, profiles, rng)
    else:
        _auction(game, profiles, rng)


def _settle_debt(game: Game, profiles: Profiles, rng: Rng) -> None:
    """Settle the oldest debt: decide once whether it can be paid, then find the money."""
    owed = game.debts[0]
    player, profile = owed.debtor, profiles[owed.debtor]
    decision = debt(game, player, profile, rng)
    grant(game, player, decision, profiles, rng)
    while decision.do in FINDS_MONEY:
        missing = owed.amount - game.cash[player]
        if missing <= 0:
            settle(game)
            break
        decision = find_money(game, player, profile, missing)
        grant(game, player, decision, profiles, rng)


def _auction(game: Game, profiles: Profiles, rng: Rng, bidder: int = BANK, best: int = 0) -> None:
    """An auction: the highest limit wins, a little above the second. A best bid stands already."""
    item = game.estate[0] if game.estate else game.square[game.turn]
    if best > game.cash[bidder]:
        bidder, best = BANK, 0
    limits = sorted(
        (max(bid(game, player, profiles[player], rng).amount, best * (player == bidder)), player)
        for player in game.seats()
    )
    limit, buyer = limits[-1]
    if limit == best:
        buyer = bidder
    price = max(best, min(limit, limits[-2][0] + game.edition.coin))
    if price == 0:
        buyer = BANK
    if item >= BOARD:
        deeds.sell_card(game, item - BOARD, buyer, price)
    elif buyer:
        deeds.sell_at_auction(game, item, buyer, price)
    else:
        deeds.leave_unsold(game, item)


# -- applying decisions


def grant(game: Game, player: int, decision: Decision, profiles: Profiles, rng: Rng) -> None:
    """Apply a decision; one that the rules refuse changes nothing."""
    try:
        GRANTS[decision.do](game, player, decision, profiles, rng)
    except Refused:
        return


def _choose(game: Game, player: int, decision: Decision, profiles: Profiles, rng: Rng) -> None:
    if game.phase is Phase.BUS:
        speed_die.take_bus(game, decision.number)
    elif game.phase is Phase.VISA:
        moving.visa(game, decision.number)
    elif decision.number < 0:
        speed_die.keep_to_dice(game)
    else:
        speed_die.go_anywhere(game, decision.number)


def _demolish(game: Game, player: int, decision: Decision, profiles: Profiles, rng: Rng) -> None:
    lot = decision.number
    if game.houses[lot] == HOTEL:
        building.sell_hotel(game, player, lot, building.hotel_ways(game)[decision.amount])
    else:
        building.sell_house(game, player, lot)


def _trade(game: Game, player: int, decision: Decision, profiles: Profiles, rng: Rng) -> None:
    bargain = decision.bargain
    if bargain is not None and agrees(game, bargain.second, profiles[bargain.second], bargain):
        trade.strike(game, bargain)


Grant = Callable[[Game, int, Decision, Profiles, Rng], None]

GRANTS: dict[str, Grant] = {
    "fine": lambda game, *_: prison.pay_fine(game),
    "card": lambda game, *_: prison.use_card(game),
    "buy": lambda game, *_: deeds.buy(game),
    "auction": lambda game, player, decision, profiles, rng: _auction(game, profiles, rng),
    "choose": _choose,
    "build": lambda game, player, decision, *_: building.build(game, player, decision.number),
    "demolish": _demolish,
    "mortgage": lambda game, player, decision, *_: deeds.mortgage(game, player, decision.number),
    "lift": lambda game, player, decision, *_: deeds.lift(game, player, decision.number),
    "borrow": lambda game, player, decision, *_: loans.borrow(game, player, decision.amount),
    "repay": lambda game, player, decision, *_: loans.repay(game, player, decision.number),
    "trade": _trade,
    "settle": lambda game, *_: settle(game),
    "ruin": lambda game, player, *_: bankruptcy.go_bankrupt(game, player),
}


# -- steps of a turn


def _rethrow(game: Game, profiles: Profiles, rng: Rng) -> None:
    game.posted.clear()
    throwing.rethrow(game, *PAIRS[rng(36)], _speed_die(game, rng))


def _decide(game: Game, profiles: Profiles, rng: Rng) -> None:
    player = game.turn
    grant(game, player, PHASES[game.phase](game, player, profiles[player], rng), profiles, rng)


def _draw(game: Game, profiles: Profiles, rng: Rng) -> None:
    cards.draw(game, cards.pile_here(game))


STEPS: dict[Phase, Callable[[Game, Profiles, Rng], None]] = {
    Phase.SQUARE: lambda game, profiles, rng: throwing.finish(game),
    Phase.OFFER: _decide,
    Phase.CARD: _draw,
    Phase.EFFECT: lambda game, profiles, rng: cards.carry_out(game),
    Phase.RETHROW: _rethrow,
    Phase.BUS: _decide,
    Phase.ANYWHERE: _decide,
    Phase.VISA: _decide,
}
