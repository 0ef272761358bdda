"""The last line: what the computer's function keys do, each a word that can be clicked."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from display.panel.palette import PALETTES, Palette

WORDS = (
    ("F1", "Aide", "help"),
    ("F2", "Rouleau", "pane('roll')"),
    ("F3", "Plateau", "pane('board')"),
    ("F4", "Machine", "pane('machine')"),
    ("F8", "Photo", "picture"),
    ("F9", "Teinte", "next_theme"),
    ("^P", "Menu", "command_palette"),
    ("q", "Quitter", "leave"),
)

WATCHED = (
    ("F1", "Aide", "help"),
    ("F2", "Rouleau", "pane('roll')"),
    ("F3", "Plateau", "pane('board')"),
    ("F5", "Pause", "pause"),
    ("F6", "Un pas", "step"),
    ("^T", "Temps", "pane('travel')"),
    ("^N", "Jouer", "go_on"),
    ("q", "Quitter", "leave"),
)
"""Of a game that is watched again."""


class Footer(Widget):
    DEFAULT_CSS = "Footer { height: 1; dock: bottom; }"
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.palette = PALETTES["lcd"]
        self.open: str = ""
        self.words = self.usual = WORDS

    def dress(self, palette: Palette) -> None:
        self.palette = palette
        self.refresh()

    def mark(self, pane: str) -> None:
        """Which pane is open."""
        if pane != self.open:
            self.open = pane
            self.refresh()

    def render_line(self, y: int) -> Strip:
        palette = self.palette
        ground = Style(color=palette.pane_print, bgcolor=palette.pane)
        key_style = Style(color=palette.accent, bgcolor=palette.pane, bold=True)
        lit = Style(color=palette.down_print, bgcolor=palette.accent, bold=True)
        segments = [Segment(" ", ground)]
        for key, word, action in self.words:
            chosen = bool(self.open) and self.open in action
            segments += [
                Segment(key, lit if chosen else key_style),
                Segment(f" {word}", lit if chosen else ground),
                Segment(" " * self._apart(), ground),
            ]
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def _apart(self) -> int:
        words = sum(len(key) + 1 + len(word) for key, word, _ in self.words)
        return 2 if words + 2 * len(self.words) <= self.size.width else 1

    def action_at(self, x: int) -> str | None:
        at = 1
        for key, word, action in self.words:
            width = len(key) + 1 + len(word)
            if at <= x < at + width:
                return action
            at += width + self._apart()
        return None

    async def on_click(self, event: events.Click) -> None:
        action = self.action_at(event.x)
        if action:
            await self.app.run_action(action)
