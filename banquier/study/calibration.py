"""Whether chances come true: of all players given 70 %, how many win.

Moments of whole games, each played on many times; then the game itself goes on to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from banquier.bots.play_without_keys import opened, play
from banquier.chances.position import LONGEST, STYLES, Position, places
from banquier.chances.tally import Tally, played_on, shares, wilson
from banquier.editions.edition_file import load
from firmware_sim.rules import endings

MOMENTS = 4
"""Of each game."""
SPAN = 320
"""They lie within its first so many turns, if it lasts as long."""
BINS = 10


class Told(NamedTuple):
    """One player at one moment."""

    chance: float
    won: float


def moments(edition: str, players: int, numbers: range, games: int, seed: int) -> list[Told]:
    """Of each game: a few moments, every player's chance there, and what became of it."""
    return [one for number in numbers for one in _game(edition, players, number, games, seed)]


def _game(edition: str, players: int, number: int, games: int, seed: int) -> Iterator[Told]:
    bits = Random((seed << 40) + number).getrandbits

    def chance(below: int) -> int:
        return bits(31) % below

    game = opened(load(edition), players, chance)
    profiles = [STYLES[chance(len(STYLES))] for _ in range(players + 1)]
    told: list[Tally] = []
    for turn in sorted(1 + chance(SPAN) for _ in range(MOMENTS)):
        play(game, profiles, chance, turn)
        if game.winner:
            break
        told.append(played_on(Position(game.copy()), 0, games, seed)[0])
    play(game, profiles, chance, game.turn_number + LONGEST)
    if not game.winner:
        endings.end_now(game)
    won = shares(places(game))
    for tally in told:
        for row in tally.rows():
            yield Told(row.chance, won[row.player - 1])


class Bin(NamedTuple):
    low: float
    chance: float
    """The mean of those in it."""
    won: float
    lowest: float
    highest: float
    times: int


def bins(told: list[Told]) -> list[Bin]:
    found = []
    for nth in range(BINS):
        inside = [one for one in told if min(int(one.chance * BINS), BINS - 1) == nth]
        if inside:
            count, won = len(inside), sum(one.won for one in inside)
            mean = sum(one.chance for one in inside) / count
            found.append(Bin(nth / BINS, mean, won / count, *wilson(won, count), count))
    return found


def brier(told: list[Told]) -> float:
    """The mean squared error of the chances; 0 is perfect."""
    return sum((one.chance - one.won) ** 2 for one in told) / max(len(told), 1)
