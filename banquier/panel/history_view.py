"""The history of the game: its operations as a list, any of them on the glass, and on from there.

↑ ↓            choose one; the last row is the present
Enter          that moment on the panel, in a unit that is not recorded
End            back to the present, which has stood still meanwhile
ctrl+n         plays on from there, in a new save
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from banquier.play.key_queue import KeyQueue

if TYPE_CHECKING:
    from banquier.panel.app import Panel
    from banquier.saves.open_game import OpenGame
    from banquier.saves.saved_game import Point
    from firmware_sim.session import RollLine


class Moments:
    """The operations of a game as a list: `at` is the row on the glass, `row` the chosen one."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.operations: Sequence[RollLine | Point] = ()
        self.at = self.row = 0
        self.trouble = ""
        """Why there is no list: a text."""
        self._present: KeyQueue | None = None
        self._read = -1

    @property
    def away(self) -> bool:
        """An earlier moment is on the panel."""
        return self._present is not None


class HistoryView(Moments):
    """Those of the game that is played; the last row is the present."""

    keys = "history.keys"
    present = "history.present"
    """Texts: the keys of the list, and its last row."""

    def __init__(self, panel: Panel, game: OpenGame) -> None:
        super().__init__(panel)
        self.game = game

    def read(self) -> None:
        """What has been played by now; nothing is while an earlier moment is shown."""
        done = self.panel.unit.operations
        if self.away or done == self._read:
            return
        self._read = done
        stays = self.row if self.row != self.at else -1
        saved = bool(self.game.path)
        self.operations = self.game.moments() if saved else ()
        self.trouble = "" if saved else "history.unsaved"
        self.at = len(self.operations)
        self.row = stays if 0 <= stays < self.at else self.at

    def move(self, rows: int) -> None:
        self.row = max(0, min(len(self.operations), self.row + rows))

    def go(self) -> None:
        """To the chosen row. Trouble: it is not to be had."""
        if self.row >= len(self.operations):
            self.back()
        else:
            unit = self.game.unit_at(self.row)
            present = self.panel.keys
            self.panel.attach(KeyQueue(unit))
            self._present = self._present or present
            self.at = self.row

    def back(self) -> None:
        self.at = self.row = len(self.operations)
        if self._present is not None:
            self.panel.attach(self._present)
            self._present = None

    def play_on(self) -> bool:
        """With a new save from the moment on the glass; False if none is. Trouble."""
        if not self.away:
            return False
        self.game.go_on(self.at)
        self.panel.attach(KeyQueue(self.game.unit))
        self._present, self._read = None, -1
        self.row = self.at
        return True
