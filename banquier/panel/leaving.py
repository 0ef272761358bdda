"""One question before leaving: on some keyboards q lies where a is on others."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from banquier.panel.actions import computer_key
from banquier.panel.box import Box
from banquier.words import text


class Leaving(Box[bool]):
    CSS = """
    Leaving Static {
        width: 40; padding: 1 3; content-align: center middle; text-align: center;
    }
    """
    BINDINGS = [
        ("enter,o,y", "answer(True)"),
        ("escape,n,q,backspace", "answer(False)"),
    ]

    def __init__(self, lang: str, saved: bool) -> None:
        super().__init__()
        self.lang = lang
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

    def action_answer(self, leave: bool) -> None:
        self.dismiss(leave)
