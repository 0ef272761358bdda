"""Corners of the rules where several things happen to one deed or card before the first is over."""

from __future__ import annotations

import pytest

from banquier.editions.edition_file import load
from firmware_sim.edition import Card, Kind
from firmware_sim.game import BANK, Bargain, Debt, Game, Lift, Phase, Refused, Why
from firmware_sim.rules import bankruptcy, cards, deeds, prison, throwing, trade
from tests.support.game_states import game_of
from tests.support.invariants import broken

UTILITY = 12
PARIS = "classique"


def test_a_card_that_sends_back_to_a_utility_asks_for_a_fresh_throw() -> None:
    game = game_of("euro")
    game.give(UTILITY, 2)
    game.square[1], game.phase = 20, Phase.EFFECT
    game.effect = (cards.CHANCE, Card(1, "back_to", square=UTILITY))
    cards.carry_out(game)
    assert (game.square[1], game.phase, game.claims) == (UTILITY, Phase.RETHROW, ())


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


def test_a_prison_card_keyed_by_hand_can_be_used_where_the_pile_has_none() -> None:
    whole = load("electronique")
    without = tuple(card for card in whole.decks[0] if card.effect != "free")
    game = Game(whole._replace(decks=(without, whole.decks[1])), 2)
    before = game.decks[0]
    game.free_cards[0], game.prison[1], game.square[1] = 1, 1, 10
    prison.use_card(game)
    assert game.decks[0] == before
    assert game.free_cards[0] == BANK


def indebted_receiver() -> Game:
    """J1 owes the bank, and has a mortgaged deed received that is not answered for."""
    game = game_of("euro")
    game.give(39, 1)
    game.mortgaged[39] = True
    game.lifts = (Lift(1, 39, 10),)
    game.debts = (Debt(1, BANK, 5_000, Why.TAX),)
    return game


def test_a_deed_lifted_out_of_turn_is_not_asked_about_again() -> None:
    game = indebted_receiver()
    with pytest.raises(Refused, match="DEBT"):
        deeds.lift(game, 1, 39)
    game.debts = ()
    deeds.lift(game, 1, 39)
    assert game.lifts == ()
    assert broken(game) == []


def test_a_deed_whose_tenth_is_open_is_not_sold_on() -> None:
    game = indebted_receiver()
    with pytest.raises(Refused, match="MORTGAGED"):
        trade.strike(game, Bargain(1, 2, first_deeds=(39,)))
    assert game.lifts == (Lift(1, 39, 10),)
    assert broken(game) == []


def test_prison_is_where_the_board_has_it() -> None:
    whole = load("electronique")
    squares = list(whole.squares)
    squares[10] = squares[10]._replace(kind=Kind.PARK)
    squares[20] = squares[20]._replace(kind=Kind.VISIT)
    game = Game(whole._replace(squares=tuple(squares), prison=20), 2)
    prison.send(game, 1)
    assert game.square[1] == 20
    assert broken(game) == []


def test_the_landing_that_fills_a_passport_asks_no_rent() -> None:
    game = game_of("merveilles")
    wonders = [square.number for square in game.edition.squares if square.kind is Kind.STREET]
    game.visited[1] = sum(1 << number for number in wonders if number != 6)
    game.give(6, 2)
    throwing.throw(game, 2, 4)
    assert game.winner == 1
    assert game.claims == ()
    assert broken(game) == []
