"""One question before leaving: on some keyboards q lies where a is on others."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static


class Leaving(ModalScreen[bool]):
    CSS = """
    Leaving { align: center middle; }
    Leaving Static {
        width: 40; height: auto; padding: 1 3;
        background: $surface; color: $foreground; border: heavy $accent;
        content-align: center middle; text-align: center;
    }
    """
    BINDINGS = [
        ("enter,o,y", "answer(True)", "Oui"),
        ("escape,n,q,backspace", "answer(False)", "Non"),
    ]

    def compose(self) -> ComposeResult:
        yield Static("Quitter le Banquier ?\n\n[b]Entrée[/b] oui    [b]Échap[/b] non")

    def action_answer(self, leave: bool) -> None:
        self.dismiss(leave)
