"""Invariants of a game: each violation is reported."""

import re

import pytest

from firmware_sim import game as bank
from firmware_sim.ledger import post
from firmware_sim.rules import bankruptcy
from tests.support.game_states import game_of
from tests.support.invariants import broken, broken_since

IMPOSSIBLE = """
game.cash[1] -= 1
    the accounts add up to -1
post(game, 1, BANK, 150_001, Why.TAX)
    J1 has -1
game.owner[1] = -1
    square 1 has owner -1
game.owner[20] = 1
    square 20 has owner 1
game.owner[1] = 4
    square 1 belongs to 4
game.owner[1] = game.owner[3] = 1
    deeds are [(1, 3, 5
give(1, 3); game.group_owner[0] = BANK
    group_owner are [0, 0
give(1, 3); game.whole_streets[1] = ()
    whole_streets are [(), (), (), ()], and [(), ((1, 3),)
game.mortgaged[1] = True
    square 1 is mortgaged
give(1, 3); game.houses[1] = 1
    there are 33 houses
give(1); game.houses[1] = 1; game.house_stock -= 1
    is built and belongs to
give(1, 3); game.houses[1] = 2; game.house_stock -= 2
    is built unevenly: [2, 0]
give(1, 3); game.houses[1], game.mortgaged[3] = 1, True; game.house_stock -= 1
    is built and partly mortgaged
give(1, 3); game.houses[1], game.houses[3] = 6, HOTEL; game.house_stock -= 6; game.hotel_stock -= 1
    square 1 has 6 houses
game.house_stock = -1
    the bank has -1 houses
give(5, 15, 25, 35); game.houses[5] = 1; game.house_stock -= 1
    square 5 is built on
game.loans[1] = Loan(30_000, 0), Loan(21_000, 1)
    J1 has borrowed beyond the ceiling
game.loans[1] = (Loan(30_000, 0),); game.debts = (Debt(1, BANK, 65_000, Why.TAKEN, 50_000),)
    J1 has borrowed beyond the ceiling
by_thousands(); game.loans[1] = (Loan(1_500, 0),)
    J1 has borrowed 1500
game.loans[1] = (Loan(1_000, 3),)
    J1 has a loan of 3 passages
game.decks[0] += game.decks[0][:1]
    pile 0 is
game.decks[1] = game.decks[1][1:]
    pile 1 is
game.free_cards[0] = 1
    opens the prison is in places
game.decks[0] = tuple(number for number in game.decks[0] if number != 16)
    opens the prison is in places
game.square[1] = 40
    J1 stands on square 40
game.square[1] = 30
    J1 stands on square 30
game.prison[1] = 1
    J1 is in prison 1 on square 0
game.square[1], game.prison[1] = 10, 4
    J1 is in prison 4
game.turn = 4
    it is the turn of J4
game.doubles = 3
    3 doubles in a row
game.phase = Phase.EFFECT
    the phase is EFFECT
game.give(39, 2); game.square[1], game.phase = 39, Phase.OFFER
    square 39 of 2 is offered
game.square[1], game.phase = 39, Phase.CARD
    a card is to be drawn on square 39
game.square[1], game.phase = 39, Phase.RETHROW
    rent is thrown for on square 39
game.debts = (Debt(1, 1, 100, Why.RENT),)
    Debt(debtor=1, creditor=1
game.claims = (Claim(1, 1, 39, 100, 1),)
    Claim(tenant=1, owner=1
game.claims = (Claim(1, 2, 39, 100, 1),); game.turn_number = 3
    is still open in turn 3
give(39); game.lifts = (Lift(1, 39, 10),)
    Lift(player=1, square=39
game.estate = (39, 39)
    the estate is (39, 39)
give(39); game.estate = (39,)
    deed 39 of 1 is auctioned
game.estate, game.free_cards[0] = (40,), 1
    is kept and auctioned
game.bankrupt_order = (2,)
    J2 is bankrupt with 150000
go_bankrupt(game, 2); game.bankrupt_order += (2,)
    bankrupt are (2, 2)
go_bankrupt(game, 2); game.give(39, 2); game.estate = ()
    square 39 belongs to 2
go_bankrupt(game, 2); go_bankrupt(game, 3); game.winner = 0
    [1] alone play on
go_bankrupt(game, 2); game.winner = 2
    J2 has won and is not in the game
game.winner, game.claims = 1, (Claim(1, 2, 39, 100, 1),)
    the game is over
game.visited[1] = 1 << 39
    J1 has visited
game.posted.append((1, 2, -5, Why.TRADE, -1))
    moves less than nothing
give(1, 3); game.houses[1] = 2; game.house_stock -= 2
    group (1, 3) was built from [0, 0] to [2, 0]
before.throws = 5
    throws fell from 5 to 0
before.turn_number = 5
    turn_number fell from 5 to 1
before.passages[1] = 1
    J1 passed Départ -1 times and has visited 0
before.bankrupt_order = (2,)
    the bankrupt were (2,) and are ()
game.cash[1] -= 10; game.cash[2] += 10
    the entries lead to [
"""
"""What is done to a game, or to what it was before, and a part of the sentence that reports it."""


@pytest.mark.parametrize(
    ("change", "reported"), re.findall(r"^(\S.*)\n    (.*)$", IMPOSSIBLE, re.MULTILINE)
)
def test_an_impossible_state_is_reported(change: str, reported: str) -> None:
    game = game_of()
    before = game.copy()
    assert broken(game) == broken_since(before, game) == []

    def give(*lots: int) -> None:
        for lot in lots:
            game.give(lot, 1)

    def by_thousands() -> None:
        assert game.edition.loans is not None
        game.edition = game.edition._replace(loans=game.edition.loans._replace(step=1_000))

    known = {**vars(bank), "go_bankrupt": bankruptcy.go_bankrupt, "post": post}
    here = {"game": game, "before": before, "give": give, "by_thousands": by_thousands}
    exec(change, known, here)
    faults = broken(game) + broken_since(before, game)
    assert any(reported in fault for fault in faults), faults
