"""The place of the open pane: beside the unit where there is room, else above its keys."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from textual.widget import Widget

from banquier.panel.layout import Layout
from banquier.panel.panes.pane import Shown

if TYPE_CHECKING:
    from banquier.panel.panes.pane import Pane


class PaneSlot:
    def __init__(self, body: Widget, before: Widget) -> None:
        """Where panes are mounted, and before which widget."""
        self._body, self._before = body, before
        self.name = ""
        self.pane: Pane | None = None

    @property
    def is_open(self) -> bool:
        return self.pane is not None

    @property
    def animated(self) -> bool:
        return self.pane is not None and self.pane.animated

    async def toggle(self, name: str) -> None:
        """Open a pane, exchange it for another, or close the one that is open."""
        was, pane = self.name, self.pane
        self.name, self.pane = "", None
        if pane is not None:
            await pane.remove()
        if name != was:
            module = import_module(f"banquier.panel.panes.{name}")
            pane = getattr(module, f"{name.capitalize()}Pane")()
            self.name, self.pane = name, pane
            await self._body.mount(pane, before=self._before)

    def place(self, plan: Layout) -> None:
        pane = self.pane
        if pane is None:
            return
        beside = plan.pane_width > 0
        pane.display = plan.pane_height > 0
        pane.styles.width = plan.pane_width if beside else plan.width
        pane.styles.height = max(1, plan.pane_height)
        pane.styles.dock = "right" if beside else "none"

    def show(self, shown: Shown) -> None:
        if self.pane is not None and self.pane.is_attached:
            self.pane.show(shown)

    def use(self, key: str) -> str | None:
        """As `Pane.use`; Escape closes the pane."""
        if self.pane is None:
            return None
        return f"pane('{self.name}')" if key == "escape" else self.pane.use(key)
