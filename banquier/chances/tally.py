"""How games played on ended: chances with their intervals, and the difference of two positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import NamedTuple

from banquier.chances.position import Position

SURE = 1.959964  # standard deviations of a 95 % interval


class Chance(NamedTuple):
    player: int
    chance: float
    low: float
    high: float
    rank: float
    """The place to expect at the end."""


class Change(NamedTuple):
    player: int
    change: float
    margin: float
    """Half of the 95 % interval."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if not games:
        return 0.0, 1.0
    share, z = wins / games, SURE * SURE / games
    middle = (share + z / 2) / (1 + z)
    half = sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(total: float, squares: float, games: int) -> tuple[float, float]:
    """The mean, and half of its 95 % interval."""
    if games < 2:
        return (total / games if games else 0.0), 1.0
    middle = total / games
    variance = max(0.0, squares - total * middle) / (games - 1)
    return middle, SURE * sqrt(variance / games)


def shares(places: list[int]) -> list[float]:
    """1 for the winner; the winners of a shared first place have a part each."""
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


class Tally:
    """Sums over games; a sum of tallies taken in the same order is the same number."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.wins = [0.0] * players
        self.ranks = [0] * players

    def take(self, places: list[int]) -> None:
        self.games += 1
        for seat, (won, place) in enumerate(zip(shares(places), places, strict=True)):
            self.wins[seat] += won
            self.ranks[seat] += place

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.wins = [one + more for one, more in zip(self.wins, other.wins, strict=True)]
        self.ranks = [one + more for one, more in zip(self.ranks, other.ranks, strict=True)]

    def rows(self) -> list[Chance]:
        games = max(self.games, 1)
        return [
            Chance(player, wins / games, *wilson(wins, self.games), rank / games)
            for player, (wins, rank) in enumerate(zip(self.wins, self.ranks, strict=True), 1)
        ]


class Comparison:
    """What one position is worth more than another to each player, in games on the same dice."""

    def __init__(self, players: int) -> None:
        self.without = Tally(players)
        self.total = [0.0] * players
        self.squares = [0.0] * players

    @property
    def games(self) -> int:
        return self.without.games

    def take(self, without: list[int], having: list[int]) -> None:
        self.without.take(without)
        pairs = zip(shares(without), shares(having), strict=True)
        for seat, (before, after) in enumerate(pairs):
            self.total[seat] += after - before
            self.squares[seat] += (after - before) ** 2

    def add(self, other: Comparison) -> None:
        self.without.add(other.without)
        self.total = [one + more for one, more in zip(self.total, other.total, strict=True)]
        self.squares = [one + more for one, more in zip(self.squares, other.squares, strict=True)]

    def rows(self) -> list[Change]:
        sums = zip(self.total, self.squares, strict=True)
        return [Change(player, *mean(*pair, self.games)) for player, pair in enumerate(sums, 1)]


CHUNK = 50
"""Games a job: the sums are the same for any number of processes."""

Result = tuple[Tally, Comparison | None]


def played_on(
    position: Position, first: int, games: int, seed: int, without: Position | None = None
) -> Result:
    """Games `first` and on; what the position is worth more than `without`, on the same dice."""
    tally, comparison = Tally(position.game.players), Comparison(position.game.players)
    for number in range(first, first + games):
        places = position.places(number, seed)
        tally.take(places)
        if without:
            comparison.take(without.places(number, seed), places)
    return tally, comparison if without else None


def jobs(
    position: Position, games: int, seed: int, without: Position | None = None
) -> list[Callable[[], Result]]:
    """For any number of processes."""
    return [
        partial(played_on, position, first, min(CHUNK, games - first), seed, without)
        for first in range(0, games, CHUNK)
    ]
