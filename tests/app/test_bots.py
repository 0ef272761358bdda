"""Bots' decisions, which the rules allow."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from banquier.editions.edition_file import BUILT_IN, load
from banquier.play.bots import play_without_keys
from banquier.play.bots.strategy import PROFILES, BotProfile
from banquier.play.bots.strategy.bargains import agrees, gain, in_kind, propose
from banquier.play.bots.strategy.choices import bid, building, debt, lift, turn
from banquier.play.bots.strategy.deed_value import best_building, deed_value, find_money
from banquier.play.move import Move
from banquier.play.rng import rng
from firmware_sim.game import BANK, HOTEL, Bargain, Debt, Game, Lift, Loan, Phase, Why
from firmware_sim.rules import opening, trade
from tests.support.bot_game import arrange
from tests.support.invariants import broken

CAREFUL, GREEDY, TRADER = PROFILES.values()
NO_TABLE = CAREFUL  # index 0 of the profiles: the bank


def last(below: int) -> int:
    """A generator that always returns the highest number."""
    return below - 1


def first(below: int) -> int:
    return 0


def game_of(edition: str = "electronique", **facts: Any) -> Game:
    """A game of three, with piles in the order of the cards' numbers."""
    game = Game(load(edition), 3)
    opening.open_accounts(game, last)
    game.posted.clear()
    arrange(game, **facts)
    return game


# -- moves

Facts = dict[str, Any]
OFFER: Facts = {"phase": Phase.OFFER, "square": {1: 39}}
NEIGHBOUR: Facts = {"owner": {37: 1}}
"""The other deed of the dearest group."""
IMPRISONED: Facts = {"prison": {1: 1}, "square": {1: 10}}
SHORT, LONG, OWN = (CAREFUL._replace(prison=policy) for policy in ("short", "long", "own"))
GROUP: Facts = {"owner": {37: 1, 39: 1, 5: 1}, "mortgaged": {5: True}}
INDEBTED: Facts = {"cash": {1: 100}, "debts": (Debt(1, 2, 60_000, Why.RENT),)}
BUILT: Facts = {
    "owner": dict.fromkeys((5, 16, 18, 19), 1),
    "houses": dict.fromkeys((16, 18, 19), 1),
}
NO_MORE_LOANS: Facts = {"loans": {1: (Loan(50_000, 0),)}}
DEEDS = dict.fromkeys(load("electronique").deeds, 3) | {1: 1, 5: 1}
RECEIVED: Facts = {"owner": {39: 1}, "mortgaged": {39: True}, "lifts": (Lift(1, 39, 10),)}


@pytest.mark.parametrize(
    ("facts", "profile", "decided"),
    [
        # A deed beyond the cash is auctioned, and one that leaves no reserve, unless it completes
        # a group; for that the greedy borrow.
        (OFFER | {"cash": {1: 39_999}}, CAREFUL, Move("to_auction")),
        (OFFER | {"cash": {1: 60_000}}, CAREFUL, Move("to_auction")),
        (OFFER | {"cash": {1: 60_000}} | NEIGHBOUR, CAREFUL, Move("buy")),
        (OFFER | {"cash": {1: 20_000}} | NEIGHBOUR, GREEDY, Move("borrow", amount=20_000)),
        (OFFER | {"cash": {1: 20_000}} | NEIGHBOUR, CAREFUL, Move("to_auction")),
        # Prison is left by the policy, a card used at once or never, the fine raised.
        (IMPRISONED, SHORT, Move("fine")),
        (IMPRISONED, LONG, Move("throw")),
        (IMPRISONED, OWN, Move("fine")),
        (IMPRISONED | {"free_cards": {0: 1}}, SHORT, Move("card")),
        (IMPRISONED | {"free_cards": {0: 1}}, LONG, Move("throw")),
        (IMPRISONED | {"cash": {1: 4_999}}, SHORT, Move("borrow", amount=1)),
        (IMPRISONED | {"cash": {1: 4_999}} | NO_MORE_LOANS, SHORT, Move("throw")),
        (IMPRISONED | {"cash": {1: 4_999}, "owner": {39: 1}} | NO_MORE_LOANS, SHORT,
         Move("mortgage", 39)),
    ],
)  # fmt: skip
def test_a_turn_is_played_by_the_profile(facts: Facts, profile: BotProfile, decided: Move) -> None:
    assert turn(game_of(**facts), 1, profile, last) == decided


