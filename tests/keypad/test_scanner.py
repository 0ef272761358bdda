"""The scanner: strobes, debounce, rollover and lockout, as the manual's table has them."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from firmware_sim.glass import NEVER
from keypad.keys import BY_NAME
from keypad.matrix import Matrix
from keypad.scanner import Scanner, rectangle
from tests.support.scans import Move, play, taken

BOUNCING = ("none", "new", "worn")
ON = 32


def accepted(moves: list[Move], bounce: str = "none", seed: int = 0) -> list[tuple[int, bool]]:
    """The events of these moves, which release every key; the chips end at rest."""
    matrix = Matrix(bounce, seed)
    scanner = Scanner(matrix)
    told = play(matrix, scanner, sorted(moves, key=lambda move: move[0]))
    assert scanner.snapshot() == Scanner(Matrix()).snapshot()
    assert matrix.closed_at(NEVER) == 0
    return [(code, down) for _, code, down in told]


def tap(code: int, tick: int, ticks: int = 2048) -> list[Move]:
    return [(tick, code, True), (tick + ticks, code, False)]


def hold(*codes: int) -> list[tuple[int, bool]]:
    """The events of these keys, each pressed and released before the next."""
    return [(code, down) for code in codes for down in (True, False)]


# -- a tap, whatever its phase


def test_a_clean_closure_of_769_ticks_is_seen_once_at_every_phase_for_every_key() -> None:
    for phase in range(256):
        for code in range(33):
            assert accepted(tap(code, 1024 + phase, 769)) == hold(code)


def test_a_closure_shorter_than_two_scans_is_never_seen() -> None:
    for phase in range(256):
        for code in range(33):
            assert accepted(tap(code, 1024 + phase, 511)) == []


@pytest.mark.parametrize("bounce", BOUNCING)
def test_a_tap_of_2048_ticks_is_seen_once_at_every_phase_whatever_the_bounce(bounce: str) -> None:
    matrix = Matrix(bounce)
    scanner = Scanner(matrix)
    rest = scanner.snapshot()
    for seed in range(200):
        matrix.seed = seed
        code = seed * 7 % 33
        for phase in range(256):
            tick = 1024 + 256 * 24 * phase + phase
            matrix.close(code, tick)
            matrix.open(code, tick + 2048)
            told = []
            scan = tick // 256 - 1
            while (scan := scanner.next_scan(scan)) != NEVER:
                scanner.scan(scan)
                if (event := taken(scanner)) is not None:
                    told.append(event)
            assert told == [(code, True), (code, False)], (seed, phase)
        assert scanner.snapshot() == rest


def test_any_chatter_of_less_than_two_scans_gives_nothing() -> None:
    chance = Random(1990)
    for phase in range(256):
        for code in range(33):
            moments = sorted(chance.sample(range(512), 2 * chance.randint(1, 12)))
            moves = [
                (1024 + phase + moment, code, nth % 2 == 0) for nth, moment in enumerate(moments)
            ]
            assert accepted(moves) == []


def test_holding_a_key_for_hours_gives_no_second_press() -> None:
    assert accepted(tap(16, 1000, 32768 * 7200)) == hold(16)


# -- strobes and debounce to the tick


@pytest.mark.parametrize("code", range(33))
def test_a_key_counts_in_the_scan_whose_strobe_reads_it_and_is_reported_two_scans_later(
    code: int,
) -> None:
    reading = 90 if code == ON else 12 * (code // 4) + 6
    for offset in range(256):
        for start, down in ((256 * 8, True), (256 * 20, False)):
            matrix = Matrix()
            scanner = Scanner(matrix)
            moves = [(start + offset, code, True)]
            if not down:
                moves = [(256 * 3, code, True), (start + offset, code, False)]
            told = play(matrix, scanner, moves)
            first = start // 256 + (0 if offset <= reading else 1)
            assert told[-1] == (first + 2, code, down)


def test_one_differing_scan_starts_the_count_of_three_again() -> None:
    matrix = Matrix()
    scanner = Scanner(matrix)
    readings = [1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0]
    moves = [
        (256 * scan, 0, bool(level))
        for scan, level in enumerate(readings)
        if level != ([0, *readings])[scan]
    ]
    assert play(matrix, scanner, moves) == [(8, 0, True), (16, 0, False)]


# -- rollover


def test_a_second_key_still_down_when_the_first_is_released_counts_then() -> None:
    moves = [*tap(16, 1000, 4000), *tap(20, 3000, 4000)]
    assert accepted(moves) == [(16, True), (16, False), (20, True), (20, False)]
    matrix = Matrix()
    told = play(matrix, Scanner(matrix), sorted(moves))
    assert told[1][0] + 1 == told[2][0]  # debounced in one scan, taken one after the other


def test_a_key_tapped_wholly_inside_the_hold_of_another_is_lost() -> None:
    assert accepted([*tap(31, 1000, 8000), *tap(16, 3000)]) == hold(31)
    assert accepted([*tap(16, 1000, 8000), *tap(31, 2500), *tap(5, 6000)]) == hold(16)


def test_of_two_keys_in_one_scan_the_lower_code_comes_first() -> None:
    between = 256 * 8 + 91  # after the last reading of one scan, before the first of the next
    for low, high in combinations(range(32), 2):
        for first, second in ((low, high), (high, low)):
            assert accepted([*tap(first, between), *tap(second, between, 4096)]) == (
                hold(low, high) if first == low else hold(low)
            )


def test_a_key_can_be_pressed_again_while_a_second_one_waits() -> None:
    moves = [
        *tap(16, 1000),
        *tap(20, 2000, 6000),
        *tap(16, 5000, 5000),  # waits in its turn while 20 is held
    ]
    assert accepted(moves) == hold(16, 20, 16)


# -- lockout


def test_a_third_debounced_key_locks_all_out_until_everything_is_up() -> None:
    seven, eight, six = (BY_NAME[name].code for name in ("7", "8", "6"))
    moves = [
        *tap(seven, 1000, 6000),
        *tap(eight, 3000, 12000),
        *tap(six, 5000, 6000),  # three down: the eight no longer counts
        *tap(BY_NAME["2"].code, 12000, 2000),  # the eight is still down
        *tap(six, 18000),
    ]
    assert accepted(moves) == hold(seven, six)


def test_three_keys_in_one_scan_are_all_refused() -> None:
    for codes in ((0, 5, 10), (0, 1, 2), (3, 17, 30)):
        moves = [move for code in codes for move in tap(code, 1000, 3000 + code * 256)]
        assert accepted([*moves, *tap(16, 20000)]) == hold(16)


def test_a_ghost_seen_before_any_key_is_debounced_locks_out_too() -> None:
    corners = [*tap(0, 1024 + 91, 4000), *tap(1, 1024 + 91, 4000), *tap(4, 1024 + 91, 300)]
    assert accepted([*corners, *tap(9, 3000), *tap(9, 8000)]) == hold(9)


def test_a_ghost_locks_out_until_all_are_up_and_the_held_key_is_still_released() -> None:
    moves = [
        *tap(16, 1000, 6000),
        *tap(17, 3000, 12000),
        *tap(20, 5000, 4000),  # the third corner
        *tap(30, 11000),  # 17 is still down
    ]
    assert accepted([*moves, *tap(30, 18000)]) == hold(16, 30)


def test_on_stands_outside_rollover_and_lockout() -> None:
    held = [*tap(16, 1000, 30000), *tap(ON, 5000)]
    assert accepted(held) == [(16, True), (ON, True), (ON, False), (16, False)]
    assert accepted([*tap(ON, 1000, 9000), *tap(16, 3000)]) == [
        (ON, True), (16, True), (16, False), (ON, False),
    ]  # fmt: skip
    chord = [move for code in (0, 1, 4, 9) for move in tap(code, 1000, 20000)]
    assert accepted([*chord, *tap(ON, 8000)]) == hold(ON)
    two_and_on = [*tap(16, 1000, 5000), *tap(20, 2500, 6000), *tap(ON, 3000, 9000)]
    assert accepted(two_and_on) == [
        (16, True), (ON, True), (16, False), (20, True), (20, False), (ON, False),
    ]  # fmt: skip


@pytest.mark.parametrize("beside", [[], [ON]])
@pytest.mark.parametrize("held", [300, 3000])
def test_one_scan_that_reads_nothing_ends_a_lockout_with_on_held_or_not(
    held: int, beside: list[int]
) -> None:
    # Held for a scan or for many; a key read from the first scan after the one that lets go.
    between = 256 * 40 + 91
    empty = 1 if held == 300 else 3  # debounced keys take three scans to be up
    moves = [move for code in beside for move in tap(code, 1024, 256 * 60)]
    moves += [move for code in (0, 1, 4) for move in tap(code, between - held, held)]
    moves += tap(30, between + 256 * empty)
    told = [event for event in accepted(moves) if event[0] != ON]
    assert told == hold(30)
    early = [*moves[:-2], *tap(30, between + 256 * empty - 256)]
    assert [event for event in accepted(early) if event[0] != ON] == []


def test_on_held_down_does_not_prolong_a_lockout() -> None:
    chord = [move for code in (0, 1, 4) for move in tap(code, 1000, 3000)]
    told = accepted([*chord, *tap(ON, 2000, 20000), *tap(16, 8000)])
    assert told == [(ON, True), (16, True), (16, False), (ON, False)]


def test_a_rectangle_is_two_strobes_with_two_inputs_in_common() -> None:
    chance = Random(22)
    for strobes in combinations(range(8), 3):
        for _ in range(400):
            rows = [chance.randrange(16) & chance.randrange(16) for _ in strobes]
            read = sum(row << 4 * strobe for row, strobe in zip(rows, strobes, strict=True))
            corners = any((one & two).bit_count() >= 2 for one, two in combinations(rows, 2))
            assert rectangle(read) == corners


def rectangles() -> list[tuple[int, ...]]:
    return [
        (4 * s + a, 4 * s + b, 4 * t + a, 4 * t + b)
        for s, t in combinations(range(8), 2)
        for a, b in combinations(range(4), 2)
    ]


@pytest.mark.parametrize("bounce", BOUNCING)
def test_the_fourth_corner_of_a_rectangle_is_never_accepted(bounce: str) -> None:
    chance = Random(4)
    for corners in rectangles():
        for ghost in corners:
            real = [code for code in corners if code != ghost]
            for spread in (90, 700, 3000):
                down = chance.randrange(1024, 1024 + 256)
                moves: list[Move] = []
                for code in real:
                    moves.append((down + chance.randrange(spread), code, True))
                    moves.append((down + 6000 + chance.randrange(spread), code, False))
                told = accepted([*moves, *tap(ghost, 20000)], bounce, chance.randrange(999))
                assert told[-2:] == hold(ghost)  # its own tap, when all is over
                assert ghost not in {code for code, _ in told[:-2]}
                assert len(told) <= 4


@pytest.mark.parametrize("codes", [(16, 20, 17, 21), (0, 1, 4), (2, 9, 31), (2, 9, 31, 32)])
def test_every_order_of_press_and_release_leaves_no_key_down(codes: tuple[int, ...]) -> None:
    for pressed in permutations(codes):
        for released in permutations(codes):
            moves = [(1000 + 900 * nth, code, True) for nth, code in enumerate(pressed)]
            moves += [(6000 + 900 * nth, code, False) for nth, code in enumerate(released)]
            told = accepted([*moves, *tap(12, 14000)], "worn", len(moves))
            pending = set[int]()
            for code, down in told:
                assert (code in pending) != down
                pending ^= {code}
            assert not pending
            assert told[0] == (pressed[0], True)
            assert told[-2:] == hold(12)


def test_after_a_reset_a_key_that_is_held_is_a_new_press() -> None:
    matrix = Matrix()
    scanner = Scanner(matrix)
    assert play(matrix, scanner, [(0, 16, True)]) == [(2, 16, True)]
    scanner.reset()
    assert scanner.next_scan(50) == 51
    for scan in (51, 52, 53):
        assert taken(scanner) is None
        scanner.scan(scan)
    assert taken(scanner) == (16, True)
