"""A pane shows more of the unit, beside it or between its words and its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.widget import Widget

from banquier.panel.tints import TINTS, Tint

if TYPE_CHECKING:
    from banquier.panel.app import Panel

WHEEL_STEP = 0.3
"""Of a pane's height, for one step of the mouse wheel."""


class Pane(Widget):
    can_focus = False
    ALLOW_SELECT = False
    animated = False
    """It shows time itself, and is painted again all the time."""

    def __init__(self) -> None:
        super().__init__()
        self.tint = TINTS["lcd"]

    def show(self, panel: Panel) -> None:
        """Paint what is new."""

    def apply_tint(self, tint: Tint) -> None:
        self.tint = tint
        self.refresh()

    def scroll_pages(self, pages: float) -> None:
        """By so many of its own heights."""

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_pages(-WHEEL_STEP)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_pages(WHEEL_STEP)
