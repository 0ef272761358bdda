"""A seat: what can be done now, why not, and that a button does what it says on the unit."""

from typing import Any

import pytest

from banquier.editions.edition_file import load
from banquier.editions.rule_fields import with_rules
from banquier.page.auctions import Auctions
from banquier.page.page_messages import Do
from banquier.page.seat_actions import SeatActions, moment_of, refusal
from banquier.page.seating import Browser, Seating
from banquier.page.seats import goods_view, seat_view
from banquier.play.key_queue import KeyQueue
from banquier.play.moves import MoveContext
from banquier.words import Said
from firmware_sim.edition import Card
from firmware_sim.game import BOARD, Claim, Debt, Error, Lift, Loan, Phase, Why
from firmware_sim.rules.bids import raises
from firmware_sim.rules.building import hotel_ways
from hardware.unit import Unit
from tests.support.bot_game import arranged, state
from tests.support.units import at_the_table, set_facts, tap_in_turn

PATIENCE = 40 * 32_768
CHANCE_CARD, CHEST_CARD = BOARD, BOARD + 1


def do(unit: Unit, seat: int, action: str, /, **about: Any) -> Said | None:
    """Do an action as the page at this moment; return why it was refused, if it was."""
    return press(unit, seat, Do(action, **{"seen": moment_of(unit), **about}))


def press(unit: Unit, seat: int, asked: Do) -> Said | None:
    keys, browser = KeyQueue(unit), Browser("phone")
    browser.seat = seat
    SeatActions(keys, Seating(unit), Auctions(keys)).tap(browser, asked)
    limit = unit.tick + PATIENCE
    while keys.acting and unit.tick < limit:
        keys.run(unit.tick + 2_048)
    assert not keys.acting
    return browser.refusal.why


def case_of(unit: Unit, seat: int) -> MoveContext:
    return MoveContext(unit, unit.session.current_game, seat, unit.question)


def allowed(unit: Unit, seat: int, action: str, **about: Any) -> bool:
    return refusal(case_of(unit, seat), Do(action, **{"seen": moment_of(unit), **about})) is None


def view(unit: Unit, seat: int) -> dict[str, Any]:
    return seat_view(case_of(unit, seat))


def button(unit: Unit, seat: int, action: str, square: int = -1) -> dict[str, Any]:
    shown = view(unit, seat)
    actions = shown["actions"]
    if square >= 0:
        (deed,) = (deed for deed in shown["deeds"] if deed["square"] == square)
        actions = deed["actions"]
    (found,) = (one for one in actions if one["action"] == action)
    return dict(found)


def with_streets(**facts: object) -> Unit:
    """J1 owns the two brown streets."""
    return arranged(at_the_table(), owner={1: 1, 3: 1}, **facts)


def test_a_rent_is_claimed_by_the_seat_it_is_owed_to() -> None:
    """The oldest alone, and who waits in prison is told whose it is."""
    claims = Claim(1, 2, 6, 600, 1), Claim(1, 3, 8, 700, 1)
    facts = {"claims": claims, "phase": Phase.SQUARE, "square": [0, 6, 0, 0]}
    unit = arranged(at_the_table(), prison={3: 1}, **facts)
    state(unit).cash[2] = 5  # who is owed more than that lacks nothing
    found = button(unit, 2, "claim")
    assert "lacking" not in found
    assert [found[part] for part in ("amount", "player", "style", "why")] == [600, 1, "large", None]
    assert not allowed(unit, 1, "claim")
    why = do(unit, 3, "claim")
    assert why and "J2" in why.text("en")
    assert state(unit).claims == claims
    cash = state(unit).cash[2]
    do(unit, 2, "claim")
    assert state(unit).cash[2] == cash + 600
    state(unit).edition = with_rules(state(unit).edition, {"prison_collects": False})
    why = button(unit, 3, "claim")["why"]
    assert why.text("en") == "House rule: no rent in prison."


def test_building_demolishing_and_mortgaging_one_deed() -> None:
    unit = with_streets()
    do(unit, 1, "build", number=3)
    assert state(unit).houses[3] == 1
    assert button(unit, 1, "build", 3)["why"] is not None  # evenly
    assert button(unit, 1, "mortgage", 1)["why"] is not None  # its group is built
    do(unit, 1, "demolish", number=3)
    assert state(unit).houses[3] == 0
    do(unit, 1, "mortgage", number=1)
    assert state(unit).mortgaged[1]
    do(unit, 1, "lift", number=1)
    assert not state(unit).mortgaged[1]
    assert unit.said.text == "J1 LANCEZ"


