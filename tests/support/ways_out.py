"""The way out taken from any state of a unit."""

from banquier.play.bots.way_out import MOST_KEYS, to_next_operation
from banquier.play.key_reader import KeyReader
from banquier.play.moves import OVER
from banquier.play.rng import rng
from hardware.unit import Unit, tap


def assert_way_out(unit: Unit, seed: int = 1) -> list[str]:
    """It completes an operation within MOST_KEYS. Return the kinds of question at which its keys
    were pressed, in order."""
    operations, roll, kinds = unit.operations, len(unit.roll), list[str]()
    for key, pause in to_next_operation(KeyReader(unit, rng(seed), 0), lambda asked: True):
        if key:
            kinds.append(unit.question.kind)
            tap(unit, key)
        unit.run(unit.tick + pause)
    assert unit.operations == operations + 1 or unit.question.kind in OVER, kinds
    assert len(kinds) <= MOST_KEYS, kinds
    assert not any("ANNULE" in line.text for line in unit.roll[roll:])
    return kinds
