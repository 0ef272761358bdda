"""How bots differ."""

from __future__ import annotations

from typing import NamedTuple


class BotProfile(NamedTuple):
    name: str
    reserve: int  # kept in hand when spending freely, in percent of the opening balance
    bids: int  # up to so many percent of what a deed is worth to them
    attention: int  # looks over the estate in so many of a hundred turns
    trades: int  # thinks of a bargain in so many of a hundred turns
    margin: int  # wants to gain so many percent of what a bargain moves
    borrows: bool  # takes up loans before touching what they own
    forgets: int  # lets so many of a hundred rents go
    heedless: bool  # wants to build whether the bank has buildings or not
    prison: str = "own"  # short: out at the first chance; long: always throws; own: as it suits


PROFILES = {
    profile.name: profile
    for profile in (
        BotProfile("careful", 25, 90, 20, 1, 15, False, 1, False),
        BotProfile("greedy", 8, 140, 30, 2, 10, True, 0, False),
        BotProfile("trader", 15, 110, 20, 6, 2, False, 2, False),
        BotProfile("chaotic", 4, 100, 15, 3, 0, True, 8, True),
    )
}
