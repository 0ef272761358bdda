"""Where tokens stand is counted when all that a throw caused is over; and the throws are fair."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from firmware_sim.game import Game
from firmware_sim.rules import cards, deeds, prison, throwing
from tests.support.game_states import game_of
from tests.support.random_player import press_by_chance
from tests.support.units import at_the_table
from tests.support.watched_game import IN_PRISON, Stands


def noted(stands: Stands, game: Game, rule: object, *facts: object) -> None:
    """One operation, applied as the session does."""
    before = game.copy()
    game.posted.clear()
    assert callable(rule)
    rule(game, *facts)
    stands.note(before, game)


def counted(stands: Stands) -> dict[int, int]:
    return {place: count for place, count in enumerate(stands.counts()) if count}


def test_a_token_stands_where_the_card_of_its_throw_led() -> None:
    game, stands = game_of(), Stands()
    game.decks[0] = (10, *(number for number in game.decks[0] if number != 10))
    noted(stands, game, throwing.throw, 3, 4)
    noted(stands, game, cards.draw, cards.CHANCE)
    assert counted(stands) == {7: 1}
    noted(stands, game, cards.carry_out)
    assert counted(stands) == {15: 1}


def test_each_throw_counts_and_the_prison_is_a_place_of_its_own() -> None:
    game, stands = game_of(players=2), Stands()
    noted(stands, game, throwing.throw, 5, 5)
    noted(stands, game, throwing.finish)
    noted(stands, game, throwing.throw, 4, 6)
    noted(stands, game, throwing.finish)
    game.square[2] = 20
    noted(stands, game, throwing.throw, 4, 6)
    assert counted(stands) == {10: 1, 20: 1, IN_PRISON: 1}
    noted(stands, game, throwing.throw, 1, 2)
    noted(stands, game, deeds.buy)
    noted(stands, game, throwing.finish)
    noted(stands, game, prison.pay_fine)
    assert counted(stands) == {10: 1, 20: 1, 23: 1, IN_PRISON: 1}


def test_what_is_undone_never_was() -> None:
    game, stands = game_of(), Stands()
    noted(stands, game, throwing.throw, 4, 6)
    stands.undo()
    assert counted(stands) == {}


def thrown(seed: int) -> list[tuple[int, int]]:
    """The throws of a game, whose values depend on the ticks of the keys."""
    unit = at_the_table(players=8, seed=seed)
    press_by_chance(unit, seed)
    lines = [line.text.split() for line in unit.roll if not line.struck]
    return [(int(line[2]), int(line[3])) for line in lines if line[1] == "DES"]


def chi_square(counts: Counter[tuple[int, int]]) -> float:
    expected = sum(counts.values()) / 36
    faces = range(1, 7)
    return sum((counts[a, b] - expected) ** 2 / expected for a in faces for b in faces)


def test_the_dice_are_fair_and_know_nothing_of_each_other() -> None:
    games = [thrown(seed) for seed in range(6)]
    pairs = Counter(pair for game in games for pair in game)
    assert sum(pairs.values()) > 1_000
    assert chi_square(pairs) < 77  # 35 degrees of freedom: one in ten thousand is above
    after = Counter(
        (one[die], two[0]) for game in games for one, two in pairwise(game) for die in (0, 1)
    )
    assert chi_square(after) < 77
