"""FAILL: out of the game, to the creditor or to the bank."""

from __future__ import annotations

from firmware_sim.dialogue.asking import ask_player, ask_yes, player_icons
from firmware_sim.dialogue.money import concerned
from firmware_sim.dialogue.play import play
from firmware_sim.game import Error
from firmware_sim.rules import bankruptcy as ruin
from firmware_sim.session import Dialogue, Table


def give_up(table: Table) -> Dialogue:
    """FAILLITE ?, OK twice. Who could still pay is told so once (error 22)."""
    game = table.playing
    player = yield from ask_player(table, "who_bankrupt", "FAILL QUI ?", concerned(game))
    if player is None:
        return
    if player not in table.warned and ruin.could_pay(game, player):
        table.warned.add(player)
        table.refuse(Error.CAN_PAY)
        return
    for asks in ("bankrupt", "bankrupt_sure"):
        if not (yield from ask_yes(table, asks, "FAILLITE ?", "", player_icons(table, player))):
            return
    play(table, "FAILLITE", ruin.ruin, player, player=player, tune="bankruptcy")
