"""The session: what it prints, counts and shows; the conversation: snapshots and digests."""

from __future__ import annotations

from typing import Any

from banquier.editions.edition_file import editions, load
from firmware_sim.game import BANK, Debt, Game, Why
from firmware_sim.interface import Act
from firmware_sim.ledger import charge, move
from firmware_sim.messages import BIT
from firmware_sim.rules.speed_die import FACES
from firmware_sim.session import MINUTE, REPLAYED, Session
from hardware.unit import Unit, tap
from tests.support.games_played import sit_down
from tests.support.units import at_the_table


def new_session(noise: int = 0) -> Session:
    session = Session(editions(names=["euro"]), lambda: noise)
    session.game = Game(load("euro"), 3)
    session.game.cash[:] = [0, 50, 60, 70]
    return session


def real_dice() -> Unit:
    unit = Unit(editions(), seed=1)
    sit_down(unit, "edition electronique", "players 2", "dice keyed")
    return unit


def test_a_new_session_shows_no_sound_that_is_off_and_no_minutes_after_the_last() -> None:
    session = new_session()
    assert session.always() & BIT["SON"]
    session.settings.sound = False
    assert not session.always() & BIT["SON"]
    assert session.minutes_left() == 0
    session.ends_at = MINUTE
    assert session.minutes_left() == 1
    session.now = MINUTE
    assert session.minutes_left() == 0


def test_an_operation_is_printed_with_the_debts_that_it_makes() -> None:
    session = new_session()

    def owing(game: Game, amount: int) -> None:
        charge(game, 1, 2, amount, Why.RENT)
        charge(game, 3, BANK, amount, Why.TAX)

    assert session.do(Act("debug", BANK, text="LOYERS"), owing, 100)
    assert session.roll[-1].text == "BANQUE BANC LOYERS DETTE J1 100 DETTE J3 100"
    assert session.do(Act("claim", 2), owing, 200)
    assert session.roll[-1].text == "J2 LOYER DETTE J1 200 DETTE J3 200"
    assert session.operations == len(session.roll) == 2


def test_an_undo_leaves_the_turn_in_which_the_time_ran_out() -> None:
    session = new_session()
    session.do(Act("pay", 2), move, 2, BANK, 10, Why.PAYMENT)
    session.current_game.last_turn = 3
    session.undo()
    assert session.current_game.last_turn == 3


def test_a_debtor_stays_warned_as_long_as_the_debt_is_there() -> None:
    session = new_session()
    session.current_game.debts = (Debt(1, 2, 100, Why.RENT),)
    session.warned = {1, 3}
    session.do(Act("pay", 2), move, 2, BANK, 10, Why.PAYMENT)
    assert session.warned == {1}


def test_the_speed_die_has_its_six_faces() -> None:
    thrown = [new_session(36 * face).throw(3)[2] for face in range(6)]
    assert thrown == list(FACES)


def test_a_third_die_is_thrown_to_the_two_that_are_known() -> None:
    session = new_session()
    session.future_throws[0] = (3, 4)
    assert session.throw(3) == (3, 4, FACES[0])


def test_the_debt_of_a_game_without_history_is_told_with_its_icons() -> None:
    unit = at_the_table()
    session = unit.firmware.session
    session.current_game.debts = (Debt(1, 2, 10**6, Why.DEBUG),)
    session.history.clear()
    unit.firmware.restart()
    (told,) = session.notices
    assert (told.text, told.value) == ("DETTE", "1.000.000")
    assert told.icons == BIT["J1"] | BIT["P2"] | BIT["DETTE"] | session.always()


def test_real_dice_are_asked_for_one_after_the_other() -> None:
    unit = Unit(editions(), seed=1)
    sit_down(unit, "edition classique", "players 2", "speed-die yes", "dice keyed")
    game = unit.firmware.session.current_game
    game.speed_from[:] = [0, 1, 1]
    game.turn_number = 2
    unit.firmware.restart()
    asked = [unit.question.kind]
    for key in ("3", "4", "5"):
        tap(unit, key)
        asked.append(unit.question.kind)
    assert asked == ["throw_keyed", "second_die", "third_die", "dice_typed"]


def test_a_die_that_is_typed_stays_when_the_deeds_have_been_walked() -> None:
    unit = real_dice()
    for key in ("4", "+", "C"):
        tap(unit, key)
    assert unit.said.text == "DES 4"


