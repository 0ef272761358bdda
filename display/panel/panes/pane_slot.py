"""The pane that is open: beside the unit where there is room, else in the place of the keys."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Protocol

from display.panel.layout import Layout
from display.panel.palette import Palette
from display.panel.panes.pane import Beside, Pane

if TYPE_CHECKING:
    from textual.widget import Widget

    from display.panel.widgets.footer import Footer


class Frame(Beside, Protocol):
    """The panel, as far as it makes room."""

    @property
    def palette(self) -> Palette: ...
    @property
    def footer(self) -> Footer: ...
    def plan(self) -> Layout: ...
    def arrange(self) -> None: ...
    def home(self, *, beside: bool) -> Widget:
        """Where a pane belongs: beside the unit, or below its glass."""

    def later(self, change: Coroutine[None, None, None]) -> None:
        """Done when there is time for it; a newer one takes its place."""


class Panes:
    def __init__(self, panel: Frame) -> None:
        self.panel = panel
        self.name = ""
        self.pane: Pane | None = None

    @property
    def is_open(self) -> bool:
        return self.pane is not None

    @property
    def lively(self) -> bool:
        return self.pane is not None and self.pane.lively

    async def toggle(self, name: str) -> None:
        """Open one, change it for another, or shut the one that is open."""
        was = self.name
        await self._shut()
        if name != was:
            await self._open(name)
        self.panel.footer.mark(self.name)
        self.panel.arrange()

    async def _shut(self) -> None:
        pane, self.pane, self.name = self.pane, None, ""
        if pane is not None:
            await pane.remove()

    async def _open(self, name: str) -> None:
        pane = make_pane(name)
        pane.dress(self.panel.palette)
        self.name, self.pane = name, pane
        plan = self.panel.plan()
        await self.panel.home(beside=plan.pane_width > 0).mount(pane)

    def place(self, plan: Layout) -> None:
        pane = self.pane
        if pane is None:
            return
        beside = plan.pane_width > 0
        pane.display = plan.pane_height > 0
        pane.styles.width = plan.pane_width if beside else plan.width
        pane.styles.height = max(1, plan.pane_height)
        home = self.panel.home(beside=beside)
        if pane.is_attached and pane.parent is not home:
            # Widgets do not travel: a fresh one takes the place.
            self.panel.later(self._move(self.name))

    async def _move(self, name: str) -> None:
        await self._shut()
        await self._open(name)
        self.panel.arrange()

    def show(self) -> None:
        if self.pane is not None and self.pane.is_attached:
            self.pane.show(self.panel)

    def dress(self, palette: Palette) -> None:
        if self.pane is not None:
            self.pane.dress(palette)

    def scroll(self, pages: float) -> None:
        if self.pane is not None:
            self.pane.scroll_pages(pages)


def make_pane(name: str) -> Pane:
    """A pane by its name; each is imported when it is first wanted."""
    if name == "roll":
        from display.panel.panes.roll import Roll

        return Roll()
    if name == "board":
        from display.panel.panes.board import Board

        return Board()
    if name == "travel":
        from display.panel.panes.moments import Moments

        return Moments()
    from display.panel.panes.machine import Machine

    return Machine()