@pytest.mark.parametrize(("way", "left"), [("card", 150_000), ("fine", 145_000)])
def test_out_of_prison_by_the_way_that_was_tapped(way: str, left: int) -> None:
    unit = arranged(at_the_table(), square=[0, 10, 0, 0], prison={1: 1}, free_cards=[1, 0])
    assert do(unit, 1, way) is None
    game = state(unit)
    assert (game.prison[1], game.cash[1], game.free_cards[0]) == (0, left, int(way == "fine"))


def test_after_the_third_failure_the_fine_is_a_debt_and_no_way_out() -> None:
    """PRI-7: the prisoner stands there until it is paid, and pays nobody else."""
    unit = arranged(at_the_table(), prison={1: 3}, cash={1: 100}, free_cards=[1, 0])
    set_facts(unit, "next-dice 1 3")
    tap_in_turn(unit, "DES")
    assert state(unit).prison[1] == 3
    assert not {"fine", "card"} & {one["action"] for one in view(unit, 1)["actions"]}
    why = do(unit, 1, "pay", number=2, amount=50)
    assert why and why.text("en") == "A debtor pays the creditor alone."


def test_loans_are_taken_and_repaid() -> None:
    unit = at_the_table()
    do(unit, 2, "borrow", amount=50_000)
    assert state(unit).loans[2] == (Loan(50_000, 0),)
    do(unit, 2, "repay", number=0)
    assert state(unit).loans[2] == ()
    assert not allowed(unit, 2, "repay", number=0)


def test_a_sum_that_is_refused_is_told_and_presses_nothing() -> None:
    unit = at_the_table()
    pressed = unit.beeper.count
    assert not allowed(unit, 3, "borrow", amount=99_000_000)
    why = do(unit, 3, "pay", number=1, amount=99_000_000)
    assert why and why.text("en") == "Not enough money."
    assert unit.said.text == "J1 LANCEZ"
    assert (unit.operations, unit.beeper.count) == (1, pressed)


@pytest.mark.parametrize("action", ["build", "demolish", "mortgage", "lift"])
def test_a_deed_of_another_player_is_left_alone(action: str) -> None:
    unit = with_streets(mortgaged={3: True})
    before = unit.said, unit.operations, state(unit).plain()
    for number in (1, 3, 39, 99_999_999):
        why = refusal(case_of(unit, 2), Do(action, number))
        assert why and why.text("en") == "That is not yours to give or change."
    do(unit, 2, action, number=3 if action == "lift" else 1)
    assert (unit.said, unit.operations, state(unit).plain()) == before


# -- bargains


def traded(**facts: object) -> Unit:
    """J1 has square 1, J2 square 6, and deeds may be sold."""
    return arranged(at_the_table("deska"), owner={1: 1, 6: 2}, **facts)


@pytest.mark.parametrize(
    ("terms", "gain"),
    [
        ({"give": (1,), "money": -500}, 500),
        ({"take": (6,), "money": 700}, -700),
        ({"give": (1,), "take": (6,), "money": -300}, 300),
        ({"give": (1,), "take": (6,)}, 0),
        ({"give": (1, CHANCE_CARD), "take": (6, CHEST_CARD)}, 0),
    ],
)
def test_who_proposes_a_bargain_has_agreed_and_the_other_is_asked(
    terms: dict[str, Any], gain: int
) -> None:
    unit = traded(free_cards=[1, 2])
    before = state(unit).cash[1]
    do(unit, 1, "offer", partner=2, **terms)
    asked = unit.question
    assert (asked.kind, asked.player) == ("accord", 2)
    assert asked.bargain is not None and asked.bargain.money == -gain
    assert "agree" not in [one["action"] for one in view(unit, 1)["actions"]]
    assert button(unit, 2, "agree")["why"] is None
    why = refusal(case_of(unit, 1), Do("agree", seen=moment_of(unit)))
    assert why and "J2" in why.text("en")
    assert not allowed(unit, 3, "agree")
    do(unit, 2, "agree")
    assert state(unit).owner[6] == (1 if 6 in terms.get("take", ()) else 2)
    assert state(unit).owner[1] == (2 if 1 in terms.get("give", ()) else 1)
    assert state(unit).free_cards == ([2, 1] if CHANCE_CARD in terms.get("give", ()) else [1, 2])
    assert state(unit).cash[1] == before + gain


