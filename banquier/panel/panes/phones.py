"""The table of phones: link, QR code where it fits, the code to type, and how many have joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from banquier.panel.actions import shown_key
from banquier.panel.folding import folded
from banquier.panel.panes.pane import Pane
from banquier.words import player, text

if TYPE_CHECKING:
    from banquier.panel.app import Panel
    from banquier.panel.phones import TableState

DARK, LIGHT = "#000000", "#ffffff"


class PhonesPane(Pane):
    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []
        self._qr: list[str] = []
        self._top = 0
        self._shown: object = None

    def show(self, panel: Panel) -> None:
        state, lang = panel.phones.state(), panel.lang
        shown = (state, lang, self.size, panel.unit.names, panel.phones.stopped,
                 panel.phones.trouble)  # fmt: skip
        if shown == self._shown:
            return
        self._shown = shown
        said = self._said(panel, state)
        width = max(10, self.size.width - 2)
        self._lines = [line for text in said for line in folded(text, width, indent="  ")]
        qr = list(state.qr) if state is not None and state.lan else []
        room = self.size.height - len(self._lines) - 1
        self._qr = qr if qr and len(qr) <= room and len(qr[0]) <= self.size.width else []
        self._top = 0
        self.refresh()

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
        if state.code:
            said.append(text(lang, "phones.code", address=state.address, code=state.code))
        else:
            said.append(text(lang, "phones.locked"))
        said.append(text(lang, "phones.count", count=state.phones, most=state.most_phones))
        if state.seated:
            names = (player(lang, panel.unit.names, seat) for seat in sorted(state.seated))
            said.append(text(lang, "phones.seats", seats=", ".join(names)))
        said.append(
            text(lang, "phones.keys", qr=shown_key(lang, "phones_code"),
                 stop=shown_key(lang, "phones_stop"))
        )  # fmt: skip
        return said

    def scroll_pages(self, pages: float) -> None:
        most = max(0, len(self._lines) - self.size.height)
        self._top = max(0, min(most, self._top + (1 if pages > 0 else -1)))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        tint, width = self.tint, self.size.width
        ground = Style(color=tint.pane_print, bgcolor=tint.pane)
        index = y + self._top
        if index < len(self._lines):
            return Strip([Segment(f" {self._lines[index]}", ground)]).adjust_cell_length(
                width, ground
            )
        row = index - len(self._lines) - 1
        if not 0 <= row < len(self._qr):
            return Strip.blank(width, ground)
        line = self._qr[row]
        left = (width - len(line)) // 2
        return Strip(
            [Segment(" " * left, ground), Segment(line, Style(color=DARK, bgcolor=LIGHT))]
        ).adjust_cell_length(width, ground)
