"""Facts that rules leave behind and no glass shows at once: counts, piles, lists of what waits."""

from collections.abc import Callable

import pytest

from banquier.editions.edition_file import load
from firmware_sim.edition import Card
from firmware_sim.game import Game, Phase
from firmware_sim.rules import bankruptcy, cards, speed_die, throwing
from firmware_sim.saved_state import LIMITS
from tests.support.game_states import game_of
from tests.support.invariants import broken

UTILITY = 12


# -- a game is copied whole, and differs where anything differs


def test_a_copy_is_equal_and_stands_on_its_own() -> None:
    game = game_of("classique")
    throwing.throw(game, 3, 4)
    cards.draw(game)
    twin = game.copy()
    assert twin.plain() == game.plain()
    assert (twin.edition, twin.entries) == (game.edition, game.entries)
    for name in ("cash", "owner", "houses", "mortgaged", "square", "prison", "passages",
                 "speed_from", "visited", "loans", "free_cards", "decks", "entries"):  # fmt: skip
        assert getattr(twin, name) is not getattr(game, name)


@pytest.mark.parametrize("name", LIMITS)
def test_no_fact_of_a_game_is_left_out_when_two_are_compared(name: str) -> None:
    game = game_of(players=4)
    twin = game.copy()
    fact = getattr(twin, name)
    if isinstance(fact, list):
        fact[-1] = "other"
    else:
        setattr(twin, name, "other")
    assert twin.plain() != game.plain()


# -- piles


@pytest.mark.parametrize("kept", [1, 2])
def test_a_prison_card_that_its_drawer_never_carried_out_returns_to_its_pile(kept: int) -> None:
    game = game_of("electronique")
    pile = cards.CHANCE
    free = next(card.number for card in game.edition.decks[pile] if card.effect == "free")
    game.decks[pile] = (free, *(number for number in game.decks[pile] if number != free))
    game.square[1], game.phase = 7, Phase.CARD
    cards.draw(game)
    assert free not in game.decks[pile]
    assert broken(game) == []
    bankruptcy.go_bankrupt(game, kept)
    assert (free in game.decks[pile]) == (kept == 1)
    assert broken(game) == []


# -- editions that do not exist in print


def test_a_card_back_to_a_utility_further_on_goes_round_backwards_and_asks_for_a_throw() -> None:
    game = game_of("euro")
    game.give(UTILITY, 2)
    game.square[1], game.phase = 2, Phase.EFFECT
    game.effect = (cards.CHEST, Card(7, "back_to", square=UTILITY))
    cards.carry_out(game)
    assert (game.square[1], game.passages[1]) == (UTILITY, 0)
    assert (game.phase, game.claims) == (Phase.RETHROW, ())


def anywhere(game: Game) -> None:
    game.phase = Phase.ANYWHERE
    speed_die.go_anywhere(game, UTILITY)


def onward(game: Game) -> None:
    game.third_die, game.square[1] = speed_die.MONOPOLY, 11
    for number in game.edition.deeds:
        game.give(number, 2)
    speed_die.onward(game)


@pytest.mark.parametrize("way", [anywhere, onward])
def test_a_square_reached_by_the_speed_die_is_not_reached_by_a_card(
    way: Callable[[Game], None],
) -> None:
    """A fresh throw is for those whom a card sends, where the edition says so."""
    game = game_of(load("classique")._replace(utility_throw="card"))
    game.give(UTILITY, 2)
    game.dice = (2, 2)
    way(game)
    assert game.square[1] == UTILITY
    assert game.phase is Phase.SQUARE
    assert len(game.claims) == 1
