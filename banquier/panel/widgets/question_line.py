"""The line of words between glass and keys: what is asked, of whom, and which keys answer it."""

from __future__ import annotations

from collections.abc import Mapping

from textual.widgets import Static

from banquier.words import line
from firmware_sim.interface import Question


class QuestionLine(Static):
    DEFAULT_CSS = """
    QuestionLine {
        height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis;
        background: $case; color: $print;
        &.-refused { color: $accent; text-style: bold; }
    }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.text = ""
        self._shown: object = None

    def show(self, question: Question, names: Mapping[int, str], lang: str) -> None:
        shown = (question, lang, self.size.width, *names.items())
        if shown == self._shown:
            return
        self._shown = shown
        self.text = line(question, lang, names, self.size.width)
        self.set_class(bool(question.error), "-refused")
        self.update(self.text, layout=False)
