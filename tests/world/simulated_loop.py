"""An event loop in simulated time: when nothing is ready, its clock jumps to what is due next."""

from __future__ import annotations

import asyncio
import selectors


class _Jump(selectors.SelectSelector):
    now = 1_000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing is due any more")
        self.now += max(timeout, 0)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.now
