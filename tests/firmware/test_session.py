"""The session: what it prints, counts and shows; the conversation: facts and digests."""

from __future__ import annotations

from banquier.editions.edition_file import editions, load
from firmware_sim.game import BANK, Act, Debt, Game, Why
from firmware_sim.ledger import charge, post
from firmware_sim.session import Session
from firmware_sim.texts import BIT
from tests.support.units import at_the_table


def new_session(noise: int = 0) -> Session:
    session = Session(editions(names=["euro"]), lambda: noise)
    session.game = Game(load("euro"), 3)
    session.game.cash[:] = [0, 50, 60, 70]
    return session


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
    session.do(Act("pay", 2), post, 2, BANK, 10, Why.PAYMENT)
    session.current_game.last_turn = 3
    session.undo()
    assert session.current_game.last_turn == 3


def test_a_debtor_stays_warned_as_long_as_the_debt_is_there() -> None:
    session = new_session()
    session.current_game.debts = (Debt(1, 2, 100, Why.RENT),)
    session.warned = {1, 3}
    session.do(Act("pay", 2), post, 2, BANK, 10, Why.PAYMENT)
    assert session.warned == {1}


def test_the_debt_of_a_game_without_history_is_told_with_its_icons() -> None:
    unit = at_the_table()
    session = unit.session
    session.current_game.debts = (Debt(1, 2, 10**6, Why.DEBUG),)
    session.history.clear()
    unit.firmware.restart()
    (told,) = session.notices
    assert (told.text, told.value) == ("DETTE", "1.000.000")
    assert told.icons == BIT["J1"] | BIT["P2"] | BIT["DETTE"] | session.always()


def test_a_digest_holds_the_keys_of_what_is_open() -> None:
    unit = at_the_table()
    conversation = unit.firmware.conversation
    for key in ("?", "1"):
        assert conversation.give(key) == ""
    assert (("?", ("1",)),) in conversation.facts()
