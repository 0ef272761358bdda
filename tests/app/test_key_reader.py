"""KeyStrokes of the bots: on a real unit, beside people, in their own seats only."""

from itertools import islice

import pytest

from banquier.editions.edition_file import editions
from banquier.play.bots.bots import Bots
from banquier.play.key_queue import Stroke
from banquier.play.key_reader import KeyReader
from banquier.play.move import Move
from banquier.play.moves import press
from banquier.play.rng import rng
from firmware_sim.game import BANK, Claim, Debt, Lift, Phase, Why
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from hardware.unit_inputs import set_fact
from tests.support.bot_game import MINUTE, arranged, pump, pump_until, seated, state
from tests.support.games_played import play, sit_down
from tests.support.units import at_the_table, tap_in_turn

# -- whose turn it is


def test_a_bot_plays_its_turn_and_then_presses_nothing() -> None:
    unit = at_the_table()
    strokes = seated(unit, 1).strokes()
    pump_until(unit, strokes, "J2 LANCEZ")
    assert state(unit).throws > 0
    before = unit.operations
    assert pump(unit, strokes, 20) == []
    assert unit.operations == before


def test_bots_type_every_face_of_real_dice_and_real_cards() -> None:
    unit = Unit(editions(), seed=1)
    sit_down(unit, "edition classique", "players 3", "dice keyed", "cards keyed", "speed-die yes")
    arranged(unit, speed_from=[0, 1, 1, 1])
    play(unit, operations=300)
    acts = [line.act for line in unit.roll if line.act]
    thrown = [act.numbers for act in acts if act.kind == "throw"]
    assert {die for dice in thrown for die in dice[:2]} == {1, 2, 3, 4, 5, 6}
    assert {die for dice in thrown for die in dice[2:]} == {1, 2, 3, 4, 5}
    assert len({act.numbers for act in acts if act.kind == "named"}) > 3


def test_the_pace_is_a_pause_between_the_keys_of_a_bot() -> None:
    unit = at_the_table()
    bots = seated(unit, 1)
    bots.reader.pace = 20_000
    strokes = list(islice(bots.strokes(), 8))
    assert any(stroke.key for stroke in strokes)
    assert Stroke("", 20_000) in strokes


def test_an_ok_waits_for_the_end_of_a_refusal_that_another_key_caused() -> None:
    unit = at_the_table("deska", dice="DES JETES")
    set_fact(unit, "owner", 1, 1)
    set_fact(unit, "mortgaged", 1, 1)
    tap_in_turn(
        unit, *["VENTE", "1", "OK", "2", "OK", "+", "OK", "FIN", "FIN", "OK", "OK", "OK", "OK"]
    )
    tap(unit, "FIN")
    reader = KeyReader(unit, rng(1), pace=0)
    assert reader.kind == "lift_received" and unit.said.error
    pump(unit, press(reader, 2, Move("lift_now", 1)), 9)
    assert not state(unit).mortgaged[1]


def test_a_bot_waits_during_a_view_and_after_f() -> None:
    unit = at_the_table()
    strokes = seated(unit, 1).strokes()
    tap_in_turn(unit, "?", "1")
    assert pump(unit, strokes, 20) == []
    tap_in_turn(unit, "C", "F")
    assert pump(unit, strokes, 3) == []
    unit.run(unit.tick + 5 * SECOND)
    assert pump(unit, strokes, 20)[0] in ("DES", "F")


def test_a_bot_does_not_wake_the_unit_in_the_turn_of_a_person() -> None:
    unit = at_the_table()
    bots = seated(unit, 2)
    unit.run(unit.tick + 9 * MINUTE)
    assert not unit.firmware.awake
    assert pump(unit, bots.strokes(), 20) == []
    assert not unit.firmware.awake


def test_bots_alone_wake_the_unit_and_go_on() -> None:
    unit = at_the_table()
    bots = seated(unit, 1, 2, 3)
    unit.run(unit.tick + 9 * MINUTE)
    assert "ON" in pump(unit, bots.strokes(), 30)
    assert unit.firmware.awake
    assert state(unit).throws > 0


# -- rents, debts, lifts


def test_a_bot_claims_its_own_rent_and_no_other() -> None:
    claims = (Claim(1, 2, 39, 5_000, 1), Claim(1, 3, 37, 3_500, 1))
    unit = arranged(at_the_table(), phase=Phase.SQUARE, claims=claims)
    keys = pump(unit, seated(unit, 2, profile="greedy").strokes(), 30)
    assert keys in (["LOYER"], ["F", "?"])
    assert [claim.owner for claim in state(unit).claims] == [3]
    assert state(unit).cash[2] == 155_000
    older = arranged(at_the_table(), phase=Phase.SQUARE, claims=claims[::-1])
    assert pump(older, seated(older, 2, profile="greedy").strokes(), 30) == []


