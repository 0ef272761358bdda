"""The operations of the game as a list: which one is on the glass, and which is chosen."""

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Label, OptionList

from banquier.panel.game_history import History, Replay
from banquier.panel.panes.pane import Pane, Shown
from banquier.words import text


class Operations(OptionList, can_focus=False):
    DEFAULT_CSS = """
    Operations {
        height: 1fr; border: none; padding: 0;
        background: $pane; color: $pane-print;
        & > .option-list--option-highlighted {
            background: $accent; color: $down-print; text-style: bold;
        }
    }
    """


class HistoryPane(Pane):
    DEFAULT_CSS = "HistoryPane Label { color: $faint; width: 100%; text-wrap: nowrap; }"

    history: History | Replay

    def __init__(self) -> None:
        super().__init__()
        self.keys = Label(markup=False)
        self.list = Operations(markup=False)
        self._shown: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        return [self.keys, self.list]

    def show(self, shown: Shown) -> None:
        self.history = history = shown.history
        operations, at, lang = history.operations, history.at, shown.lang
        if self.is_new(len(operations), sum(one.struck for one in operations), at, lang):
            self.keys.update(text(lang, history.keys))
            rows = [(f"{one.turn:>3} {one.text}", one.struck) for one in operations]
            if last := history.trouble or history.present:
                rows.append((text(lang, last), False))
            self._list(
                [
                    (f"{'▶' if row == at else ' '} {line}", "strike dim" if struck else "")
                    for row, (line, struck) in enumerate(rows)
                ]
            )
        if self.list.highlighted != history.row:
            self.list.highlighted = history.row
            self.call_after_refresh(self.list.scroll_to_highlight)

    def _list(self, rows: list[tuple[str, str]]) -> None:
        """What has changed: all rows anew would scroll to the first."""
        if len(rows) < len(self._shown):
            self.list.clear_options()
            self._shown = []
        for row, (before, now) in enumerate(zip(self._shown, rows, strict=False)):
            if before != now:
                self.list.replace_option_prompt_at_index(row, Content.styled(*now))
        self.list.add_options(Content.styled(*row) for row in rows[len(self._shown) :])
        self._shown = rows

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
