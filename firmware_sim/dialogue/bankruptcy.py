"""FAILL: out of the game, to the creditor or to the bank."""

from __future__ import annotations

from firmware_sim.dialogue.asking import ask_player, ask_yes, player_icons
from firmware_sim.dialogue.money import concerned
from firmware_sim.dialogue.play import play
from firmware_sim.game import Act, Error
from firmware_sim.question import Question
from firmware_sim.rules import bankruptcy
from firmware_sim.session import Dialogue, Session


def give_up(session: Session) -> Dialogue:
    """FAILLITE ?, then CERTAIN ? Who could still pay is told so once (error 22)."""
    game = session.current_game
    player = yield from ask_player(session, "who_bankrupt", "FAILL QUI ?", concerned(game))
    if player is None:
        return
    if player not in session.warned and bankruptcy.could_pay(game, player):
        session.warned.add(player)
        session.refuse(Error.CAN_PAY)
        return
    icons = player_icons(session, player)
    for kind, text in (("bankrupt", "FAILLITE ?"), ("bankrupt_sure", "CERTAIN ?")):
        if not (yield from ask_yes(session, Question(kind, player), text, "", icons)):
            return
    play(session, Act("ruin", player), bankruptcy.go_bankrupt, player, tune="bankruptcy")
