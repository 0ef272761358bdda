"""One operation for checks: the game before and after, and its roll line.

step = Step(before, game, "J1 ACHAT PIGALLE 12.000 = J1 138.000 BANQUE 12.000")
step.word, step.thrown, step.square.kind
"""

from __future__ import annotations

from firmware_sim.edition import Square
from firmware_sim.game import Claim, Game, Phase, Why

THROW = Phase.THROW


class Step:
    __slots__ = (
        "before", "claimed", "game", "jailed", "player", "prisoner", "thrown", "why", "word",
        "words",
    )  # fmt: skip

    def __init__(self, before: Game, game: Game, printed: str) -> None:
        self.before = before
        self.game = game
        self.words = printed.split()
        self.word = self.words[1] if len(self.words) > 1 else ""
        """Its name on the roll: ACHAT, FIN, LOYER …"""
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
        """The players that the roll line names first: who acted, and with whom."""
        parties = self.words[:1] + self.words[2:3]
        return [int(word[1]) for word in parties if word[:1] == "J" and word[1:].isdecimal()]

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
