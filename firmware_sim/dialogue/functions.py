"""The keys that are open at almost any moment: the functions, LOYER and CORR."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_sim.dialogue import bargain, estate, money
from firmware_sim.dialogue.asking import Asking
from firmware_sim.dialogue.correction import correct
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import Act, Error
from firmware_sim.rules import rent
from firmware_sim.session import Dialogue, Session

FUNCTIONS: dict[str, Callable[[Session], Dialogue]] = {
    "BATIR": partial(estate.over_lots, estate.BUILD),
    "DEMOL": partial(estate.over_lots, estate.DEMOLISH),
    "HYPO": partial(estate.over_lots, estate.MORTGAGE),
    "EMPR": money.borrow,
    "VENTE": bargain.bargain,
    "PAYER": money.pay,
    "RECU": money.receive,
    "FAILL": money.give_up,
}
CHANGED = "CHANGED"
"""No key: the game was changed over the question, by the MENU."""


def anything_else(session: Session, key: str) -> Asking[bool]:
    """Handle a key that does not answer the question; return True if the game has changed."""
    before = session.operations
    if key in FUNCTIONS:
        yield from FUNCTIONS[key](session)
    elif key == "LOYER":
        claim_rent(session)
    elif key == "CORR":
        yield from correct(session)
    elif key == CHANGED:
        return True
    else:
        session.refuse(Error.KEY)
    return session.operations != before


def collect(session: Session) -> None:
    """LOYER AUTO takes what can still be claimed, as soon as it is switched on."""
    game = session.game
    if game and session.settings["auto_rent"] and rent.claimable(game):
        claim_rent(session)


def claim_rent(session: Session) -> None:
    """The owner asks for the oldest rent that can still be asked."""
    if session.allows(rent.oldest_claim):
        claim = rent.oldest_claim(session.current_game)
        operate(session, Act("claim", claim.owner, claim.tenant, claim.square), rent.claim)
