"""Seven in ten players with a chance of 70 % win: positions of whole games, each played on many
times; then the game itself goes on to its end."""

from collections.abc import Iterator
from typing import NamedTuple

from banquier.chances.position import LONGEST, STYLES, Position, places
from banquier.chances.tally import Tally, played_on, shares
from banquier.editions.edition_file import load
from banquier.play.bots.play_without_keys import begin_game, play
from banquier.play.rng import rng
from firmware_sim.rules import endings

EDITION, PLAYERS = "electronique", 4
GAMES, MOMENTS, SPAN = 16, 3, 200
"""Moments of each game; they lie within its first so many turns."""
AGAIN = 8
"""Games played on from each."""


class Told(NamedTuple):
    """One player at one moment."""

    chance: float
    won: float


def told_in(number: int) -> Iterator[Told]:
    chance = rng(number * 7_919)
    game = begin_game(load(EDITION), PLAYERS, chance)
    profiles = [STYLES[chance(len(STYLES))] for _ in range(PLAYERS + 1)]
    told: list[Tally] = []
    for turn in sorted(1 + chance(SPAN) for _ in range(MOMENTS)):
        play(game, profiles, chance, turn)
        if game.winner:
            break
        told += played_on([Position(game.copy())], 0, AGAIN, seed=1)
    play(game, profiles, chance, game.turn_number + LONGEST)
    if not game.winner:
        endings.end_now(game)
    won = shares(places(game))
    for tally in told:
        for row in tally.rows():
            yield Told(row.chance, won[row.player - 1])


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def test_chances_come_true() -> None:
    told = [one for number in range(GAMES) for one in told_in(number)]
    guessed = mean([(1 / PLAYERS - one.won) ** 2 for one in told])
    error = mean([(one.chance - one.won) ** 2 for one in told])
    assert error < 0.8 * guessed  # a guess would be right by chance only
    for low, high in ((0.0, 0.2), (0.5, 1.1)):
        some = [one for one in told if low <= one.chance < high]
        assert len(some) > 30
        assert abs(mean([one.chance for one in some]) - mean([one.won for one in some])) < 0.15
