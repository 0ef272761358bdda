"""A seat: what can be done now, why not, and that a button does what it says on the unit."""

from __future__ import annotations

from typing import Any

import pytest

from banquier.game.key_queue import KeyQueue
from banquier.page.messages import Do
from banquier.page.seats import KEYS, offered, seat_view, strokes
from firmware_sim.game import BOARD, Claim, Debt, Loan, Phase, Why
from hardware.unit import Unit
from tests.support.bot_game import arranged, state
from tests.support.units import at_the_table, tap_in_turn

PATIENCE = 40 * 32_768
CHANCE_CARD, CHEST_CARD = BOARD, BOARD + 1


def do(unit: Unit, seat: int, action: str, **about: int) -> None:
    keys = KeyQueue(unit)
    assert keys.begin(strokes(unit, seat, Do(action, **about)))
    limit = unit.tick + PATIENCE
    while keys.acting and unit.tick < limit:
        keys.run(unit.tick + 2_048)
    assert not keys.acting


def button(unit: Unit, seat: int, action: str, square: int = -1) -> dict[str, Any]:
    view = seat_view(unit, seat)
    actions = view["actions"]
    if square >= 0:
        (deed,) = (deed for deed in view["deeds"] if deed["square"] == square)
        actions = deed["actions"]
    (found,) = (one for one in actions if one["action"] == action)
    return dict(found)


def with_streets(**facts: object) -> Unit:
    """J1 owns the two brown streets."""
    unit = at_the_table()
    owner = list(state(unit).owner)
    owner[1] = owner[3] = 1
    return arranged(unit, owner=owner, **facts)


def test_a_throw_is_for_the_seat_in_turn() -> None:
    unit = at_the_table()
    assert button(unit, 1, "throw")["why"] is None
    assert button(unit, 2, "throw")["why"]["en"] == "It is the turn of J1."
    do(unit, 2, "throw")
    assert unit.operations == 1
    do(unit, 1, "throw")
    assert unit.operations == 2
    assert state(unit).square[1] != 0


def test_buying_and_ending_the_turn() -> None:
    unit = arranged(at_the_table(), square=[0, 6, 0, 0], phase=Phase.OFFER)
    assert button(unit, 1, "buy")["amount"] == 10_000
    do(unit, 1, "buy")
    assert state(unit).owner[6] == 1
    do(unit, 1, "finish")
    assert state(unit).turn == 2


def test_a_deed_that_is_too_dear_is_grey_and_says_why() -> None:
    unit = arranged(
        at_the_table(), square=[0, 39, 0, 0], phase=Phase.OFFER, cash=[-300_000, 5, 1, 1]
    )
    assert button(unit, 1, "buy")["why"]["en"] == "Not enough money."
    do(unit, 1, "buy")
    assert state(unit).owner[39] == 0


def test_a_rent_is_claimed_by_the_seat_it_is_owed_to() -> None:
    claim = Claim(1, 2, 6, 600, 1)
    unit = arranged(at_the_table(), claims=(claim,), phase=Phase.SQUARE, square=[0, 6, 0, 0])
    found = button(unit, 2, "claim")
    assert (found["amount"], found["player"], found["large"], found["why"]) == (600, 1, True, None)
    assert not offered(unit, 3, Do("claim"))
    cash = state(unit).cash[2]
    do(unit, 2, "claim")
    assert state(unit).cash[2] == cash + 600


def test_building_demolishing_and_mortgaging_one_deed() -> None:
    unit = with_streets()
    do(unit, 1, "build", square=3)
    assert state(unit).houses[3] == 1
    assert button(unit, 1, "build", 3)["why"] is not None  # evenly
    assert button(unit, 1, "mortgage", 1)["why"] is not None  # its group is built
    do(unit, 1, "demolish", square=3)
    assert state(unit).houses[3] == 0
    do(unit, 1, "mortgage", square=1)
    assert state(unit).mortgaged[1]
    do(unit, 1, "mortgage", square=1)
    assert not state(unit).mortgaged[1]
    assert unit.said.text == "J1 LANCEZ"


