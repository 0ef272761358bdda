"""The place of the open pane: beside the unit where there is room, else above its keys."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from banquier.panel.layout import Layout

if TYPE_CHECKING:
    from banquier.panel.app import Panel
    from banquier.panel.panes.pane import Pane


class PaneSlot:
    def __init__(self, panel: Panel) -> None:
        self.panel = panel
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
        was = self.name
        await self._close()
        if name != was:
            await self._open(name)
        self.panel.messages.mark(self.name)
        self.panel.arrange()

    async def _close(self) -> None:
        pane, self.pane, self.name = self.pane, None, ""
        if pane is not None:
            await pane.remove()

    async def _open(self, name: str) -> None:
        module = import_module(f"banquier.panel.panes.{name}")
        pane: Pane = getattr(module, f"{name.capitalize()}Pane")()
        self.name, self.pane = name, pane
        await self.panel.body.mount(pane, before=self.panel.key_block)

    def place(self, plan: Layout) -> None:
        pane = self.pane
        if pane is None:
            return
        beside = plan.pane_width > 0
        pane.display = plan.pane_height > 0
        pane.styles.width = plan.pane_width if beside else plan.width
        pane.styles.height = max(1, plan.pane_height)
        pane.styles.dock = "right" if beside else "none"

    def show(self) -> None:
        if self.pane is not None and self.pane.is_attached:
            self.pane.show(self.panel)

    async def use(self, key: str) -> bool:
        """Whether that key of the computer is one of the open pane's."""
        if self.pane is None:
            return False
        if key == "escape":
            await self.toggle(self.name)
            return True
        return self.pane.use(key, self.panel)
