"""The link of the table as a large QR code, over the panel."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from banquier.panel.actions import computer_key
from banquier.panel.phones import TableState
from banquier.words import text


class QrScreen(ModalScreen[None]):
    CSS = """
    QrScreen { align: center middle; }
    QrScreen Static { width: auto; height: auto; background: #ffffff; color: #000000; }
    """
    BINDINGS = [("escape,enter,space,q,ctrl+k", "dismiss")]

    def __init__(self, lang: str, state: TableState) -> None:
        super().__init__()
        self.lang = lang
        self.state = state

    def compose(self) -> ComposeResult:
        closes = text(self.lang, "phones.qr_title", key=computer_key(self.lang, "escape"))
        yield Static("\n".join([*self.state.qr, closes.center(len(self.state.qr[0]))]),
                     markup=False)  # fmt: skip

    def on_click(self) -> None:
        self.dismiss()
