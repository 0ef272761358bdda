"""The bots at auctions and sales, also with people."""

from collections.abc import Iterator
from itertools import chain

import pytest

from banquier.editions.edition_file import BUILT_IN
from banquier.play.bots.bots import Bots
from banquier.play.bots.way_out import WAYS
from banquier.play.key_queue import Stroke
from banquier.play.move import Move
from banquier.play.moves import OVER
from firmware_sim.game import Bargain, Claim, Phase
from hardware.crystal import SECOND
from hardware.unit import Unit
from tests.support.bot_game import arranged, pump, pump_until, seated, state
from tests.support.units import at_the_table, tap_in_turn

# -- auctions


def bidding() -> tuple[Unit, Iterator[Stroke]]:
    """J2, a bot, has the best bid."""
    unit = arranged(at_the_table("euro"), turn=1, square={1: 39}, phase=Phase.OFFER)
    tap_in_turn(unit, "ENCH")
    strokes = seated(unit, 2).strokes()
    pump_until(unit, strokes, "J2 ENCHERE")
    return unit, strokes


def test_what_a_person_does_in_an_auction_makes_bots_wait_anew() -> None:
    unit, strokes = bidding()
    for _ in range(3):
        began = unit.tick
        while unit.tick < began + 14 * SECOND:
            pump(unit, strokes, 1)
        assert unit.said.pages[0] == "J2 ENCHERE"
        tap_in_turn(unit, "3", "C")


def test_bots_leave_a_half_typed_bid_after_the_time_for_people() -> None:
    unit, strokes = bidding()
    tap_in_turn(unit, "3", "3", "5")
    for wait, kind in ((14, "bid_amount"), (4, "bid")):
        began = unit.tick
        while unit.tick < began + wait * SECOND:
            pump(unit, strokes, 1)
        assert unit.question.kind == kind
    pump_until(unit, strokes, "PARIS")
    assert state(unit).owner[39] == 2


def test_an_outbid_bot_bids_again_up_to_its_limit() -> None:
    unit, strokes = bidding()
    tap_in_turn(unit, "3", "3", "5", "9", "OK")
    assert unit.said.pages[0] == "J3 ENCHERE"
    pump_until(unit, strokes, "J2 ENCHERE")
    assert unit.said.value == "360"
    tap_in_turn(unit, "3", "3", "6", "1", "OK")
    pump_until(unit, strokes, "PARIS")
    assert state(unit).owner[39] == 3


def test_an_auction_goes_on_if_the_highest_bid_cannot_be_paid() -> None:
    unit, strokes = bidding()
    tap_in_turn(unit, "PAYER", "2", "OK", "3", "OK", "1", "4", "0", "0", "OK")
    assert unit.said.pages[0] == "J2 ENCHERE"
    tap_in_turn(unit, "FIN", "OK")
    assert unit.said.pages[0] == "ENCHERE"
    tap_in_turn(unit, "3", "9", "0", "OK")
    pump_until(unit, strokes, "PARIS")
    assert state(unit).owner[39] == 3


# -- bargains


def proposing(unit: Unit, money: str) -> Unit:
    """J1 asks J2 for square 39 and offers money."""
    state(unit).give(39, 2)
    unit.apply_between_scans(unit.firmware.restart)
    unit.run(unit.tick + SECOND)
    return tap_in_turn(
        unit, "VENTE", "1", "OK", "2", "OK", "FIN", "+", "OK", "FIN", *money, "OK", "OK", "OK"
    )


@pytest.mark.parametrize(("money", "owner"), [("900", 1), ("100", 2)])
def test_a_bot_accepts_a_good_bargain_and_refuses_a_bad_one(money: str, owner: int) -> None:
    unit = proposing(at_the_table("euro"), money)
    assert unit.said.text == "ACCORD J2 ?"
    keys = pump(unit, seated(unit, 2).strokes(), 2)
    assert keys == ["OK" if owner == 1 else "C"]
    assert state(unit).owner[39] == owner