@pytest.mark.parametrize(
    ("facts", "decided"),
    [
        ({"loans": {1: (Loan(10_000, 1),)}}, Move("repay", 0)),
        ({}, Move("build", 39)),
        ({"houses": {37: HOTEL, 39: HOTEL}}, Move("lift", 5)),
    ],
)
def test_money_to_spare_goes_into_loans_then_buildings_then_mortgages(
    facts: Facts, decided: Move
) -> None:
    assert turn(game_of(**GROUP, **facts), 1, CAREFUL, first) == decided


@pytest.mark.parametrize(
    ("facts", "profile", "chance", "decided"),
    [
        # A debt is paid as soon as the money is there, which is raised at the least loss.
        ({"cash": {1: 60_000}}, CAREFUL, last, Move("settle")),
        (BUILT, CAREFUL, last, Move("mortgage", 5)),
        (BUILT, GREEDY, last, Move("borrow", amount=50_000)),
        (BUILT | NO_MORE_LOANS | {"mortgaged": {5: True}, "cash": {1: 45_000}}, CAREFUL, last,
         Move("demolish", 16)),
        (BUILT | NO_MORE_LOANS | {"mortgaged": {5: True}, "cash": {1: 45_000}, "houses": {}},
         CAREFUL, last, Move("mortgage", 16)),
        # Beyond all money, deeds are offered once no one else can buy them.
        (NO_MORE_LOANS, CAREFUL, last, Move("ruin")),
        (NO_MORE_LOANS | {"owner": DEEDS}, CAREFUL, first, Move("ruin")),
        (NO_MORE_LOANS | {"owner": DEEDS}, CAREFUL, last,
         Move("offer", bargain=Bargain(1, 2, (5,), money=-16_000))),
    ],
)  # fmt: skip
def test_a_debt_is_paid_raised_offered_in_property_or_the_end(
    facts: Facts, profile: BotProfile, chance: Callable[[int], int], decided: Move
) -> None:
    assert debt(game_of(**INDEBTED | facts), 1, profile, chance) == decided


@pytest.mark.parametrize(("cash", "name"), [(52_000, "lift_now"), (51_999, "tenth")])
def test_a_received_mortgage_is_lifted_if_the_cash_allows_it(cash: int, name: str) -> None:
    assert lift(game_of(**RECEIVED, cash={1: cash}), 1, CAREFUL, last).name == name


@pytest.mark.parametrize(
    ("profile", "mine", "others", "ways"),
    [
        (CAREFUL, (), (), {"buy", "to_auction"}),
        (TRADER, (), (), {"buy"}),
        (TRADER, (), (6, 8), {"buy", "to_auction"}),
        (GREEDY, (), (6, 8), {"buy"}),
        (CAREFUL, (6, 8), (), {"buy"}),
    ],
)
def test_a_deed_dearer_than_it_is_worth_is_sometimes_auctioned(
    profile: BotProfile, mine: tuple[int, ...], others: tuple[int, ...], ways: set[str]
) -> None:
    owner = dict.fromkeys(mine, 1) | {lot: player for player, lot in enumerate(others, 2)}
    game = game_of(phase=Phase.OFFER, square={1: 9}, owner=owner)
    assert {turn(game, 1, profile, chance).name for chance in (first, last)} == ways


def test_the_best_building_keeps_its_group_even_and_can_be_paid() -> None:
    game = game_of(owner={37: 1, 39: 1}, houses={39: 1})
    assert best_building(game, 1, 20_000) == 37
    assert best_building(game, 1, 19_999) == 0
    game.house_stock = 0
    assert best_building(game, 1, 20_000) == 0
    game.house_stock, game.mortgaged[37] = 31, True
    assert best_building(game, 1, 20_000) == 0


def test_property_goes_to_players_only() -> None:
    game = game_of(debts=(Debt(1, BANK, 60_000, Why.RENT),), owner={5: 1})
    assert in_kind(game, 1) is None


