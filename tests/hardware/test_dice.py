"""The dice: one register, every tick, jumped or walked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.dice import PERIOD, Dice, leap, step

words = st.integers(1, 0xFFFF)


def test_the_register_visits_every_state_but_zero_before_it_comes_back() -> None:
    seen = bytearray(1 << 16)
    word = 1
    for _ in range(PERIOD):
        seen[word] += 1
        word = step(word)
    assert word == 1
    assert seen[0] == 0
    assert set(seen[1:]) == {1}


def test_one_step_is_the_shift_with_taps_sixteen_fourteen_thirteen_eleven() -> None:
    for word in (1, 2, 0x8001, 0xACE1, 0xFFFF):
        out = word & 1
        bits = [word >> place & 1 for place in range(16)]
        shifted = [*bits[1:], 0]
        for tap in (16, 14, 13, 11):
            shifted[tap - 1] ^= out
        assert step(word) == sum(bit << place for place, bit in enumerate(shifted))


@given(words, st.integers(0, 3000))
def test_a_leap_gives_the_word_that_single_steps_give(word: int, steps: int) -> None:
    walked = word
    for _ in range(steps):
        walked = step(walked)
    assert leap(word, steps) == walked


def test_a_leap_over_every_power_of_two_agrees_with_the_walk() -> None:
    word = 0xACE1
    for distance in range(PERIOD + 1):
        if distance & (distance - 1) == 0 or distance >= PERIOD - 1:
            assert leap(0xACE1, distance) == word
        word = step(word)


@given(words, st.integers(0, 1 << 50), st.integers(0, 1 << 50))
def test_two_leaps_are_one_leap(word: int, first: int, second: int) -> None:
    assert leap(leap(word, first), second) == leap(word, first + second)


@given(st.integers(), st.lists(st.integers(0, 1 << 30), max_size=6))
def test_looking_at_the_dice_on_the_way_changes_nothing(number: int, stops: list[int]) -> None:
    looked, left = Dice(), Dice()
    for dice in (looked, left):
        dice.seed(number, tick=5)
    for stop in sorted(stops):
        looked.word(5 + stop)
    end = 5 + max(stops, default=0) + 77
    assert looked.word(end) == left.word(end)
    assert looked.snapshot() == left.snapshot()


@given(st.integers())
def test_no_seed_is_the_dead_state(number: int) -> None:
    dice = Dice()
    dice.seed(number, tick=0)
    assert dice.seeded
    assert all(dice.word(tick) for tick in (0, 1, 255, 65_534, 65_535))


def test_the_first_65535_seeds_are_all_different() -> None:
    dice = Dice()
    starts = set()
    for number in range(PERIOD):
        dice.seed(number, tick=0)
        starts.add(dice.word(0))
    assert len(starts) == PERIOD


def test_before_the_first_key_the_register_is_dead_and_stays_so() -> None:
    dice = Dice()
    assert dice.word(1_000_000) == 0
    assert not dice.seeded


def test_a_restored_register_goes_on_as_the_one_it_was_taken_from() -> None:
    dice, other = Dice(), Dice()
    dice.seed(42, tick=1000)
    dice.advance(54_321)
    other.restore(dice.snapshot())
    assert other.word(1 << 40) == dice.word(1 << 40)
    dice.reset()
    assert dice.snapshot() == Dice().snapshot()


def test_throws_taken_by_a_tireless_thumb_are_fair() -> None:
    """2 048 ticks down, 2 048 up, four presses a turn: no face of two dice may be favoured."""
    dice = Dice()
    dice.seed(7, tick=0)
    throws = 36_000
    counts = [0] * 36
    for throw in range(throws):
        word = dice.word(throw * 4 * 4096 + 608)
        counts[word % 36] += 1
    expected = throws / 36
    spread = sum((count - expected) ** 2 / expected for count in counts)
    assert spread < 70, counts  # chi square, 35 degrees: 66.6 leaves one in a thousand
