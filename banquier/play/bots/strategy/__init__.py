"""The moves of bots, from the game alone.

    choices.turn(game, player, PROFILES["greedy"], rng)     Move("buy")

A move is plain data. It is carried out by keys (bots.py) or applied to the rules
(play_without_keys.py). It depends only on the game and on `rng(n)`, a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class BotProfile(NamedTuple):
    reserve: int  # kept in hand when spending freely, in percent of the opening balance
    bids: int  # pays up to this percentage of the value of a deed
    attention: int  # manages the deeds in this percentage of turns
    trades: int  # proposes a sale in this percentage of turns
    margin: int  # wants to gain this percentage of what is traded
    borrows: str  # never; last: after mortgaging; first: before it; build: to build, too
    prison: str = "own"  # short: leaves at once; long: always throws; own: decides


PROFILES = {
    "careful": BotProfile(20, 90, 100, 8, 15, "last"),
    "greedy": BotProfile(8, 140, 100, 8, 10, "first"),
    "trader": BotProfile(15, 110, 100, 20, 2, "last"),
}


def bot_profiles(seats: Iterable[int]) -> dict[int, str]:
    """Return which bot plays at each seat."""
    names = tuple(PROFILES)
    return {seat: names[seat % len(names)] for seat in seats}


BORROWS_FIRST = ("first", "build")
