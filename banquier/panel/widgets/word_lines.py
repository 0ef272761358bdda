"""Lines of words: what is asked, which keys answer, and the glass as text."""

import re
from collections.abc import Collection
from textwrap import wrap

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from banquier.panel.accounts import colour_names, money_row
from banquier.words import LEGENDS, text
from banquier.words.announcements import fitted_rows, is_for_bot, last_move, waiting_for
from datasheet.glass import ICONS, Shown
from firmware_sim.question import Question
from hardware.unit import Unit

KEY = re.compile(
    r"(?<![\w-])(?:{}|\d–\d|[+] -|\d(?: \d)+)(?![\w-])".format(
        "|".join(
            re.escape(legend) for legend in LEGENDS.values() if len(legend) > 1 or legend == "C"
        )
    )
)
"""A key of the unit in a sentence."""


class QuestionLine(Static):
    """What is asked and of whom; below it the keys that answer and what each does. While a bot is
    asked: what was done last, or whose claim the bot waits for."""

    DEFAULT_CSS = """
    QuestionLine {
        height: 2; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis;
        background: $case; color: $print;
        &.-lines { text-wrap: wrap; }
    }
    """
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.text = ""
        self._shown: object = None

    def show(
        self, unit: Unit, question: Question, lang: str, bots: Collection[int], instead: str = ""
    ) -> None:
        """`instead` of the question: a text by its name."""
        names = unit.names
        lines = self.has_class("-lines")
        size = self.content_size
        # Lines end at words, before the edge: of several one is reckoned for what stays empty.
        room = size.width * (max(1, size.height // 2) if lines else 1)
        shown = (question, lang, room, unit.operations, (*bots,), instead, *names.items())
        if shown == self._shown:
            return
        self._shown = shown
        told = waiting_for(question, names, bots) or last_move(unit)
        if instead or (told and is_for_bot(question, bots)):
            first, second = text(lang, instead) if instead else told.text(lang), ""
        else:
            first, second = fitted_rows(question, lang, names, bots, room)
        self.text = f"{first} {second}".rstrip()
        asked = colour_names(first, names, () if question.error else (question.player,))
        asked = asked.stylize("bold $accent" if question.error else "bold")
        keys = Content(second).highlight_regex(KEY, style="bold $accent")
        self.update(Content(" " if lines else "\n").join([asked, keys]), layout=False)


class MoneyRow(Widget):
    """The cash of everybody, as it fits the width."""

    DEFAULT_CSS = """
    MoneyRow { height: 1; text-wrap: nowrap; background: $pane; color: $pane-print; }
    """
    ALLOW_SELECT = False
    unit: Unit | None = None
    _shown: object = None

    def show(self, unit: Unit) -> None:
        shown = unit.operations, unit.question.player, *unit.names.items()
        if shown != self._shown:
            self.unit, self._shown = unit, shown
            self.refresh()

    def render(self) -> Content:
        return Content.assemble(*money_row(self.unit, self.size.width) if self.unit else "")


class GlassLines(Static):
    """The glass as text, for a window too small to draw its segments."""

    DEFAULT_CSS = """
    GlassLines { height: 1fr; padding: 0 1; text-wrap: nowrap; background: $glass; color: $ink; }
    """

    def show(self, shown: Shown, lang: str, keys: str) -> None:
        """`keys`: the letters of the keys, which are shown where there is room for all of them."""
        row_a, row_b, mask = shown
        width, height = self.content_size
        icons = " ".join(name for index, name in enumerate(ICONS) if mask >> index & 1)
        lines = [(row_a.strip() or "·", "bold"), (f"{row_b:>16}", "bold")]
        lines += [(line, "") for line in wrap(icons, max(12, width)) or [""]]
        letters = [("", ""), *((line, "") for line in wrap(keys, max(12, width)))]
        if height > len(lines) + len(letters):
            lines += letters
        if height > len(lines):
            lines += [("", "")] * (height - len(lines) - 1)
            lines.append((text(lang, "window.too_small"), "italic"))
        self.update(Content("\n").join(Content.styled(*line) for line in lines), layout=False)