def test_a_bot_settles_its_own_debt_and_waits_for_those_of_others() -> None:
    unit = arranged(at_the_table(), debts=(Debt(1, 2, 5_000, Why.RENT),))
    assert pump(unit, seated(unit, 2, 3).strokes(), 20) == []
    pump(unit, seated(unit, 1).strokes(), 3)
    assert state(unit).debts == ()
    assert state(unit).cash[2] == 155_000


def test_a_bot_short_of_money_pays_its_creditor_in_deeds() -> None:
    unit = at_the_table("euro")
    game = state(unit)
    game.give(39, 1)
    game.cash[1], game.cash[BANK] = 0, game.cash[BANK] + 1_500
    arranged(unit, debts=(Debt(1, 2, 5_000, Why.RENT),))
    pump(unit, Bots(unit, {1: "careful", 2: "careful"}, seed=2).strokes(), 16)
    assert game.owner[39] == 2
    assert game.debts == (Debt(1, 2, 4_680, Why.RENT),)


def test_a_bot_answers_for_a_mortgaged_deed_received() -> None:
    unit = at_the_table("euro")
    game = state(unit)
    game.give(39, 2)
    game.mortgaged[39] = True
    arranged(unit, lifts=(Lift(2, 39, 10),))
    assert pump(unit, seated(unit, 1, 3).strokes(), 20) == []
    pump(unit, seated(unit, 2).strokes(), 2)
    assert game.lifts == ()
    assert not game.mortgaged[39]


# -- real dice, and no way on


def test_a_bot_waits_for_a_notice_that_begins_during_another() -> None:
    unit = at_the_table()
    bots = seated(unit, 1)
    unit.memory_failed()
    unit.run(unit.tick + 512)
    waiting = bots.reader.listen()
    first = next(waiting)
    unit.run(unit.tick + SECOND)
    unit.memory_failed()
    unit.run(unit.tick - SECOND + first.pause)
    assert unit.said.text == "MEMOIRE"
    pump(unit, waiting, 10)
    assert unit.said.text == "J1 LANCEZ"


def test_people_take_up_a_game_and_set_up_a_new_one() -> None:
    unit = at_the_table()
    unit.power_off()
    unit.power_on()
    unit.run(unit.notices_end)
    assert pump(unit, seated(unit, 2, 3).strokes(), 20) == []
    tap_in_turn(unit, "C", "OK")
    assert unit.said.text == "ELECTRONIQUE"
    assert pump(unit, seated(unit, 1, 2, 3).strokes(), 20) == []


@pytest.mark.parametrize(
    ("edition", "dice", "facts", "keys", "leaves"),
    [
        ("electronique", "DES AUTO", {"phase": Phase.SQUARE}, ("BATIR",), ("C",)),
        ("electronique", "DES JETES", {"phase": Phase.THROW}, ("4",), ("C",)),
        ("electronique", "DES AUTO", {"phase": Phase.OFFER, "square": {1: 3}}, ("ENCH",), ("C",)),
        ("classique", "DES AUTO", {"phase": Phase.BUS, "dice": (1, 2), "third_die": 5,
                                   "speed_die": True}, (), ("+", "OK")),
        ("euro", "DES AUTO", {"phase": Phase.SQUARE, "owner": {1: 1}, "mortgaged": {1: True},
                              "lifts": (Lift(1, 1, 10),)}, (), ("C",)),
    ],
    ids=["function", "typed", "auction", "bus", "lift"],
)  # fmt: skip
def test_a_rent_is_not_claimed_during_the_dialogue_of_a_person(
    edition: str,
    dice: str,
    facts: dict[str, object],
    keys: tuple[str, ...],
    leaves: tuple[str, ...],
) -> None:
    unit = arranged(
        at_the_table(edition, dice=dice), turn=1, claims=(Claim(1, 2, 39, 50, 1),), **facts
    )
    strokes = seated(unit, 2, profile="greedy").strokes()
    tap_in_turn(unit, *keys)
    asked, before = unit.question.kind, state(unit).cash[2]
    assert pump(unit, strokes, 20) == []
    assert unit.question.kind == asked
    tap_in_turn(unit, *leaves)
    pump(unit, strokes, 6)
    assert state(unit).cash[2] == before + 50, unit.question


def test_a_bot_leaves_the_question_whether_its_own_operation_is_undone_to_people() -> None:
    unit = at_the_table()
    strokes = seated(unit, 1).strokes()
    pump_until(unit, strokes, "J2 LANCEZ")
    tap_in_turn(unit, "CORR")
    assert (unit.question.kind, unit.question.player) == ("undo", 1)
    assert pump(unit, strokes, 20) == []
