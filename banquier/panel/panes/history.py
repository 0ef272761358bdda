"""The operations of the game as a list: which one is on the glass, and which is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Label, OptionList

from banquier.panel.panes.pane import Pane, Shown
from banquier.words import text as words

if TYPE_CHECKING:
    from banquier.panel.history_view import Moments


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

    def __init__(self) -> None:
        super().__init__()
        self.keys = Label(markup=False)
        self.list = Operations(markup=False)
        self._shown: list[Text] = []
        self.history: Moments | None = None

    def compose(self) -> ComposeResult:
        return [self.keys, self.list]

    def show(self, shown: Shown) -> None:
        self.history = history = shown.history
        lang = shown.lang
        history.read()
        self.keys.update(words(lang, history.keys))
        lines = [
            Text(
                f"{'▶' if row == history.at else ' '} {operation.turn:>3} {operation.text}",
                "strike dim" if operation.struck else "",
            )
            for row, operation in enumerate(history.operations)
        ]
        if last := history.trouble or history.present:
            lines.append(Text(f"{'▶' if len(lines) == history.at else ' '} {words(lang, last)}"))
        if len(lines) < len(self._shown):
            self.list.clear_options()
            self._shown = []
        for row, (before, line) in enumerate(zip(self._shown, lines, strict=False)):
            if before != line or before.style != line.style:
                self.list.replace_option_prompt_at_index(row, line)
        self.list.add_options(lines[len(self._shown) :])
        self._shown = lines
        if self.list.highlighted != history.row:
            self.list.highlighted = history.row
            self.call_after_refresh(self.list.scroll_to_highlight)

    def use(self, key: str) -> str | None:
        page = max(1, self.list.size.height - 2)
        ways = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if key in ("enter", "kp_enter"):
            return "go"
        if key not in ways or self.history is None:
            return None
        self.history.move(ways[key])
        return ""

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.history is not None:
            self.history.row = event.option_index
            await self.app.run_action("go")
