"""One operation for checks: the game before and after, and what it was.

step = Step(before, game, Act("buy", 1, square=19))
step.act.kind, step.thrown, step.square.kind
"""

from __future__ import annotations

from firmware_sim.edition import Square
from firmware_sim.game import Act, Claim, Game, Phase, Why

THROW = Phase.THROW


class Step:
    __slots__ = (
        "act", "before", "claimed", "game", "jailed", "player", "prisoner", "thrown", "why",
    )  # fmt: skip

    def __init__(self, before: Game, game: Game, act: Act) -> None:
        self.before = before
        self.game = game
        self.act = act
        self.why: frozenset[Why] = frozenset([entry.why for entry in game.entries])
        self.player = before.turn
        """The player whose turn it was."""
        self.thrown = game.throws > before.throws and before.phase is THROW
        self.prisoner = before.prison[self.player] > 0
        self.jailed = not self.prisoner and game.prison[self.player] > 0
        self.claimed = _claimed(before.claims, game.claims)
        """The rent opened by this operation."""

    @property
    def actors(self) -> list[int]:
        """Who acted, and with whom they traded."""
        partners = [self.act.other] if self.act.bargain else []
        return [player for player in [self.act.player, *partners] if player]

    @property
    def double(self) -> bool:
        return self.thrown and self.game.dice[0] == self.game.dice[1]

    @property
    def square(self) -> Square:
        """The square of the player now."""
        return self.game.edition.squares[self.game.square[self.player]]


def _claimed(known: tuple[Claim, ...], claims: tuple[Claim, ...]) -> Claim | None:
    if claims == known:
        return None
    new = [claim for claim in claims if claim not in known]
    return new[-1] if new else None
