"""The results of games played on: chances with intervals, and the difference of two positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    """The expected place at the end."""


class ChanceChange(NamedTuple):
    player: int
    change: float
    margin: float
    """The half of the 95 % interval."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, after Wilson."""
    if not games:
        return 0.0, 1.0
    share, z = wins / games, SURE * SURE / games
    middle = (share + z / 2) / (1 + z)
    half = sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half of its 95 % interval."""
    games, middle = len(values), sum(values) / len(values)
    if games < 2:
        return middle, 1.0
    variance = max(0.0, sum(value * value for value in values) - games * middle * middle)
    return middle, SURE * sqrt(variance / (games - 1) / games)


def shares(places: list[int]) -> list[float]:
    """Return 1 for the winner and 0 for the others; a shared first place is divided."""
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


class Tally:
    """The results of games by player."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.places: list[list[int]] = []
        """The places of the players in each game."""

    @property
    def games(self) -> int:
        return len(self.places)

    def rows(self) -> list[Chance]:
        games = max(self.games, 1)
        wins = [sum(one) for one in zip(*self.won(), strict=True)] or [0.0] * self.players
        ranks = [sum(one) for one in zip(*self.places, strict=True)] or [0] * self.players
        return [
            Chance(player, won / games, *wilson(won, self.games), rank / games)
            for player, (won, rank) in enumerate(zip(wins, ranks, strict=True), 1)
        ]

    def won(self) -> list[list[float]]:
        return [shares(places) for places in self.places]


def changes(without: Tally, having: Tally) -> list[ChanceChange]:
    """Return each player's gain in chances by the second position, from games with the same dice;
    empty before the first game."""
    games = zip(without.won(), having.won(), strict=True)
    changed = [[b - a for a, b in zip(*game, strict=True)] for game in games]
    return [
        ChanceChange(player, *mean(one)) for player, one in enumerate(zip(*changed, strict=True), 1)
    ]


CHUNK = 50
"""The games per job: the figures are the same for any number of processes."""


def played_on(positions: Sequence[Position], first: int, games: int, seed: int) -> list[Tally]:
    """Play so many games from `first` on, with the same dice for each position."""
    tallies = [Tally(position.game.players) for position in positions]
    for number in range(first, first + games):
        for position, tally in zip(positions, tallies, strict=True):
            tally.places.append(position.places(number, seed))
    return tallies


def jobs(positions: Sequence[Position], games: int, seed: int) -> list[Callable[[], list[Tally]]]:
    """Divide the games into jobs, for any number of processes."""
    return [
        partial(played_on, positions, first, min(CHUNK, games - first), seed)
        for first in range(0, games, CHUNK)
    ]


def add(tallies: Sequence[Tally], more: Sequence[Tally]) -> None:
    for tally, other in zip(tallies, more, strict=True):
        tally.places += other.places
