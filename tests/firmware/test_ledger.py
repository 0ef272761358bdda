"""The ledger: what each rule moves, between whom, and what for."""

from collections.abc import Callable

import pytest

from banquier.editions.edition_file import load
from firmware_sim.edition import Card
from firmware_sim.game import (
    BANK,
    BOARD,
    Bargain,
    Claim,
    Debt,
    Entry,
    Game,
    Lift,
    Loan,
    Phase,
    Refused,
    Variant,
    Why,
)
from firmware_sim.ledger import charge, pay, settle
from firmware_sim.rules import (
    bankruptcy,
    building,
    cards,
    deeds,
    endings,
    loans,
    moving,
    opening,
    prison,
    rent,
    trade,
)
from tests.support.game_states import game_of

LOT, TWIN, TAX = 1, 3, 4


def standing_on(number: int, phase: Phase = Phase.SQUARE) -> Game:
    game = game_of()
    game.square[1], game.phase = number, phase
    return game


def with_houses(houses: int) -> Game:
    game = game_of()
    for lot in (LOT, TWIN):
        game.give(lot, 1)
        game.houses[lot] = houses
    return game


def mortgaged(lifts: tuple[Lift, ...] = ()) -> Game:
    game = game_of("euro")
    game.give(LOT, 1)
    game.mortgaged[LOT] = True
    game.lifts = lifts
    return game


def in_prison() -> Game:
    game = standing_on(10, Phase.THROW)
    game.prison[1] = 1
    return game


def drawn(card: Card) -> Game:
    game = standing_on(2, Phase.EFFECT)
    game.effect = (cards.CHEST, card)
    return game


def repairing() -> Game:
    game = with_houses(2)
    game.phase = Phase.EFFECT
    game.effect = (cards.CHEST, Card(1, "repairs", house=50))
    return game


def indebted(creditor: int) -> Game:
    game = with_houses(1)
    game.cash[1] = 100
    game.debts = (Debt(1, creditor, 500, Why.RENT),)
    return game


def borrower(passages: int = 0) -> Game:
    game = game_of()
    game.loans[1] = (Loan(10_000, passages),)
    return game


def estate_of_a_card() -> Game:
    game = game_of("deska")
    game.estate = (BOARD,)
    return game


def renting(owing: bool = False) -> Game:
    game = game_of()
    game.claims = (Claim(1, 2, 39, 40_000, 1),)
    if owing:
        cash, game.cash[1] = game.cash[1], 0
        rent.claim(game)
        game.cash[1] = cash
    return game


