"""What every pane is: something beside the unit that shows more of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from textual import events
from textual.widget import Widget

from display.panel.palette import PALETTES, Palette

if TYPE_CHECKING:
    from display.panel.interface import Board, Unit
    from display.panel.pace import Pace
    from display.panel.travel import Travel

NOTCH = 0.3
"""Of a pane's height, for one notch of the wheel."""


class Beside(Protocol):
    """The panel, as far as a pane looks at it."""

    @property
    def unit(self) -> Unit: ...
    @property
    def board(self) -> Board | None: ...
    @property
    def lang(self) -> str: ...
    @property
    def pace(self) -> Pace: ...
    @property
    def step_by(self) -> str: ...
    @property
    def travel(self) -> Travel: ...


class Pane(Widget):
    can_focus = False
    ALLOW_SELECT = False
    lively = False
    """Whether it shows time itself, and is never done."""

    def __init__(self) -> None:
        super().__init__()
        self.palette = PALETTES["lcd"]

    def show(self, panel: Beside) -> None:
        """Paint what is new."""

    def dress(self, palette: Palette) -> None:
        self.palette = palette
        self.refresh()

    def scroll_pages(self, pages: float) -> None:
        """By so many of its own heights."""

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_pages(-NOTCH)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_pages(NOTCH)
