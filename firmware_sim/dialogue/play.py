"""One operation of the player in turn, told afterwards."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.dialogue.notices import tell
from firmware_sim.game import Game
from firmware_sim.rules import rent
from firmware_sim.session import Session


def play(
    session: Session,
    name: str,
    rule: Callable[..., None],
    *facts: object,
    player: int = 0,
    dice: str = "",
    tune: str = "",
    by_hand: bool = False,
) -> bool:
    """Do it, then tell what it caused. `dice` are the unit's own, told first; money moved
    `by_hand` is told whatever it was for."""
    game = session.current_game
    player = player or game.turn
    in_prison, claims = game.prison[player], game.claims

    def operation(game: Game) -> None:
        rule(game, *facts)
        if session.settings.auto_rent:
            while game.claims:
                rent.claim(game)

    if not session.do(player, name, operation):
        return False
    if dice:
        session.notice(dice, icons=1 << (player - 1))
    if tune:
        session.sound(tune)
    tell(session, player, in_prison, sum(claim in claims for claim in game.claims), by_hand)
    return True