def test_an_answer_to_other_terms_than_those_shown_is_refused() -> None:
    unit = traded()
    do(unit, 1, "offer", partner=2, give=(1,), money=-500)
    shown = moment_of(unit)
    do(unit, 2, "change", partner=1, take=(1,), money=100)
    do(unit, 1, "change", partner=2, give=(1,), money=-50)
    why = do(unit, 2, "agree", seen=shown)
    assert why and why.text("en") == "The table has changed meanwhile: look again."
    assert state(unit).owner[1] == 1
    bargain = unit.question.bargain
    assert bargain and (bargain.first, bargain.first_deeds, bargain.money) == (1, (1,), -50)


@pytest.mark.parametrize("seat", [1, 2])
def test_either_party_ends_a_bargain_and_no_third(seat: int) -> None:
    unit = traded()
    before = unit.said
    do(unit, 1, "offer", partner=2, give=(1,), money=-500)
    assert not allowed(unit, 3, "withdraw")
    assert not allowed(unit, 3, "change", partner=1, take=(1,))
    do(unit, seat, "withdraw")
    assert unit.said == before


def test_only_what_one_has_can_be_offered_or_asked_for() -> None:
    unit = traded()
    for give, take in (((6,), ()), ((), (1,)), ((CHANCE_CARD,), ()), ((), (3,))):
        why = refusal(case_of(unit, 1), Do("offer", partner=2, give=give, take=take))
        assert why and why.text("en") == "That is not yours to give or change."
    for partner in (0, 1, 4):
        assert not allowed(unit, 1, "offer", partner=partner, give=(1,))
    assert not allowed(unit, 1, "offer", partner=2)


def test_only_what_can_be_traded_now_is_among_the_goods() -> None:
    unit = arranged(at_the_table("deska"), owner={1: 1, 3: 1, 6: 1}, houses={3: 1})
    assert goods_view(state(unit))[1]["goods"] == [6]
    assert not allowed(unit, 1, "offer", partner=2, give=(1,))


def test_who_has_nothing_to_trade_is_told_why() -> None:
    why = do(at_the_table(), 1, "offer", partner=2)
    assert why and why.text("en") == "Nothing is given yet."
    told = goods_view(state(arranged(at_the_table(), owner={1: 1})))  # the bank has deeds still
    assert told[1] == {"goods": [], "kept": Said(f"why.{Error.DEEDS_LEFT}", key="")}
    assert told[2] == {"goods": [], "kept": None}


def test_a_bargain_that_can_be_about_nothing_says_until_when() -> None:
    """Électronique allows no trade of deeds before the bank has sold all, but of cards."""
    why = button(arranged(at_the_table(), owner={1: 1}), 1, "offer")["why"]
    assert why.text("en") == "When the bank has sold its deeds (27 left)."
    assert button(arranged(at_the_table(), free_cards=[2, 0]), 1, "offer")["why"] is None
    assert button(traded(debts=(Debt(1, 3, 900, Why.RENT),)), 1, "offer")["why"] is None


# -- debts and ruin


@pytest.mark.parametrize(("cash", "lent", "ways"), [
    (3_000, 50_000, []), (5_000, 50_000, ["mortgage"]), (1_000, 0, ["borrow"]),
    (3_500, 49_000, ["borrow", "mortgage"]),
])  # fmt: skip
def test_the_ways_to_money_that_are_named_reach_the_sum(
    cash: int, lent: int, ways: list[str]
) -> None:
    """Each alone, or all together. Two deeds can be mortgaged for 6.000 F."""
    unit = arranged(
        at_the_table(), debts=(Debt(1, 2, 10_000, Why.RENT),), owner={1: 1, 3: 1}, cash={1: cash},
        loans=[(), (Loan(lent, 0),), (), ()],
    )  # fmt: skip
    assert button(unit, 1, "settle")["ways"] == [Said(f"seat.{way}") for way in ways]


def test_a_debt_other_than_the_one_shown_is_not_paid() -> None:
    debts = Debt(2, 1, 900, Why.RENT), Debt(2, 3, 700, Why.RENT)
    unit = arranged(at_the_table(), debts=debts)
    shown = moment_of(unit)
    assert not allowed(unit, 1, "settle")
    do(unit, 2, "settle")
    assert press(unit, 2, Do("settle", seen=shown)) is not None
    assert state(unit).debts == debts[1:]


