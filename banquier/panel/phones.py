"""The table of phones of the game that is played: opened by its pane, closed with the panel.

The phones press the keys of the panel's own queue, so a whole action of a seat is not interrupted
by this keyboard, nor the other way round.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from banquier.panel.actions import PLAY
from banquier.paths import folders
from banquier.words import text

# The server of phones is imported with the first table.
if TYPE_CHECKING:
    from banquier.page.table_server import Table
    from banquier.panel.app import Panel


class Phones:
    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.table: Table | None = None
        self.qr: Sequence[str] = ()
        """The link as rows of half blocks, dark on light."""
        self.wall_qr: Sequence[str] = ()
        self.lan = False
        self.stopped = False
        """Closed by the player."""
        self.trouble: OSError | None = None
        self._port = 0
        self._one_at_a_time = asyncio.Lock()

    @property
    def possible(self) -> bool:
        """Other people play only a saved game, and watch no recorded one."""
        return bool(self.panel.game.path) and self.panel.where == PLAY

    def changed(self) -> None:
        """The unit has run: the page sends what changed."""
        if self.table is not None:
            self.table.heard()

    # -- what is asked of it; done one after the other

    def open(self) -> None:
        if self.table is None and self.possible:
            self._work(again=False)

    def switch_lan(self) -> None:
        if self.table is not None:
            self.lan = not self.lan
            self._work(again=True)

    def follow(self) -> None:
        """Another unit is played from now on."""
        if self.table is not None:
            self._work(again=True)

    def stop(self) -> None:
        self.stopped = True
        self.panel.run_worker(self.close(), group="phones")

    def _work(self, *, again: bool) -> None:
        self.panel.history.back()  # people play the present
        self.stopped = False
        self.panel.run_worker(self._serve(again), group="phones")

    async def _serve(self, again: bool) -> None:
        from banquier.page.table_server import lan_address

        panel = self.panel
        async with self._one_at_a_time:
            if self.table is not None and not again:
                return
            await self._shut()
            if self.lan and not lan_address():
                self.lan = False
                panel.notify(text(panel.lang, "phones.no_network"), severity="warning")
            self.trouble = None
            try:
                self.table = await self._open_table()
            except OSError as error:
                self.trouble, self.lan = error, False
                said = text(panel.lang, "phones.failed", reason=error.strerror)
                panel.notify(said, severity="error")
        panel.wake()

    async def _open_table(self) -> Table:
        """OSError if no port is to be had."""
        from banquier.page.access import Access, kept_secret, secret_file
        from banquier.page.log_file import log_to
        from banquier.page.page_unit import PageUnit
        from banquier.page.table_server import USUAL_PORT, Table

        log_to(folders()["logs"])
        panel, keys = self.panel, self.panel.keys

        def catch_up() -> None:
            if panel.keys is keys:  # else it stands still: an earlier moment is shown
                panel.catch_up()

        def changed() -> None:
            asyncio.get_running_loop().call_soon(panel.wake)

        page = PageUnit(panel.game, monotonic, keys=keys, catch_up=catch_up, changed=changed)
        page.bots = tuple(panel.bots)
        page.pace = panel.bots_pace
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

    async def close(self) -> None:
        async with self._one_at_a_time:
            await self._shut()
        self.panel.wake()

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
