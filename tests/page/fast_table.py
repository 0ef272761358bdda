"""A table in this process whose unit lives faster than we do, for whole games in a real browser."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import pytest

from banquier.page.access import Access
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import Table
from banquier.saves.open_game import OpenGame
from datasheet.ticks import CRYSTAL
from tests.support.waiting import LIFETIME

T = TypeVar("T")
LASTING = ("seat_actions.UNDO_LASTS", "seating.REFUSED_FOR")
"""What a page shows for seconds of the unit: gone before a test looks, where the unit is fast."""


class FastTable:
    def __init__(self, page: PageUnit, loop: asyncio.AbstractEventLoop, table: Table) -> None:
        self.page = page
        self.table = table
        self._loop = loop

    @property
    def link(self) -> str:
        return self.table.links()[0]

    def call(self, change: Callable[[], T]) -> T:
        """Does this between two moments of the table, and shows all phones what came of it."""

        async def now() -> T:
            done = change()
            self.table.wake()
            return done

        return asyncio.run_coroutine_threadsafe(now(), self._loop).result(LIFETIME)


@contextmanager
def fast_table(unit: Any, speed: float = 1.0, **options: Any) -> Iterator[FastTable]:
    """`speed` times as fast as we; `options` of the table."""
    began = monotonic()
    page = PageUnit(OpenGame(unit), lambda: (monotonic() - began) * speed)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    table = Table(page, Access(), port=0, **options)
    asyncio.run_coroutine_threadsafe(table.start(), loop).result(LIFETIME)
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name in LASTING:
                patch.setattr(f"banquier.page.{name}", 3600 * CRYSTAL)
            yield FastTable(page, loop, table)
    finally:
        asyncio.run_coroutine_threadsafe(table.stop(), loop).result(LIFETIME)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(LIFETIME)
        loop.close()
