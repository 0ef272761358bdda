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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock
from typing import TYPE_CHECKING

from banquier.chances.estimate import SEED, Estimate
from banquier.chances.worker import answer

if TYPE_CHECKING:
    from hardware.unit import Unit

ROOT = Path(__file__).resolve().parents[2]
FIRST, CHUNK = 10, 50
"""Games before something is shown, and after."""


class Live(Estimate):
    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__()
        self.changed = changed
        self.worker: Popen[bytes] | None = None
        self._lock = Lock()
        self._closed = False
        self._moved = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._play_on())

    def follow(self, unit: Unit) -> bool:
        moved = super().follow(unit)
        if moved:
            self._moved.set()
        return moved

    def close(self) -> None:
        self._task.cancel()
        with self._lock:
            self._closed = True
            worker, self.worker = self.worker, None
        if worker is not None:
            worker.kill()
            worker.wait()
            for pipe in (worker.stdin, worker.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()

    async def _play_on(self) -> None:
        while True:
            if self.is_sure:
                await self._moved.wait()
                self._moved.clear()
            elif not await self._play_some():
                return

    async def _play_some(self) -> bool:
        """False: the worker was ended from outside."""
        positions, done = self.positions, self.tally.games
        line = json.dumps({
            "positions": [one.written() for one in positions],
            "first": done, "games": CHUNK if done else FIRST, "seed": SEED,
        })  # fmt: skip
        answered = await asyncio.to_thread(self._ask, line)
        if answered and positions is self.positions:
            self.add(*answer(json.loads(answered)))
            self.changed()
        return bool(answered)

    def _ask(self, line: str) -> bytes:
        """A line to the worker, and the line that it answers; nothing once it has ended."""
        with self._lock:
            if self._closed:
                return b""
            if self.worker is None:
                self.worker = Popen(
                    [sys.executable, "-m", "banquier.chances.worker"], cwd=ROOT,
                    stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
                )  # fmt: skip
            worker = self.worker
        assert worker.stdin and worker.stdout
        try:
            worker.stdin.write(line.encode() + b"\n")
            worker.stdin.flush()
            return worker.stdout.readline()
        except (OSError, ValueError):
            return b""
