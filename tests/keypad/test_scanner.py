"""The scanner: strobes, debounce, rollover and lockout, as the manual's table has them; and
jumping from scan to scan against taking every one."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasheet.ticks import NEVER
from keypad.keys import BY_NAME, LINES, STROBES
from keypad.matrix import Matrix
from keypad.scanner import Scanner, rectangle
from tests.support.scans import Edge, play, taken

BOUNCING = ("none", "new", "worn")
ON = 32
BETWEEN = 256 * 8 + 91
"""After the last reading of one scan, before the first of the next."""
EXAMPLES = 4 * settings().max_examples
"""More than of other tests: one takes a millisecond."""


def accepted(edges: list[Edge], bounce: str = "none", seed: int = 0) -> list[tuple[int, bool]]:
    """The events of these edges, which release every key; the chips end at rest."""
    matrix = Matrix(bounce, seed)
    scanner = Scanner(matrix)
    told = play(matrix, scanner, sorted(edges, key=lambda edge: edge[0]))
    assert scanner.state() == Scanner(Matrix()).state()
    assert matrix.closed_at(NEVER) == 0
    return [(code, down) for _, code, down in told]


def tap(code: int, tick: int, ticks: int = 2048) -> list[Edge]:
    return [(tick, code, True), (tick + ticks, code, False)]


def taps(*each: tuple[int, ...]) -> list[Edge]:
    return [edge for one in each for edge in tap(*one)]


def hold(*codes: int) -> list[tuple[int, bool]]:
    """The events of these keys, each pressed and released before the next."""
    return [(code, down) for code in codes for down in (True, False)]


# -- a tap, whatever its phase


@pytest.mark.parametrize("bounce", BOUNCING)
def test_a_tap_of_2048_ticks_is_seen_once_at_every_phase_whatever_the_bounce(bounce: str) -> None:
    for seed in range(20):
        code = seed * 7 % 33
        for phase in range(256):
            assert accepted(tap(code, 1024 + phase), bounce, seed) == hold(code), (seed, phase)


# -- strobes and debounce to the tick


@pytest.mark.parametrize("code", range(0, 33, 4))
def test_a_key_counts_in_the_scan_whose_strobe_reads_it_and_is_reported_two_scans_later(
    code: int,
) -> None:
    reading = 90 if code == ON else 12 * (code // 4) + 6
    for offset in range(256):
        first = 0 if offset <= reading else 1
        matrix = Matrix()
        edges = [(256 * 8 + offset, code, True), (256 * 20 + offset, code, False)]
        assert play(matrix, Scanner(matrix), edges) == [
            (8 + first + 2, code, True), (20 + first + 2, code, False),
        ]  # fmt: skip


# -- rollover and lockout

SEVEN, EIGHT, SIX, TWO = (BY_NAME[name].code for name in "7862")

TOLD: dict[str, tuple[list[Edge], list[tuple[int, bool]]]] = {
    "held for hours": (tap(16, 1000, 32768 * 7200), hold(16)),
    "a second key still down when the first is released": (
        taps((16, 1000, 4000), (20, 3000, 4000)), hold(16, 20)),
    "tapped wholly inside the hold of another": (taps((31, 1000, 8000), (16, 3000)), hold(31)),
    "two tapped inside": (taps((16, 1000, 8000), (31, 2500), (5, 6000)), hold(16)),
    "pressed again while a second one waits": (
        taps((16, 1000), (20, 2000, 6000), (16, 5000, 5000)), hold(16, 20, 16)),
    "a third key locks all out until everything is up": (
        taps((SEVEN, 1000, 6000), (EIGHT, 3000, 12000), (SIX, 5000, 6000),
             (TWO, 12000, 2000), (SIX, 18000)), hold(SEVEN, SIX)),
    **{f"three in one scan, {codes}": (
        [*taps(*((code, 1000, 3000 + code * 256) for code in codes)), *tap(16, 20000)], hold(16))
       for codes in ((0, 5, 10), (0, 1, 2), (3, 17, 30))},
    "two in one scan": (taps((0, BETWEEN), (5, BETWEEN, 4096)), hold(0, 5)),
    "two in one scan, the lower one held longer": (
        taps((5, BETWEEN), (0, BETWEEN, 4096)), hold(0)),
    "a ghost before any key is debounced": (
        taps((0, 1115, 4000), (1, 1115, 4000), (4, 1115, 300), (9, 3000), (9, 8000)), hold(9)),
    "a ghost locks out until all are up, and the held key is released": (
        taps((16, 1000, 6000), (17, 3000, 12000), (20, 5000, 4000), (30, 11000), (30, 18000)),
        hold(16, 30)),
    "ON inside a hold": (
        taps((16, 1000, 30000), (ON, 5000)), [(16, True), *hold(ON), (16, False)]),
    "a key inside ON": (taps((ON, 1000, 9000), (16, 3000)), [(ON, True), *hold(16), (ON, False)]),
    "ON in a lockout": (
        taps(*((code, 1000, 20000) for code in (0, 1, 4, 9)), (ON, 8000)), hold(ON)),
    "two keys and ON": (
        taps((16, 1000, 5000), (20, 2500, 6000), (ON, 3000, 9000)),
        [(16, True), (ON, True), (16, False), *hold(20), (ON, False)]),
    "ON does not prolong a lockout": (
        taps(*((code, 1000, 3000) for code in (0, 1, 4)), (ON, 2000, 20000), (16, 8000)),
        [(ON, True), *hold(16), (ON, False)]),
}  # fmt: skip


@pytest.mark.parametrize("beside", [[], [(ON, 1024, 256 * 60)]])
@pytest.mark.parametrize(("held", "empty"), [(300, 1), (3000, 3)])
def test_one_scan_that_reads_nothing_ends_a_lockout_with_on_held_or_not(
    held: int, empty: int, beside: list[tuple[int, ...]]
) -> None:
    """Held for a scan or for many; debounced keys take three scans to be up."""
    between = 256 * 40 + 91
    chord = taps(*beside, *((code, between - held, held) for code in (0, 1, 4)))
    for late, told in ((empty, hold(30)), (empty - 1, [])):
        events = accepted([*chord, *tap(30, between + 256 * late)])
        assert [event for event in events if event[0] != ON] == told


def test_every_rectangle_is_seen_and_its_corners_alone_are_none() -> None:
    for strobes in combinations(range(STROBES), 2):
        for inputs in combinations(range(LINES), 2):
            corners = [LINES * strobe + line for strobe in strobes for line in inputs]
            assert rectangle(sum(1 << code for code in corners)), corners
            for ghost in corners:
                assert not rectangle(sum(1 << code for code in corners if code != ghost)), corners


def test_to_a_new_scanner_a_key_that_is_held_is_a_new_press() -> None:
    """Events not yet taken keep the firmware coming."""
    matrix = Matrix()
    scanner = Scanner(matrix)
    assert play(matrix, scanner, [(0, 16, True)]) == [(2, 16, True)]
    scanner = Scanner(matrix)
    assert scanner.next_scan(50) == 51
    assert scanner.run(51, 90) == 53
    assert scanner.next_scan(53) == 54
    assert scanner.run(54, 90) == 54
    assert taken(scanner) == (16, True)
    assert taken(scanner) is None
    assert scanner.next_scan(54) == NEVER


# -- jumping

# Few keys, so that they meet: two rectangles, a key apart, the last of all, and ON.
fingers = st.lists(
    st.tuples(
        st.sampled_from([0, 1, 4, 5, 28, 29, 14, 31, ON]),
        st.one_of(st.integers(0, 40), st.integers(0, 1500), st.integers(700, 1100)),
        st.integers(0, 5).map(lambda n: n < 3),
    ),
    max_size=40,
)


def timed(played: list[tuple[int, int, bool]]) -> list[Edge]:
    """Turn pauses into ticks; all keys are released in the end."""
    tick = 512
    edges: list[Edge] = []
    for code, pause, down in played:
        tick += pause
        edges.append((tick, code, down))
    for code in sorted({code for code, _, _ in played}, reverse=True):
        tick += 61
        edges.append((tick, code, False))
    return edges


def last_scan(edges: list[Edge]) -> int:
    """One by which everything has settled."""
    return edges[-1][0] // 256 + 8 if edges else 4


def walked(edges: list[Edge]) -> list[tuple[int, bool]]:
    """The events of these edges in as many scans, one after the other."""
    matrix, waiting, told = Matrix(), sorted(edges), list[tuple[int, bool]]()
    scanner = Scanner(matrix)
    for scan in range(last_scan(waiting)):
        while waiting and waiting[0][0] < 256 * scan + 96:
            tick, code, down = waiting.pop(0)
            (matrix.close if down else matrix.open)(code, tick)
        scanner.scan(scan)
        if event := taken(scanner):
            told.append(event)
    return told


@pytest.mark.parametrize(("edges", "told"), TOLD.values(), ids=TOLD)
def test_rollover_and_lockout(edges: list[Edge], told: list[tuple[int, bool]]) -> None:
    assert accepted(edges) == told == walked(edges)


def test_four_keys_that_touch_without_a_ghost_lock_nothing() -> None:
    """Three beside a key that is held, for less than the debounce: the next key is heard."""
    apart = (4, 9, 14)
    held, following = [(512, 0, True), (6_000, 0, False)], [(4_000, 31, True), (9_000, 31, False)]
    touched = [(tick, code, tick == 2_000) for tick in (2_000, 2_300) for code in apart]
    edges = sorted([*held, *following, *touched])
    assert accepted(edges)[-1] == (31, False)


@settings(max_examples=EXAMPLES)
@given(st.sampled_from(BOUNCING), st.integers(0, 999), fingers, st.integers(0, 9))
def test_jumping_gives_the_events_and_the_states_of_every_single_scan(
    bounce: str, seed: int, played: list[tuple[int, int, bool]], span: int
) -> None:
    edges = timed(played)
    walker, jumper = Scanner(Matrix(bounce, seed)), Scanner(Matrix(bounce, seed))
    scan, end = 0, last_scan(edges)
    while scan < end:
        while edges and edges[0][0] < 256 * scan + 96:
            tick, code, down = edges.pop(0)
            for matrix in (walker.matrix, jumper.matrix):
                (matrix.close if down else matrix.open)(code, tick)
        until = min(scan + span, (edges[0][0] - 96) // 256 if edges else end)
        due = jumper.next_scan(scan - 1)
        ran = jumper.run(scan, until)
        told = []
        for each in range(scan, ran + 1):
            walker.scan(each)
            told.append(taken(walker))
        event = taken(jumper)
        assert told == [*[None] * (ran - scan), event]
        assert ran == until if event is None else ran >= due
        assert jumper.state() == walker.state()
        assert jumper.matrix.state() == walker.matrix.state()
        scan = ran + 1
    assert jumper.next_scan(scan) == NEVER
