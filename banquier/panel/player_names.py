"""The players' names, asked for in one box: a line a player."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Static

from banquier.panel.actions import computer_key
from banquier.panel.boxes import Box
from banquier.words import text

LONGEST = 12
MOST_PLAYERS = 8


class PlayerNames(Box[dict[int, str] | None]):
    CSS = """
    PlayerNames Vertical { width: 44; height: auto; padding: 0 2; }
    PlayerNames Static { width: 100%; text-align: center; }
    PlayerNames Input { border: none; height: 1; padding: 0 1; margin: 0 0 1 0; }
    """
    BINDINGS = [("escape", "dismiss(None)"), Binding("enter", "accept", priority=True)]

    def __init__(self, lang: str, names: Mapping[int, str], players: int) -> None:
        """`players`: how many are in the game, 0 before it begins."""
        super().__init__(lang)
        self.names = names
        self.seats = range(1, (players or MOST_PLAYERS) + 1)

    def compose(self) -> ComposeResult:
        lang = self.lang
        with Vertical() as box:
            box.border_title = text(lang, "names.title")
            for seat in self.seats:
                yield Input(
                    self.names.get(seat, ""),
                    placeholder=text(lang, "names.player", number=seat),
                    max_length=LONGEST,
                    restrict='[^"]*',
                    compact=True,
                )
            accept, cancel = (computer_key(lang, key) for key in ("enter", "escape"))
            yield Static(text(lang, "names.keys", accept=accept, cancel=cancel))

    def action_accept(self) -> None:
        lines = self.query(Input)
        named = {seat: line.value.strip() for seat, line in zip(self.seats, lines, strict=True)}
        self.dismiss({seat: name for seat, name in named.items() if name and name.isprintable()})
