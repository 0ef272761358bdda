"""The history of the game: its operations as a list, any of them on the glass, and on from there.

↑ ↓            choose one; the last row is the present
Enter          that moment on the panel, in a unit that is not recorded
End            back to the present, which has stood still meanwhile
ctrl+n         plays on from there, in a new save
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from banquier.panel.timing import Timing
from banquier.play.key_queue import KeyQueue
from banquier.words import text

if TYPE_CHECKING:
    from banquier.saves.open_game import OpenGame
    from banquier.saves.saved_game import Point
    from firmware_sim.session import RollLine


class Moments:
    """The operations of a game as a list: `at` is the row on the glass, `row` the chosen one."""

    def __init__(self, timing: Timing) -> None:
        self.timing = timing
        self.operations: Sequence[RollLine | Point] = ()
        self.at = self.row = 0
        self.trouble = ""
        """Why there is no list: a text."""
        self._present: KeyQueue | None = None
        self._read = -1

    @property
    def away(self) -> bool:
        """Another unit than the one that is played is on the panel."""
        return self._present is not None

    @property
    def last_row(self) -> int:
        return len(self.operations) - 1

    def move(self, rows: int) -> None:
        self.row = max(0, min(self.last_row, self.row + rows))


class HistoryView(Moments):
    """Those of the game that is played; the last row is the present."""

    keys = "history.keys"
    present = "history.present"
    """Texts: the keys of the list, and its last row."""

    def __init__(self, timing: Timing, game: OpenGame) -> None:
        super().__init__(timing)
        self.game = game

    @property
    def last_row(self) -> int:
        return len(self.operations)

    def read(self) -> None:
        """What has been played by now; nothing is while an earlier moment is shown."""
        done = self.timing.unit.operations
        if self.away or done == self._read:
            return
        self._read = done
        stays = self.row if self.row != self.at else -1
        saved = bool(self.game.path)
        self.operations = self.game.moments() if saved else ()
        self.trouble = "" if saved else "history.unsaved"
        self.at = len(self.operations)
        self.row = stays if 0 <= stays < self.at else self.at

    def go(self) -> None:
        """To the chosen row. Trouble: it is not to be had."""
        if self.row >= len(self.operations):
            self.back()
        else:
            unit, present = self.game.unit_at(self.row), self.timing.keys
            self.timing.attach(KeyQueue(unit))
            self._present = self._present or present
            self.at = self.row

    def back(self) -> None:
        self.at = self.row = len(self.operations)
        if self._present is not None:
            self.timing.attach(self._present)
            self._present = None

    def play_on(self) -> OpenGame | None:
        """With a new save from the moment on the glass; None if none is. Trouble."""
        if not self.away:
            return None
        self.game.go_on(self.at)
        self.timing.attach(KeyQueue(self.game.unit))
        return self.game

    def notes(self, lang: str) -> list[str]:
        """How time passes, in words of eight letters."""
        notes, driver = [], self.timing.driver
        if self.away:
            notes.append(text(lang, "note.past"))
        if driver.paused:
            notes.append(text(lang, "note.pause"))
        elif driver.speed != 1.0:
            notes.append(f"× {driver.speed:g}")
        return notes
