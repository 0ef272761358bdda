"""The chances of a game while it is played, worked out in another process of low priority.

live = Live(changed)                changed() is called when there is more to show
live.follow(unit)                   after each turn of the unit; begins anew after an operation
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
from pathlib import Path
from typing import TYPE_CHECKING

from banquier.chances.position import AUCTION, Position, position_of
from banquier.chances.tally import Comparison, Tally
from banquier.chances.worker import answer

if TYPE_CHECKING:
    from hardware.unit import Unit

ROOT = Path(__file__).resolve().parents[2]
FIRST, CHUNK = 10, 50
"""Games before something is shown, and after."""
LONGEST_LINE = 1 << 20
MOST = 4_000
"""Enough for one moment of a game."""
SEED = 1


class Live:
    def __init__(self, changed: Callable[[], None]) -> None:
        self.changed = changed
        self.position: Position | None = None
        self.tally = Tally(0)
        self.comparison = Comparison(0)
        """What the sale that waits would change."""
        self._key: object = None
        self._moved = asyncio.Event()
        self.worker: asyncio.subprocess.Process | None = None
        self._task = asyncio.get_running_loop().create_task(self._play_on())

    def follow(self, unit: Unit) -> None:
        """Begin anew if the game has changed, or what it waits for."""
        session, kind = unit.firmware.session, unit.question.kind
        bargain = session.bargain if kind == "accord" else None
        key = unit, unit.operations, kind in AUCTION, bargain
        if key == self._key:
            return
        self._key = key
        self.position = position_of(session, kind)
        players = self.position.game.players if self.position else 0
        self.tally, self.comparison = Tally(players), Comparison(players)
        self._moved.set()

    def close(self) -> None:
        self._task.cancel()
        if self.worker is not None and self.worker.returncode is None:
            self.worker.kill()

    async def _play_on(self) -> None:
        while True:
            position = self.position
            if position is None or self.tally.games >= MOST:
                await self._moved.wait()
                self._moved.clear()
                continue
            done = self.tally.games
            games = CHUNK if done else FIRST
            struck = position.struck()
            positions = [position] if struck is None else [struck, position]
            part, change = await self._ask(
                positions=[one.written() for one in positions], first=done, games=games, seed=SEED
            )
            if position is self.position:
                self.tally.add(change.without if change else part)
                if change:
                    self.comparison.add(change)
                self.changed()

    async def _ask(self, **asked: object) -> tuple[Tally, Comparison | None]:
        """A line to the worker, and the line that it answers."""
        if self.worker is None:
            self.worker = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "banquier.chances.worker", cwd=ROOT,
                stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE,
            )  # fmt: skip
        process = self.worker
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        await process.stdin.drain()
        return answer(json.loads(await process.stdout.readline()))
