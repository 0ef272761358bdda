"""Units in the middle of a game, arranged so that a question waits."""

from typing import Any

from firmware_sim.edition import Card
from firmware_sim.game import Claim, Debt, Lift, Loan, Phase, Why
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


CLAIM = {"claims": (Claim(2, 1, 39, 5_000, 1),), "phase": Phase.SQUARE, "owner": {39: 1}}
REPAIRS = Card(3, "repairs", house=4_000, hotel=11_500)
QUESTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("electronique", {}, "borrow"),
    ("electronique", {"prison": {1: 2}, "free_cards": [1, 0]}, ""),
    ("electronique", {"square": [0, 6, 0, 0], "phase": Phase.OFFER, "cash": [0, 5, 5, 5]}, ""),
    ("electronique", {"square": [0, 7, 0, 0], "phase": Phase.CARD}, ""),
    ("electronique", {"effect": (0, REPAIRS), "phase": Phase.EFFECT}, ""),
    ("electronique", CLAIM, ""),
    ("electronique", {"phase": Phase.SQUARE}, ""),
    ("electronique", {"debts": (Debt(1, 2, 17_000, Why.RENT),)}, ""),
    ("electronique", {"loans": [(), (Loan(50_000, 1),), (), ()], "owner": {1: 1}}, ""),
    ("deska", {"owner": {1: 1}, "turn": 1}, "offer"),
    ("electronique", {"turn": 2}, ""),
    ("electronique", {"winner": 1}, ""),
    ("deska", {"owner": {6: 1}, "mortgaged": {6: True}, "lifts": (Lift(1, 6, 10),)}, ""),
    ("deska", {"phase": Phase.RETHROW, "square": [0, 12, 0, 0], "turn": 1}, ""),
    ("euro", {"owner": {1: 1, 3: 1}, "houses": {1: 5, 3: 5}, "turn": 1}, ""),
    ("classique", {"phase": Phase.BUS, "dice": (2, 3), "third_die": 5, "turn": 1}, ""),
    ("classique", {"phase": Phase.ANYWHERE, "dice": (3, 3), "third_die": 3, "turn": 1}, ""),
    ("merveilles", {"phase": Phase.VISA, "square": [0, 5, 5, 5], "turn": 1}, ""),
]
"""An edition, a state of J1's game, and the button whose second question is opened."""
