"""The contacts: edges in time, chatter, and what closed contacts join."""

import pytest

from datasheet.ticks import NEVER
from keypad.matrix import BOUNCES, ON, Matrix, chatter


def mask_of(keys: set[int]) -> int:
    return sum(1 << code for code in keys)


def test_closed_contacts_join_their_strobes_and_inputs() -> None:
    """Three corners of a rectangle read as four, a chain as all that it touches, two that touch
    nothing of each other as themselves; ON has a line of its own."""
    for closed, read in (
        ({0, 1, 20}, {0, 1, 20, 21}),
        ({0, 1, 5, 6, 10, 11}, {*range(12)}),
        ({0, 5, 8, 9}, {0, 1, 4, 5, 8, 9}),
        ({0, 1, 4, 10, 14}, {0, 1, 4, 5, 10, 14}),
    ):
        assert Matrix().inputs(mask_of(closed) | ON) == mask_of(read) | ON
        assert Matrix().readings(mask_of(closed) | ON) == mask_of(read)


def next_edge(matrix: Matrix, tick: int) -> int:
    return min((at for at in matrix.ticks if at > tick), default=NEVER)


def test_a_press_and_release_in_one_tick_leave_no_edge() -> None:
    matrix = Matrix()
    matrix.close(4, 50)
    matrix.open(4, 50)
    assert matrix.state() == Matrix().state()


def test_a_contact_that_bounces_is_open_and_closed_in_turn() -> None:
    matrix = Matrix("worn", 42)
    matrix.close(16, 1000)
    assert matrix.ticks == [1000, 1034, 1128, 1150, 1273]
    levels = [matrix.closed_at(tick) >> 16 & 1 for tick in (999, *matrix.ticks)]
    assert levels == [0, 1, 0, 1, 0, 1]
    assert matrix.held_codes() == (16,)


@pytest.mark.parametrize(
    ("bounce", "seed", "code", "tick", "down", "edges"),
    [
        ("worn", 42, 16, 1000, True, [1034, 1128, 1150, 1273]),
        ("new", 7, 32, 123_456, False, [123_462, 123_566]),
        ("worn", 1 << 40, 0, 0, False, [27, 59, 82, 122, 134, 196]),
    ],
)
def test_the_chatter_of_a_seed_never_changes(
    bounce: str, seed: int, code: int, tick: int, down: bool, edges: list[int]
) -> None:
    """Games recorded with bouncing contacts are played again by it."""
    length = BOUNCES[bounce]
    assert length is not None
    assert chatter(length, seed, code, tick, down) == edges
