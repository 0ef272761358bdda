"""Bots' decisions, which the rules allow."""

from collections.abc import Callable
from random import Random

import pytest

from banquier.editions.edition_file import BUILT_IN, load
from banquier.play.bots import play_without_keys
from banquier.play.bots.strategy import PROFILES, BotProfile
from banquier.play.bots.strategy.bargains import agrees, gain, in_kind, propose
from banquier.play.bots.strategy.choices import Strategy, bid, building, debt, lift, turn
from banquier.play.bots.strategy.deed_value import best_building, deed_value, find_money
from banquier.play.move import Move
from banquier.play.rng import rng
from firmware_sim.game import BANK, HOTEL, Bargain, Debt, Game, Lift, Loan, Phase, Why
from firmware_sim.rules import trade
from tests.support.game_states import game_of
from tests.support.invariants import broken

CAREFUL, GREEDY, TRADER = PROFILES.values()
NO_TABLE = CAREFUL  # index 0 of the profiles: the bank


def last(below: int) -> int:
    """A generator that always returns the highest number."""
    return below - 1


def first(below: int) -> int:
    return 0


def give(game: Game, player: int, *deeds: int) -> None:
    for number in deeds:
        game.give(number, player)


def move(
    game: Game,
    player: int,
    question: Strategy = turn,
    profile: BotProfile = CAREFUL,
    chance: Callable[[int], int] = last,
) -> Move:
    return question(game, player, profile, chance)


# -- a turn


def test_a_deed_beyond_the_cash_is_auctioned() -> None:
    game = game_of()
    game.phase, game.square[1], game.cash[1] = Phase.OFFER, 39, 39_999
    assert move(game, 1).name == "to_auction"


def test_the_careful_profile_keeps_a_reserve_unless_a_deed_completes_a_group() -> None:
    game = game_of()
    game.phase, game.square[1], game.cash[1] = Phase.OFFER, 39, 60_000
    assert move(game, 1).name == "to_auction"
    give(game, 1, 37)
    assert move(game, 1).name == "buy"


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
    game = game_of()
    game.phase, game.square[1] = Phase.OFFER, 9
    give(game, 1, *mine)
    for owner, lot in enumerate(others, 2):
        give(game, owner, lot)
    assert {move(game, 1, profile=profile, chance=c).name for c in (first, last)} == ways


def test_the_greedy_profile_borrows_to_complete_a_group() -> None:
    game = game_of()
    game.phase, game.square[1], game.cash[1] = Phase.OFFER, 39, 20_000
    give(game, 1, 37)
    assert move(game, 1, profile=GREEDY) == ("borrow", -1, 20_000, None)
    assert move(game, 1, profile=CAREFUL).name == "to_auction"


@pytest.mark.parametrize(("policy", "do"), [("short", "fine"), ("long", "throw"), ("own", "fine")])
def test_prison_is_left_by_the_policy_that_was_asked_for(policy: str, do: str) -> None:
    game = game_of()
    game.prison[1], game.square[1] = 1, 10
    assert move(game, 1, profile=CAREFUL._replace(prison=policy)).name == do


@pytest.mark.parametrize(("policy", "do"), [("short", "card"), ("long", "throw")])
def test_a_prison_card_is_used_at_once_or_never_by_the_policy(policy: str, do: str) -> None:
    game = game_of()
    game.prison[1], game.square[1], game.free_cards[0] = 1, 10, 1
    assert move(game, 1, profile=CAREFUL._replace(prison=policy)).name == do


def test_the_fine_is_raised_where_the_policy_is_to_leave_prison() -> None:
    game = game_of()
    game.prison[1], game.square[1], game.cash[1] = 1, 10, 4_999
    short = CAREFUL._replace(prison="short")
    assert move(game, 1, profile=short) == ("borrow", -1, 1, None)
    game.loans[1] = (Loan(50_000, 0),)
    assert move(game, 1, profile=short).name == "throw"
    give(game, 1, 39)
    assert move(game, 1, profile=short) == ("mortgage", 39, 0, None)


def test_money_to_spare_goes_into_loans_then_buildings_then_mortgages() -> None:
    game = game_of()
    give(game, 1, 37, 39, 5)
    game.mortgaged[5] = True
    game.loans[1] = (Loan(10_000, 1),)
    assert move(game, 1, chance=first) == ("repay", 0, 0, None)
    game.loans[1] = ()
    assert move(game, 1, chance=first) == ("build", 39, 0, None)
    game.houses[37] = game.houses[39] = HOTEL
    assert move(game, 1, chance=first) == ("lift", 5, 0, None)


def test_the_best_building_keeps_its_group_even_and_can_be_paid() -> None:
    game = game_of()
    give(game, 1, 37, 39)
    game.houses[39] = 1
    assert best_building(game, 1, 20_000) == 37
    assert best_building(game, 1, 19_999) == 0
    game.house_stock = 0
    assert best_building(game, 1, 20_000) == 0
    game.house_stock, game.mortgaged[37] = 31, True
    assert best_building(game, 1, 20_000) == 0