def test_who_can_still_pay_goes_bankrupt_only_by_an_answer_of_its_own() -> None:
    debt = Debt(2, 1, 200_000, Why.RENT)
    owner = [2 if kept == 0 else kept for kept in state(at_the_table()).owner]
    unit = arranged(at_the_table(), debts=(debt,), owner=owner)
    assert not allowed(unit, 2, "ruin_anyway")
    raised = view(unit, 2)["raise"]
    assert raised["total"] >= raised["owed"] == 200_000
    state(unit).mortgaged[39] = True
    less = view(unit, 2)["raise"]["mortgages"]
    assert less == raised["mortgages"] - state(unit).squares[39].mortgage
    state(unit).mortgaged[39] = False
    why = do(unit, 2, "ruin")
    assert why and why == refusal(case_of(unit, 2), Do("ruin"))
    assert state(unit).is_in(2)
    assert not allowed(unit, 1, "ruin_anyway")
    do(unit, 2, "ruin_anyway")
    assert not state(unit).is_in(2)


def test_who_cannot_pay_is_out_at_once() -> None:
    unit = arranged(at_the_table(), debts=(Debt(2, 1, 900_000, Why.RENT),))
    do(unit, 2, "ruin")
    assert not state(unit).is_in(2)
    actions = view(unit, 2)["actions"]
    assert {one["why"].text("en") for one in actions} == {"The game is over for you."}


# -- auctions


def at_auction() -> Unit:
    unit = arranged(at_the_table(), square=[0, 6, 0, 0], phase=Phase.OFFER)
    do(unit, 1, "to_auction")
    return unit


def test_who_declined_opens_at_the_bankers_price_and_bids_are_the_bidders_own() -> None:
    unit = at_auction()
    assert not allowed(unit, 2, "open")
    do(unit, 1, "open", amount=100)
    auction = unit.question.auction
    assert auction is not None and auction.opening == 5_000
    tap_in_turn(unit, "2", "9")  # a bid is typed: the auction stays in view
    assert view(unit, 3)["auction"]["why"].text("en") == "First: J2, how much for Rue de Vaugirard?"
    tap_in_turn(unit, "C", "C")
    do(unit, 2, "bid", amount=6_000)
    assert not allowed(unit, 2, "bid", amount=7_000)
    why = refusal(case_of(unit, 3), Do("bid", amount=6_000))
    assert why is not None
    assert refusal(case_of(unit, 3), Do("bid", amount=150_001)) == Said(
        f"why.{Error.FUNDS}", key=""
    )
    assert allowed(unit, 3, "bid", amount=150_000)
    do(unit, 3, "bid", amount=7_000)
    auction = unit.question.auction
    assert auction is not None and (auction.best, auction.holder) == (7_000, 3)
    assert view(unit, 2)["auction"]["bids"] == [7_100, 7_500, 8_000, 9_000, 12_000]
    assert view(unit, 3)["auction"]["holds"]
    state(unit).cash[2] = 8_100
    assert view(unit, 2)["auction"]["bids"] == [7_100, 7_500, 8_000]
    do(unit, 2, "bid", amount=7_600)
    do(unit, 3, "bid", amount=19_000)
    state(unit).cash[2] = 150_000  # beyond twice the price it is typed
    assert view(unit, 2)["auction"]["bids"] == [19_100, 19_500, 20_000]


@pytest.mark.parametrize(("edition", "price", "notes"), [
    ("electronique", 6_000, [100, 500, 1_000, 2_000, 5_000]),
    ("electronique", 40_000, [500, 1_000, 2_000, 5_000, 10_000]),
    ("deska", 1_200, [20, 100, 200, 400, 1_000]),
    ("euro", 60, [1, 5, 10, 20, 50]),
])  # fmt: skip
def test_raises_are_the_bank_notes_of_the_edition(
    edition: str, price: int, notes: list[int]
) -> None:
    assert raises(load(edition), price)[:5] == notes


# -- cards


