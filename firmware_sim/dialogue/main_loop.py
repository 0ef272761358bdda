"""The whole evening: cold start, set-up, the game, its end. Where everything begins again.

Each turn of the loop is a moment that follows from the game alone; CORR, a resumed save and a
restored snapshot come back here.
"""

from __future__ import annotations

from firmware_sim.dialogue.asking import ask_yes
from firmware_sim.dialogue.setup import set_up
from firmware_sim.dialogue.turn import moment
from firmware_sim.session import Dialogue, Table


def evening(table: Table) -> Dialogue:
    while True:
        table.settled()
        yield from STAGES[table.stage](table)


def cold_start(table: Table) -> Dialogue:
    """With a game in memory: take it up again, or start anew after asking twice."""
    if table.game is None:
        table.stage = "set-up"
        return
    icons = table.always()
    while True:
        if (yield from ask_yes(table, "resume", "REPRISE ?", "", icons)):
            table.stage = "game"
            return
        if (yield from ask_yes(table, "erase", "EFFACER ?", "", icons)):
            table.game = None
            table.stage = "set-up"
            return


STAGES = {"cold": cold_start, "set-up": set_up, "game": moment}
