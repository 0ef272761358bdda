"""The link of the table as a large QR code, over the panel; beside it that of a television."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from textual.app import ComposeResult
from textual.widgets import Static

from banquier.panel.actions import computer_key
from banquier.panel.box import Box
from banquier.words import text


class QrScreen(Box[None]):
    CSS = """
    QrScreen Static { width: auto; border: none; background: #ffffff; color: #000000; }
    """
    BINDINGS = [("escape,enter,space,q,ctrl+k", "dismiss")]

    def __init__(self, lang: str, qr: Sequence[str], wall_qr: Sequence[str]) -> None:
        super().__init__()
        self.lang = lang
        self.qr = qr
        self.wall_qr = wall_qr

    def compose(self) -> ComposeResult:
        closes = text(self.lang, "phones.qr_title", key=computer_key(self.lang, "escape"))
        rows, wall = self.qr, self.wall_qr
        if len(rows[0]) + len(wall[0]) < self.app.size.width:
            blank = " " * len(rows[0])
            rows = [f"{row} {other}" for row, other in zip_longest(rows, wall, fillvalue=blank)]
            titles = text(self.lang, "phones.link"), text(self.lang, "phones.wall")
            rows = [" ".join(title.center(len(blank)) for title in titles), *rows]
        yield Static("\n".join([*rows, closes.center(len(rows[0]))]), markup=False)

    def on_click(self) -> None:
        self.dismiss()
