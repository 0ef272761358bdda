"""The words between glass and keys: what is asked, of whom, and which keys answer it.

While a bot is asked: what was done last, or whose claim the bot waits for."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from textual.widgets import Static

from banquier.words.announcements import fitted_line, is_for_bot, last_move, waiting_for

if TYPE_CHECKING:
    from hardware.unit import Unit


class QuestionLine(Static):
    DEFAULT_CSS = """
    QuestionLine {
        height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis;
        background: $case; color: $print;
        &.-lines { text-wrap: wrap; }
        &.-refused { color: $accent; text-style: bold; }
    }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.text = ""
        self._shown: object = None

    def show(self, unit: Unit, lang: str, bots: Collection[int]) -> None:
        question, names = unit.question, unit.names
        size = self.content_size
        # Lines end at words, before the edge: of several one is reckoned for what stays empty.
        room = size.width * max(1, size.height - (size.height > 1))
        shown = (question, lang, room, unit.operations, *names.items())
        if shown == self._shown:
            return
        self._shown = shown
        told = waiting_for(question, names, bots) or last_move(unit)
        if told and is_for_bot(question, bots):
            self.text = told.text(lang)
        else:
            self.text = fitted_line(question, lang, names, bots, room)
        self.set_class(bool(question.error), "-refused")
        self.update(self.text, layout=False)
