"""The story, the link and the end of a table's save: made in another process of low priority, once
for all who ask, and kept until an operation is done.

    stories = PageStories(page)
    await stories.make(story_of, lang="fr")      "" while there is no game
    stories.close()
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

from banquier.jobs import Job, finish
from banquier.page.page_unit import PageUnit
from banquier.play.processes import Worker
from banquier.trouble import Trouble


class PageStories:
    def __init__(self, page: PageUnit) -> None:
        self.page = page
        self._sign: object = None
        self._made: dict[tuple[object, ...], asyncio.Task[Any]] = {}
        self._worker: Worker | None = None
        self._one_at_a_time = asyncio.Lock()

    async def make(self, make: Callable[..., Job[Any]], **how: str) -> Any:
        """Return what the slices of `make` make of the path of the save."""
        path, unit = self.page.game.path, self.page.unit
        sign = path, unit.operations, tuple(unit.names.items())
        if sign != self._sign:
            self._sign, self._made = sign, {}
        request = make, *how.values()
        if request not in self._made:
            job = partial(make_from_save, path, partial(make, **how))
            self._made[request] = asyncio.create_task(self._ask(job))
        return await asyncio.shield(self._made[request])

    async def _ask(self, job: Callable[[], Any]) -> Any:
        async with self._one_at_a_time:
            self._worker = self._worker or Worker()
            try:
                return await asyncio.to_thread(self._worker.ask, job)
            # The worker was ended from outside.
            except (EOFError, OSError):
                self.close()
                self._made.clear()
                return ""

    def close(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()


def make_from_save(path: str, make: Callable[[str], Job[Any]]) -> Any:
    """Return what is made of a save; "" if there is none, or no game in it."""
    with contextlib.suppress(Trouble):
        return finish(make(path)) if path else ""
    return ""
