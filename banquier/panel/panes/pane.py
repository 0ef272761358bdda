"""A pane shows more of the unit, beside it or between its words and its keys.

To add one: a line with `pane('NAME')` in `ACTIONS` (actions.py), its two texts `action.NAME` and
`action.NAME.help` in both languages, and a module NAME.py here with the class `NamePane`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from banquier.panel.accounts import Line

if TYPE_CHECKING:
    from banquier.page.table_server import Table
    from banquier.panel.game_history import History, Replay
    from banquier.panel.timing import Timing
    from hardware.unit import Unit


class Shown(NamedTuple):
    """The unit and settings that a pane shows."""

    unit: Unit
    lang: str
    timing: Timing
    history: History | Replay
    phones: Table | str
    """The table, or the text that says why there is none."""


class Pane(VerticalScroll, can_focus=False):
    """A pane of one text, unless it composes something else."""

    DEFAULT_CSS = """
    Pane {
        background: $pane; color: $pane-print;
        &.-titled { border-top: solid $faint; border-title-color: $accent; }
        & , & > * {
            scrollbar-size-vertical: 1; scrollbar-color: $faint; scrollbar-background: $pane;
            scrollbar-color-hover: $accent; scrollbar-background-hover: $pane;
            scrollbar-color-active: $accent; scrollbar-background-active: $pane;
        }
    }
    Pane > Static { text-wrap: nowrap; }
    Pane > Label { text-wrap: wrap; }
    """
    ALLOW_SELECT = False
    animated = False
    """True for a pane that shows time itself, and is painted again all the time."""

    def __init__(self) -> None:
        super().__init__()
        self.body = Static()
        self.scrolling: Widget = self
        """The part that scrolls."""
        self._painted: object = None

    def compose(self) -> ComposeResult:
        return [self.body]

    def show(self, shown: Shown) -> None:
        """Paint what is new."""

    def use(self, key: str) -> str | None:
        """Return the action of a key of the computer, which the unit does not get then: "" if it is
        done, None if the pane does not use the key."""
        if key == "pageup":
            self.scrolling.scroll_page_up(animate=False)
        elif key == "pagedown":
            self.scrolling.scroll_page_down(animate=False)
        else:
            return None
        return ""

    def is_new(self, *shown: object) -> bool:
        """Return True if this is not painted already, or not in this room."""
        new = shown, self.room()
        if new == self._painted or not self.room()[0]:
            return False
        self._painted = new
        return True

    def room(self) -> tuple[int, int]:
        """Return columns and lines for the text; the columns leave room for the scroll bar."""
        width, height = self.outer_size - self.styles.gutter.totals
        return max(0, width - 1), height

    def paint(self, lines: Iterable[Line]) -> None:
        self.body.update(Content("\n").join(Content.assemble(*line) for line in lines))
