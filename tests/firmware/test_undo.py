"""CORR on a unit that keeps less than another."""

from banquier.editions.edition_file import editions
from banquier.script.events import do
from firmware_sim.session import Bounds
from hardware import unit_state
from hardware.unit import Observer, Unit, tap
from tests.support.games_played import play, sit_down


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
            tap(one, "CORR", "OK")
        other.run(one.tick)
        assert unit_state.digest(one) == unit_state.digest(other)
        struck, less_struck = ([line.struck for line in unit.roll] for unit in (one, other))
        assert less_struck == struck[other.session.dropped :]
        all_of_it, less = (unit_state.record(unit, printed=1) for unit in (one, other))
        assert {name for name in less if all_of_it[name] != less[name]} <= {"undo", "thrown"}
        throws = other.session.future_throws
        assert len(other.roll) <= few.lines and len(throws) <= few.throws + 2 * few.undo
    assert other.session.dropped > 100 and one.session.current_game.throws > few.throws
