"""The chances of a game while it is played, computed in another process of low priority.

live = Live(changed)                changed() is called when there is more to show
live.follow(unit)                   after each turn of the unit
live.tally, live.changes()          the results so far
live.close()

More and more games are played on from the same position while nothing happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from banquier.chances.estimate import Estimate
from banquier.chances.tally import Tally, add
from banquier.play.processes import Worker

if TYPE_CHECKING:
    from hardware.unit import Unit

FIRST, CHUNK = 10, 50
"""The games before the first result is shown, and between two later ones."""


class Live(Estimate):
    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__()
        self.changed = changed
        self.worker = Worker()
        self._moved = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._play_on())

    def follow(self, unit: Unit) -> bool:
        moved = super().follow(unit)
        if moved:
            self._moved.set()
        return moved

    def close(self) -> None:
        self._task.cancel()
        self.worker.close()

    async def _play_on(self) -> None:
        """Play games on until the worker is closed."""
        while True:
            if self.is_sure:
                await self._moved.wait()
                self._moved.clear()
                continue
            positions, games = self.positions, CHUNK if self.tally.games else FIRST
            result = await asyncio.to_thread(self._ask, self.job(games))
            if result is None:
                return
            if positions is self.positions:
                add(self.tallies, result)
                self.changed()

    def _ask(self, job: Callable[[], list[Tally]]) -> list[Tally] | None:
        try:
            return self.worker.ask(job)
        except (EOFError, OSError):
            return None
