"""The list of commands (ctrl+p): Textual's, in the player's language."""

from __future__ import annotations

from typing import Any

from textual.command import CommandList, CommandPalette
from textual.widgets.option_list import Option

from banquier.words import text


class Commands(CommandPalette):
    def __init__(self, lang: str) -> None:
        super().__init__(placeholder=text(lang, "palette.search"), id="--command-palette")
        self.none = text(lang, "palette.none")

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """As Textual's own, which says it in English."""
        self._stop_no_matches_countdown()

        def show_none() -> None:
            if not search_value:
                return
            commands: Any = self.query_one(CommandList)
            commands.add_option(Option(self.none, disabled=True, id=self._NO_MATCHES))
            self._list_visible = True

        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, show_none)
