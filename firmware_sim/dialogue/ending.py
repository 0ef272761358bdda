"""GAGNANT: the winner, then the ranking."""

from __future__ import annotations

from firmware_sim.dialogue.asking import Choice
from firmware_sim.dialogue.correction import correct
from firmware_sim.game import Act, Error
from firmware_sim.question import Question
from firmware_sim.rules import endings
from firmware_sim.session import Answer, Dialogue, Session


def end_game(session: Session) -> Answer:
    """FIN PARTIE over a question that CORR brings back: its dialogue knows this very game."""
    game = session.current_game
    session.game = game.copy()
    end_now(session)
    yield from the_end(session)
    session.game = game
    return ""


def end_now(session: Session) -> None:
    session.do(Act("end", session.current_game.turn), endings.end_now)


def the_end(session: Session) -> Dialogue:
    """`+` and `-` through the ranking; CORR still takes the last operation back."""
    game = session.current_game
    places = endings.places(game)
    winners = [player for rank, player in places if rank == 1]

    def place(at: int) -> Question:
        rank, player = places[at]
        question = Question("rank", player, amount=endings.worth(game, player), rank=rank)
        if at:
            return question
        kind = "winners" if len(winners) > 1 else "winner"
        label = "|".join(f"GAGNANT J{winner}" for winner in winners)
        return question._replace(kind=kind, winners=tuple(winners), label=label)

    choice, before = Choice(session, range(len(places)), place, 0, None), session.operations
    session.sound("victory")
    while session.operations == before:
        if (yield from choice.key()) == "CORR":
            yield from correct(session)
        else:
            session.refuse(Error.KEY)
