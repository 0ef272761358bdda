"""The table of phones of the game that is played: opened by its pane, closed with the panel.

The application serves the page; this file says when. The phones press the keys of the panel's own
queue, so a whole action of a seat is not interrupted by this keyboard, nor the other way round.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from banquier.panel.actions import PLAY
from banquier.play.key_queue import KeyQueue
from banquier.words import text
from hardware.unit import Unit

if TYPE_CHECKING:
    from banquier.panel.app import Panel


class TableHost(NamedTuple):
    """What a table of phones is given: the unit, the queue of its keys, and who drives it."""

    unit: Unit
    keys: KeyQueue
    catch_up: Callable[[], None]
    """Brings the unit to the present."""
    changed: Callable[[], None]
    """To be called after a phone has joined, left or pressed."""


class TableState(NamedTuple):
    link: str
    wall: str
    """The link that looks only."""
    address: str
    code: str
    """Empty once too many wrong codes were typed."""
    lan: bool
    phones: int
    most_phones: int
    seated: frozenset[int]
    """Seats that a phone has taken."""
    qr: Sequence[str]
    """The link as rows of half blocks, dark on light."""
    wall_qr: Sequence[str]


class PhoneTable(NamedTuple):
    state: Callable[[], TableState]
    changed: Callable[[], None]
    """To be called after the unit has run."""
    close: Callable[[], Awaitable[None]]


class NoNetwork(ValueError):
    """This computer is on no local network."""


OpenTable = Callable[[TableHost, bool], Awaitable[PhoneTable]]
"""Serve this unit, on the local network too or not. ValueError says why it is not possible."""


class Phones:
    def __init__(self, panel: "Panel", open_table: OpenTable | None) -> None:
        self.panel = panel
        self.lan = False
        self.stopped = False
        """Closed by the player."""
        self.trouble: Exception | None = None
        self._open_table = open_table
        self._table: PhoneTable | None = None
        self._one_at_a_time = asyncio.Lock()

    @property
    def possible(self) -> bool:
        """A recorded game can only be watched until it is played on."""
        return self._open_table is not None and self.panel.history.where == PLAY

    def state(self) -> TableState | None:
        return self._table.state() if self._table is not None else None

    def changed(self) -> None:
        """The unit has run: the page sends what changed."""
        if self._table is not None:
            self._table.changed()

    # -- what is asked of it; done one after the other

    def open(self) -> None:
        if self._table is None and self.possible:
            self._work(again=False)

    def switch_lan(self) -> None:
        if self._table is not None:
            self.lan = not self.lan
            self._work(again=True)

    def follow(self) -> None:
        """Another unit is played from now on."""
        if self._table is not None:
            self._work(again=True)

    def stop(self) -> None:
        self.stopped = True
        self.panel.run_worker(self.close(), group="phones")

    def _work(self, *, again: bool) -> None:
        self.stopped = False
        self.panel.run_worker(self._serve(again), group="phones")

    async def _serve(self, again: bool) -> None:
        panel = self.panel
        async with self._one_at_a_time:
            if self._open_table is None or (self._table is not None and not again):
                return
            await self._shut()
            keys = panel.keys

            def catch_up() -> None:
                if panel.keys is keys:  # else it stands still: an earlier moment is shown
                    panel.catch_up()

            def changed() -> None:
                asyncio.get_running_loop().call_soon(panel.wake)

            host = TableHost(panel.unit, keys, catch_up, changed)
            self.trouble = None
            try:
                try:
                    self._table = await self._open_table(host, self.lan)
                except NoNetwork:
                    self.lan = False
                    panel.notify(text(panel.lang, "phones.no_network"), severity="warning")
                    self._table = await self._open_table(host, False)
            except ValueError as error:
                self.trouble, self.lan = error, False
                said = panel.translated(panel.lang, error.args[0])
                panel.notify(text(panel.lang, "phones.failed", reason=said), severity="error")
        panel.wake()

    async def close(self) -> None:
        async with self._one_at_a_time:
            await self._shut()
        self.panel.wake()

    async def _shut(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            await table.close()
