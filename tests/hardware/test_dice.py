"""The dice: one register, every tick, jumped or walked."""

from hardware.dice import Dice


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
