"""The line of words between glass and keys: what is asked, of whom, and which keys answer it."""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from banquier.panel.tints import TINTS, Tint
from banquier.words import line
from firmware_sim.interface import Question


class QuestionLine(Widget):
    DEFAULT_CSS = "QuestionLine { height: 1; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.tint = TINTS["lcd"]
        self.text = ""
        self.refused = False
        self._shown: object = None

    def apply_tint(self, tint: Tint) -> None:
        self.tint = tint
        self.refresh()

    def show(self, question: Question, names: Mapping[int, str], lang: str) -> None:
        shown = (question, lang, *names.items())
        if shown == self._shown:
            return
        self._shown = shown
        self.refused = bool(question.error)
        self.text = line(question, lang, names)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        tint = self.tint
        colour = tint.accent if self.refused else tint.print
        style = Style(color=colour, bgcolor=tint.case, bold=self.refused)
        room = self.size.width - 2
        text = self.text if len(self.text) <= room else self.text[: room - 1] + "…"
        return Strip([Segment(f" {text}", style)]).adjust_cell_length(self.size.width, style)
