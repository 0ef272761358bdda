"""The dice: one register, every tick, jumped or walked."""

from hardware.dice import PERIOD, Dice, leap, step


def test_the_register_visits_every_state_but_zero_before_it_comes_back() -> None:
    seen = bytearray(1 << 16)
    word = 1
    for _ in range(PERIOD):
        seen[word] += 1
        word = step(word)
    assert word == 1
    assert seen[0] == 0
    assert set(seen[1:]) == {1}


def test_a_leap_over_every_power_of_two_agrees_with_the_walk() -> None:
    word = 0xACE1
    for distance in range(PERIOD + 1):
        if distance & (distance - 1) == 0 or distance >= PERIOD - 1:
            assert leap(0xACE1, distance) == word
        word = step(word)


def test_the_first_65535_seeds_are_all_different_and_none_is_the_dead_state() -> None:
    dice = Dice()
    starts = set()
    for number in range(PERIOD):
        dice.seed(number, tick=0)
        starts.add(dice.word(0))
    assert starts == {*range(1, 1 << 16)}


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
