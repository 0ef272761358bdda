"""The chances in a running game: from its newest position, more precise with every game played on.

estimate = Estimate()
estimate.follow(unit)           True if it begins again: after an operation, or at a new sale
estimate.more(1)                play so many games on, in this process
estimate.tally, estimate.changes()
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from banquier.chances.position import Position, best_bid, position_of
from banquier.chances.tally import ChanceChange, Tally, add, changes, played_on

if TYPE_CHECKING:
    from hardware.unit import Unit

MOST = 4_000
"""The most games played on from one position."""
SEED = 1


class Estimate:
    def __init__(self) -> None:
        self.positions: list[Position] = []
        """The one that is judged; while a sale waits, first the one after it."""
        self.tallies: list[Tally] = []
        """The results per position."""
        self._key: object = None

    @property
    def position(self) -> Position | None:
        return self.positions[-1] if self.positions else None

    @property
    def tally(self) -> Tally:
        return self.tallies[-1] if self.tallies else Tally(0)

    def changes(self) -> list[ChanceChange]:
        """Return what the open sale would change; empty without a sale or before a first game."""
        return changes(self.tally, self.tallies[0]) if len(self.tallies) > 1 else []

    @property
    def is_sure(self) -> bool:
        """True once no more games need to be played."""
        return not self.positions or self.tally.games >= MOST

    def follow(self, unit: Unit) -> bool:
        """Begin again, and return True, if the game or its question has changed."""
        session, question = unit.session, unit.question
        bargain = question.bargain if question.kind == "accord" else None
        key = unit, unit.operations, best_bid(question), bargain
        if key == self._key:
            return False
        self._key = key
        position = position_of(session, question)
        struck = position.after_bargain() if position else None
        self.positions = [one for one in (struck, position) if one is not None]
        self.tallies = [Tally(one.game.players) for one in self.positions]
        return True

    def close(self) -> None:
        """Stop: nobody needs the chances any more."""

    def job(self, games: int) -> Callable[[], list[Tally]]:
        return partial(played_on, self.positions, self.tally.games, games, SEED)

    def more(self, games: int) -> None:
        add(self.tallies, self.job(games)())
