"""Refusal coverage: the rule because of which the unit refused a key.

    asked = Asked(game, "trade", Question("good", square=3), "OK")
    rules_of_refusal(asked, Error.BUILT)         ("TRD-2",)

Most errors are of the keypad conversation and belong to no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_sim.game import BANK, BOARD, Error, Game
from firmware_sim.question import Question


class Asked(NamedTuple):
    """The state when the refused key was pressed."""

    game: Game
    function: str  # the function opened last: build, mortgage …, or empty
    question: Question
    key: str
    jailed: bool = False  # the last operation sent a player to prison


def rules_of_refusal(asked: Asked, error: int) -> tuple[str, ...]:
    return tuple([name for name, code, holds in RULES if code == error and holds(asked)])


def _in(function: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.function == function


def _bidding(asked: Asked) -> bool:
    return asked.question.kind == "bid_amount"


def _named_another(asked: Asked) -> bool:
    """At HYPO the number of a mortgaged deed of another player was typed."""
    game, shown = asked.game, asked.question.square
    if asked.function != "mortgage" or not asked.key.isdigit():
        return False
    typed = int(asked.question.typed + asked.key)
    if shown < 0 or typed >= BOARD or not game.mortgaged[typed]:
        return False
    return game.owner[typed] not in (BANK, game.owner[shown])


def _just_sent(asked: Asked) -> bool:
    """Only the Électronique prints that there is no way out in the turn that led into prison."""
    return asked.key == "PRISON" and asked.jailed and asked.game.edition.loans is not None


def _no_loans_here(asked: Asked) -> bool:
    return asked.key == "EMPR" and asked.game.edition.loans is None


Rule = Callable[[Asked], bool]

RULES: tuple[tuple[str, Error, Rule], ...] = (
    ("BUY-3", Error.TOO_LOW, _bidding),
    ("BUY-4", Error.FUNDS, _bidding),
    ("RENT-2", Error.TOO_LATE, lambda asked: asked.key == "LOYER"),
    ("BLD-1", Error.GROUP, _in("build")),
    ("BLD-2", Error.UNEVEN, _in("build")),
    ("BLD-4", Error.MORTGAGED, _in("build")),
    ("BLD-5", Error.STOCK, _in("build")),
    ("BLD-7", Error.UNEVEN, _in("demolish")),
    ("MTG-1", Error.BUILT, _in("mortgage")),
    ("MTG-4", Error.MORTGAGED, _in("trade")),
    ("MTG-5", Error.TOO_BIG, _named_another),
    ("PRI-6", Error.NOT_YET, _just_sent),
    ("TRD-2", Error.BUILT, _in("trade")),
    ("TRD-3", Error.DEEDS_LEFT, _in("trade")),
    ("LOAN-1", Error.CEILING, _in("borrow")),
    ("LOAN-1", Error.STEP, _in("borrow")),
    ("LOAN-7", Error.FORBIDDEN, _no_loans_here),
)
