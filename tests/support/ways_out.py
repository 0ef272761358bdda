"""The way out taken from any state of a unit.

kinds_left(unit)             the kinds of question at which its keys were pressed, in order
assert_way_out(unit)         it completes an operation within the bound of each kind
"""

from __future__ import annotations

from banquier.bots.bot_seats import BotSeats
from banquier.bots.way_out import LAYERS, MOST_KEYS, OVER, WAYS, WayOut
from banquier.play.key_reader import KeyReader
from banquier.play.rng import rng
from hardware.unit import Unit, tap


class AllSeats(BotSeats):
    """Bots that answer all questions, also those of a set-up."""

    alone = True


def bound(kind: str) -> int:
    """The most keys from a question of this kind: of its dialogue, and of all below it."""
    below = LAYERS[LAYERS.index(WAYS[kind].layer) + 1 :]
    deepest = {
        layer: max(way.most for way in WAYS.values() if way.layer == layer) for layer in below
    }
    return WAYS[kind].most + sum(deepest[layer] for layer in below)


def kinds_left(unit: Unit, seed: int = 1) -> list[str]:
    kinds = []
    reader = KeyReader(unit, rng(seed), 0)
    for key, pause in WayOut(AllSeats(reader, {}, "own")).to_next_operation():
        if key:
            kinds.append(unit.question.kind)
            tap(unit, key)
        unit.run(unit.tick + pause)
    return kinds


def assert_way_out(unit: Unit, seed: int = 1) -> list[str]:
    operations, roll = unit.operations, len(unit.roll)
    kinds = kinds_left(unit, seed)
    assert unit.operations == operations + 1 or unit.question.kind in OVER, kinds
    for number, kind in enumerate(kinds):
        assert len(kinds) - number <= bound(kind) <= MOST_KEYS, kinds
    assert not any("ANNULE" in line.text for line in unit.roll[roll:])
    return kinds
