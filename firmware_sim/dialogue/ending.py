"""GAGNANT: the winner, then the ranking."""

from __future__ import annotations

from firmware_sim import messages
from firmware_sim.dialogue.asking import player_icons
from firmware_sim.dialogue.functions import correct
from firmware_sim.game import Error
from firmware_sim.interface import Question
from firmware_sim.rules import endings
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session


def the_end(session: Session) -> Dialogue:
    """`+` and `-` through the ranking; CORR still takes the last operation back."""
    game = session.current_game
    ranking = endings.ranking(game)
    at = 0
    session.sound("victory")
    while True:
        player = ranking[at]
        text = (
            f"{messages.player(player)} RANG {at + 1}"
            if at
            else f"GAGNANT {messages.player(player)}"
        )
        worth = max(0, endings.wealth(game, player))
        question = Question("rank" if at else "winner", player, amount=worth)
        icons = player_icons(session, player)
        key = yield Screen(text, messages.amount(worth), icons, asks=question)
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % len(ranking)
        elif key == "CORR":
            before = session.operations
            yield from correct(session)
            if session.operations != before:
                return
        else:
            session.refuse(Error.KEY)