def test_loans_are_taken_and_repaid() -> None:
    unit = at_the_table()
    do(unit, 2, "borrow", amount=50_000)
    assert state(unit).loans[2] == (Loan(50_000, 0),)
    do(unit, 2, "repay", amount=0)
    assert state(unit).loans[2] == ()
    assert not offered(unit, 2, Do("repay", amount=0))


def test_paying_another_player() -> None:
    unit = at_the_table()
    before = list(state(unit).cash)
    do(unit, 3, "pay", player=1, amount=700)
    assert state(unit).cash[3] == before[3] - 700
    assert state(unit).cash[1] == before[1] + 700


def test_a_sum_that_is_refused_leaves_the_question_as_it_was() -> None:
    unit = at_the_table()
    do(unit, 3, "pay", player=1, amount=99_000_000)
    assert unit.said.text == "J1 LANCEZ"
    assert unit.operations == 1


def test_a_deed_is_sold_when_the_buyer_agrees() -> None:
    unit = at_the_table("deska")
    owner = list(state(unit).owner)
    owner[1] = 1
    unit = arranged(unit, owner=owner)
    before = state(unit).cash[2]
    do(unit, 1, "sell", player=2, square=1, amount=500)
    assert unit.question.kind == "accord"
    assert unit.question.player == 2
    assert [one["action"] for one in seat_view(unit, 1)["actions"]].count("agree") == 0
    do(unit, 2, "agree")
    assert state(unit).owner[1] == 2
    assert state(unit).cash[2] == before - 500


@pytest.mark.parametrize(
    ("action", "about", "gain"),
    [
        ("buy_from", {"takes": 6, "amount": 700}, -700),
        ("swap", {"square": 1, "takes": 6, "payer": 2, "amount": 300}, 300),
        ("swap", {"square": 1, "takes": 6, "payer": 1, "amount": 300}, -300),
        ("swap", {"square": 1, "takes": 6}, 0),
    ],
)
def test_a_bargain_of_two_seats(action: str, about: dict[str, int], gain: int) -> None:
    unit = at_the_table("deska")
    owner = list(state(unit).owner)
    owner[1], owner[6] = 1, 2
    unit = arranged(unit, owner=owner)
    before = state(unit).cash[1]
    do(unit, 1, action, player=2, **about)
    assert (unit.question.kind, unit.question.player) == ("accord", 2)
    do(unit, 2, "agree")
    assert state(unit).owner[6] == 1
    assert state(unit).owner[1] == (2 if "square" in about else 1)
    assert state(unit).cash[1] == before + gain


@pytest.mark.parametrize(
    ("action", "about", "gain", "holders"),
    [
        ("sell", {"square": CHANCE_CARD, "amount": 900}, 900, [2, 2]),
        ("buy_from", {"takes": CHEST_CARD, "amount": 800}, -800, [1, 1]),
        ("swap", {"square": CHANCE_CARD, "takes": CHEST_CARD}, 0, [2, 1]),
    ],
)
def test_prison_cards_change_hands_while_the_bank_holds_deeds(
    action: str, about: dict[str, int], gain: int, holders: list[int]
) -> None:
    unit = arranged(at_the_table(), free_cards=[1, 2])
    assert button(unit, 1, action)["why"] is None
    assert [good["number"] for good in seat_view(unit, 1)["goods"][1]] == [CHANCE_CARD]
    assert [good["number"] for good in seat_view(unit, 1)["goods"][2]] == [CHEST_CARD]
    assert not offered(unit, 1, Do(action, player=2, square=CHEST_CARD, takes=CHANCE_CARD))
    before = state(unit).cash[1]
    do(unit, 1, action, player=2, **about)
    assert (unit.question.kind, unit.question.player) == ("accord", 2)
    do(unit, 2, "agree")
    assert state(unit).free_cards == holders
    assert state(unit).cash[1] == before + gain


