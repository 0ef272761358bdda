"""Refusal coverage: the rule of a refusal, from the question, the key and the error."""

from __future__ import annotations

import pytest

from banquier.checks.refusal_coverage import RULES, Asked, rules_of_refusal
from firmware_sim.edition.edition_file import load
from firmware_sim.game import Error, Game
from firmware_sim.interface import Question

PIGALLE, PAIX = 19, 39
THROW = Question("throw", 1)


def answered(
    error: Error, function: str = "", asked: Question = THROW, key: str = "OK", **facts: object
) -> tuple[str, ...]:
    game = Game(load(str(facts.pop("edition", "electronique"))), 3)
    game.give(PIGALLE, 1)
    game.give(37, 1)
    game.give(PAIX, 2)
    game.give(5, 2)
    game.mortgaged[PIGALLE] = game.mortgaged[PAIX] = game.mortgaged[5] = True
    jailed = bool(facts.get("jailed", False))
    return rules_of_refusal(Asked(game, function, asked, key, jailed), error)


@pytest.mark.parametrize(
    ("function", "error", "rules"),
    [
        ("build", Error.GROUP, ("BLD-1",)),
        ("build", Error.UNEVEN, ("BLD-2",)),
        ("build", Error.MORTGAGED, ("BLD-4",)),
        ("build", Error.STOCK, ("BLD-5",)),
        ("build", Error.FUNDS, ()),
        ("demolish", Error.UNEVEN, ("BLD-7",)),
        ("mortgage", Error.BUILT, ("MTG-1",)),
        ("trade", Error.BUILT, ("TRD-2",)),
        ("trade", Error.MORTGAGED, ("MTG-4",)),
        ("trade", Error.DEEDS_LEFT, ("TRD-3",)),
        ("borrow", Error.CEILING, ("LOAN-1",)),
        ("borrow", Error.STEP, ("LOAN-1",)),
        ("", Error.KEY, ()),
    ],
)
def test_an_error_in_a_function_counts_for_its_rule(
    function: str, error: Error, rules: tuple[str, ...]
) -> None:
    assert answered(error, function) == rules


def test_bids_too_low_or_beyond_the_cash() -> None:
    assert answered(Error.TOO_LOW, asked=Question("bid_amount", 2)) == ("BUY-3",)
    assert answered(Error.FUNDS, asked=Question("bid_amount", 2)) == ("BUY-4",)
    assert answered(Error.FUNDS, asked=Question("pay_amount", 2)) == ()


def test_a_rent_that_is_lost() -> None:
    assert answered(Error.TOO_LATE, key="LOYER") == ("RENT-2",)
    assert answered(Error.KEY, key="LOYER") == ()


def test_lifting_the_mortgage_of_another_player() -> None:
    own = Question("lift", 1, square=PIGALLE)
    assert answered(Error.TOO_BIG, "mortgage", own, "5") == ("MTG-5",)
    assert answered(Error.TOO_BIG, "mortgage", own._replace(typed="3"), "9") == ("MTG-5",)
    assert answered(Error.TOO_BIG, "mortgage", own, "9") == ()
    assert answered(Error.TOO_BIG, "mortgage", own, "6") == ()
    assert answered(Error.TOO_BIG, "mortgage", THROW, "5") == ()
    assert answered(Error.TOO_BIG, "build", own, "5") == ()


def test_prison_on_the_turn_that_led_there() -> None:
    assert answered(Error.NOT_YET, key="PRISON", jailed=True) == ("PRI-6",)
    assert answered(Error.NOT_YET, key="PRISON") == ()
    assert answered(Error.NOT_YET, key="PRISON", jailed=True, edition="euro") == ()


def test_loans_where_there_are_none() -> None:
    assert answered(Error.FORBIDDEN, key="EMPR", edition="deska") == ("LOAN-7",)
    assert answered(Error.FORBIDDEN, key="EMPR") == ()
    assert answered(Error.FORBIDDEN, key="OK", edition="deska") == ()


def test_every_rule_is_listed_once_for_each_error() -> None:
    pairs = [(name, error) for name, error, _ in RULES]
    assert len(set(pairs)) == len(pairs)
