"""Announcements agree with the game; test_games.py and tests/soak listen to whole games."""

from banquier.words.announcements import announcer_of, question_words
from firmware_sim.game import Claim, Phase
from hardware.crystal import SECOND
from hardware.unit import tap
from tests.support.bot_game import arranged
from tests.support.listener import Listener
from tests.support.units import at_the_table


def test_what_is_taken_back_is_told() -> None:
    unit = at_the_table()
    listener = Listener(unit)
    tap(unit, "PAYER", "1", "OK", "2", "OK", *"500", "OK", "CORR", "OK")
    assert listener.faults == []
    assert "J1 has 150000" in listener.sentences[-1] and "J2 has 150000" in listener.sentences[-1]


def test_who_gains_and_who_loses_is_told_with_a_payment() -> None:
    unit = at_the_table(players=3)
    told = announcer_of(unit)
    tap(unit, "PAYER", "1", "OK", "2", "OK", *"500", "OK")
    told.on_advance(unit)
    assert (told.log[-1].gained, told.log[-1].lost) == ((2,), (1,))


def test_a_rent_that_a_bot_owes_is_told_to_a_person_who_may_claim_it() -> None:
    claims, owner = (Claim(1, 2, 6, 600, 1),), {6: 2}
    unit = arranged(at_the_table(), claims=claims, owner=owner, square={1: 6}, phase=Phase.SQUARE)
    assert unit.question.kind == "rent"
    said = [question_words(unit.question, {}, bots).text("en") for bots in ((1,), (1, 2))]
    assert "600" in said[0] and "600" not in said[1]


def test_each_turn_is_told_with_its_keys() -> None:
    question = at_the_table().question
    assert "DÉS" in question_words(question, {}, (), question).text("en")


def test_another_game_on_the_same_unit_is_told_from_its_beginning() -> None:
    """NOUVELLE without a save, and with more players than before."""
    unit = at_the_table()
    told = announcer_of(unit)
    tap(unit, "F", hold=2 * SECOND)
    tap(unit, "-", "-", "-", "OK", "OK", "OK", "8", "OK", "OK", "OK")
    assert unit.session.current_game.players == 8
    assert told.log[-1].said.text("en").count(" has 150.000") == 8