def test_only_what_can_be_traded_now_is_among_the_goods() -> None:
    unit = at_the_table("deska")
    owner, houses = list(state(unit).owner), list(state(unit).houses)
    owner[1] = owner[3] = owner[6] = 1
    houses[3] = 1
    unit = arranged(unit, owner=owner, houses=houses)
    assert [good["number"] for good in seat_view(unit, 1)["goods"][1]] == [6]
    assert not offered(unit, 1, Do("sell", player=2, square=1))


def test_bargains_that_cannot_be_are_grey_and_say_why() -> None:
    unit = with_streets()
    assert button(unit, 1, "sell")["why"]["en"] == "The bank still has deeds."
    assert button(unit, 2, "sell")["why"]["en"] == "You have no deed and no card."
    assert button(unit, 1, "buy_from")["why"]["en"] == "Nobody else has a deed or a card."
    assert button(unit, 1, "swap")["why"] is not None
    deska = at_the_table("deska")
    owner = list(state(deska).owner)
    owner[1], owner[6] = 1, 2
    deska = arranged(deska, owner=owner)
    for wrong in ({"takes": 1}, {"takes": 6, "square": 6}, {"takes": 6, "square": 1, "payer": 3}):
        assert not offered(deska, 1, Do("swap", **{"player": 2, "square": 1, **wrong}))


def test_the_player_whose_turn_it_is_is_called_by_name() -> None:
    unit = at_the_table()
    unit.name_players({1: "Anne"})
    assert button(unit, 2, "throw")["why"]["en"] == "It is the turn of Anne."


def test_a_debt_is_paid_by_its_debtor() -> None:
    debt = Debt(2, 1, 900, Why.RENT)
    unit = arranged(at_the_table(), debts=(debt,))
    assert not offered(unit, 1, Do("settle"))
    do(unit, 2, "settle")
    assert state(unit).debts == ()


def test_bids_of_two_seats() -> None:
    unit = arranged(at_the_table(), square=[0, 6, 0, 0], phase=Phase.OFFER)
    do(unit, 1, "finish")
    do(unit, 1, "open", amount=5_000)
    do(unit, 2, "bid", amount=6_000)
    do(unit, 3, "bid", amount=7_000)
    assert not button(unit, 2, "bid")["why"]
    do(unit, 1, "hammer")
    assert state(unit).owner[6] == 3


def test_the_buttons_of_an_auction_stay_while_a_bid_is_typed() -> None:
    unit = arranged(at_the_table(), square=[0, 6, 0, 0], phase=Phase.OFFER)
    do(unit, 1, "finish")
    do(unit, 1, "open", amount=5_000)
    tap_in_turn(unit, "2", "9")
    for action in ("bid", "hammer"):
        assert button(unit, 3, action)["why"]["en"] == "First answer: J2 MISE"


def test_a_seat_that_has_lost_is_told_that_its_game_is_over() -> None:
    unit = arranged(at_the_table(), bankrupt_order=(2,))
    actions = seat_view(unit, 2)["actions"]
    assert {one["why"]["en"] for one in actions} == {"The game is over for you."}


def test_no_room_for_a_loan_is_no_negative_amount() -> None:
    unit = arranged(at_the_table(), loans=[(), (Loan(200_000, 0),), (), ()])
    assert button(unit, 1, "borrow")["amount"] == 0


def test_a_question_that_waits_is_named_on_every_grey_button() -> None:
    unit = tap_in_turn(at_the_table(), "PAYER")
    assert button(unit, 1, "throw")["why"]["en"] == "First answer: PAYER QUI ?"
    assert button(unit, 1, "pay")["why"]["fr"] == "D'abord répondre à : PAYER QUI ?"


@pytest.mark.parametrize("action", sorted(KEYS))
def test_a_button_that_is_not_offered_presses_nothing(action: str) -> None:
    unit = tap_in_turn(at_the_table(), "CORR")  # ANNULE ? waits
    before = unit.digest()
    keys = KeyQueue(unit)
    keys.begin(strokes(unit, 2, Do(action, square=1, amount=1, player=3)))
    tick = unit.tick
    keys.run(tick)
    assert unit.digest() == before
