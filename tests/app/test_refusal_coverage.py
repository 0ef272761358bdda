"""Refusal coverage: the rule of a refusal, from the glass, the key and the error."""

from __future__ import annotations

import pytest

from banquier.checks.refusal_coverage import RULES, Asked, rules_of_refusal
from firmware_sim.edition.edition_file import load
from firmware_sim.game import Error, Game

PIGALLE, PAIX = 19, 39


def answered(
    error: Error, function: str = "", text: str = "J1 LANCEZ", key: str = "OK", **facts: object
) -> tuple[str, ...]:
    game = Game(load(str(facts.pop("edition", "electronique"))), 3)
    game.give(PIGALLE, 1)
    game.give(37, 1)
    game.give(PAIX, 2)
    game.give(5, 2)
    game.mortgaged[PIGALLE] = game.mortgaged[PAIX] = game.mortgaged[5] = True
    value, jailed = str(facts.get("value", "")), bool(facts.get("jailed", False))
    return rules_of_refusal(Asked(game, function, text, value, key, jailed), error)


@pytest.mark.parametrize(
    ("function", "error", "rules"),
    [
        ("BATIR", Error.GROUP, ("BLD-1",)),
        ("BATIR", Error.UNEVEN, ("BLD-2",)),
        ("BATIR", Error.MORTGAGED, ("BLD-4",)),
        ("BATIR", Error.STOCK, ("BLD-5",)),
        ("BATIR", Error.FUNDS, ()),
        ("DEMOL", Error.UNEVEN, ("BLD-7",)),
        ("HYPO", Error.BUILT, ("MTG-1",)),
        ("VENTE", Error.BUILT, ("TRD-2",)),
        ("VENTE", Error.MORTGAGED, ("MTG-4",)),
        ("VENTE", Error.DEEDS_LEFT, ("TRD-3",)),
        ("EMPR", Error.CEILING, ("LOAN-1",)),
        ("EMPR", Error.STEP, ("LOAN-1",)),
        ("", Error.KEY, ()),
    ],
)
def test_an_error_in_a_function_counts_for_its_rule(
    function: str, error: Error, rules: tuple[str, ...]
) -> None:
    assert answered(error, function) == rules


def test_bids_too_low_or_beyond_the_cash() -> None:
    assert answered(Error.TOO_LOW, text="J2 MISE") == ("BUY-3",)
    assert answered(Error.FUNDS, text="J2 MISE") == ("BUY-4",)
    assert answered(Error.FUNDS, text="MONTANT ?") == ()


def test_a_rent_that_is_lost() -> None:
    assert answered(Error.TOO_LATE, key="LOYER") == ("RENT-2",)
    assert answered(Error.KEY, key="LOYER") == ()


def test_lifting_the_mortgage_of_another_player() -> None:
    own = load("electronique").squares[PIGALLE].label
    assert answered(Error.TOO_BIG, "HYPO", own, "5") == ("MTG-5",)
    assert answered(Error.TOO_BIG, "HYPO", own, "9", value="3") == ("MTG-5",)
    assert answered(Error.TOO_BIG, "HYPO", own, "9", value="11.000") == ()
    assert answered(Error.TOO_BIG, "HYPO", own, "6") == ()
    assert answered(Error.TOO_BIG, "HYPO", "MONTANT ?", "5") == ()
    assert answered(Error.TOO_BIG, "BATIR", own, "5") == ()


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
