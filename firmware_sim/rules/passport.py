"""The passport of wonders: ticked by stopping, by winning at auction, and one by each airport."""

from __future__ import annotations

from firmware_sim.game import BANK, STREET, Error, Game, Phase, Refused, Why
from firmware_sim.ledger import post
from firmware_sim.rules import endings


def unvisited_streets(game: Game, player: int) -> list[int]:
    ticked = game.visited[player]
    return [n for n, kind in enumerate(game.kinds) if kind is STREET and not ticked >> n & 1]


def count(game: Game, player: int) -> int:
    return game.visited[player].bit_count()


def tick(game: Game, player: int, number: int) -> None:
    """A wonder in the passport; the full one is rewarded and ends the game (PAS-4)."""
    passport = game.edition.passport
    if passport is None or game.kinds[number] is not STREET:
        return
    game.visited[player] |= 1 << number
    if not unvisited_streets(game, player):
        post(game, BANK, player, passport.reward, Why.REWARD)
        endings.end_now(game)


def choose(game: Game, number: int) -> None:
    """PAS-2: one wonder not yet ticked, without moving, buying or paying there."""
    if game.phase is not Phase.VISA:
        raise Refused(Error.KEY)
    if number not in unvisited_streets(game, game.turn):
        raise Refused(Error.TOO_BIG)
    game.phase = Phase.SQUARE
    tick(game, game.turn, number)
