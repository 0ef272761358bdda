"""Where tokens stand is counted when all that a throw caused is over."""

from __future__ import annotations

from firmware_sim.game import Game
from firmware_sim.rules import cards, deeds, prison, throwing
from tests.support.game_states import game_of
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
    noted(stands, game, cards.draw)
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
