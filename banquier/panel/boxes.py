"""A box in the middle of the window, over the panel; the small ones are here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from textual.app import ComposeResult
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Static

from banquier.panel.actions import computer_key
from banquier.words import text


class Box(ModalScreen[ScreenResultType]):
    DEFAULT_CSS = """
    Box {
        align: center middle;
        & > * {
            height: auto; max-width: 100%; max-height: 100%;
            background: $surface; color: $foreground; border: heavy $accent;
        }
    }
    """

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang


class Leaving(Box[bool]):
    """One question before leaving: on some keyboards q lies where a is on others."""

    CSS = """
    Leaving Static {
        width: 40; padding: 1 3; content-align: center middle; text-align: center;
    }
    """
    BINDINGS = [
        ("enter,o,y", "dismiss(True)"),
        ("escape,n,q,backspace", "dismiss(False)"),
    ]

    def __init__(self, lang: str, saved: bool) -> None:
        super().__init__(lang)
        self.saved = saved

    def compose(self) -> ComposeResult:
        lang = self.lang
        answers = "    ".join(
            f"[b]{computer_key(lang, key)}[/b] {text(lang, answer)}"
            for key, answer in (("enter", "leave.yes"), ("escape", "leave.no"))
        )
        question = [text(lang, "leave.question")]
        if self.saved:
            question.append(text(lang, "leave.saved"))
        yield Static("\n".join([*question, "", answers]))


class QrScreen(Box[None]):
    """The link of the table as a large QR code; beside it that of a television."""

    CSS = """
    QrScreen Static { width: auto; border: none; background: #ffffff; color: #000000; }
    """
    BINDINGS = [("escape,enter,space,q,ctrl+k", "dismiss")]

    def __init__(self, lang: str, qr: Sequence[str], wall_qr: Sequence[str]) -> None:
        super().__init__(lang)
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
