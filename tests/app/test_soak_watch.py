"""The watch of a soak: what it counts, and what it reports as a failure."""

from __future__ import annotations

import re

import pytest

from banquier.checks.soak.counts import Counts
from banquier.checks.soak.watch import Failed, Watch, failure_of
from firmware_sim.game import Error, Game
from hardware.unit import Unit, tap
from tests.support.bot_game import at_the_table, state


def nothing_wrong(game: Game) -> list[str]:
    return []


class Eyes:
    """Tap a key with the watch."""

    def __init__(self, unit: Unit, **facts: object) -> None:
        self.unit = unit
        for name, value in facts.items():
            setattr(state(unit), name, value)
        unit.apply_between_scans(unit.firmware.restart)
        self.tally = Counts()
        self.watch = Watch(unit, self.tally, nothing_wrong)
        self.tally.rules.clear()

    def key(self, *keys: str) -> Eyes:
        for key in keys:
            tap(self.unit, key)
            self.watch.key(key)
        return self

    @property
    def rules(self) -> set[str]:
        return {rule for rule, count in self.tally.rules.items() if count}


def test_looks_are_counted_by_what_is_looked_at() -> None:
    eyes = Eyes(at_the_table())
    eyes.key("?", "2", "+", "+", "C")
    assert eyes.tally.rules == {"VIEW-2": 1}
    eyes.key("?", "0", "C")
    assert eyes.tally.rules == {"VIEW-2": 1, "VIEW-3": 1}
    eyes.key("?", "9", "C")
    assert eyes.tally.rules == {"VIEW-2": 1, "VIEW-3": 1}
    assert eyes.tally.errors == {Error.NO_PLAYER: 1}


def test_a_walk_over_ones_own_estate_is_one_too_if_there_is_any() -> None:
    unit = at_the_table()
    state(unit).owner[39] = 1
    eyes = Eyes(unit).key("+")
    assert eyes.rules == {"VIEW-1"}


def test_what_a_function_refuses_is_its_rule() -> None:
    unit = at_the_table()
    owner = state(unit).owner
    owner[39], owner[37], owner[6] = 1, 1, 1
    state(unit).houses[39], state(unit).house_stock = 1, 31
    eyes = Eyes(unit)
    eyes.key("VENTE", "OK", "OK", "-", "OK")
    assert eyes.rules == {"TRD-2"}
    eyes.key("C", "C", "C", "C", "C")
    eyes.tally.rules.clear()
    eyes.key("HYPO", "OK", "3", "7", "OK")
    assert eyes.rules == {"MTG-1"}


def test_a_function_by_f_and_its_base_key_is_the_same() -> None:
    eyes = Eyes(at_the_table("deska")).key("EMPR")
    assert eyes.rules == {"LOAN-7"}
    eyes = Eyes(at_the_table("deska")).key("F", "+")
    assert eyes.rules == {"LOAN-7"}
    eyes = Eyes(at_the_table("deska")).key("+")
    assert "LOAN-7" not in eyes.rules


def test_somebody_who_was_just_sent_to_prison_has_to_wait() -> None:
    unit = at_the_table()
    unit.debug_port.set("square", 1, 28)
    unit.debug_port.set("next-dice", 1, 1)
    eyes = Eyes(unit).key("DES", "PRISON")
    assert eyes.rules == {"PRI-6"}
    eyes.watch.log.count(eyes.tally)
    assert {"PRI-1", "SAL-2"} <= eyes.rules
    assert eyes.tally.errors == {Error.NOT_YET: 1}


def test_what_a_key_may_not_do_is_a_failure() -> None:
    eyes = Eyes(at_the_table())
    state(eyes.unit).cash[1] += 1
    told = "C changed the game without an operation: "
    with pytest.raises(Failed, match=re.escape(told)):
        eyes.key("C")


def test_an_operation_that_breaks_something_is_a_failure() -> None:
    unit = at_the_table()
    watch = Watch(unit, Counts(), lambda game: ["a", "b"] if game.throws else [])
    tap(unit, "DES")
    assert re.fullmatch(r"J1 DES \d \d.*: a; b", failure_of(lambda: watch.key("DES")))


def test_a_crash_is_a_failure_that_says_where() -> None:
    def crash() -> None:
        raise ZeroDivisionError("so it goes")

    told = failure_of(crash)
    assert re.fullmatch(r"ZeroDivisionError: so it goes in crash, line \d+", told)
    assert failure_of(lambda: None) == ""


def test_an_error_that_comes_by_itself_is_seen_once() -> None:
    eyes = Eyes(at_the_table())
    eyes.unit.memory_failed()
    eyes.unit.run(eyes.unit.tick + 512)
    eyes.watch.glance()
    eyes.watch.glance()
    assert eyes.tally.errors == {Error.MEMORY: 1}
