"""The bank alone: house players whose wishes go straight to the rules, without a key.

    game = opened(edition, 4, chance)
    for _ in range(1_000):
        take_turn(game, tempers, chance)

What they do is what they would key: buy, bid, claim, build, mortgage, borrow, trade, go bankrupt.
It shows how fast the rules are, and plays a game through before anybody has a keypad.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware_sim.edition import Edition
from firmware_sim.game import BANK, BOARD, Game, Phase, Refused
from firmware_sim.house.mind import Chance, bid, claim, debt, lift, turn
from firmware_sim.house.temper import Temper
from firmware_sim.house.wishes import Wish
from firmware_sim.ledger import settle
from firmware_sim.rules import (
    building,
    cards,
    deeds,
    loans,
    moving,
    opening,
    prison,
    rent,
    ruin,
    speed_die,
    throwing,
    trade,
)

Tempers = Sequence[Temper]
"""One for each player; the bank's place, 0, is never asked."""


def opened(edition: Edition, players: int, chance: Chance) -> Game:
    game = Game(edition, players)
    opening.open_accounts(game, chance)
    return game


def take_turn(game: Game, tempers: Tempers, chance: Chance) -> None:
    """All that happens until it is another player's turn, or the game is over."""
    number = game.turn_number
    while game.turn_number == number and not game.winner:
        if game.debts or game.lifts or game.estate:
            _settle_down(game, tempers, chance)
        else:
            player = game.turn
            grant(game, player, turn(game, player, tempers[player], chance), tempers, chance)
            if game.claims:
                _ask_for_rent(game, tempers, chance)


def _ask_for_rent(game: Game, tempers: Tempers, chance: Chance) -> None:
    owner = game.claims[0].owner
    if claim(game, owner, tempers[owner], chance).do == "claim":
        rent.claim(game)


def _settle_down(game: Game, tempers: Tempers, chance: Chance) -> None:
    """What comes before the turn goes on: debts, deeds received, an estate."""
    if game.debts:
        player = game.debts[0].debtor
        grant(game, player, debt(game, player, tempers[player], chance), tempers, chance)
    elif game.lifts:
        player = game.lifts[0].player
        answer = lift(game, player, tempers[player], chance)
        deeds.answer_lift(game, answer.do == "yes")
    else:
        _auction(game, tempers, chance)


def _auction(game: Game, tempers: Tempers, chance: Chance) -> None:
    """Everybody names what they would go to; the hammer falls a little above the second."""
    item = game.estate[0] if game.estate else game.square[game.turn]
    limits = sorted(
        (bid(game, player, tempers[player], chance).amount, player) for player in game.seats()
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


# -- granting wishes


def grant(game: Game, player: int, wish: Wish, tempers: Tempers, chance: Chance) -> None:
    """One operation, or none where the rules refuse: its entries are the ledger's last."""
    game.entries.clear()
    try:
        if wish.do == "auction":
            _auction(game, tempers, chance)
        elif wish.do == "trade":
            _trade(game, wish, tempers)
        else:
            GRANTS[wish.do](game, player, wish, chance)
    except Refused:
        return


def _throw(game: Game, player: int, wish: Wish, chance: Chance) -> None:
    first, second = divmod(chance(36), 6)
    third = chance(5) + 1 if game.speed_die and speed_die.is_active(game, player) else 0
    if game.phase is Phase.RETHROW:
        throwing.rethrow(game, first + 1, second + 1, third)
    else:
        throwing.throw(game, first + 1, second + 1, third)


def _choose(game: Game, player: int, wish: Wish, chance: Chance) -> None:
    if game.phase is Phase.BUS:
        speed_die.take_bus(game, wish.number)
    elif game.phase is Phase.VISA:
        moving.visa(game, wish.number)
    elif wish.number < 0:
        speed_die.keep_to_dice(game)
    else:
        speed_die.go_anywhere(game, wish.number)


def _demolish(game: Game, player: int, wish: Wish, chance: Chance) -> None:
    lot = wish.number
    if game.houses[lot] == 5:
        building.sell_hotel(game, player, lot, building.hotel_ways(game, lot)[wish.amount])
    else:
        building.sell_house(game, player, lot)


def _trade(game: Game, wish: Wish, tempers: Tempers) -> None:
    from firmware_sim.house.bargains import agrees

    bargain = wish.bargain
    if bargain is not None and agrees(game, bargain.second, tempers[bargain.second], bargain):
        trade.strike(game, bargain)


Grant = Callable[[Game, int, Wish, Chance], None]

GRANTS: dict[str, Grant] = {
    "throw": _throw,
    "fine": lambda game, player, wish, chance: prison.pay_fine(game),
    "card": lambda game, player, wish, chance: prison.use_card(game),
    "buy": lambda game, player, wish, chance: deeds.buy(game),
    "draw": lambda game, player, wish, chance: cards.draw(game, cards.pile_here(game)),
    "carry out": lambda game, player, wish, chance: cards.carry_out(game),
    "finish": lambda game, player, wish, chance: throwing.finish(game),
    "choose": _choose,
    "build": lambda game, player, wish, chance: building.build(game, player, wish.number),
    "demolish": _demolish,
    "mortgage": lambda game, player, wish, chance: deeds.mortgage(game, player, wish.number),
    "lift": lambda game, player, wish, chance: deeds.lift(game, player, wish.number),
    "borrow": lambda game, player, wish, chance: loans.borrow(game, player, wish.amount),
    "repay": lambda game, player, wish, chance: loans.repay(game, player, wish.number),
    "settle": lambda game, player, wish, chance: settle(game),
    "ruin": lambda game, player, wish, chance: ruin.ruin(game, player),
}