def sold_out() -> Unit:
    """J1 lacks 39 of J2's, J2 lacks 3 of J1's; the bank has nothing."""
    unit = at_the_table()
    game = state(unit)
    for number in game.edition.deeds:
        game.give(number, 3)
    game.give(37, 1)
    game.give(3, 1)
    game.give(39, 2)
    game.give(1, 2)
    return arranged(unit)


def test_a_bot_proposes_a_bargain_and_waits_for_the_consent_of_a_person() -> None:
    unit = sold_out()
    bots = seated(unit, 1, profile="trader")
    bargain = Bargain(1, 2, (3,), (39,), money=20_000)
    strokes = chain(bots.carry_out(1, Move("offer", bargain=bargain)), bots.strokes())
    pump_until(unit, strokes, "ACCORD J2 ?")
    assert (unit.said.text, unit.said.value) == ("ACCORD J2 ?", "20.000")
    before = unit.tick
    pump(unit, strokes, 20)
    assert unit.said.text == "ACCORD J2 ?"
    assert unit.tick > before
    tap_in_turn(unit, "OK")
    assert [state(unit).owner[number] for number in (3, 39)] == [2, 1]


@pytest.mark.parametrize(
    ("presses", "asked"),
    [(1, "accord"), (2, "trade_good"), (3, "trade_money"), (9, "goods"),
     (11, "whom_trade"), (12, "who_trade")],
)  # fmt: skip
def test_a_refused_bargain_is_left_and_not_proposed_again(presses: int, asked: str) -> None:
    """However far back the person went who refused it."""
    unit = sold_out()
    bots = seated(unit, 1, profile="trader")
    move = Move("offer", bargain=Bargain(1, 2, (3,), (39,), money=20_000))
    strokes = chain(bots.carry_out(1, move), bots.strokes())
    pump_until(unit, strokes, "ACCORD J2 ?")
    tap_in_turn(unit, *"C" * presses)
    assert unit.question.kind == asked
    pump_until(unit, strokes, "J1 LANCEZ")
    assert state(unit).owner[39] == 2
    assert pump(unit, bots.carry_out(1, move), 60) == []


@pytest.mark.parametrize("claimed", [True, False])
def test_a_bot_leaves_a_person_time_to_claim_a_rent(claimed: bool) -> None:
    """The bot does not even build meanwhile: LOYER would meet its questions."""
    unit = at_the_table("electronique", 3)
    game = state(unit)
    for square, owner in ((39, 1), (1, 3), (3, 3)):
        game.give(square, owner)
    game.claims = (Claim(2, 1, 39, 5_000, 1),)
    arranged(unit, turn=3, turn_number=2, square=[0, 0, 39, 0])
    strokes, begun = seated(unit, 2, 3).strokes(), unit.tick
    while unit.tick < begun + 14 * SECOND:
        pump(unit, strokes, 1)
        assert unit.question.kind == "throw"
    assert state(unit).throws == 0
    if claimed:
        tap_in_turn(unit, "LOYER")
        assert state(unit).cash[1] == 155_000
    while not state(unit).throws:
        pump(unit, strokes, 1)
        assert unit.tick < begun + 25 * SECOND


# -- to the end


@pytest.mark.parametrize("edition", BUILT_IN)
def test_a_game_of_bots_ends_beside_a_person_who_refuses_everything(edition: str) -> None:
    """J2 throws, and else only answers what is asked: no purchase, no bid, no bargain."""
    unit = at_the_table(edition, 4)
    bots = Bots(unit, dict.fromkeys((1, 3, 4), "trader"), seed=3)
    strokes = bots.strokes()
    for _ in range(20_000):
        if unit.question.kind in OVER:
            break
        asked = unit.question
        opens = asked.kind in ("opening", "sold", "unsold") and state(unit).turn == 2
        if not pump(unit, strokes, 1) and (opens or asked.player == 2):
            tap_in_turn(unit, *WAYS[unit.question.kind])
    assert state(unit).winner
