"""Facts that rules leave behind and no glass shows at once: counts, piles, lists of what waits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from banquier.checks.invariants import broken
from firmware_sim.edition import Card, Edition
from firmware_sim.edition.edition_file import load
from firmware_sim.game import BANK, BOARD, HOTEL, NAMES, Debt, Game, Lift, Phase, Variant, Why
from firmware_sim.rules import (
    bankruptcy,
    building,
    cards,
    deeds,
    endings,
    moving,
    prison,
    speed_die,
    throwing,
    trade,
)
from tests.support.game_states import game_of

UTILITY, PARIS = 12, 39


def repriced(edition: Edition, number: int, **facts: int) -> Edition:
    squares = list(edition.squares)
    squares[number] = squares[number]._replace(**facts)
    return edition._replace(squares=tuple(squares))


# -- a game is copied whole, and differs where anything differs


def test_a_copy_is_equal_and_stands_on_its_own() -> None:
    game = game_of("classique")
    throwing.throw(game, 3, 4)
    cards.draw(game, cards.CHANCE)
    twin = game.copy()
    assert twin.plain() == game.plain()
    assert (twin.edition, twin.entries) == (game.edition, game.entries)
    for name in ("cash", "owner", "houses", "mortgaged", "square", "prison", "passages",
                 "speed_from", "visited", "loans", "free_cards", "decks", "entries"):  # fmt: skip
        assert getattr(twin, name) is not getattr(game, name)


def test_the_deeds_are_those_of_the_bank_and_of_each_player() -> None:
    game = game_of(players=3)
    game.owner[5] = game.owner[39] = 2
    game.owner[15] = 3
    game.owner[1] = game.owner[3] = 3
    game.count_deeds()
    others = [number for number in game.edition.deeds if number not in (1, 3, 5, 15, 39)]
    assert game.deeds == [tuple(others), (), (5, 39), (1, 3, 15)]
    assert game.whole_streets == [(), (), (), ((1, 3),)]
    game.give(3, 1)
    assert game.whole_streets == [(), (), (), ()]


@pytest.mark.parametrize("name", NAMES)
def test_no_fact_of_a_game_is_left_out_when_two_are_compared(name: str) -> None:
    game = game_of(players=4)
    twin = game.copy()
    fact = getattr(twin, name)
    if isinstance(fact, list):
        fact[-1] = "other"
    else:
        setattr(twin, name, "other")
    assert twin.plain() != game.plain()


def test_a_new_game_before_its_opening() -> None:
    game = Game(load("electronique"), 3)
    assert game.cash == game.square == game.prison == game.passages == [0] * 4
    assert game.speed_from == game.visited == [0] * 4
    assert [number for number in range(BOARD) if game.owner[number] == BANK] == [
        *game.edition.deeds
    ]
    assert game.owner.count(-1) == BOARD - len(game.edition.deeds)
    assert (game.houses, game.mortgaged) == ([0] * BOARD, [False] * BOARD)
    assert (game.house_stock, game.hotel_stock) == (32, 12)
    assert (game.turn, game.turn_number, game.phase) == (1, 1, Phase.THROW)
    assert (game.variant, game.speed_die) == (Variant.NORMAL, False)
    assert (game.third_die, game.doubles, game.throws, game.draws) == (0, 0, 0, 0)
    assert (game.last_turn, game.winner, game.closed_claim) == (0, 0, False)
    assert (game.effect, game.dice, game.entries) == (None, (), [])
    assert not any((game.claims, game.debts, game.lifts, game.estate, game.bankrupt_order))
    assert (game.loans, game.free_cards) == ([()] * 4, [BANK, BANK])
    assert [list(deck) for deck in game.decks] == [list(range(1, 17))] * 2


# -- what is counted


def test_throws_and_cards_and_passages_are_counted_one_by_one() -> None:
    game = game_of("classique")
    game.give(UTILITY, 2)
    throwing.throw(game, 6, 6)
    assert game.throws == 1
    throwing.rethrow(game, 1, 2)
    assert game.throws == 2
    game.phase = Phase.CARD
    for drawn in (1, 2):
        cards.draw(game, cards.CHANCE)
        assert game.draws == drawn
        game.phase = Phase.CARD
    for passed in (1, 2):
        moving.pass_depart(game, 1)
        assert game.passages[1] == passed


def test_the_end_of_a_turn_clears_its_dice_and_effect() -> None:
    game = game_of("classique")
    game.doubles, game.third_die = 1, speed_die.MONOPOLY
    game.effect = (cards.CHANCE, Card(1, "pay", 15))
    prison.end_turn(game)
    assert (game.doubles, game.third_die) == (0, 0)
    assert not game.effect
    assert (game.turn, game.turn_number, game.phase) == (2, 2, Phase.THROW)


def test_three_of_a_kind_are_no_double() -> None:
    game = game_of("classique")
    game.doubles = 1
    throwing.throw(game, 2, 2, 2)
    assert (game.phase, game.doubles, game.third_die) == (Phase.ANYWHERE, 0, 2)


def test_a_rent_is_lost_at_the_throw_that_closes_it_and_dropped_at_the_next() -> None:
    game = game_of(players=4)
    game.give(6, 2)
    throwing.throw(game, 2, 4)
    throwing.finish(game)
    lost = []
    for dice in ((4, 6), (4, 6)):
        throwing.throw(game, *dice)
        throwing.finish(game)
        lost.append(game.closed_claim)
    assert lost == [True, False]
    assert game.claims == ()


def test_out_of_prison_only_the_white_dice_count() -> None:
    game = game_of("classique")
    game.prison[1], game.square[1] = 1, 10
    throwing.throw(game, 2, 2, speed_die.MONOPOLY)
    assert (game.doubles, game.third_die, game.square[1]) == (0, 0, 14)


def test_monsieur_monopoly_goes_on_once() -> None:
    game = game_of("classique")
    game.phase, game.third_die = Phase.SQUARE, speed_die.MONOPOLY
    assert speed_die.onward(game)
    assert game.third_die == 0


# -- piles


def test_a_kept_card_keyed_by_number_leaves_the_pile() -> None:
    game = game_of(players=4)
    free = next(card.number for card in game.edition.decks[0] if card.effect == "free")
    game.phase = Phase.CARD
    cards.name(game, cards.CHANCE, free)
    cards.carry_out(game)
    assert game.free_cards[cards.CHANCE] == 1
    assert sorted(game.decks[0]) == [number for number in range(1, 17) if number != free]
    assert broken(game) == []


def test_a_kept_card_keyed_by_number_and_not_taken_is_in_the_pile_once() -> None:
    game = game_of(players=4)
    free = next(card.number for card in game.edition.decks[0] if card.effect == "free")
    game.phase = Phase.CARD
    cards.name(game, cards.CHANCE, free)
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


def test_a_debt_within_the_cash_could_be_paid() -> None:
    game = game_of(players=4)
    game.debts = (Debt(1, BANK, 1, Why.TAX),)
    assert bankruptcy.could_pay(game, 1)
    game.debts = ()
    assert not bankruptcy.could_pay(game, 1)


def test_without_loans_a_debt_above_the_cash_cannot_be_paid() -> None:
    game = game_of("classique")
    game.cash[1] = 99
    game.debts = (Debt(1, BANK, 100, Why.TAX),)
    assert not bankruptcy.could_pay(game, 1)
    game.cash[1] = 100
    assert bankruptcy.could_pay(game, 1)


def test_only_the_bankrupt_s_own_deeds_to_lift_go_from_the_list() -> None:
    game = game_of("euro")
    for number, owner in ((37, 1), (39, 2)):
        game.give(number, owner)
        game.mortgaged[number] = True
    game.lifts = (Lift(1, 37, 10), Lift(2, 39, 10))
    bankruptcy.go_bankrupt(game, 1)
    assert list(game.lifts) == [Lift(2, 39, 10)]


def test_only_what_the_bankrupt_was_owed_goes_to_the_creditor() -> None:
    game = game_of(players=4)
    game.cash[1] = 0
    game.debts = (
        Debt(1, 2, 500, Why.RENT), Debt(3, 1, 100, Why.GIFT), Debt(3, 4, 200, Why.GIFT),
    )  # fmt: skip
    bankruptcy.go_bankrupt(game, 1)
    assert list(game.debts) == [Debt(3, 2, 100, Why.GIFT), Debt(3, 4, 200, Why.GIFT)]


def test_only_debts_from_one_player_to_the_other_are_summed() -> None:
    game = game_of(players=4)
    game.debts = (
        Debt(1, 2, 500, Why.RENT), Debt(1, 3, 100, Why.GIFT), Debt(4, 2, 70, Why.GIFT),
        Debt(1, 2, 9, Why.GIFT),
    )  # fmt: skip
    assert trade.owed(game, 1, 2) == 509
    assert trade.owed(game, 2, 1) == 0


def test_a_card_to_be_auctioned_belongs_to_the_bank_meanwhile() -> None:
    game = game_of("deska")
    game.free_cards = [1, 1]
    bankruptcy.go_bankrupt(game, 1)
    assert game.free_cards == [BANK, BANK]
    assert list(game.estate) == [BOARD, BOARD + 1]
    deeds.sell_card(game, cards.CHEST, 2, 50)
    assert list(game.estate) == [BOARD]


def test_the_turn_stays_where_it_was_when_the_game_ends() -> None:
    game = game_of("electronique", 2)
    game.turn = 2
    bankruptcy.go_bankrupt(game, 2)
    assert (game.winner, game.turn, game.turn_number) == (1, 2, 1)


@pytest.mark.parametrize(("ends_at", "winner"), [(0, 0), (1, 2), (2, 0)])
def test_a_short_game_ends_at_the_bankruptcy_its_edition_names(ends_at: int, winner: int) -> None:
    edition = load("euro")
    assert edition.short is not None
    short = edition.short._replace(ends_at_bankruptcy=ends_at)
    game = game_of(edition._replace(short=short))
    game.variant = Variant.SHORT
    game.bankrupt_order = (1,)
    assert endings.check_end(game) == bool(winner)
    assert game.winner == winner


# -- editions that do not exist in print


def test_a_hotel_may_cost_something_else_than_a_house() -> None:
    game = game_of(repriced(load("electronique"), 1, house=5_000, hotel=7_000))
    game.houses[1] = 3
    assert building.building_price(game, 1) == 5_000
    game.houses[1] = 4
    assert building.building_price(game, 1) == 7_000
    game.houses[1] = HOTEL
    assert building.hotel_resale(game, 1) == 3_500 + 4 * 2_500


def test_the_lowest_price_of_a_scarce_hotel_is_that_of_a_hotel() -> None:
    edition = repriced(repriced(load("euro"), 37, hotel=260), 39, hotel=240)
    game = game_of(edition)
    for number in (37, 39):
        game.give(number, 1)
        game.houses[number] = 4
    assert building.lowest_price(game, hotel=True) == 240
    assert game.squares[39].house == 200


def test_where_building_lifts_a_mortgage_it_costs_both() -> None:
    game = game_of("deska")
    house = building.building_price(game, 1)
    game.mortgaged[1] = True
    assert building.building_price(game, 1) == house + deeds.lifting_cost(game, 1) > house


def test_without_a_fallback_the_swap_is_offered_even_without_houses() -> None:
    game = game_of(load("classique")._replace(swap_fallback=""))
    game.house_stock = 0
    assert building.hotel_ways(game) == ("swap",)


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
