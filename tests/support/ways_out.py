"""The way out taken from any state of a unit.

kinds_left(unit)             the kinds of question at which its keys were pressed, in order
assert_way_out(unit)         it completes an operation within MOST_KEYS
"""

from banquier.play.bots.way_out import MOST_KEYS, to_next_operation
from banquier.play.key_reader import KeyReader
from banquier.play.moves import OVER
from banquier.play.rng import rng
from hardware.unit import Unit, tap


def kinds_left(unit: Unit, seed: int = 1) -> list[str]:
    kinds = []
    reader = KeyReader(unit, rng(seed), 0)
    for key, pause in to_next_operation(reader, lambda asked: True):
        if key:
            kinds.append(unit.question.kind)
            tap(unit, key)
        unit.run(unit.tick + pause)
    return kinds


def assert_way_out(unit: Unit, seed: int = 1) -> list[str]:
    operations, roll = unit.operations, len(unit.roll)
    kinds = kinds_left(unit, seed)
    assert unit.operations == operations + 1 or unit.question.kind in OVER, kinds
    assert len(kinds) <= MOST_KEYS, kinds
    assert not any("ANNULE" in line.text for line in unit.roll[roll:])
    return kinds