# -- debts


def indebted(amount: int, creditor: int = 2) -> Game:
    game = game_of()
    game.cash[1] = 100
    game.debts = (Debt(1, creditor, amount, Why.RENT),)
    return game


def test_a_debt_is_paid_as_soon_as_the_money_is_there() -> None:
    assert move(indebted(100), 1, debt).name == "settle"


def test_money_for_a_debt_is_raised_at_the_least_loss() -> None:
    game = indebted(60_000)
    give(game, 1, 5, 16, 18, 19)
    game.houses[16] = game.houses[18] = game.houses[19] = 1
    assert move(game, 1, debt) == ("mortgage", 5, 0, None)
    assert move(game, 1, debt, GREEDY) == ("borrow", -1, 50_000, None)
    game.mortgaged[5], game.loans[1] = True, (Loan(50_000, 0),)
    game.cash[1] = 45_000
    assert move(game, 1, debt).name == "demolish"
    game.houses[16] = game.houses[18] = game.houses[19] = 0
    assert move(game, 1, debt).name == "mortgage"


def test_a_debt_beyond_all_money_leads_to_an_offer_of_deeds_or_bankruptcy() -> None:
    game = indebted(60_000)
    game.loans[1] = (Loan(50_000, 0),)
    assert move(game, 1, debt).name == "ruin"
    for number in game.edition.deeds:
        game.give(number, 3)
    give(game, 1, 5, 1)
    assert move(game, 1, debt, chance=last) == (
        "offer", -1, 0, Bargain(1, 2, (5,), money=-16_000),
    )  # fmt: skip
    assert move(game, 1, debt, chance=first).name == "ruin"


def test_property_goes_to_players_only() -> None:
    game = indebted(60_000, creditor=BANK)
    give(game, 1, 5)
    assert in_kind(game, 1) is None


def test_a_hotel_is_swapped_for_houses_while_the_bank_has_some() -> None:
    game = game_of("euro")
    give(game, 1, 16, 18, 19)
    game.houses[16] = game.houses[18] = game.houses[19] = HOTEL
    assert find_money(game, 1, CAREFUL, 10) == ("demolish", 16, 1, None)
    game.house_stock = 0
    assert find_money(game, 1, CAREFUL, 10) == ("demolish", 16, 0, None)


# -- rents, auctions, lifts


def test_a_bid_is_limited_by_cash_and_worth() -> None:
    game = game_of()
    game.square[1], game.phase = 39, Phase.OFFER
    assert bid(game, 2, TRADER, last) == 44_000
    game.cash[2] = 30_000
    assert bid(game, 2, TRADER, last) == 7_500
    game.cash[2] = 20_000
    assert bid(game, 2, TRADER, last) == 0
    assert bid(game, 3, TRADER, first) == 0
    give(game, 1, 37)
    assert bid(game, 2, TRADER, first) == 20_000


def test_a_deed_that_completes_a_group_is_worth_more_to_its_owner_and_to_rivals() -> None:
    game = game_of()
    assert deed_value(game, 1, 39) == 40_000
    give(game, 1, 37)
    assert deed_value(game, 1, 39) == 80_000
    assert deed_value(game, 2, 39) == 60_000


def test_the_last_buildings_are_bid_for_by_what_they_cost() -> None:
    game = game_of()
    assert building(game, 1, CAREFUL, last) == 0
    give(game, 1, 39)
    assert building(game, 1, CAREFUL, last) == 26_000


def test_a_received_mortgage_is_lifted_if_the_cash_allows_it() -> None:
    game = game_of()
    give(game, 1, 39)
    game.mortgaged[39], game.lifts = True, (Lift(1, 39, 10),)
    assert move(game, 1, lift).name == "lift_now"
    game.cash[1] = 51_999
    assert move(game, 1, lift).name == "tenth"


# -- bargains


def sold_out() -> Game:
    """The bank has no deeds: J1 lacks 39 of J2's, J2 lacks 3 of J1's, the rest is J3's."""
    game = game_of()
    for number in game.edition.deeds:
        game.give(number, 3)
    give(game, 1, 37, 3)
    give(game, 2, 39, 1)
    return game


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


def test_the_same_seed_gives_the_same_game() -> None:
    assert played("electronique", 7).plain() == played("electronique", 7).plain()
    assert played("electronique", 7).plain() != played("electronique", 8).plain()


# -- their random numbers


def test_random_numbers_repeat_for_a_seed_and_are_evenly_spread() -> None:
    draws = [rng(7)(6) for _ in range(3)]
    assert len(set(draws)) == 1
    chance = rng(7)
    counts = [0] * 6
    for _ in range(60_000):
        counts[chance(6)] += 1
    assert all(abs(count - 10_000) < 400 for count in counts)
