"""CORR: the operation that it would undo, and the question before it."""

from __future__ import annotations

from firmware_sim import texts
from firmware_sim.dialogue.asking import ask_yes
from firmware_sim.dialogue.money import default_player
from firmware_sim.game import BANK, Error
from firmware_sim.question import Question
from firmware_sim.session import NOT_TYPED, Dialogue, Session


def correct(session: Session) -> Dialogue:
    """ANNULE ?: one operation back, across turns; dice and cards come again the same."""
    if not session.history:
        session.refuse(Error.NOTHING)
        return
    last = session.history[-1]
    game, act, player = session.current_game, last.act, last.player
    if act and act.kind == "unsold" and last.before.estate:
        player = last.before.bankrupt_order[-1]  # the owner of the unsold deed
    named = f"{texts.player(player)} {last.name.split()[0]}"
    moved = abs(game.cash[player] - last.before.cash[player])
    square = act.square if act and act.square >= 0 else game.square[player]
    other = act.other if act else BANK
    question = Question("undo", player, other, moved, square, act=act, label=named)
    if (yield from ask_yes(session, question, value="")):
        asked = default_player(game)
        session.undo()
        if default_player(session.current_game) != asked:
            session.typed_dice = NOT_TYPED
