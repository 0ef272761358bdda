"""The bank alone: bots whose decisions are applied to the rules without keys.

    game = opened(edition, 4, rng)
    take_turn(game, profiles, rng)
    play(game, profiles, rng)       to the end

The decisions are the same as by keys: buy, bid, claim, build, mortgage, borrow, trade, go
bankrupt. For benchmarks and tests of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from banquier.bots.rng import Rng
from banquier.bots.strategy.bargains import agrees
from banquier.bots.strategy.choices import PHASES, bid, claim, debt, lift
from banquier.bots.strategy.decision import BORROW, CLAIM, DEMOLISH, MORTGAGE, THROW, Decision
from banquier.bots.strategy.profile import BotProfile
from banquier.bots.strategy.worth import find_money
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

SQUARE = Phase.SQUARE
THROWS: dict[Phase, Callable[..., None]] = {
    Phase.THROW: throwing.throw,
    Phase.RETHROW: throwing.rethrow,
}
PAIRS = [(first, second) for first in range(1, 7) for second in range(1, 7)]

FINDS_MONEY = (BORROW, DEMOLISH, MORTGAGE)

Profiles = Sequence[BotProfile]
"""One profile for each player; index 0, the bank, is not used."""


def opened(edition: Edition, players: int, rng: Rng) -> Game:
    game = Game(edition, players)
    opening.open_accounts(game, rng)
    return game


def take_turn(game: Game, profiles: Profiles, rng: Rng) -> None:
    play(game, profiles, rng, game.turn_number)


def play(game: Game, profiles: Profiles, rng: Rng, last_turn: int = TURNS) -> None:
    """Play until that turn ends or the game is over; the entries are those since the last throw."""
    while game.turn_number <= last_turn and not game.winner:
        if game.debts or game.lifts or game.estate:
            _settle_next(game, profiles, rng)
            continue
        phase = game.phase
        if phase is SQUARE:
            throwing.finish(game)
        elif phase in UNASKED:
            UNASKED[phase](game)
        else:
            player = game.turn
            decision = PHASES[phase](game, player, profiles[player], rng)
            if decision is not THROW:
                grant(game, player, decision, profiles, rng)
            else:
                game.posted.clear()
                first, second = PAIRS[rng(36)]
                third = 0
                if game.speed_die and speed_die.is_active(game, player):
                    third = speed_die.FACES[rng(6)]
                THROWS[phase](game, first, second, third)
        if game.claims:
            _ask_for_rent(game, profiles, rng)


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
    while decision.do in FINDS_MONEY and game.cash[player] < owed.amount:
        decision = find_money(game, player, profile, owed.amount - game.cash[player])
        grant(game, player, decision, profiles, rng)


def _auction(game: Game, profiles: Profiles, rng: Rng) -> None:
    """An auction: the highest limit wins, a little above the second."""
    item = game.estate[0] if game.estate else game.square[game.turn]
    limits = sorted(
        (bid(game, player, profiles[player], rng).amount, player) for player in game.seats()
    )
    limit, buyer = limits[-1]
    price = min(limit, limits[-2][0] + game.edition.coin)
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


def _draw(game: Game) -> None:
    cards.draw(game, cards.pile_here(game))


UNASKED: dict[Phase, Callable[[Game], None]] = {
    Phase.CARD: _draw,
    Phase.EFFECT: cards.carry_out,
}
"""Apply what needs no decision."""


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
