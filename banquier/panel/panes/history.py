"""The operations of the game as a list of sentences, a heading for each lap: which one is on the
glass, and which is chosen."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Label, OptionList

from banquier.folding import fold
from banquier.panel.accounts import colour_names
from banquier.panel.game_history import History, Replay
from banquier.panel.panes.pane import Pane, Shown
from banquier.words import Several, text
from banquier.words.announcements import operation
from firmware_sim.game import Game, Why
from firmware_sim.session import RollLine

Row = tuple[str, str, str]
"""A heading or nothing, the lines below it, and their style."""


def choose(row: Row) -> Row:
    """Return a row with the mark of the chosen one, in the colour that its ground wants."""
    heading, said, style = row
    return heading, said if said.startswith("▶") else f"▷{said[1:]}", f"{style} $down-print"


class HistoryPane(Pane):
    DEFAULT_CSS = """
    HistoryPane Label { color: $faint; width: 100%; }
    HistoryPane OptionList {
        height: 1fr; border: none; padding: 0;
        background: $pane; color: $pane-print;
    }
    """
    history: History | Replay

    def __init__(self) -> None:
        super().__init__()
        self.keys = Label()
        self.list = OptionList(markup=False)
        self.list.can_focus = False
        self._rows: list[Row] = []
        self._shown: list[Row] = []
        self._told: dict[tuple[object, ...], str] = {}
        """The sentences of operations, each by what it depends on."""
        self._names: Mapping[int, str] = {}

    def compose(self) -> ComposeResult:
        return [self.keys, self.list]

    def show(self, shown: Shown) -> None:
        self.history = history = shown.history
        lines, at, lang = history.lines, history.row_shown, shown.lang
        game, names = shown.unit.game, shown.unit.names
        struck = sum(line.struck for line in lines)
        if self.is_new(len(lines), struck, at, lang, game is None, *names.items()):
            self._names = dict.fromkeys(range(1, game.players + 1), "") | names if game else {}
            self.keys.update(text(lang, history.keys))
            self._rows = [*self._told_rows(lines, at, game, lang)]
            if last := history.trouble or history.present:
                mark = "▶" if at == len(self._rows) else " "
                self._rows.append(("", f"{mark} {text(lang, last)}", ""))
        self._list([choose(row) if nth == history.row else row
                    for nth, row in enumerate(self._rows)])  # fmt: skip
        if self.list.highlighted != history.row:
            self.list.highlighted = history.row
            self.call_after_refresh(self.list.scroll_to_highlight)

    def _told_rows(
        self, lines: Sequence[RollLine], at: int, game: Game | None, lang: str
    ) -> Iterator[Row]:
        passages, lap = [0] * 9, 0
        width = self.room()[0] - 3
        for number, (line, following) in enumerate(zip_longest(lines, lines[1:])):
            for entry in () if line.struck else line.entries:
                passages[max(0, entry.payee)] += entry.why is Why.SALARY
            before, lap = lap, max(passages[1:])
            heading = text(lang, "history.lap", lap=lap) if lap > before else ""
            said = fold(self._sentence(line, following, game, lang), width, "  ")
            mark = "▶ " if number == at else "  "
            style = "strike $faint" if line.struck else ""
            yield heading, mark + "\n  ".join(said), style

    def _sentence(
        self, line: RollLine, following: RollLine | None, game: Game | None, lang: str
    ) -> str:
        """Return the sentence of an operation, as plain mode has it."""
        words = f"act.{line.act.kind}" if following and line.act else ""
        if words == "act.finish" and following and following.turn == line.turn and following.act:
            words = "act.throws_again" if following.act.kind == "throw" else "act.goes_on"
        key = line, words, lang, *self._names.values()
        if key not in self._told or not following:
            parts = operation(line, game, self._names, words) if game else []
            self._told[key] = Several(*parts).text(lang) or line.brief
        return self._told[key]

    def _list(self, rows: list[Row]) -> None:
        """Exchange the rows that have changed: replacing all would scroll to the first."""
        if len(rows) < len(self._shown):
            self.list.clear_options()
            self._shown = []
        for row, (before, now) in enumerate(zip(self._shown, rows, strict=False)):
            if before != now:
                self.list.replace_option_prompt_at_index(row, self._content(now))
        self.list.add_options(map(self._content, rows[len(self._shown) :]))
        self._shown = rows

    def _content(self, row: Row) -> Content:
        heading, said, style = row
        lines = colour_names(said, self._names, [*self._names])
        if heading:
            lines = Content.styled(f"{heading}\n", "bold $accent").append(lines)
        return lines.stylize(style)

    def use(self, key: str) -> str | None:
        page = max(1, self.list.size.height - 2)
        ways = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if key in ("enter", "kp_enter"):
            return "go"
        if key not in ways:
            return None
        self.history.row += ways[key]
        return ""

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.history.row = event.option_index
        await self.app.run_action("go")
