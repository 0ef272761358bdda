"""The table of phones: link, QR code where it fits, the code to type, and how many have joined."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from banquier.panel.actions import shown_key
from banquier.panel.folding import folded
from banquier.panel.panes.pane import Pane, Shown
from banquier.words import name_of, text


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
        phones, (width, height) = shown.phones, self.room()
        said = self._said(shown)
        qr = phones.qr if phones and phones.table and phones.lan else ()
        if not self.is_new(said, qr):
            return
        lines = [f" {line}" for sentence in said
                 for line in folded(sentence, max(10, width - 1), indent="  ")]  # fmt: skip
        self.body.update("\n".join(lines))
        self.qr.display = bool(qr) and len(qr) < height - len(lines) and len(qr[0]) <= width
        self.qr.update("\n".join(qr))

    def _said(self, shown: Shown) -> list[str]:
        lang, phones = shown.lang, shown.phones
        if phones is None:
            return [text(lang, "phones.not_here")]
        table = phones.table
        if table is None:
            if phones.closed:
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
            names = (name_of(shown.unit.names, seat) for seat in seated)
            said.append(text(lang, "phones.seats", seats=", ".join(names)))
        said.append(
            text(lang, "phones.keys", qr=shown_key(lang, "phones_code"),
                 stop=shown_key(lang, "phones_stop"))
        )  # fmt: skip
        return said
