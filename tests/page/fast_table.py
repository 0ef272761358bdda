"""A table in this process whose unit lives faster than we do, for whole games in a real browser."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import pytest

from banquier.page import assets
from banquier.page.access import Access
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import Table
from banquier.saves.open_game import OpenGame
from datasheet.ticks import CRYSTAL
from tests.support.waiting import LIFETIME

T = TypeVar("T")
LASTING = ("seat_actions.UNDO_LASTS", "seating.REFUSED_FOR")
"""What a page shows for seconds of the unit: gone before a test looks, where the unit is fast."""
FILE = assets.file
RESTS, NO_REST = b"const REST = 400;", b"const REST = 0;"
"""The moment in which a page takes no second tap: a test, which never taps by mistake, would wait
for it after each tap."""


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


def tapped_at_once(name: str) -> tuple[bytes, str] | None:
    """A file of a page whose buttons do not rest."""
    found = FILE(name)
    if found and name == "taps.js":
        assert RESTS in found[0]
        return found[0].replace(RESTS, NO_REST), found[1]
    return found


@contextmanager
def fast_table(
    unit: Any, speed: float = 1.0, *, rests: bool = False, **options: Any
) -> Iterator[FastTable]:
    """`speed` times as fast as we; its buttons rest as real ones if it `rests`; `options` of the
    table."""
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
            patch.setattr(assets, "file", FILE if rests else tapped_at_once)
            yield FastTable(page, loop, table)
    finally:
        asyncio.run_coroutine_threadsafe(table.stop(), loop).result(LIFETIME)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(LIFETIME)
        loop.close()
