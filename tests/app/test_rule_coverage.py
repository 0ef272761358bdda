"""Rule coverage: each rule is counted when it applies and not otherwise."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache

import pytest

from banquier.checks.rule_coverage import RULES, rules_met, rules_of_setup
from banquier.editions.edition_file import load
from banquier.script import runner
from banquier.script.header import Header
from banquier.script.language import parse
from banquier.script.script_machine import unit_for
from firmware_sim.game import Act, Bargain, Game, Loan, Variant
from firmware_sim.rules import loans, opening, throwing, trade
from hardware.unit import Observer, Unit
from tests.rules.collector import written_scripts
from tests.support.game_states import game_of


class MetRules(Observer):
    """The rules that the operations of a unit have met."""

    def __init__(self) -> None:
        self.rules: set[str] = set()
        self.operations = 0

    def passed(self, unit: Unit) -> None:
        new = unit.operations - self.operations
        self.operations = unit.operations
        acts = [line.act for line in unit.roll[-new:] if line.act] if new > 0 else []
        history = unit.firmware.session.history
        if history and acts and acts[-1].kind != "undo":
            for act in acts:
                game = unit.firmware.session.current_game
                self.rules.update(rules_met(history[-1].before, game, act))


@cache
def met() -> dict[str, set[str]]:
    """The rules that each written script of a rule meets."""
    found = {}
    for script in written_scripts():
        observer = MetRules()

        def make(header: Header, stack: ExitStack, observer: Observer = observer) -> Unit:
            unit = unit_for(header)
            unit.observers.append(observer)
            return unit

        runner.play(parse(script.text(), str(script.path)), make)
        found[script.name] = observer.rules
    return found


@pytest.mark.parametrize("rule", [name for name, _, _ in RULES if name not in ("LOAN-2", "TRD-4")])
def test_a_rule_is_met_by_a_script_that_proves_it(rule: str) -> None:
    assert any(rule in rules for name, rules in met().items() if f"/{rule}-" in name)


@pytest.mark.parametrize(
    "name",
    [
        "deska/BLD-4-the-others-may-be-built", "electronique/BLD-6-nobody-else-could-build",
        "electronique/BUY-1-one-franc-short",
        "electronique/LOAN-6-what-pays-no-salary-is-no-passage",
        "electronique/PRI-3-no-double-no-move", "electronique/PRI-4-not-after-the-throw",
        "electronique/RENT-2-just-enough", "electronique/RENT-4-a-mortgage-breaks-the-group",
        "electronique/RENT-4-no-double-with-houses", "electronique/RENT-4-not-while-one-is-missing",
        "electronique/RENT-9-a-part-by-hand",
        "electronique/SAL-1-a-card-that-does-not-reach-depart",
        "electronique/TRD-3-not-while-the-bank-holds-one",
        "electronique/TURN-4-only-three-in-a-row", "euro/BLD-9-four-are-enough",
        "euro/SHORT-2-not-in-the-long-game", "euro/SHORT-3-the-first-one-to-the-bank",
        "euro/TIME-1-the-long-game-has-no-end", "merveilles/PAS-1-traded-ones-do-not",
        "classique/SPD-2-never-without-it", "classique/SPD-5-nothing-to-go-to",
        "classique/SPD-9-two-before-the-first-passage",
    ],
)  # fmt: skip
def test_a_rule_that_does_not_apply_is_not_met(name: str) -> None:
    rule = "-".join(name.partition("/")[2].split("-")[:2])
    assert rule not in met()[name]


def after(game: Game, act: Act, rule: object, *facts: object) -> set[str]:
    before = game.copy()
    game.posted.clear()
    assert callable(rule)
    rule(game, *facts)
    return set(rules_met(before, game, act))


def test_an_operation_meets_its_own_rules_and_no_others() -> None:
    throw = Act("throw", 1)
    assert after(game_of(), throw, throwing.throw, 4, 6) == {"TURN-2", "PRI-2"}
    assert after(game_of(), throw, throwing.throw, 1, 3) == {"TURN-2", "TAX-1"}
    game = game_of()
    game.doubles = 2
    jailed = {"TURN-1", "TURN-2", "TURN-4", "PRI-1", "SAL-2"}
    assert after(game, throw, throwing.throw, 4, 4) == jailed
    game = game_of("merveilles")
    assert after(game, throw, throwing.throw, 2, 3) == {"TURN-2", "PAS-3"}


def test_a_loan_repaid_with_interest() -> None:
    game, repay = game_of(), Act("repay", 1)
    game.loans[1] = (Loan(10_000, 1), Loan(10_000, 0))
    assert after(game, repay, loans.repay, 1, 1) == {"LOAN-4"}
    assert after(game, repay, loans.repay, 1, 0) == {"LOAN-4", "LOAN-2"}


def test_a_sale_of_a_player_who_keeps_the_buildings() -> None:
    game = game_of()
    for deed in game.edition.deeds:
        game.give(deed, 2)
    for lot in (16, 18, 19):
        game.give(lot, 1)
        game.houses[lot] = 1
    bargain = Bargain(2, 1, first_deeds=(37,))
    rules = after(game, Act("trade", 2, 1, bargain=bargain), trade.strike, bargain)
    assert rules == {"TRD-1", "TRD-3", "TRD-4"}


def test_the_opening() -> None:
    assert rules_of_setup(game_of()) == ("TURN-5",)
    second = game_of()
    second.turn = 2
    assert rules_of_setup(second) == ()
    assert rules_of_setup(game_of("euro")) == ("TURN-5",)
    quick = Game(load("classique"), 3)
    quick.speed_die = True
    assert rules_of_setup(quick) == ("TURN-5",)
    opening.open_accounts(quick, lambda below: below - 1)
    assert rules_of_setup(quick) == ("TURN-5", "SPD-1")
    short = Game(load("deska"), 3)
    short.variant = Variant.SHORT
    opening.open_accounts(short, lambda below: below - 1)
    assert rules_of_setup(short) == ("TURN-5", "SHORT-1")
    short.cash[2] += 20
    assert rules_of_setup(short) == ("TURN-5",)


def test_every_rule_has_a_name_of_its_own() -> None:
    names = [name for name, _, _ in RULES]
    assert len(set(names)) == len(names)
