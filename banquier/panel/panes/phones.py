"""The table of phones of the game that is played: opened by its pane, closed with the panel. The
pane has its link, a QR code where it fits, the code to type, and how many have joined.

It is imported with the first table: a server is heavy."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

import segno
from textual.app import ComposeResult
from textual.widgets import Static

from banquier.folders import folders
from banquier.folding import fold
from banquier.page.access import Access, kept_secret, secret_file
from banquier.page.log_file import log_to
from banquier.page.page_unit import PageUnit
from banquier.page.table_server import USUAL_PORT, Table, lan_address
from banquier.panel.actions import shown_key
from banquier.panel.panes.pane import Pane, Shown
from banquier.panel.timing import Timing
from banquier.play.pace import BotPace
from banquier.words import name_of, text

if TYPE_CHECKING:
    from banquier.saves.open_game import OpenGame
    from banquier.saves.recorded_game import RecordedGame


async def open_table(page: PageUnit, port: int, lan: bool) -> Table:
    """Open a table, for this computer alone where there is no local network. Raises OSError if
    there is no port."""
    log_to(folders()["logs"])
    access = Access(kept_secret(secret_file()))
    table = Table(page, access, port=port or USUAL_PORT, lan=lan and bool(lan_address()))
    try:
        await table.start()
    except OSError:  # it is taken: any other
        table.port = 0
        await table.start()
    return table


def page_of(game: OpenGame | RecordedGame, timing: Timing, pace: BotPace) -> PageUnit:
    """The phones press the keys of the panel's own queue, so a whole action of a seat is not
    interrupted by the keyboard, nor the other way round."""
    keys = timing.keys

    def catch_up() -> None:
        if timing.keys is keys:  # else it stands still: an earlier moment is shown
            timing.catch_up()

    def wake_soon() -> None:
        asyncio.get_running_loop().call_soon(timing.wake)

    return PageUnit(game, monotonic, keys=keys, pace=pace, catch_up=catch_up, changed=wake_soon)


@cache
def qr_rows(link: str) -> Sequence[str]:
    """Return the link as rows of half blocks, dark on light, with the light border it needs."""
    rows = [list(row) for row in segno.make(link, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    return [
        "".join(signs[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


class PhonesPane(Pane):
    DEFAULT_CSS = """
    PhonesPane { align-horizontal: center; }
    PhonesPane .qr { width: auto; margin-top: 1; background: #ffffff; color: #000000; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = Static(markup=False)
        self.qr = Static(markup=False, classes="qr")

    def compose(self) -> ComposeResult:
        return [self.body, self.qr]

    def show(self, shown: Shown) -> None:
        table, (width, height) = shown.phones, self.room()
        qr: Sequence[str] = ()
        if isinstance(table, Table):
            said = table_said(table, shown)
            qr = qr_rows(table.links()[0]) if table.lan else ()
        else:
            said = [text(shown.lang, table, key=shown_key(shown.lang, "phones"))]
        if not self.is_new(said, qr):
            return
        lines = [f" {line}" for sentence in said
                 for line in fold(sentence, max(10, width - 1), indent="  ")]  # fmt: skip
        self.body.update("\n".join(lines))
        self.qr.display = bool(qr) and len(qr) < height - len(lines) and len(qr[0]) <= width
        self.qr.update("\n".join(qr))


def table_said(table: Table, shown: Shown) -> list[str]:
    lang, link, code = shown.lang, table.links()[0], table.access.code
    browsers = [browser for browser in table.page.seating.browsers.values() if not browser.looks]
    seated = sorted({browser.seat for browser in browsers if browser.seat})
    said = [
        text(lang, "phones.lan_on" if table.lan else "phones.lan_off",
             key=shown_key(lang, "phones_lan")),
        f"{text(lang, 'phones.link')} {link}",
    ]  # fmt: skip
    if table.lan and table.access.locked:
        said.append(text(lang, "phones.locked"))
    elif table.lan:
        address = link.partition("/#")[0]
        said.append(text(lang, "phones.code", address=address, code=f"{code[:3]} {code[3:]}"))
    said.append(f"{text(lang, 'phones.wall')} {table.wall_link()}")
    said.append(text(lang, "phones.count", count=len(browsers), most=table.most))
    if seated:
        names = (name_of(shown.unit.names, seat) for seat in seated)
        said.append(text(lang, "phones.seats", seats=", ".join(names)))
    qr, stop = (shown_key(lang, name) for name in ("phones_code", "phones_stop"))
    return [*said, text(lang, "phones.keys", qr=qr, stop=stop)]
