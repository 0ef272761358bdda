"""CORR: the roll keeps both lines, and throws come again."""

from banquier.editions.edition_file import editions
from banquier.script.events import do
from firmware_sim.session import Bounds
from hardware import unit_state
from hardware.unit import Observer, Unit, tap
from hardware.unit_inputs import set_fact
from tests.support.games_played import play, sit_down
from tests.support.units import at_the_table, tap_in_turn


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


def test_the_third_die_after_corr_is_that_of_the_throw_whenever_it_is_asked_for() -> None:
    later = set()
    for wait in range(0, 12 * 7_777, 7_777):
        unit = prisoner_with_the_speed_die()
        tap_in_turn(unit, "DES")
        thrown = unit.roll[-1].text.split()[:4]
        tap_in_turn(unit, "CORR", "OK", "PRISON", "OK")
        unit.run(unit.tick + wait)
        tap_in_turn(unit, "DES")
        later.add(tuple(unit.roll[-1].text.split()[:5]))
    assert len(later) == 1
    assert later.pop()[:4] == tuple(thrown)


def prisoner_with_the_speed_die() -> Unit:
    """The first player has earned the third die, but it is not thrown to get out of prison."""
    unit = Unit(editions(), seed=90)
    sit_down(unit, "edition classique", "players 2", "speed-die yes")
    unit.run(unit.notices_end)
    game = unit.session.current_game
    game.speed_from[game.turn] = 1
    set_fact(unit, "prison", game.turn, 1)
    return unit


def test_a_digest_holds_the_throws_that_will_come_again() -> None:
    session = at_the_table().firmware.session
    session.future_throws.update({2: (3, 3, 3), 0: (1, 1, 1), 1: (2, 2, 2)})
    session.current_game.throws = 1
    assert session.facts()[-1] == ((2, 2, 2), (3, 3, 3))
    session.game = None
    assert session.facts()[-1] == ((1, 1, 1), (2, 2, 2), (3, 3, 3))


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
