"""GAGNANT: the winner, then the ranking."""

from __future__ import annotations

from firmware_sim import messages as words
from firmware_sim.dialogue.asking import player_icons
from firmware_sim.dialogue.functions import correct
from firmware_sim.game import Error
from firmware_sim.rules import endings
from firmware_sim.screen import Screen
from firmware_sim.session import Dialogue, Table


def the_end(table: Table) -> Dialogue:
    """`+` and `-` through the ranking; CORR still takes the last operation back."""
    game = table.playing
    ranking = endings.ranking(game)
    at = 0
    table.sound("victory")
    while True:
        player = ranking[at]
        text = f"{words.player(player)} RANG {at + 1}" if at else f"GAGNANT {words.player(player)}"
        worth = words.amount(max(0, endings.wealth(game, player)))
        asks = "rank" if at else "winner"
        key = yield Screen(text, worth, player_icons(table, player), asks=asks)
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % len(ranking)
        elif key == "CORR":
            before = table.operations
            yield from correct(table)
            if table.operations != before:
                return
        else:
            table.refuse(Error.KEY)
