"""Moves that no question offers are refused by the rules, and change nothing.

Bots without keys call the rules directly, so the rules do not rely on a dialogue that offers only
what is allowed.
"""

from collections.abc import Callable

import pytest

from firmware_sim.edition import MOST_MONEY, Card
from firmware_sim.game import BANK, HOTEL, Debt, Error, Game, Loan, Phase, Refused, Why
from firmware_sim.rules import building, cards, deeds, loans, passport, prison, speed_die, throwing
from tests.support.game_states import game_of

CHEAP, CHEAP_TWIN = 1, 3
UTILITY, JAIL = 12, 10


def waiting(phase: Phase, edition: str = "electronique") -> Game:
    game = game_of(edition)
    game.phase = phase
    game.dice = (2, 3)
    return game


def in_debt(game: Game) -> Game:
    game.debts = (Debt(1, BANK, 500, Why.TAX),)
    return game


def in_prison(phase: Phase = Phase.THROW) -> Game:
    game = waiting(phase)
    game.prison[1], game.square[1] = 1, JAIL
    return game


def owning(*lots: int, edition: str = "electronique") -> Game:
    """J1 owns these."""
    game = game_of(edition)
    for lot in lots:
        game.give(lot, 1)
    return game


def pledged(lot: int) -> Game:
    """J1 owns it, mortgaged."""
    game = owning(lot)
    game.mortgaged[lot] = True
    return game


def built(houses: int, edition: str = "electronique", stock: int = 32) -> Game:
    game = owning(CHEAP, CHEAP_TWIN, edition=edition)
    game.houses[CHEAP] = game.houses[CHEAP_TWIN] = houses
    game.house_stock = stock
    return game


def repairing() -> Game:
    game = built(1)
    game.phase = Phase.CARD
    return game


def held_by_another() -> Game:
    game = waiting(Phase.CARD)
    game.free_cards[cards.CHANCE] = 2
    return game


def drawn(effect: str) -> Game:
    game = waiting(Phase.EFFECT)
    game.effect = (cards.CHEST, Card(1, effect, 100))
    return game


