"""Facts that rules leave behind and no glass shows at once: counts, piles, lists of what waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from banquier.editions.edition_file import load
from firmware_sim.edition import Card, Edition
from firmware_sim.game import HOTEL, Game, Lift, Phase
from firmware_sim.rules import bankruptcy, building, cards, speed_die, throwing
from firmware_sim.saved_state import LIMITS
from tests.support.game_states import game_of

UTILITY, PARIS = 12, 39


def repriced(edition: Edition, number: int, **facts: Any) -> Edition:
    squares = list(edition.squares)
    squares[number] = squares[number]._replace(**facts)
    return edition._replace(squares=tuple(squares))


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


def test_a_kept_card_keyed_by_number_and_not_taken_is_in_the_pile_once() -> None:
    game = game_of(players=4)
    free = next(card.number for card in game.edition.decks[0] if card.effect == "free")
    game.phase = Phase.CARD
    cards.name(game, free)
    bankruptcy.go_bankrupt(game, 1)
    assert sorted(game.decks[0]) == list(range(1, 17))


def test_a_card_back_to_a_square_further_on_goes_round_backwards() -> None:
    game = game_of(players=4)
    game.square[1], game.phase = 2, Phase.EFFECT
    game.effect = (cards.CHEST, Card(7, "back_to", square=PARIS))
    cards.carry_out(game)
    assert game.square[1] == PARIS
    assert game.passages[1] == 0


# -- bankruptcies


def test_only_the_bankrupt_s_own_deeds_to_lift_go_from_the_list() -> None:
    game = game_of("euro")
    for number, owner in ((37, 1), (39, 2)):
        game.give(number, owner)
        game.mortgaged[number] = True
    game.lifts = (Lift(1, 37, 10), Lift(2, 39, 10))
    bankruptcy.go_bankrupt(game, 1)
    assert list(game.lifts) == [Lift(2, 39, 10)]


# -- editions that do not exist in print


def test_a_hotel_may_cost_something_else_than_a_house() -> None:
    game = game_of(repriced(load("electronique"), 1, house=5_000, hotel=7_000))
    game.houses[1] = 3
    assert building.building_price(game, 1) == 5_000
    game.houses[1] = 4
    assert building.building_price(game, 1) == 7_000
    game.houses[1] = HOTEL
    assert building.hotel_resale(game, 1) == 3_500 + 4 * 2_500


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
