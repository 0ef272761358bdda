"""Lines of words: what is asked, and the glass as text."""

from collections.abc import Collection
from textwrap import wrap

from textual.content import Content
from textual.widgets import Static

from banquier.words import text
from banquier.words.announcements import fitted_line, is_for_bot, last_move, waiting_for
from datasheet.glass import ICONS, Shown
from hardware.unit import Unit


class QuestionLine(Static):
    """What is asked, of whom, and which keys answer it. While a bot is asked: what was done last,
    or whose claim the bot waits for."""

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

    def show(self, unit: Unit, lang: str, bots: Collection[int], instead: str = "") -> None:
        """`instead` of the question: a text by its name."""
        question, names = unit.question, unit.names
        size = self.content_size
        # Lines end at words, before the edge: of several one is reckoned for what stays empty.
        room = size.width * max(1, size.height - (size.height > 1))
        shown = (question, lang, room, unit.operations, (*bots,), instead, *names.items())
        if shown == self._shown:
            return
        self._shown = shown
        told = waiting_for(question, names, bots) or last_move(unit)
        if instead:
            self.text = text(lang, instead)
        elif told and is_for_bot(question, bots):
            self.text = told.text(lang)
        else:
            self.text = fitted_line(question, lang, names, bots, room)
        self.set_class(bool(question.error), "-refused")
        self.update(self.text, layout=False)


class GlassText(Static):
    """For a window too small to draw its segments."""

    DEFAULT_CSS = """
    GlassText { height: 1fr; padding: 0 1; text-wrap: nowrap; background: $glass; color: $ink; }
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
