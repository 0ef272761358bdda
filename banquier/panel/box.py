"""A box in the middle of the window, over the panel."""

from __future__ import annotations

from textual.screen import ModalScreen, ScreenResultType


class Box(ModalScreen[ScreenResultType]):
    DEFAULT_CSS = """
    Box {
        align: center middle;
        & > * {
            height: auto; max-width: 100%; max-height: 100%;
            background: $surface; color: $foreground; border: heavy $accent;
        }
    }
    """
