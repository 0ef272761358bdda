"""The bank alone: bots whose moves are applied to the rules without keys.

    game = begin_game(edition, 4, rng)
    play(game, profiles, rng)                           to the end
    play(game, profiles, rng, game.turn_number)         to the end of this turn
    play_on(game, profiles, rng, last_turn, dice=…)     from the middle of a turn or an auction

The moves are the same as by keys: buy, bid, claim, build, mortgage, borrow, trade, go
bankrupt. Used by the laboratory, benchmarks and tests of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from banquier.play.bots.strategy import BotProfile
from banquier.play.bots.strategy.bargains import agrees
from banquier.play.bots.strategy.choices import PHASES, Strategy, bid, debt, lift
from banquier.play.move import THROW, Move
from banquier.play.moves import MOVES
from banquier.play.rng import Rng
from firmware_sim.edition import Edition
from firmware_sim.game import BANK, TURNS, Game, Phase, Refused
from firmware_sim.rules import deeds, opening, rent, speed_die, throwing, trade

PAIRS = [(first, second) for first in range(1, 7) for second in range(1, 7)]

RETHROW, CLOSED = Phase.RETHROW, Phase.SQUARE  # looked up once: an enum's member is slow to find

Profiles = Sequence[BotProfile]
"""One profile per player; index 0, the bank, is not used."""


def fast_rng(seed: int) -> Rng:
    """Return Python's generator: it is the same on every machine too, and faster than ours."""
    bits = Random(seed).getrandbits
    return lambda below: bits(31) % below


def begin_game(edition: Edition, players: int, rng: Rng) -> Game:
    game = Game(edition, players)
    opening.open_accounts(game, rng)
    return game


def play_on(
    game: Game, profiles: Profiles, rng: Rng, last_turn: int, dice: Rng,
    best: tuple[int, int] | None = None,
) -> None:  # fmt: skip
    """Play on from any moment: first open rents are claimed; auctions go on from `best`."""
    rent.claim_all(game)
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
    decide: Strategy
    while game.turn_number <= last_turn and not game.winner:
        if game.lifts:
            player, decide = game.lifts[0].player, lift
        elif game.debts:
            player, decide = game.debts[0].debtor, debt
        elif game.estate:
            _auction(game, profiles, rng)
            continue
        else:
            player, decide = game.turn, PHASES[game.phase]
        move = decide(game, player, profiles[player], rng)
        if move is not THROW:
            _apply(game, player, move, profiles, rng)
        else:
            again = game.phase is RETHROW  # for the rent of a utility alone
            throw, draws = (throwing.rethrow, rng) if again else (throwing.throw, dice)
            game.posted.clear()
            first, second = PAIRS[draws(36)]
            extra = game.speed_die and speed_die.is_active(game, game.turn)
            throw(game, first, second, speed_die.FACES[draws(6)] if extra else 0)
            if game.claims:
                rent.claim_all(game)
            if game.phase is CLOSED and not (game.debts or game.winner):
                throwing.finish(game)
        if game.claims:
            rent.claim_all(game)


def _auction(game: Game, profiles: Profiles, rng: Rng, bidder: int = BANK, best: int = 0) -> None:
    """Hold an auction: the highest limit wins, a little above the second. `best`: the best bid."""
    item = game.estate[0] if game.estate else game.square[game.turn]
    if best > game.cash[bidder]:
        bidder, best = BANK, 0
    limits = sorted(
        (max(bid(game, player, profiles[player], rng), best * (player == bidder)), player)
        for player in game.seats()
    )
    limit, buyer = limits[-1]
    if limit == best:
        buyer = bidder
    price = max(best, min(limit, limits[-2][0] + game.edition.coin))
    if price == 0:
        buyer = BANK
    deeds.close_auction(game, item, buyer, price)


# -- applying moves


def _apply(game: Game, player: int, move: Move, profiles: Profiles, rng: Rng) -> None:
    """Apply a move; one that the rules refuse changes nothing."""
    try:
        if move.name in OWN:
            OWN[move.name](game, move, profiles, rng)
        else:
            RULES[move.name](game, player, move)
    except Refused:
        return


def _offer(game: Game, move: Move, profiles: Profiles, rng: Rng) -> None:
    bargain = move.bargain
    if bargain is not None and agrees(game, bargain.second, profiles[bargain.second], bargain):
        trade.strike(game, bargain)


RULES = {name: kind.rule for name, kind in MOVES.items()}
OWN: dict[str, Callable[[Game, Move, Profiles, Rng], None]] = {
    "to_auction": lambda game, move, profiles, rng: _auction(game, profiles, rng),
    "offer": _offer,
}
"""Functions for moves that other players answer at once."""
