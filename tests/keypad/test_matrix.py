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


def test_a_reading_at_the_very_tick_of_an_edge_sees_it() -> None:
    matrix = Matrix()
    matrix.close(5, 100)
    matrix.open(5, 200)
    assert [matrix.closed_at(tick) for tick in (99, 100, 199, 200)] == [0, 1 << 5, 1 << 5, 0]
    edges = [next_edge(matrix, tick) for tick in (0, 99, 100, 199, 200)]
    assert edges == [100, 100, 200, 200, NEVER]


@pytest.mark.parametrize(("bounce", "least", "most"), [("new", 2, 4), ("worn", 5, 14)])
def test_the_chatter_lasts_as_long_as_its_profile_says(bounce: str, least: int, most: int) -> None:
    length = BOUNCES[bounce]
    assert length is not None
    lengths, counts = set(), set()
    for seed in range(4000):
        edges = chatter(length, seed, seed % 33, 77 * seed, seed % 2 == 0)
        assert [77 * seed, *edges] == sorted({77 * seed, *edges})
        lengths.add(edges[-1] - 77 * seed)
        counts.add(len(edges))
    assert counts == {2, 4, 6}
    assert least * 32768 <= 1000 * min(lengths) < (least + 1) * 32768
    assert (most - 1) * 32768 < 1000 * max(lengths) <= most * 32768
    assert len(lengths) == length[1] - length[0] + 1


def test_the_chatter_differs_by_seed_key_tick_and_direction_and_by_nothing_else() -> None:
    length = (164, 458)
    told = {
        tuple(edge - tick for edge in chatter(length, seed, code, tick, down))
        for seed, code, tick, down in (
            (42, 16, 1000, True), (43, 16, 1000, True), (42, 17, 1000, True),
            (42, 16, 1001, True), (42, 16, 1000, False), (42, 16, 1000, True),
        )
    }  # fmt: skip
    assert len(told) == 5
    assert chatter(length, -(1 << 70), 16, 1 << 60, True)[0] > 1 << 60


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


def test_an_unknown_bounce_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"'old'.*none, new, worn"):
        Matrix("old")


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
