"""The table of phones of the game that is played: opened by its pane, closed with the panel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from banquier.paths import folders

# The server of phones is imported with the first table.
if TYPE_CHECKING:
    from banquier.page.page_unit import PageUnit
    from banquier.page.table_server import Table


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

    def changed(self) -> None:
        """The unit has run: the page sends what changed."""
        if self.table is not None:
            self.table.heard()

    # -- done one after the other

    async def serve(self, page: Callable[[], PageUnit], lan: bool, *, again: bool) -> bool:
        """Open the table; `again`: anew. False: there is no local network. OSError: no port."""
        from banquier.page.table_server import lan_address

        async with self._one_at_a_time:
            if self.table is not None and not again:
                return True
            await self._shut()
            self.closed, self.lan = False, lan and bool(lan_address())
            try:
                self.table = await self._opened(page())
            except OSError:
                self.closed, self.lan = True, False
                raise
        return self.lan == lan

    async def _opened(self, page: PageUnit) -> Table:
        from banquier.page.access import Access, kept_secret, secret_file
        from banquier.page.log_file import log_to
        from banquier.page.table_server import USUAL_PORT, Table

        log_to(folders()["logs"])
        access = Access(kept_secret(secret_file()))
        table = Table(page, access, port=self._port or USUAL_PORT, lan=self.lan)
        try:
            await table.start()
        except OSError:  # it is taken: any other
            table.port = 0
            await table.start()
        self._port = table.port
        self.qr, self.wall_qr = qr_rows(table.links()[0]), qr_rows(table.wall_link())
        return table

    async def stop(self) -> None:
        self.closed = True
        async with self._one_at_a_time:
            await self._shut()

    async def _shut(self) -> None:
        table, self.table = self.table, None
        if table is not None:
            await table.stop()


def qr_rows(link: str) -> list[str]:
    """The link as rows of half blocks, dark on light, with the light border it needs."""
    import segno

    rows = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    return [
        "".join(signs[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
