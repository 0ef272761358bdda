"""GAGNANT: the winner, then the ranking."""

from __future__ import annotations

from firmware_sim import messages
from firmware_sim.dialogue.asking import player_icons
from firmware_sim.dialogue.functions import correct
from firmware_sim.game import Error
from firmware_sim.messages import BIT
from firmware_sim.question import Question
from firmware_sim.rules import endings
from firmware_sim.screens import Screen
from firmware_sim.session import Dialogue, Session


def the_end(session: Session) -> Dialogue:
    """`+` and `-` through the ranking; CORR still takes the last operation back."""
    game = session.current_game
    places = endings.places(game)
    winners = [player for rank, player in places if rank == 1]
    at = 0
    session.sound("victory")
    while True:
        rank, player = places[at]
        worth = max(0, endings.wealth(game, player))
        icons = player_icons(session, player)
        text, *others = [f"J{player} RANG {rank}"] if at else [f"GAGNANT J{w}" for w in winners]
        kind = "rank" if at else "winners" if others else "winner"
        for winner in () if at else winners[1:]:
            icons |= BIT[f"J{winner}"]
        question = Question(
            kind, player, amount=worth, rank=rank, winners=() if at else tuple(winners)
        )
        key = yield Screen(text, messages.amount(worth), icons, others=tuple(others), asks=question)
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % len(places)
        elif key == "CORR":
            before = session.operations
            yield from correct(session)
            if session.operations != before:
                return
        else:
            session.refuse(Error.KEY)
