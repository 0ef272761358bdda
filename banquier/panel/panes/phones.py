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
    from banquier.panel.phones import TableState


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
        state, lang = panel.phones.state(), panel.lang
        width, height = self.room()
        shown = (state, lang, width, height, panel.unit.names, panel.phones.stopped,
                 panel.phones.trouble)  # fmt: skip
        if shown == self._shown or not width:
            return
        self._shown = shown
        lines = [f" {line}" for said in self._said(panel, state)
                 for line in folded(said, max(10, width - 1), indent="  ")]  # fmt: skip
        self.body.update("\n".join(lines))
        qr = list(state.qr) if state is not None and state.lan else []
        self.qr.display = bool(qr) and len(qr) < height - len(lines) and len(qr[0]) <= width
        self.qr.update("\n".join(qr))

    def _said(self, panel: Panel, state: TableState | None) -> list[str]:
        lang = panel.lang
        if not panel.phones.possible:
            return [text(lang, "phones.not_here")]
        if state is None:
            closed = panel.phones.stopped or panel.phones.trouble
            if closed:
                return [text(lang, "phones.closed", key=shown_key(lang, "phones"))]
            return [text(lang, "phones.opening")]
        lan = "phones.lan_on" if state.lan else "phones.lan_off"
        said = [text(lang, lan, key=shown_key(lang, "phones_lan"))]
        said.append(f"{text(lang, 'phones.link')} {state.link}")
        if state.lan and state.code:
            said.append(text(lang, "phones.code", address=state.address, code=state.code))
        elif state.lan:
            said.append(text(lang, "phones.locked"))
        said.append(f"{text(lang, 'phones.wall')} {state.wall}")
        said.append(text(lang, "phones.count", count=state.phones, most=state.most_phones))
        if state.seated:
            names = (player(lang, panel.unit.names, seat) for seat in sorted(state.seated))
            said.append(text(lang, "phones.seats", seats=", ".join(names)))
        said.append(
            text(lang, "phones.keys", qr=shown_key(lang, "phones_code"),
                 stop=shown_key(lang, "phones_stop"))
        )  # fmt: skip
        return said
