"""FAILL: out of the game, to the creditor or to the bank."""

from __future__ import annotations

from firmware_sim.dialogue.asking import ask_player, ask_yes
from firmware_sim.dialogue.money import concerned
from firmware_sim.dialogue.operation import operate
from firmware_sim.game import Act, Error
from firmware_sim.question import Question
from firmware_sim.rules import bankruptcy
from firmware_sim.session import Dialogue, Session


def give_up(session: Session) -> Dialogue:
    """FAILLITE ?, then CERTAIN ? Who could still pay is told so once (error 22)."""
    game = session.current_game
    player = yield from ask_player(session, "who_bankrupt", concerned(game))
    if player is None:
        return
    if player not in session.warned and bankruptcy.could_pay(game, player):
        session.warned.add(player)
        session.refuse(Error.CAN_PAY)
        return
    for kind in ("bankrupt", "bankrupt_sure"):
        if not (yield from ask_yes(session, Question(kind, player))):
            return
    operate(session, Act("ruin", player), bankruptcy.go_bankrupt, player, tune="bankruptcy")
