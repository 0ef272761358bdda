"""The chances of a game while it is played, worked out in another process of low priority.

live = Live(changed)                changed() is called when there is more to show
live.follow(unit)                   after each turn of the unit
live.tally, live.comparison         what is known so far
live.close()

More and more games are played on from the same moment while nothing happens.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from banquier.chances.estimate import SEED, Estimate
from banquier.chances.worker import answer

if TYPE_CHECKING:
    from hardware.unit import Unit

ROOT = Path(__file__).resolve().parents[2]
FIRST, CHUNK = 10, 50
"""Games before something is shown, and after."""
LONGEST_LINE = 1 << 20


class Live(Estimate):
    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__()
        self.changed = changed
        self.worker: asyncio.subprocess.Process | None = None
        self._moved = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._play_on())

    def follow(self, unit: Unit) -> bool:
        moved = super().follow(unit)
        if moved:
            self._moved.set()
        return moved

    def close(self) -> None:
        self._task.cancel()

    async def _play_on(self) -> None:
        try:
            while True:
                if self.is_sure:
                    await self._moved.wait()
                    self._moved.clear()
                elif not await self._play_some():
                    return
        finally:
            if self.worker is not None:
                with suppress(ProcessLookupError):
                    self.worker.kill()
                await self.worker.communicate()

    async def _play_some(self) -> bool:
        """False: the worker was ended from outside."""
        positions, done = self.positions, self.tally.games
        line = json.dumps({
            "positions": [one.written() for one in positions],
            "first": done, "games": CHUNK if done else FIRST, "seed": SEED,
        })  # fmt: skip
        answered = await self._ask(line)
        if answered and positions is self.positions:
            self.add(*answer(json.loads(answered)))
            self.changed()
        return bool(answered)

    async def _ask(self, line: str) -> bytes:
        """A line to the worker, and the line that it answers."""
        if self.worker is None:
            self.worker = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "banquier.chances.worker", cwd=ROOT,
                stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE,
            )  # fmt: skip
        assert self.worker.stdin and self.worker.stdout
        self.worker.stdin.write(line.encode() + b"\n")
        return await self.worker.stdout.readline()