def test_real_dice_may_be_typed_in_the_walk_which_goes_either_way() -> None:
    unit = real_dice()
    game = unit.firmware.session.current_game
    game.give(1, 1)
    game.give(3, 1)
    game.give(6, 1)
    shown = []
    for way in ("+", "-"):
        tap(unit, way)
        shown.append(unit.said.text)
        tap(unit, "4")
        assert unit.said.text == "DES 4"
        tap(unit, "C")
    assert shown[0] != shown[1]


def test_a_die_that_is_typed_stays_after_a_key_for_the_prison() -> None:
    unit = real_dice()
    for key in ("4", "PRISON"):
        tap(unit, key)
    assert unit.firmware.conversation.screen.text == "DES 4"
    unit.firmware.session.current_game.prison[1] = 1
    for key, text in (("PRISON", "AMENDE ?"), ("C", "DES 4")):
        tap(unit, key)
        assert unit.firmware.conversation.screen.text == text


def test_a_restored_game_keeps_the_turn_in_which_its_time_ran_out() -> None:
    unit = real_dice()
    conversation, session = unit.firmware.conversation, unit.firmware.session
    tap(unit, "4")
    session.current_game.last_turn = 3
    kept = conversation.snapshot()
    session.current_game.last_turn = 0
    conversation.restore(kept)
    assert session.current_game.last_turn == 3
    assert conversation.facts()[1] == kept.state["game"].plain()


def test_a_restored_question_holds_the_game_of_the_session() -> None:
    unit = real_dice()
    conversation, session = unit.firmware.conversation, unit.firmware.session
    conversation.restore(conversation.snapshot())
    asking: Any = conversation.dialogue
    while asking.gi_yieldfrom:
        asking = asking.gi_yieldfrom
    assert asking.gi_frame.f_locals["game"] is session.game


def test_a_snapshot_after_the_game_was_erased_holds_no_game() -> None:
    unit = real_dice()
    conversation, session = unit.firmware.conversation, unit.firmware.session
    session.stage = "cold"
    conversation.start()
    assert conversation.snapshot().base["game"] is not None
    for key in ("C", "OK"):
        conversation.give(key)
    assert session.stage == "set-up"
    assert conversation.snapshot().base["game"] is None


def test_a_restored_conversation_goes_on_with_the_same_keys_and_settings() -> None:
    """Contrast changed in a MENU that is closed, a die typed, and again in one that is open."""
    unit = real_dice()
    conversation, session = unit.firmware.conversation, unit.firmware.session

    def change_contrast() -> None:
        conversation.open_menu()
        while "CONTRASTE" not in conversation.screen.text:
            conversation.give("+")
        conversation.give("OK")

    conversation.give("4")
    conversation.open_menu()
    conversation.give("C")
    assert conversation.given == ["4"]
    change_contrast()
    conversation.give("C")
    assert conversation.given == ["4", session.settings.plain()]
    change_contrast()
    kept, facts, screen = conversation.snapshot(), conversation.facts(), conversation.screen
    contrast = session.settings.contrast
    other = real_dice().firmware.conversation
    other.restore(kept)
    assert (other.facts(), other.screen) == (facts, screen)
    for each in (conversation, other):
        each.give("C")
        assert each.screen.text == "DES 4"
        assert each.session.settings.contrast == contrast
        assert len(each.given) == 3
    assert conversation.facts() == other.facts()


def test_a_snapshot_begins_with_the_game_after_the_last_operation() -> None:
    unit = at_the_table()
    conversation, session = unit.firmware.conversation, unit.firmware.session
    for key in ("DES", "FIN", "FIN"):
        tap(unit, key)
        assert conversation.snapshot().base["game"].plain() == session.current_game.plain()


def test_a_snapshot_is_whole_when_nothing_has_changed_since_the_last() -> None:
    conversation = real_dice().firmware.conversation
    for _ in range(2):
        conversation.session.settled()
        assert set(conversation.snapshot().base) == set(REPLAYED)


def test_a_digest_holds_the_keys_of_what_is_open() -> None:
    unit = at_the_table()
    conversation = unit.firmware.conversation
    for key in ("?", "1"):
        assert conversation.give(key) == ""
    assert (("?", ("1",)),) in conversation.facts()


def test_a_key_of_the_question_switches_nothing_off() -> None:
    conversation = real_dice().firmware.conversation
    assert conversation.give("4") == ""
    conversation.open_menu()
    for key in ("-", "-", "-", "OK", "OK"):
        assert conversation.give(key) == ""
    assert conversation.session.stage == "set-up"
