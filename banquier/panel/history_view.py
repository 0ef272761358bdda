"""The history of the game: its operations as a list, any of them on the glass, and on from there.

↑ ↓            choose one; the last row is the present
Enter          that moment on the panel, in a unit that is not recorded
End            back to the present, which has stood still meanwhile
ctrl+n         plays on from there, in a new save
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from banquier.panel.actions import PLAY
from banquier.play.key_queue import KeyQueue

if TYPE_CHECKING:
    from banquier.panel.app import Panel
    from banquier.saves.saved_game import Point
    from firmware_sim.session import RollLine


class HistoryView:
    """`at` is the row on the glass, `row` the chosen one."""

    where = PLAY
    """Which of the panel's actions there are."""
    nothing_lost = False
    """It is left without a question."""
    keys = "history.keys"
    present = "history.present"
    """Texts: the keys of the list, and its last row."""

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

    # -- what a recorded game does otherwise (replay.py)

    def begin(self) -> None:
        """The panel has been drawn for the first time."""

    def follow(self) -> None:
        """The unit has run."""

    def use(self, key: str) -> bool:
        """Whether this key of the unit does something else."""
        return False

    def pause(self) -> None:
        """Before time is stopped, or goes on."""

    def step(self) -> bool:
        """Whether a step of time was made here."""
        return False

    def skip(self, operations: int) -> None:
        """So many operations on, or back."""

    def state(self) -> list[str]:
        """How time passes, in words of eight letters; nothing: as in any game."""
        return []

    # -- the list

    def read(self) -> None:
        """What has been played by now; nothing is while an earlier moment is shown."""
        done = self.panel.unit.operations
        if self.away or done == self._read:
            return
        self._read = done
        stays = self.row if self.row != self.at else -1
        game = self.panel.game
        self.operations = game.moments() if game.path else ()
        self.trouble = "" if game.path else "history.unsaved"
        self.at = len(self.operations)
        self.row = stays if 0 <= stays < self.at else self.at

    def move(self, rows: int) -> None:
        self.row = max(0, min(len(self.operations), self.row + rows))

    def go(self) -> None:
        """To the chosen row. ValueError: it is not to be had."""
        if self.row >= len(self.operations):
            self.back()
        else:
            unit = self.panel.game.unit_at(self.row)
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
        """With a new save from the moment on the glass; False if none is. ValueError."""
        if not self.away:
            return False
        game = self.panel.game
        game.go_on(self.at)
        self.panel.attach(KeyQueue(game.unit))
        self._present, self._read = None, -1
        self.row = self.at
        return True
