"""GAGNANT: the winner, then the ranking."""

from __future__ import annotations

from firmware_sim.dialogue.asking import Choice, shown
from firmware_sim.dialogue.functions import correct
from firmware_sim.game import Error
from firmware_sim.question import Question
from firmware_sim.rules import endings
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session
from firmware_sim.texts import BIT


def the_end(session: Session) -> Dialogue:
    """`+` and `-` through the ranking; CORR still takes the last operation back."""
    game = session.current_game
    places = endings.places(game)
    winners = [player for rank, player in places if rank == 1]

    def place(at: int) -> Screen:
        rank, player = places[at]
        worth = endings.wealth(game, player)
        if at:
            return shown(session, Question("rank", player, amount=worth, rank=rank))
        kind = "winners" if len(winners) > 1 else "winner"
        question = Question(kind, player, amount=worth, rank=rank, winners=tuple(winners))
        text = "|".join(f"GAGNANT J{winner}" for winner in winners)
        icons = sum(BIT[f"J{winner}"] for winner in winners)
        return shown(session, question, text, icons=icons)

    choice, before = Choice(session, range(len(places)), place, 0, None), session.operations
    session.sound("victory")
    while session.operations == before:
        if (yield from choice.key()) == "CORR":
            yield from correct(session)
        else:
            session.refuse(Error.KEY)
