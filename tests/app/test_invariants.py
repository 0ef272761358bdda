"""Invariants of a game: each violation is reported, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from banquier.bots import play_without_keys
from banquier.bots.strategy import PROFILES
from banquier.checks.invariants import READS, Watched, broken, broken_since
from banquier.editions.edition_file import BUILT_IN, load
from banquier.game.rng import rng
from firmware_sim.game import BANK, HOTEL, NAMES, Claim, Debt, Game, Lift, Loan, Phase, Why
from firmware_sim.ledger import move
from firmware_sim.rules import bankruptcy, building, cards, deeds, throwing
from tests.support.game_states import game_of


def built_up(edition: str, *levels: int) -> Game:
    """J1 owns the orange group, built to these levels."""
    game = game_of(edition)
    for lot, level in zip((16, 18, 19), levels, strict=True):
        game.give(lot, 1)
        game.houses[lot] = level
        game.house_stock -= 0 if level == HOTEL else level
        game.hotel_stock -= level == HOTEL
    return game


@pytest.mark.parametrize("edition", BUILT_IN)
def test_a_new_game_breaks_no_invariant(edition: str) -> None:
    assert broken(game_of(edition)) == []


def _lost_money(game: Game) -> None:
    game.cash[1] -= 1


def _overdrawn(game: Game) -> None:
    move(game, 1, BANK, 150_001, Why.TAX)


def _deed_of_no_player(game: Game) -> None:
    game.owner[1] = -1


def _park_with_an_owner(game: Game) -> None:
    game.owner[20] = 1


def _deed_of_an_unknown_player(game: Game) -> None:
    game.owner[1] = 4


def _owner_written_alone(game: Game) -> None:
    game.owner[1] = game.owner[3] = 1


def _group_owner_of_before(game: Game) -> None:
    game.give(1, 1)
    game.give(3, 1)
    game.group_owner[0] = BANK


def _whole_group_of_before(game: Game) -> None:
    game.give(1, 1)
    game.give(3, 1)
    game.whole_streets[1] = ()


def _mortgage_of_the_bank(game: Game) -> None:
    game.mortgaged[1] = True


def _house_not_taken_from_the_stock(game: Game) -> None:
    game.give(1, 1)
    game.give(3, 1)
    game.houses[1] = 1


def _house_in_a_broken_group(game: Game) -> None:
    game.give(1, 1)
    game.houses[1] = 1
    game.house_stock -= 1


def _uneven_group(game: Game) -> None:
    game.give(1, 1)
    game.give(3, 1)
    game.houses[1] = 2
    game.house_stock -= 2


def _mortgage_in_a_built_group(game: Game) -> None:
    game.give(1, 1)
    game.give(3, 1)
    game.houses[1], game.mortgaged[3] = 1, True
    game.house_stock -= 1


def _sixth_house(game: Game) -> None:
    game.give(1, 1)
    game.give(3, 1)
    game.houses[1], game.houses[3] = 6, HOTEL
    game.house_stock -= 6
    game.hotel_stock -= 1


def _more_than_all_houses(game: Game) -> None:
    game.house_stock = -1


def _house_on_a_station(game: Game) -> None:
    for lot in (5, 15, 25, 35):
        game.give(lot, 1)
    game.houses[5] = 1
    game.house_stock -= 1


def _borrowed_beyond_the_ceiling(game: Game) -> None:
    game.loans[1] = (Loan(30_000, 0), Loan(21_000, 1))


def _borrowed_what_is_being_taken(game: Game) -> None:
    game.loans[1] = (Loan(30_000, 0),)
    game.debts = (Debt(1, BANK, 65_000, Why.TAKEN, 50_000),)


def _loan_between_steps(game: Game) -> None:
    assert game.edition.loans is not None
    by_thousands = game.edition.loans._replace(step=1_000)
    game.edition = game.edition._replace(loans=by_thousands)
    game.loans[1] = (Loan(1_500, 0),)


def _loan_of_three_passages(game: Game) -> None:
    game.loans[1] = (Loan(1_000, 3),)


def _card_twice(game: Game) -> None:
    game.decks[0] += (game.decks[0][0],)


def _card_lost(game: Game) -> None:
    game.decks[1] = game.decks[1][1:]


def _prison_card_in_two_places(game: Game) -> None:
    game.free_cards[0] = 1


def _prison_card_missing(game: Game) -> None:
    game.decks[0] = tuple(number for number in game.decks[0] if number != 16)


def _token_off_the_board(game: Game) -> None:
    game.square[1] = 40


def _token_at_rest_on_the_jailer(game: Game) -> None:
    game.square[1] = 30


def _prisoner_outside_prison(game: Game) -> None:
    game.prison[1] = 1


def _fourth_try(game: Game) -> None:
    game.square[1], game.prison[1] = 10, 4


def _turn_of_an_unknown_player(game: Game) -> None:
    game.turn = 4


def _three_doubles(game: Game) -> None:
    game.doubles = 3


def _effect_without_a_card(game: Game) -> None:
    game.phase = Phase.EFFECT


def _offer_of_a_sold_deed(game: Game) -> None:
    game.give(39, 2)
    game.square[1], game.phase = 39, Phase.OFFER


def _card_on_a_street(game: Game) -> None:
    game.square[1], game.phase = 39, Phase.CARD


def _throw_for_a_street(game: Game) -> None:
    game.square[1], game.phase = 39, Phase.RETHROW


def _debt_to_oneself(game: Game) -> None:
    game.debts = (Debt(1, 1, 100, Why.RENT),)


def _rent_of_ones_own(game: Game) -> None:
    game.claims = (Claim(1, 1, 39, 100, 1),)


def _expired_rent(game: Game) -> None:
    game.claims = (Claim(1, 2, 39, 100, 1),)
    game.turn_number = 3


def _lift_of_a_free_deed(game: Game) -> None:
    game.give(39, 1)
    game.lifts = (Lift(1, 39, 10),)


def _estate_twice(game: Game) -> None:
    game.estate = (39, 39)


def _estate_of_a_player(game: Game) -> None:
    game.give(39, 1)
    game.estate = (39,)


def _estate_of_a_kept_card(game: Game) -> None:
    game.estate, game.free_cards[0] = (40,), 1


def _rich_bankrupt(game: Game) -> None:
    game.bankrupt_order = (2,)


def _bankrupt_twice(game: Game) -> None:
    bankruptcy.go_bankrupt(game, 2)
    game.bankrupt_order += (2,)


def _bankrupt_owner(game: Game) -> None:
    bankruptcy.go_bankrupt(game, 2)
    game.give(39, 2)
    game.estate = ()


def _last_player_without_a_winner(game: Game) -> None:
    bankruptcy.go_bankrupt(game, 2)
    bankruptcy.go_bankrupt(game, 3)
    game.winner = 0


def _winner_who_left(game: Game) -> None:
    bankruptcy.go_bankrupt(game, 2)
    game.winner = 2


def _claim_after_the_end(game: Game) -> None:
    game.winner, game.claims = 1, (Claim(1, 2, 39, 100, 1),)


def _passport_of_another_edition(game: Game) -> None:
    game.visited[1] = 1 << 39


def _negative_entry(game: Game) -> None:
    game.posted.append((1, 2, -5, Why.TRADE, -1))


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (_lost_money, "the accounts add up to -1"),
        (_overdrawn, "J1 has -1"),
        (_deed_of_no_player, "square 1 has owner -1"),
        (_park_with_an_owner, "square 20 has owner 1"),
        (_deed_of_an_unknown_player, "square 1 belongs to 4"),
        (_owner_written_alone, "J1 owns (1, 3), and () is kept"),
        (_group_owner_of_before, "group (1, 3) belongs to [1], and 0 is kept"),
        (_whole_group_of_before, "J1 has ((1, 3),) whole, and () is kept"),
        (_mortgage_of_the_bank, "square 1 is mortgaged"),
        (_house_not_taken_from_the_stock, "there are 33 houses"),
        (_house_in_a_broken_group, "is built and belongs to"),
        (_uneven_group, "is built unevenly: [2, 0]"),
        (_mortgage_in_a_built_group, "is built and partly mortgaged"),
        (_sixth_house, "square 1 has 6 houses"),
        (_more_than_all_houses, "the bank has -1 houses"),
        (_house_on_a_station, "square 5 is built on"),
        (_borrowed_beyond_the_ceiling, "J1 has borrowed beyond the ceiling"),
        (_borrowed_what_is_being_taken, "J1 has borrowed beyond the ceiling"),
        (_loan_between_steps, "J1 has borrowed 1500"),
        (_loan_of_three_passages, "J1 has a loan of 3 passages"),
        (_card_twice, "pile 0 is"),
        (_card_lost, "pile 1 is"),
        (_prison_card_in_two_places, "opens the prison is in places"),
        (_prison_card_missing, "opens the prison is in places"),
        (_token_off_the_board, "J1 stands on square 40"),
        (_token_at_rest_on_the_jailer, "J1 stands on square 30"),
        (_prisoner_outside_prison, "J1 is in prison 1 on square 0"),
        (_fourth_try, "J1 is in prison 4"),
        (_turn_of_an_unknown_player, "it is the turn of J4"),
        (_three_doubles, "3 doubles in a row"),
        (_effect_without_a_card, "the phase is EFFECT"),
        (_offer_of_a_sold_deed, "square 39 of 2 is offered"),
        (_card_on_a_street, "a card is to be drawn on square 39"),
        (_throw_for_a_street, "rent is thrown for on square 39"),
        (_debt_to_oneself, "Debt(debtor=1, creditor=1"),
        (_rent_of_ones_own, "Claim(tenant=1, owner=1"),
        (_expired_rent, "is still open in turn 3"),
        (_lift_of_a_free_deed, "Lift(player=1, square=39"),
        (_estate_twice, "the estate is (39, 39)"),
        (_estate_of_a_player, "deed 39 of 1 is auctioned"),
        (_estate_of_a_kept_card, "is kept and auctioned"),
        (_rich_bankrupt, "J2 is bankrupt with 150000"),
        (_bankrupt_twice, "bankrupt are (2, 2)"),
        (_bankrupt_owner, "square 39 belongs to 2"),
        (_last_player_without_a_winner, "[1] alone play on"),
        (_winner_who_left, "J2 has won and is not in the game"),
        (_claim_after_the_end, "the game is over"),
        (_passport_of_another_edition, "J1 has visited"),
        (_negative_entry, "moves less than nothing"),
    ],
)
def test_an_impossible_state_is_reported(change: Callable[[Game], None], reported: str) -> None:
    game = game_of()
    watched = Watched()
    assert broken(game) == watched(game) == []
    change(game)
    faults = broken(game)
    assert any(reported in fault for fault in faults), faults
    assert watched(game) == faults


class ReadGame(Game):
    """A game that notes which of its fields are read."""

    __slots__ = ("read",)
    read: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name in NAMES or name == "posted":
            object.__getattribute__(self, "read").add(name)
        return object.__getattribute__(self, name)


def read_of(game: Game) -> ReadGame:
    twin = ReadGame.__new__(ReadGame)
    twin.read = set()
    for name in Game.__slots__:
        setattr(twin, name, getattr(game, name))
    return twin


@pytest.mark.parametrize("edition", BUILT_IN)
def test_a_check_reads_the_fields_that_stand_beside_it(edition: str) -> None:
    chance, profiles = rng(5), (PROFILES["careful"], *PROFILES.values())
    game = play_without_keys.opened(load(edition), 4, chance)
    met: dict[str, set[str]] = {}
    while not game.winner and game.turn_number < 400:
        play_without_keys.take_turn(game, profiles, chance)
        for check, fields in READS.items():
            seen = read_of(game)
            assert list(check(seen)) == []
            assert seen.read <= {*fields.split()}, check.__name__
            met.setdefault(check.__name__, set()).update(seen.read)
    assert met["_money"] == {"cash", "players", "posted"}


def test_a_watched_game_is_checked_again_where_it_has_changed() -> None:
    game = game_of()
    watched = Watched()
    assert watched(game) == watched(game) == []
    game.owner[1] = 4
    assert any("belongs to 4" in fault for fault in watched(game))
    assert watched(game) == broken(game)
    game.owner[1] = BANK
    assert watched(game) == []
    game.posted.append((1, 2, -5, Why.TRADE, -1))
    assert watched(game) == broken(game) != []


def test_a_prison_card_has_one_place_while_it_is_drawn_kept_and_put_back() -> None:
    game = game_of()
    game.decks[0] = (16, *range(1, 16))
    game.square[1], game.phase = 7, Phase.CARD
    cards.draw(game, 0)
    assert broken(game) == []
    cards.carry_out(game)
    assert game.free_cards[0] == 1
    assert broken(game) == []
    bankruptcy.go_bankrupt(game, 1)
    assert game.decks[0][-1] == 16
    assert broken(game) == []


def test_a_real_prison_card_may_be_named_while_it_lies_in_the_units_pile() -> None:
    game = game_of()
    game.square[1], game.phase = 7, Phase.CARD
    cards.name(game, 0, 16)
    assert broken(game) == []


def test_an_estate_keeps_the_prison_card_that_is_auctioned() -> None:
    game = game_of("deska")
    game.decks[0] = (16, *range(1, 16))
    game.square[1], game.phase = 7, Phase.CARD
    cards.draw(game, 0)
    cards.carry_out(game)
    bankruptcy.go_bankrupt(game, 1)
    assert game.estate == (40,)
    assert broken(game) == []
    deeds.sell_card(game, 0, 2, 10)
    assert broken(game) == []


# -- what one operation may do


@pytest.mark.parametrize("edition", ["deska", "euro"])
def test_a_hotel_that_leaves_its_group_uneven_is_in_order_where_it_goes_alone(edition: str) -> None:
    game = built_up(edition, HOTEL, HOTEL, 4)
    game.posted.clear()
    before = game.copy()
    way = game.edition.hotel_sales[0]
    building.sell_hotel(game, 1, 16, way)
    assert broken(game) == []
    assert broken_since(before, game) == []


def test_a_group_that_becomes_uneven_by_building_is_reported() -> None:
    before = built_up("deska", 1, 1, 1)
    after = built_up("deska", 3, 1, 1)
    assert broken(after) == []
    reported = broken_since(before, after)
    assert "group (16, 18, 19) was built from [1, 1, 1] to [3, 1, 1]" in reported


def test_an_uneven_group_mends_by_building_what_is_lowest() -> None:
    game = built_up("deska", HOTEL, HOTEL, 0)
    before = game.copy()
    game.posted.clear()
    building.build(game, 1, 19)
    assert broken_since(before, game) == []


def test_throws_turns_and_passages_never_go_back() -> None:
    game = game_of()
    before = game.copy()
    before.throws, before.turn_number, before.passages[1] = 5, 5, 1
    game.posted.clear()
    reported = broken_since(before, game)
    assert reported == [
        "throws fell from 5 to 0",
        "turn_number fell from 5 to 1",
        "J1 passed Départ -1 times and has visited 0",
    ]


def test_a_bankrupt_player_does_not_come_back() -> None:
    before = game_of()
    bankruptcy.go_bankrupt(before, 2)
    after = before.copy()
    after.bankrupt_order = ()
    after.posted.clear()
    assert broken_since(before, after) == ["the bankrupt were (2,) and are ()"]


def test_money_that_moved_without_an_entry_is_reported() -> None:
    game = game_of()
    game.posted.clear()
    before = game.copy()
    throwing.throw(game, 2, 2)
    assert broken_since(before, game) == []
    game.cash[1] -= 10
    game.cash[2] += 10
    assert len(broken_since(before, game)) == 1
