"""The chances of each player, as a part of the page for the browsers that show it.

At the table another process plays the games on; on the local page they are played between two
events, one at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banquier.chances.estimate import Estimate
from banquier.page.page_news import CHANCES
from banquier.page.page_unit import PageUnit
from firmware_sim.game import Variant

MORE = 1.2
"""The part is shown again when it rests on this many times the games."""


class PageChances:
    def __init__(self, page: PageUnit, estimate: Callable[[], Estimate]) -> None:
        self.page = page
        self.estimate: Estimate | None = None
        self._make = estimate
        self._games_shown = 0

    def refresh(self) -> None:
        """Follow the unit, and show the chances if they are new or surer."""
        if not self.page.seating.shows_chances:
            self.close()
            return
        if self.estimate is None:
            self.estimate = self._make()
        anew = self.estimate.follow(self.page.unit)
        games = self.estimate.tally.games
        if anew or games >= MORE * max(self._games_shown, 1):
            self._games_shown = games
            self.page.news.show(CHANCES, chances_view(self.estimate))

    @property
    def goes_on(self) -> bool:
        return self.estimate is not None and not self.estimate.is_sure

    def play(self, games: int) -> None:
        if self.estimate is not None and not self.estimate.is_sure:
            self.estimate.more(games)

    def close(self) -> None:
        estimate, self.estimate = self.estimate, None
        if estimate is not None:
            estimate.close()


def chances_view(estimate: Estimate) -> dict[str, Any]:
    position = estimate.position
    timed = position is not None and position.game.variant is Variant.TIMED
    changes = estimate.changes()
    return {
        "games": estimate.tally.games,
        "players": [
            {
                "number": row.player, "chance": row.chance, "low": row.low, "high": row.high,
                "rank": row.rank if timed else None,
                "change": changes[row.player - 1][1:] if changes else None,
            }
            for row in estimate.tally.rows()
            if position and position.game.is_in(row.player)
        ],
    }  # fmt: skip
