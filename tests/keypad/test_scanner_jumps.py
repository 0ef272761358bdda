"""The scanner against a plain one, and jumping from scan to scan against taking every one."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim.glass import NEVER
from keypad.matrix import Matrix
from keypad.scanner import Scanner
from tests.support.scans import play, taken

Move = tuple[int, int, bool]  # a finger: tick, code, down

BOUNCING = ("none", "new", "worn")
ON = 32
EXAMPLES = 4 * settings().max_examples
"""More than of other tests: one takes a millisecond."""


class PlainScanner:
    """The manual's table once more, key by key and wire by wire, with no thought of speed."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.levels: list[list[bool]] = [[False] * 3 for _ in range(33)]
        self.down = [False] * 33
        self.held: int | None = None
        self.locked = False
        self.queue: list[tuple[int, bool]] = []

    def scan(self, n: int) -> None:
        read = set()
        for strobe in range(8):
            closed = self.matrix.closed_at(256 * n + 12 * strobe + 6)
            read |= {4 * strobe + line for line in reached(closed, strobe)}
        if self.matrix.closed_at(256 * n + 90) >> ON & 1:
            read.add(ON)
        on_before = self.down[ON]
        for code in range(33):
            self.levels[code] = [*self.levels[code][1:], code in read]
            if len(set(self.levels[code])) == 1:
                self.down[code] = self.levels[code][0]
        keys = [code for code in range(32) if self.down[code]]
        if self.held is not None and self.held not in keys:
            self.queue.append((self.held, False))
            self.held = None
        if len(keys) >= 3 or any(corners <= read for corners in RECTANGLES):
            self.locked = True
        elif not keys and not read - {ON}:
            self.locked = False
        if keys and self.held is None and not self.locked:
            self.held = keys[0]
            self.queue.append((self.held, True))
        if self.down[ON] != on_before:
            self.queue.append((ON, self.down[ON]))


RECTANGLES = [
    frozenset((4 * s + a, 4 * s + b, 4 * t + a, 4 * t + b))
    for s, t in combinations(range(8), 2)
    for a, b in combinations(range(4), 2)
]


@cache
def reached(closed: int, strobe: int) -> frozenset[int]:
    """The inputs a driven strobe raises: walk from wire to wire over closed contacts."""
    strobes, lines = {strobe}, set[int]()
    for _ in range(12):
        lines |= {c % 4 for c in range(32) if closed >> c & 1 and c // 4 in strobes}
        strobes |= {c // 4 for c in range(32) if closed >> c & 1 and c % 4 in lines}
    return frozenset(lines)


# Few keys, so that they meet: two rectangles, a key apart, the last of all, and ON.
fingers = st.lists(
    st.tuples(
        st.sampled_from([0, 1, 4, 5, 28, 29, 14, 31, ON]),
        st.one_of(st.integers(0, 40), st.integers(0, 1500), st.integers(700, 1100)),
        st.integers(0, 5).map(lambda n: n < 3),
    ),
    max_size=40,
)


def timed(played: list[tuple[int, int, bool]]) -> list[Move]:
    """From pauses to ticks; everybody lets go in the end."""
    tick = 512
    moves: list[Move] = []
    for code, pause, down in played:
        tick += pause
        moves.append((tick, code, down))
    for code in sorted({code for code, _, _ in played}, reverse=True):
        tick += 61
        moves.append((tick, code, False))
    return moves


def last_scan(moves: list[Move]) -> int:
    """One by which everything has settled."""
    return moves[-1][0] // 256 + 8 if moves else 4


def check_against_plain(moves: list[Move], bounce: str = "none", seed: int = 0) -> None:
    quick, still = Matrix(bounce, seed), Matrix(bounce, seed)
    scanner, plain = Scanner(quick), PlainScanner(still)
    waiting = list(moves)
    for scan in range(last_scan(moves)):
        while waiting and waiting[0][0] < 256 * scan + 96:
            tick, code, down = waiting.pop(0)
            for matrix in (quick, still):
                (matrix.close if down else matrix.open)(code, tick)
        scanner.scan(scan)
        plain.scan(scan)
        assert list(scanner.events) == plain.queue
        assert scanner.down == sum(1 << code for code in range(33) if plain.down[code])
    assert not plain.locked
    assert plain.held is None


@settings(max_examples=EXAMPLES)
@given(st.sampled_from(BOUNCING), st.integers(0, 999), fingers)
def test_the_scanner_tells_what_a_plain_one_tells(
    bounce: str, seed: int, played: list[tuple[int, int, bool]]
) -> None:
    check_against_plain(timed(played), bounce, seed)


def test_four_keys_that_touch_without_a_ghost_lock_nothing() -> None:
    """Three beside a key that is held, for less than the debounce: the next key is heard."""
    apart = (4, 9, 14)
    held, following = [(512, 0, True), (6_000, 0, False)], [(4_000, 31, True), (9_000, 31, False)]
    touched = [(tick, code, tick == 2_000) for tick in (2_000, 2_300) for code in apart]
    moves = sorted([*held, *following, *touched])
    check_against_plain(moves)
    scanner = Scanner(Matrix())
    assert play(scanner.matrix, scanner, moves)[-1][1:] == (31, False)


@settings(max_examples=EXAMPLES)
@given(st.sampled_from(BOUNCING), st.integers(0, 999), fingers, st.integers(0, 9))
def test_jumping_gives_the_events_and_the_states_of_every_single_scan(
    bounce: str, seed: int, played: list[tuple[int, int, bool]], span: int
) -> None:
    moves = timed(played)
    walker, jumper = Scanner(Matrix(bounce, seed)), Scanner(Matrix(bounce, seed))
    scan, end = 0, last_scan(moves)
    while scan < end:
        while moves and moves[0][0] < 256 * scan + 96:
            tick, code, down = moves.pop(0)
            for matrix in (walker.matrix, jumper.matrix):
                (matrix.close if down else matrix.open)(code, tick)
        until = min(scan + span, (moves[0][0] - 96) // 256 if moves else end)
        due = jumper.next_scan(scan - 1)
        ran = jumper.run(scan, until)
        told = []
        for each in range(scan, ran + 1):
            walker.scan(each)
            told.append(taken(walker))
        event = taken(jumper)
        assert told == [*[None] * (ran - scan), event]
        assert ran == until if event is None else ran >= due
        assert jumper.snapshot() == walker.snapshot()
        assert jumper.matrix.snapshot() == walker.matrix.snapshot()
        scan = ran + 1
    assert jumper.next_scan(scan) == NEVER


# -- what need not be looked at


def test_events_not_yet_taken_keep_the_firmware_coming() -> None:
    matrix = Matrix()
    scanner = Scanner(matrix)
    matrix.close(16, 0)
    for scan in range(3):
        scanner.scan(scan)
    assert scanner.next_scan(2) == 3
    assert scanner.run(3, 9) == 3
    assert taken(scanner) == (16, True)
    assert taken(scanner) is None
    assert scanner.next_scan(2) == NEVER
