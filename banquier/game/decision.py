"""The possible decisions of a bot, as plain data."""

from __future__ import annotations

from typing import NamedTuple

from firmware_sim.rules.trade import Bargain


class Decision(NamedTuple):
    """`do` is one of the words below; it gives the numbers their meaning."""

    do: str
    number: int = 0
    amount: int = 0
    bargain: Bargain | None = None


# A turn.
THROW = Decision("throw")
FINE = Decision("fine")  # out of prison by paying
CARD = Decision("card")  # out of prison by the kept card
BUY = Decision("buy")
AUCTION = Decision("auction")
DRAW = Decision("draw")
CARRY_OUT = Decision("carry out")  # the card's effect
FINISH = Decision("finish")
CHOOSE = "choose"  # number: of steps (bus), a square (anywhere; -1 keeps to the dice, visa)

# The estate: number is a square; of "demolish" amount is the rank of the way a hotel goes.
BUILD, DEMOLISH, MORTGAGE, LIFT = "build", "demolish", "mortgage", "lift"

# Money: "borrow" an amount; "repay" loan number, from 0.
BORROW, REPAY = "borrow", "repay"
TRADE = "trade"
SETTLE = Decision("settle")
RUIN = Decision("ruin")

# Answers. "bid" goes up to amount; 0 stays out of it.
BID = "bid"
CLAIM, FORGET = Decision("claim"), Decision("forget")
YES, NO = Decision("yes"), Decision("no")
