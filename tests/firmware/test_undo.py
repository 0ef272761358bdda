"""CORR: the roll keeps both lines, and a unit that keeps less is the same within its depth."""

from banquier.editions.edition_file import editions
from banquier.script.events import do
from firmware_sim.session import Bounds
from hardware import unit_state
from hardware.unit import Observer, Unit, tap
from tests.support.games_played import play, sit_down
from tests.support.units import at_the_table


def struck(unit: Unit) -> list[bool]:
    return [line.struck for line in unit.roll]


def take_back(unit: Unit) -> None:
    for key in ("CORR", "OK"):
        tap(unit, key)


def pay_the_bank(unit: Unit, amount: str) -> None:
    for key in ("PAYER", "OK", "OK", *amount, "OK"):
        tap(unit, key)


def test_the_lines_taken_back_are_struck_and_those_that_say_so_are_not() -> None:
    unit = at_the_table()
    pay_the_bank(unit, "5")
    pay_the_bank(unit, "6")
    take_back(unit)
    assert struck(unit) == [False, False, True, False]
    take_back(unit)
    assert struck(unit) == [False, True, True, False, False]
    assert [line.text.split()[:3] for line in unit.roll][3:] == [["J1", "ANNULE", "PAYER"]] * 2
    pay_the_bank(unit, "7")
    assert struck(unit) == [False, True, True, False, False, False]


class Twin(Observer):
    """Does to another unit what is done to this one."""

    def __init__(self, other: Unit) -> None:
        self.other = other

    def on_input(self, unit: Unit, verb: str, *facts: object) -> None:
        self.other.run(unit.tick)
        do(self.other, verb, *facts)


def test_a_unit_that_keeps_less_is_the_same_within_its_depth() -> None:
    few = Bounds(undo=6, lines=8, throws=12)
    one, other = Unit(editions(), seed=7), Unit(editions(), seed=7, bounds=few)
    one.observers.append(Twin(other))
    sit_down(one, "players 3")
    for seed in range(12):
        play(one, 14, seed)
        for _ in range(few.undo):
            take_back(one)
        other.run(one.tick)
        assert unit_state.digest(one) == unit_state.digest(other)
        assert struck(other) == struck(one)[other.session.dropped :]
        all_of_it, less = (unit_state.record(unit, printed=1) for unit in (one, other))
        assert {name for name in less if all_of_it[name] != less[name]} <= {"undo", "thrown"}
        throws = other.session.future_throws
        assert len(other.roll) <= few.lines and len(throws) <= few.throws + 2 * few.undo
    assert other.session.dropped > 100 and one.session.current_game.throws > few.throws
