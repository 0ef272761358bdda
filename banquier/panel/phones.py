"""The table of phones of the game that is played: opened by its pane, closed with the panel. It is
imported with the first table: a server is heavy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

import segno

from banquier.page.access import Access, kept_secret, secret_file
from banquier.page.log_file import log_to
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import USUAL_PORT, Table, lan_address
from banquier.panel.timing import Timing
from banquier.paths import folders

if TYPE_CHECKING:
    from banquier.saves.open_game import OpenGame
    from banquier.saves.recorded_game import RecordedGame


class Phones:
    def __init__(self) -> None:
        self.table: Table | None = None
        self.qr: Sequence[str] = ()
        """The link as rows of half blocks, dark on light."""
        self.wall_qr: Sequence[str] = ()
        self.lan = False
        self.closed = False
        """By the player, or because it could not be opened."""
        self._port = 0
        self._one_at_a_time = asyncio.Lock()
        log_to(folders()["logs"])

    def changed(self) -> None:
        """The unit has run: the page sends what changed."""
        if self.table is not None:
            self.table.heard()

    # -- done one after the other

    async def serve(self, page: Callable[[], PageUnit], lan: bool, *, again: bool) -> bool:
        """Open the table; `again`: anew. False: there is no local network. OSError: no port."""
        async with self._one_at_a_time:
            if self.table is not None and not again:
                return True
            await self._shut()
            self.closed, self.lan = False, lan and bool(lan_address())
            access = Access(kept_secret(secret_file()))
            table = Table(page(), access, port=self._port or USUAL_PORT, lan=self.lan)
            try:
                try:
                    await table.start()
                except OSError:  # it is taken: any other
                    table.port = 0
                    await table.start()
            except OSError:
                self.closed, self.lan = True, False
                raise
            self.table, self._port = table, table.port
            self.qr, self.wall_qr = qr_rows(table.links()[0]), qr_rows(table.wall_link())
        return self.lan == lan

    async def stop(self) -> None:
        self.closed = True
        async with self._one_at_a_time:
            await self._shut()

    async def _shut(self) -> None:
        table, self.table = self.table, None
        if table is not None:
            await table.stop()


def page_of(game: OpenGame | RecordedGame, timing: Timing) -> PageUnit:
    """The phones press the keys of the panel's own queue, so a whole action of a seat is not
    interrupted by the keyboard, nor the other way round."""
    keys = timing.keys

    def catch_up() -> None:
        if timing.keys is keys:  # else it stands still: an earlier moment is shown
            timing.catch_up()

    def changed() -> None:
        asyncio.get_running_loop().call_soon(timing.wake)

    return PageUnit(game, monotonic, keys=keys, catch_up=catch_up, changed=changed)


def qr_rows(link: str) -> list[str]:
    """The link as rows of half blocks, dark on light, with the light border it needs."""
    rows = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    return [
        "".join(signs[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
