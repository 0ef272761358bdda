"""A move of a player, as plain data; `banquier.play.moves` explains each name."""

from __future__ import annotations

from typing import NamedTuple

from firmware_sim.game import Bargain


class Move(NamedTuple):
    name: str
    """A name in `moves.MOVES`, which gives the numbers their meaning."""
    number: int = -1
    amount: int = 0
    bargain: Bargain | None = None


# Moves without any fact.
THROW = Move("throw")
FINE = Move("fine")
CARD = Move("card")
BUY = Move("buy")
TO_AUCTION = Move("to_auction")
KEEP_DICE = Move("keep_dice")
DRAW = Move("draw")
CARRY_OUT = Move("carry_out")
FINISH = Move("finish")
CLAIM = Move("claim")
SETTLE = Move("settle")
RUIN = Move("ruin")
AGREE, WITHDRAW = Move("agree"), Move("withdraw")
LIFT_NOW, TENTH = Move("lift_now"), Move("tenth")
