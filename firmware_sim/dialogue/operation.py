"""One operation of the player in turn, told afterwards."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim import texts
from firmware_sim.dialogue.notices import tell
from firmware_sim.game import Act, Game
from firmware_sim.rules import rent
from firmware_sim.session import Session


def operate(
    session: Session,
    act: Act,
    rule: Callable[..., None],
    *facts: object,
    told: bool = False,
    tune: str = "",
    by_hand: bool = False,
) -> bool:
    """Do it, then tell what it caused. What it was is `told` first for the unit's own dice; money
    moved `by_hand` is told whatever it was for."""
    game = session.current_game
    player = act.player or game.turn
    act = act._replace(player=player)
    in_prison, claims = game.prison[player], game.claims

    def operation(game: Game) -> None:
        rule(game, *facts)
        if session.settings["auto_rent"]:
            rent.claim_all(game)

    if not session.do(act, operation):
        return False
    if told:
        session.notice(texts.act(act, game.edition), icons=1 << (player - 1))
    if tune:
        session.sound(tune)
    tell(session, player, in_prison, sum(claim in claims for claim in game.claims), by_hand)
    return True
