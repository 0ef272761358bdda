"""Main loop of the conversation: cold start, set-up, the game, its end.

Each turn of the loop is a step that follows from the game alone; CORR and a resumed save come
back here.
"""

from __future__ import annotations

from firmware_sim.dialogue.asking import ask_yes
from firmware_sim.dialogue.notices import tell_house_rules
from firmware_sim.dialogue.setup import set_up
from firmware_sim.dialogue.turn import next_step
from firmware_sim.question import Question
from firmware_sim.session import Dialogue, Session


def main_loop(session: Session) -> Dialogue:
    while True:
        session.settled()
        yield from STAGES[session.stage](session)


def cold_start(session: Session) -> Dialogue:
    """With a game in memory: take it up again, or start anew after asking twice."""
    if session.game is None:
        session.stage = "set-up"
        return
    while True:
        if (yield from ask_yes(session, Question("resume"))):
            session.stage = "game"
            tell_house_rules(session, session.current_game.edition)
            return
        if (yield from ask_yes(session, Question("erase"))):
            session.game = None
            session.stage = "set-up"
            return


STAGES = {"cold": cold_start, "set-up": set_up, "game": next_step}