def test_pay_or_draw_has_both_answers() -> None:
    card = Card(10, "pay_or_chance", 1_000)
    facts = {"effect": (1, card), "phase": Phase.EFFECT}
    unit = arranged(at_the_table(), **facts)
    assert button(unit, 1, "pay_card")["amount"] == 1_000
    do(unit, 1, "draw_instead")
    assert unit.question.kind != "card_pay_or_chance"
    unit = arranged(at_the_table(), **facts)
    do(unit, 1, "pay_card")
    assert state(unit).cash[1] == 149_000
    unit = arranged(at_the_table(dice="DES JETES"), **facts)
    do(unit, 1, "chance_number", number=2)
    effect = state(unit).effect
    assert effect and effect[1] == state(unit).edition.decks[0][1]


# -- choices


def test_the_bus_moves_by_what_is_chosen() -> None:
    unit = arranged(at_the_table("classique"), phase=Phase.BUS, dice=(2, 3), third_die=5)
    turn = state(unit).turn
    choices = button(unit, turn, "bus")["choices"]
    assert [one["number"] for one in choices] == [2, 3, 5]
    assert not allowed(unit, turn, "bus", number=4)
    before = state(unit).square[turn]
    do(unit, turn, "bus", number=5)
    assert state(unit).square[turn] == before + 5


@pytest.mark.parametrize(("action", "about", "goal"), [
    ("anywhere", {"number": 20}, 20), ("keep_dice", {}, 9),
])  # fmt: skip
def test_three_of_a_kind_goes_anywhere_or_by_the_dice(
    action: str, about: dict[str, int], goal: int
) -> None:
    unit = arranged(at_the_table("classique"), phase=Phase.ANYWHERE, dice=(3, 3), third_die=3)
    turn = state(unit).turn
    do(unit, turn, action, **about)
    assert state(unit).square[turn] == goal


def test_a_wonder_is_chosen_by_its_name() -> None:
    unit = arranged(at_the_table("merveilles"), phase=Phase.VISA, square=[0, 5, 5, 5])
    turn = state(unit).turn
    chosen = button(unit, turn, "visa")["choices"][3]["number"]
    do(unit, turn, "visa", number=chosen)
    assert state(unit).visited[turn] == 1 << chosen


@pytest.mark.parametrize("edition", ["electronique", "deska", "euro", "classique"])
def test_a_hotel_goes_in_each_way_of_its_edition(edition: str) -> None:
    for rank in range(min(2, len(hotel_ways(state(at_the_table(edition)))))):
        unit = arranged(at_the_table(edition), owner={1: 1, 3: 1}, houses={1: 5, 3: 5})
        offered = [
            one for deed in view(unit, 1)["deeds"] for one in deed["actions"]
            if one["action"] == "demolish" and one["number"] == 3 and one["rank"] == rank
        ]  # fmt: skip
        cash = state(unit).cash[1]
        assert button(unit, 1, "build", 3)["why"].text("en") == "A lot takes one hotel."
        assert not allowed(unit, 1, "demolish", number=3, amount=99)
        do(unit, 1, "demolish", number=3, amount=rank)
        assert state(unit).houses[3] < 5
        assert state(unit).cash[1] == cash + offered[0]["amount"]
        assert unit.question.functions


def test_real_dice_and_cards_are_told_by_the_player_whose_turn_it_is() -> None:
    unit = at_the_table("electronique", dice="DES JETES")
    assert not allowed(unit, 2, "dice", number=43)
    for wrong in (7, 77, 123, 40):
        assert not allowed(unit, 1, "dice", number=wrong)
    do(unit, 1, "dice", number=43)
    assert state(unit).square[1] == 7
    assert unit.question.kind == "draw"
    assert not allowed(unit, 1, "card_number", number=17)
    do(unit, 1, "card_number", number=1)
    assert unit.question.kind.startswith("card_")


def test_a_mortgaged_deed_received_is_lifted_or_costs_its_tenth() -> None:
    for action, mortgaged in (("lift_now", False), ("tenth", True)):
        unit = arranged(
            at_the_table("deska"), owner={6: 2}, mortgaged={6: True}, lifts=(Lift(2, 6, 10),)
        )
        assert not allowed(unit, 1, action)
        amount, cash = button(unit, 2, action)["amount"], state(unit).cash[2]
        do(unit, 2, action)
        assert state(unit).mortgaged[6] == mortgaged
        assert cash - state(unit).cash[2] == amount > 0
        assert state(unit).lifts == ()


# -- the rest


def test_no_room_for_a_loan_is_no_negative_amount() -> None:
    unit = arranged(at_the_table(), loans=[(), (Loan(200_000, 0),), (), ()])
    assert button(unit, 1, "borrow")["amount"] == 0
