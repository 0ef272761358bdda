"""BoardView: its contents, and that reading it changes nothing."""

from __future__ import annotations

import pytest

from banquier.editions.edition_file import BUILT_IN, editions
from firmware_sim.board_view import board_view
from firmware_sim.game import BANK, HOTEL, NO_DEED, Loan, Variant
from hardware.unit import Unit, tap
from tests.support.game_states import game_of


@pytest.mark.parametrize("edition", BUILT_IN)
def test_every_square_of_the_view_is_that_of_the_edition(edition: str) -> None:
    game = game_of(edition)
    here = board_view(game)
    assert [square.number for square in here.squares] == list(range(40))
    assert (here.edition, here.currency) == (game.edition.label, game.edition.currency)
    for square, printed in zip(here.squares, game.edition.squares, strict=True):
        assert (square.label, square.name) == (printed.label, printed.name)
        assert square.kind == printed.kind.name.lower()
        assert square.owner == (BANK if printed.price else NO_DEED)
        assert square.price == printed.price + printed.amount
        if square.kind == "street":
            assert here.group_names[square.group]


def test_the_view_has_owners_buildings_and_mortgages() -> None:
    game = game_of("electronique")
    game.give(39, 2)
    game.houses[39] = HOTEL
    game.give(5, 1)
    game.mortgaged[5] = True
    here = board_view(game)
    assert here.squares[39][5:8] == (2, HOTEL, False)
    assert here.squares[5][5:8] == (1, 0, True)


def test_the_view_has_cash_loans_cards_and_bankruptcy_of_each_player() -> None:
    game = game_of("electronique")
    game.square[2], game.prison[2] = 10, 1
    game.loans[2] = (Loan(10_000, 1),)
    game.free_cards[1] = 2
    game.bankrupt_order = (3,)
    game.visited[1] = 0b1010
    first, second, third = board_view(game).players
    assert (first.number, first.cash, first.wealth, first.visas) == (1, 150_000, 150_000, 2)
    assert (second.square, second.prison, second.free_cards) == (10, 1, ("CAISSE",))
    assert (second.loans, second.wealth) == (((10_000, 1),), 139_000)
    assert [player.bankrupt for player in (first, second, third)] == [False, False, True]


def test_the_view_has_the_turn() -> None:
    game = game_of("euro")
    game.variant = Variant.SHORT
    game.turn, game.turn_number, game.dice = 2, 17, (4, 3)
    here = board_view(game)
    assert (here.turn, here.turn_number, here.dice, here.phase) == (2, 17, (4, 3), "throw")
    assert (here.variant, here.winner, here.debts, here.claims) == ("short", 0, (), ())
    assert here.bank == -3 * 1_500
    assert (here.house_stock, here.hotel_stock) == (32, 12)


def test_a_view_does_not_change_with_the_game() -> None:
    game = game_of("electronique")
    here, plain = board_view(game), game.plain()
    assert game.plain() == plain
    game.cash[1] -= 1
    game.give(39, 1)
    assert here.players[0].cash == 150_000
    assert here.squares[39].owner == BANK
    assert hash(here) != hash(board_view(game))


def test_a_unit_has_no_view_before_its_set_up_is_over() -> None:
    unit = Unit(editions(), seed=42)
    while "LANCEZ" not in unit.said.text:
        assert unit.board_view() is None
        tap(unit, "OK")
    before = unit.digest()
    here = unit.board_view()
    assert here is not None
    assert [player.cash for player in here.players] == [150_000] * 4
    assert unit.digest() == before
