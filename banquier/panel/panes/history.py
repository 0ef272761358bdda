"""The operations of the game as a list: which one is on the glass, and which is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Label, OptionList

from banquier.panel.panes.pane import Pane
from banquier.words import text as words

if TYPE_CHECKING:
    from banquier.panel.app import Panel


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
        self.panel: Panel | None = None

    def compose(self) -> ComposeResult:
        return [self.keys, self.list]

    def show(self, panel: Panel) -> None:
        self.panel, history, lang = panel, panel.history, panel.lang
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

    def use(self, key: str, panel: Panel) -> bool:
        page = max(1, self.list.size.height - 2)
        ways = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if key in ways:
            panel.history.move(ways[key])
        elif key in ("enter", "kp_enter"):
            panel.go_to_chosen()
        else:
            return False
        return True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.panel is not None:
            self.panel.history.row = event.option_index
            self.panel.go_to_chosen()
