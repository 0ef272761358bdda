"""The session: what it shows of a debt; the conversation: its facts."""

from firmware_sim.game import Debt, Why
from firmware_sim.texts import BIT
from tests.support.units import at_the_table


def test_the_debt_of_a_game_without_history_is_told_with_its_icons() -> None:
    unit = at_the_table()
    session = unit.session
    session.current_game.debts = (Debt(1, 2, 10**6, Why.DEBUG),)
    session.history.clear()
    unit.firmware.restart()
    (told,) = session.notices
    assert (told.text, told.value) == ("DETTE", "1.000.000")
    assert told.icons == BIT["J1"] | BIT["P2"] | BIT["DETTE"] | session.lasting_icons()


def test_a_digest_holds_the_keys_of_what_is_open() -> None:
    unit = at_the_table()
    conversation = unit.firmware.conversation
    for key in ("?", "1"):
        assert conversation.give(key) == ""
    assert (("?", ("1",)),) in conversation.facts()