REFUSALS: dict[str, tuple[Game, Callable[[Game], object], Error]] = {
    "dice in debt": (
        in_debt(game_of()), lambda game: throwing.throw(game, 1, 2), Error.DEBT),
    "dice on a square": (
        waiting(Phase.SQUARE), lambda game: throwing.throw(game, 1, 2), Error.KEY),
    "a utility's dice when nothing asks for them": (
        waiting(Phase.THROW), lambda game: throwing.rethrow(game, 1, 2), Error.KEY),
    "FIN in debt": (
        in_debt(waiting(Phase.SQUARE)), throwing.finish, Error.DEBT),
    "FIN before the dice": (waiting(Phase.THROW), throwing.finish, Error.KEY),
    "FIN before the card is drawn": (waiting(Phase.CARD), throwing.finish, Error.DRAW_CARD),
    "FIN before the card is carried out": (drawn("pay"), throwing.finish, Error.DRAW_CARD),
    "the bus without its face": (
        waiting(Phase.SQUARE), lambda game: speed_die.take_bus(game, 2), Error.KEY),
    "the bus further than the dice": (
        waiting(Phase.BUS), lambda game: speed_die.take_bus(game, 4), Error.TOO_BIG),
    "anywhere without three of a kind": (
        waiting(Phase.SQUARE), lambda game: speed_die.go_anywhere(game, 2), Error.KEY),
    "anywhere off the board": (
        waiting(Phase.ANYWHERE), lambda game: speed_die.go_anywhere(game, 40), Error.TOO_BIG),
    "keeping to dice without three of a kind": (
        waiting(Phase.SQUARE), speed_die.keep_to_dice, Error.KEY),
    "a visa away from an airport": (
        waiting(Phase.SQUARE, "merveilles"), lambda game: passport.choose(game, 1), Error.KEY),
    "a visa for what is no wonder": (
        waiting(Phase.VISA, "merveilles"), lambda game: passport.choose(game, 2), Error.TOO_BIG),
    "a card in debt": (
        in_debt(waiting(Phase.CARD)), cards.draw, Error.DEBT),
    "a card where no pile lies": (
        waiting(Phase.SQUARE), cards.draw, Error.KEY),
    "a second card instead of the one drawn": (
        drawn("pay"), cards.draw, Error.KEY),
    "a card by hand where no pile lies": (
        waiting(Phase.SQUARE),
        lambda game: cards.play(game, Card(0, "pay", 100)), Error.KEY),
    "repairs dearer than the glass is wide": (
        repairing(), lambda game: cards.play(
            game, Card(0, "repairs", house=MOST_MONEY)), Error.TOO_BIG),
    "an effect with no card drawn": (waiting(Phase.SQUARE), cards.carry_out, Error.KEY),
    "an effect carried out a second time": (waiting(Phase.EFFECT), cards.carry_out, Error.KEY),
    "a loan repaid that was never taken": (
        game_of(), lambda game: loans.repay(game, 1, 0), Error.NO_LOAN),
    "a deed of another player mortgaged": (
        owning(UTILITY), lambda game: deeds.mortgage(game, 2, UTILITY), Error.TOO_BIG),
    "a deed mortgaged a second time": (
        pledged(UTILITY),
        lambda game: deeds.mortgage(game, 1, UTILITY),
        Error.MORTGAGED,
    ),
    "a mortgage of another player lifted": (
        pledged(UTILITY), lambda game: deeds.lift(game, 2, UTILITY), Error.KEY),
    "a mortgage lifted that is none": (
        owning(UTILITY), lambda game: deeds.lift(game, 1, UTILITY), Error.KEY),
    "a house on a utility": (
        owning(UTILITY, 28), lambda game: building.check_build(game, 1, UTILITY, 100),
        Error.FORBIDDEN),
    "a house on another player's street": (
        owning(CHEAP, CHEAP_TWIN),
        lambda game: building.check_build(game, 2, CHEAP, 100), Error.TOO_BIG),
    "a house of another player sold": (
        built(1), lambda game: building.sell_house(game, 2, CHEAP), Error.TOO_BIG),
    "a house sold that does not stand": (
        built(0), lambda game: building.sell_house(game, 1, CHEAP), Error.KEY),
    "a hotel of another player sold": (
        built(HOTEL), lambda game: building.sell_hotel(game, 2, CHEAP, "group"), Error.TOO_BIG),
    "a hotel sold where houses stand": (
        built(4), lambda game: building.sell_hotel(game, 1, CHEAP, "group"), Error.FORBIDDEN),
    "a hotel sold as the edition does not": (
        built(HOTEL), lambda game: building.sell_hotel(game, 1, CHEAP, "swap"), Error.FORBIDDEN),
    "a fine in freedom": (waiting(Phase.THROW), prison.pay_fine, Error.KEY),
    "a fine in debt": (in_debt(in_prison()), prison.pay_fine, Error.DEBT),
    "a fine of a prisoner on a square of the last turn": (
        in_prison(Phase.SQUARE), prison.pay_fine, Error.KEY),
    "a card of freedom that is not held": (in_prison(), prison.use_card, Error.KEY),
    "a hotel swapped for houses the bank has not got": (
        built(HOTEL, edition="euro", stock=3),
        lambda game: building.sell_hotel(game, 1, CHEAP, "swap"), Error.STOCK),
    "a kept card by hand that a player holds": (
        held_by_another(), lambda game: cards.play(game, Card(0, "free")),
        Error.TOO_BIG),
    "a loan where there are none": (
        game_of("classique"), lambda game: loans.borrow(game, 1, 1_000), Error.FORBIDDEN),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_what_no_question_offers_is_refused_and_changes_nothing(name: str) -> None:
    given, rule, error = REFUSALS[name]
    game = given.copy()
    before = game.plain()
    with pytest.raises(Refused) as refusal:
        rule(game)
    assert refusal.value.error is error
    assert game.plain() == before


def test_only_the_loans_that_there_are_can_be_repaid() -> None:
    game = game_of()
    game.loans[1] = (Loan(1_000, 0),)
    for rank in (-2, -1, 1):
        with pytest.raises(Refused, match="NO_LOAN"):
            loans.repay(game, 1, rank)
    loans.repay(game, 1, 0)
    assert game.loans[1] == ()
