"""The profiles of bots."""

from __future__ import annotations

from typing import NamedTuple


class BotProfile(NamedTuple):
    name: str
    reserve: int  # kept in hand when spending freely, in percent of the opening balance
    bids: int  # pays up to this percentage of the value of a deed
    attention: int  # manages the deeds in this percentage of turns
    trades: int  # proposes a sale in this percentage of turns
    margin: int  # wants to gain this percentage of what is traded
    borrows: str  # never; last: after mortgaging; first: before it; build: to build, too
    prison: str = "own"  # short: leaves at once; long: always throws; own: decides


PROFILES = {
    profile.name: profile
    for profile in (
        BotProfile("careful", 20, 90, 100, 8, 15, "last"),
        BotProfile("greedy", 8, 140, 100, 8, 10, "first"),
        BotProfile("trader", 15, 110, 100, 20, 2, "last"),
    )
}

BORROWS_FIRST = ("first", "build")