CHANGES: dict[str, tuple[Game, Callable[[Game], object], list[Entry]]] = {
    "buying": (standing_on(LOT, Phase.OFFER), deeds.buy, [Entry(1, BANK, 6_000, Why.DEED, LOT)]),
    "an auction": (
        game_of(), lambda game: deeds.close_auction(game, LOT, 2, 700),
        [Entry(2, BANK, 700, Why.DEED, LOT)]),
    "a card at auction": (
        estate_of_a_card(), lambda game: deeds.close_auction(game, BOARD, 2, 70),
        [Entry(2, BANK, 70, Why.TRADE)]),
    "a tax": (
        game_of(), lambda game: moving.advance(game, 1, TAX),
        [Entry(1, BANK, 20_000, Why.TAX, TAX)]),
    "a rent": (
        renting(), rent.claim, [Entry(1, 2, 40_000, Why.RENT, 39)]),
    "a rent that was a debt": (
        renting(owing=True), settle, [Entry(1, 2, 40_000, Why.RENT, 39)]),
    "a salary": (
        game_of(), lambda game: moving.pass_depart(game, 1, 1),
        [Entry(BANK, 1, 20_000, Why.SALARY)]),
    "a house": (
        with_houses(0), lambda game: building.build(game, 1, LOT),
        [Entry(1, BANK, 5_000, Why.BUILDING, LOT)]),
    "a house sold": (
        with_houses(1), lambda game: building.sell_house(game, 1, LOT),
        [Entry(BANK, 1, 2_500, Why.RESALE, LOT)]),
    "hotels sold": (
        with_houses(5), lambda game: building.sell_hotel(game, 1, LOT, "group"),
        [Entry(BANK, 1, 25_000, Why.RESALE, LOT)]),
    "a mortgage": (
        with_houses(0), lambda game: deeds.mortgage(game, 1, LOT),
        [Entry(BANK, 1, 3_000, Why.MORTGAGE, LOT)]),
    "a mortgage lifted": (
        mortgaged(), lambda game: deeds.lift(game, 1, LOT), [Entry(1, BANK, 33, Why.LIFT, LOT)]),
    "one lifted as it changes hands": (
        mortgaged((Lift(1, LOT, 0),)), lambda game: deeds.answer_lift(game, True),
        [Entry(1, BANK, 30, Why.LIFT, LOT)]),
    "the tenth of one that stays": (
        mortgaged((Lift(1, LOT, 0),)), lambda game: deeds.answer_lift(game, False),
        [Entry(1, BANK, 3, Why.TRANSFER, LOT)]),
    "the tenth of an unanswered one when the game ends": (
        mortgaged((Lift(1, LOT, 10),)),
        endings.end_now,
        [Entry(1, BANK, 3, Why.TRANSFER, LOT)],
    ),
    "a fine": (in_prison(), prison.pay_fine, [Entry(1, BANK, 5_000, Why.FINE)]),
    "a card that costs": (
        drawn(Card(1, "pay", 1_500)), cards.carry_out, [Entry(1, BANK, 1_500, Why.CARD)]),
    "a card that brings": (
        drawn(Card(1, "receive", 1_500)), cards.carry_out, [Entry(BANK, 1, 1_500, Why.CARD)]),
    "a birthday": (
        drawn(Card(1, "from_each", 1_000)), cards.carry_out,
        [Entry(2, 1, 1_000, Why.GIFT), Entry(3, 1, 1_000, Why.GIFT)]),
    "repairs": (repairing(), cards.carry_out, [Entry(1, BANK, 200, Why.CARD)]),
    "a loan": (
        game_of(), lambda game: loans.borrow(game, 1, 2_000), [Entry(BANK, 1, 2_000, Why.LOAN)]),
    "a loan repaid": (
        borrower(1), lambda game: loans.repay(game, 1, 0),
        [Entry(1, BANK, 11_000, Why.REPAID)]),
    "a loan taken back": (
        borrower(2), lambda game: loans.count_passage(game, 1),
        [Entry(1, BANK, 13_000, Why.TAKEN)]),
    "a bargain for the least money": (
        game_of(), lambda game: trade.strike(game, Bargain(1, 2, money=1)),
        [Entry(1, 2, 1, Why.TRADE)]),
    "a bargain paid the other way": (
        game_of(), lambda game: trade.strike(game, Bargain(1, 2, money=-300)),
        [Entry(2, 1, 300, Why.TRADE)]),
    "a ruin for a player": (
        indebted(2), lambda game: bankruptcy.go_bankrupt(game, 1),
        [Entry(BANK, 1, 2_500, Why.RESALE, 1), Entry(BANK, 1, 2_500, Why.RESALE, 3),
         Entry(1, 2, 500, Why.RUIN), Entry(1, 2, 4_600, Why.RUIN)]),
    "a ruin before a rent was claimed": (
        renting(), lambda game: bankruptcy.go_bankrupt(game, 1),
        [Entry(1, 2, 40_000, Why.RENT, 39), Entry(1, BANK, 110_000, Why.RUIN)]),
    "a ruin for the bank": (
        indebted(BANK), lambda game: bankruptcy.go_bankrupt(game, 1),
        [Entry(1, BANK, 100, Why.RUIN)]),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_every_sum_that_moves_is_entered_with_what_it_was_for(name: str) -> None:
    given, rule, entries = CHANGES[name]
    game = given.copy()
    owned = sum(game.cash)
    rule(game)
    assert game.entries == entries
    assert sum(game.cash) == owned


def test_a_game_is_opened_by_the_bank_and_the_deeds_dealt_are_paid_for() -> None:
    game = Game(load("euro"), 3)
    game.variant = Variant.SHORT
    opening.open_accounts(game, lambda below: below - 1)
    cash, dealt = game.entries[:3], game.entries[3:]
    assert cash == [Entry(BANK, player, 1_500, Why.OPENING) for player in (1, 2, 3)]
    assert [entry.payer for entry in dealt] == [1, 2, 3, 1, 2, 3]
    assert {(entry.payee, entry.why) for entry in dealt} == {(BANK, Why.DEED)}
    for player in (1, 2, 3):
        prices = [game.edition.squares[number].price for number in game.deeds_of(player)]
        assert sorted(entry.amount for entry in dealt if entry.payer == player) == sorted(prices)


def test_a_sum_that_is_due_and_not_there_is_a_debt_with_what_it_was_for() -> None:
    game = game_of()
    game.cash[1] = 99
    charge(game, 1, 2, 100, Why.RENT, loan=7)
    assert list(game.debts) == [Debt(1, 2, 100, Why.RENT, 7)]
    assert game.entries == []


def test_a_debt_is_settled_whole_and_the_oldest_first() -> None:
    game = game_of()
    game.debts = (Debt(1, 2, 300, Why.RENT), Debt(1, 3, 100, Why.GIFT))
    game.cash[1] = 299
    with pytest.raises(Refused, match="FUNDS"):
        settle(game)
    game.cash[1] = 300
    settle(game)
    assert game.entries == [Entry(1, 2, 300, Why.RENT)]
    assert list(game.debts) == [Debt(1, 3, 100, Why.GIFT)]


def test_a_debtor_may_pay_all_cash_as_a_part_and_no_more() -> None:
    game = indebted(2)
    with pytest.raises(Refused, match="FUNDS"):
        pay(game, 1, 2, 101)
    pay(game, 1, 2, 100)
    assert game.entries == [Entry(1, 2, 100, Why.RENT)]
    assert game.cash[1] == 0
    assert list(game.debts) == [Debt(1, 2, 400, Why.RENT)]
    game.cash[1] = 500
    for payee, amount, error in ((2, 401, "TOO_BIG"), (3, 401, "DEBT"), (3, 1, "DEBT")):
        with pytest.raises(Refused, match=error):
            pay(game, 1, payee, amount)
    pay(game, 1, 2, 400)
    assert game.debts == ()
