"""The table of phones: link, QR code where it fits, the code to type, and how many have joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.widgets import Static

from banquier.panel.actions import shown_key
from banquier.panel.folding import folded
from banquier.panel.panes.pane import Pane
from banquier.words import player, text

if TYPE_CHECKING:
    from banquier.panel.app import Panel


class PhonesPane(Pane):
    DEFAULT_CSS = """
    PhonesPane { align-horizontal: center; }
    PhonesPane .qr { width: auto; margin-top: 1; background: #ffffff; color: #000000; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = Static(markup=False)
        self.qr = Static(markup=False, classes="qr")
        self._shown: object = None

    def compose(self) -> ComposeResult:
        return [self.body, self.qr]

    def show(self, panel: Panel) -> None:
        phones, (width, height) = panel.phones, self.room()
        said = self._said(panel)
        qr = phones.qr if phones.table is not None and phones.lan else ()
        shown = said, qr, width, height
        if shown == self._shown or not width:
            return
        self._shown = shown
        lines = [f" {line}" for sentence in said
                 for line in folded(sentence, max(10, width - 1), indent="  ")]  # fmt: skip
        self.body.update("\n".join(lines))
        self.qr.display = bool(qr) and len(qr) < height - len(lines) and len(qr[0]) <= width
        self.qr.update("\n".join(qr))

    def _said(self, panel: Panel) -> list[str]:
        lang, phones, table = panel.lang, panel.phones, panel.phones.table
        if not phones.possible:
            return [text(lang, "phones.not_here")]
        if table is None:
            if phones.stopped or phones.trouble:
                return [text(lang, "phones.closed", key=shown_key(lang, "phones"))]
            return [text(lang, "phones.opening")]
        link, code = table.links()[0], table.access.code
        browsers = [browser for browser in table.page.browsers.values() if not browser.looks]
        seated = sorted({browser.seat for browser in browsers if browser.seat})
        lan = "phones.lan_on" if table.lan else "phones.lan_off"
        said = [text(lang, lan, key=shown_key(lang, "phones_lan"))]
        said.append(f"{text(lang, 'phones.link')} {link}")
        if table.lan and table.access.locked:
            said.append(text(lang, "phones.locked"))
        elif table.lan:
            address = link.partition("/#")[0]
            said.append(text(lang, "phones.code", address=address, code=f"{code[:3]} {code[3:]}"))
        said.append(f"{text(lang, 'phones.wall')} {table.wall_link()}")
        said.append(text(lang, "phones.count", count=len(browsers), most=table.most))
        if seated:
            names = (player(lang, panel.unit.names, seat) for seat in seated)
            said.append(text(lang, "phones.seats", seats=", ".join(names)))
        said.append(
            text(lang, "phones.keys", qr=shown_key(lang, "phones_code"),
                 stop=shown_key(lang, "phones_stop"))
        )  # fmt: skip
        return said