def test_a_hotel_is_swapped_for_houses_while_the_bank_has_some() -> None:
    orange = (16, 18, 19)
    game = game_of("euro", owner=dict.fromkeys(orange, 1), houses=dict.fromkeys(orange, HOTEL))
    assert find_money(game, 1, CAREFUL, 10) == ("demolish", 16, 1, None)
    game.house_stock = 0
    assert find_money(game, 1, CAREFUL, 10) == ("demolish", 16, 0, None)


# -- rents, auctions, lifts


def test_a_bid_is_limited_by_cash_and_worth() -> None:
    game = game_of(**OFFER)
    assert bid(game, 2, TRADER, last) == 44_000
    game.cash[2] = 30_000
    assert bid(game, 2, TRADER, last) == 7_500
    game.cash[2] = 20_000
    assert bid(game, 2, TRADER, last) == 0
    assert bid(game, 3, TRADER, first) == 0
    game.give(37, 1)
    assert bid(game, 2, TRADER, first) == 20_000


def test_a_deed_that_completes_a_group_is_worth_more_to_its_owner_and_to_rivals() -> None:
    game = game_of()
    assert deed_value(game, 1, 39) == 40_000
    game.give(37, 1)
    assert deed_value(game, 1, 39) == 80_000
    assert deed_value(game, 2, 39) == 60_000


def test_the_last_buildings_are_bid_for_by_what_they_cost() -> None:
    game = game_of()
    assert building(game, 1, CAREFUL, last) == 0
    game.give(39, 1)
    assert building(game, 1, CAREFUL, last) == 26_000


# -- bargains


def sold_out() -> Game:
    """The bank has no deeds: J1 lacks 39 of J2's, J2 lacks 3 of J1's, the rest is J3's."""
    return game_of(owner=DEEDS | {37: 1, 3: 1, 39: 2, 1: 2, 5: 3})


def test_a_swap_that_completes_both_groups_is_proposed_and_accepted() -> None:
    game = sold_out()
    found = propose(game, 1, TRADER)
    assert found is not None
    assert (found.first, found.second) == (1, 2)
    assert (found.first_deeds, found.second_deeds) == ((3,), (39,))
    assert found.money > 0
    assert gain(game, 1, found) > 0
    assert agrees(game, 2, TRADER, found)
    trade.strike(game, found)
    assert game.owns_group(1, 37)


def test_deeds_are_not_offered_while_the_bank_holds_some_where_that_is_the_rule() -> None:
    game = sold_out()
    game.give(5, BANK)
    assert propose(game, 1, TRADER) is None


def test_a_bad_bargain_is_refused() -> None:
    game = sold_out()
    assert not agrees(game, 2, TRADER, Bargain(1, 2, second_deeds=(39,), money=10_000))
    assert agrees(game, 2, TRADER, Bargain(1, 2, second_deeds=(39,), money=80_000))
    assert not agrees(game, 1, GREEDY, Bargain(1, 2, second_deeds=(39,), money=150_001))


def test_a_kept_card_is_offered_to_a_prisoner_below_the_fine() -> None:
    game = game_of()
    game.free_cards[1], game.prison[3] = 1, 1
    found = propose(game, 1, TRADER)
    assert found == Bargain(1, 3, first_cards=(1,), money=-4_000)
    assert agrees(game, 3, CAREFUL, found)
    assert not agrees(game, 2, CAREFUL, found._replace(second=2))


# -- whole games, without a key


def played(edition: str, seed: int, most: int = 2_000) -> Game:
    chance = Random(seed).randrange
    game = play_without_keys.begin_game(load(edition), 4, chance)
    profiles = [NO_TABLE, *(list(PROFILES.values()) * 3)[seed % 3 :][:4]]
    while not game.winner and game.turn_number < most:
        play_without_keys.play(game, profiles, chance, game.turn_number)
        assert broken(game) == []
    return game


@pytest.mark.parametrize("edition", BUILT_IN)
def test_games_without_keys_stay_valid_and_end(edition: str) -> None:
    assert all(played(edition, seed).winner for seed in range(4))


# -- their random numbers


def test_random_numbers_repeat_for_a_seed_and_are_evenly_spread() -> None:
    draws = [rng(7)(6) for _ in range(3)]
    assert len(set(draws)) == 1
    chance = rng(7)
    counts = [0] * 6
    for _ in range(60_000):
        counts[chance(6)] += 1
    assert all(abs(count - 10_000) < 400 for count in counts)
