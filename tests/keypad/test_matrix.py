"""The contacts: edges in time, chatter, and what closed contacts join."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasheet.ticks import NEVER
from keypad.matrix import BOUNCES, ON, Matrix, chatter

codes = st.integers(0, 32)
sets_of_contacts = st.sets(st.integers(0, 31), max_size=12)
# Strokes: which key, how long after the one before, and whether it goes down.
strokes = st.lists(st.tuples(codes, st.integers(0, 700), st.booleans()), max_size=40)


def mask_of(keys: set[int]) -> int:
    return sum(1 << code for code in keys)


def joined_by_union_find(keys: set[int]) -> int:
    """The readings computed another way: wires 0-7 are strobes, 8-11 inputs, contacts tie them."""
    parent = list(range(12))

    def root(wire: int) -> int:
        while parent[wire] != wire:
            wire = parent[wire]
        return wire

    for code in keys:
        parent[root(code // 4)] = root(8 + code % 4)
    return sum(1 << code for code in range(32) if root(code // 4) == root(8 + code % 4))


@given(sets_of_contacts)
def test_the_strobes_read_what_a_union_find_over_the_wires_finds(keys: set[int]) -> None:
    matrix = Matrix()
    assert matrix.readings(mask_of(keys)) == joined_by_union_find(keys)
    assert matrix.readings(mask_of(keys) | ON) == joined_by_union_find(keys)


def test_three_corners_of_a_rectangle_read_as_four() -> None:
    """ON has a line of its own and joins nothing."""
    assert Matrix().inputs(mask_of({0, 1, 20}) | ON) == mask_of({0, 1, 20, 21}) | ON


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


class Contact:
    """One contact on its own, tick by tick: the last thing done to it decides."""

    def __init__(self) -> None:
        self.pressed = False
        self.levels: dict[int, bool] = {}

    def put(self, matrix: Matrix, code: int, tick: int, down: bool) -> None:
        if down == self.pressed:
            return
        self.pressed = down
        self.levels = {at: level for at, level in self.levels.items() if at < tick}
        self.levels[tick] = level = down
        length = BOUNCES[matrix.bounce]
        if length is not None:
            for at in chatter(length, matrix.seed, code, tick, down):
                level = not level
                self.levels[at] = level

    def closed(self, tick: int) -> bool:
        past = [at for at in self.levels if at <= tick]
        return self.levels[max(past)] if past else False


@given(st.sampled_from(["none", "new", "worn"]), st.integers(0, 99), strokes)
def test_each_key_chatters_independently_of_the_others(
    bounce: str, seed: int, played: list[tuple[int, int, bool]]
) -> None:
    matrix = Matrix(bounce, seed)
    alone = [Contact() for _ in range(33)]
    tick = 0
    for code, pause, down in played:
        tick += pause
        (matrix.close if down else matrix.open)(code, tick)
        alone[code].put(matrix, code, tick, down)
    moments = {at for contact in alone for at in contact.levels}
    for moment in sorted(moments | {at - 1 for at in moments}):
        closed = sum(1 << code for code in range(33) if alone[code].closed(moment))
        assert matrix.closed_at(moment) == closed
        later = next_edge(matrix, moment)
        assert later == NEVER or (later in moments and matrix.closed_at(later) != closed)
    held = tuple(code for code in range(33) if alone[code].pressed)
    assert matrix.held_codes() == held


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
