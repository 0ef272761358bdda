"""The watch of a soak: what it counts, and what it reports as a failure."""

from __future__ import annotations

import re

import pytest

from banquier.checks.soak.counts import Counts
from banquier.checks.soak.watch import Failed, Watch, failure_of
from firmware_sim.game import Error, Game
from hardware.unit import Unit, tap
from tests.support.bot_game import state
from tests.support.units import at_the_table


def nothing_wrong(game: Game) -> list[str]:
    return []


class WatchedUnit:
    """Tap a key with the watch."""

    def __init__(self, unit: Unit, **facts: object) -> None:
        self.unit = unit
        for name, value in facts.items():
            setattr(state(unit), name, value)
        unit.apply_between_scans(unit.firmware.restart)
        self.counts = Counts()
        self.watch = Watch(unit, self.counts, nothing_wrong)
        self.counts.rules.clear()

    def key(self, *keys: str) -> WatchedUnit:
        for key in keys:
            tap(self.unit, key)
            self.watch.key(key)
        return self

    @property
    def rules(self) -> set[str]:
        return {rule for rule, count in self.counts.rules.items() if count}


def test_a_refusal_counts_for_the_rule_of_its_function() -> None:
    unit = at_the_table()
    for lot in (39, 37, 6):
        state(unit).give(lot, 1)
    state(unit).houses[39], state(unit).house_stock = 1, 31
    watched = WatchedUnit(unit)
    watched.key("VENTE", "OK", "OK", "-", "OK")
    assert watched.rules == {"TRD-2"}
    watched.key("C", "C", "C", "C", "C")
    watched.counts.rules.clear()
    watched.key("HYPO", "OK", "3", "7", "OK")
    assert watched.rules == {"MTG-1"}


def test_prison_on_the_turn_that_led_there_counts_for_its_rule() -> None:
    unit = at_the_table()
    unit.debug_port.set("square", 1, 28)
    unit.debug_port.set("next-dice", 1, 1)
    watched = WatchedUnit(unit).key("DES", "PRISON")
    assert watched.rules == {"PRI-6"}
    watched.watch.log.count(watched.counts)
    assert {"PRI-1", "SAL-2"} <= watched.rules
    assert watched.counts.errors == {Error.NOT_YET: 1}


def test_a_change_without_an_operation_is_a_failure() -> None:
    watched = WatchedUnit(at_the_table())
    state(watched.unit).cash[1] += 1
    message = "C changed the game without an operation: "
    with pytest.raises(Failed, match=re.escape(message)):
        watched.key("C")


def test_an_operation_that_breaks_an_invariant_is_a_failure() -> None:
    unit = at_the_table()
    watch = Watch(unit, Counts(), lambda game: ["a", "b"] if game.throws else [])
    tap(unit, "DES")
    assert re.fullmatch(r"J1 DES \d \d.*: a; b", failure_of(lambda: watch.key("DES")))


def test_a_crash_is_a_failure_that_says_where() -> None:
    def crash() -> None:
        raise ZeroDivisionError("so it goes")

    message = failure_of(crash)
    assert re.fullmatch(r"ZeroDivisionError: so it goes in crash, line \d+", message)
    assert failure_of(lambda: None) == ""
