"""Units in the middle of a game, arranged so that a question waits."""

from firmware_sim.edition import Card
from firmware_sim.game import Debt, Phase, Why
from hardware.unit import Unit
from tests.support.bot_game import arranged, state
from tests.support.units import at_the_table, tap_in_turn


def offered() -> Unit:
    """J1 stands on a square that is for sale."""
    return arranged(at_the_table(), square=[0, 6, 0, 0], phase=Phase.OFFER)


def asked_to_lift() -> Unit:
    """J1 is asked whether a mortgage is lifted."""
    unit = arranged(at_the_table(), owner={1: 1}, mortgaged={1: True})
    return tap_in_turn(unit, "HYPO", "OK", "OK")


def with_all_deeds(**facts: object) -> Unit:
    """J1 owns all that can be owned."""
    unit = at_the_table()
    return arranged(unit, owner=dict.fromkeys(state(unit).edition.deeds, 1), **facts)


def deals() -> Unit:
    """J1 has square 1, J2 a mortgaged 6, and deeds may be sold; J1 is to throw."""
    return arranged(at_the_table("deska"), owner={1: 1, 6: 2}, mortgaged={6: True}, turn=1)


def carded() -> Unit:
    """J1 pays or draws another card."""
    return arranged(
        at_the_table(), effect=(1, Card(10, "pay_or_chance", 1_000)), phase=Phase.EFFECT
    )


def indebted() -> Unit:
    """J1 owes J2 more than there is."""
    return with_all_deeds(debts=(Debt(1, 2, 200_000, Why.RENT),), houses={37: 4, 39: 4})
