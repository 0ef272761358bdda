"""Going back in the game: its operations as a list, any of them on the glass, and on from there.

    ↑ ↓            choose one; the last row is the present
    Entrée         that moment comes before the panel, in a unit that nobody records
    Fin            back to the present, which has stood still meanwhile
    ctrl+n         plays on from there, in a save of its own

While row and glass agree, Entrée is the unit's OK as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from display.panel.key_queue import Fingers

if TYPE_CHECKING:
    from display.panel.interface import Moment, Past, Unit
    from display.panel.pace import Pace


class Seats(Protocol):
    """Before which one unit or another stands."""

    unit: Unit
    fingers: Fingers
    pace: Pace

    def seat(self, fingers: Fingers) -> None: ...
    @property
    def pane_open(self) -> str:
        """By its name."""


class Travel:
    """Where one is in the game: `at` is on the glass, `row` is chosen."""

    head = "↑↓ Entrée voir Fin présent ^N rejouer"
    present = "le présent"

    def __init__(self, panel: Seats, past: Past | None) -> None:
        self.panel = panel
        self.past = past
        self.moments: Sequence[Moment] = ()
        self.at = self.row = 0
        self.trouble = ""
        self._present: Fingers | None = None
        self._read = -1

    @property
    def away(self) -> bool:
        return self._present is not None

    @property
    def chosen(self) -> bool:
        """Whether Entrée has somewhere to go."""
        return self.panel.pane_open == "travel" and self.row != self.at

    def read(self) -> None:
        """What has been played by now; while one is away nothing is."""
        operations = self.panel.unit.operations
        if self.away or operations == self._read:
            return
        self._read = operations
        stays = self.row if self.row != self.at else -1
        self.moments, self.trouble = (), "cette partie n'est pas gardée"
        if self.past is not None:
            try:
                self.moments, self.trouble = self.past.moments(), ""
            except ValueError:
                self.trouble = "rien de joué encore"
        self.at = len(self.moments)
        self.row = stays if 0 <= stays < self.at else self.at

    def move(self, rows: int) -> None:
        self.row = max(0, min(len(self.moments), self.row + rows))

    def go(self) -> None:
        """To the chosen row. ValueError: nobody can."""
        if self.row >= len(self.moments):
            self.back()
        elif self.past is not None:
            unit = self.past.unit_at(self.row)
            here = self.panel.fingers
            self.panel.seat(Fingers(unit))
            self._present = self._present or here
            self.at = self.row

    def back(self) -> None:
        self.at = self.row = len(self.moments)
        if self._present is not None:
            self.panel.seat(self._present)
            self._present = None

    def go_on(self) -> Unit | None:
        """A new save from the moment on the glass, and the unit that plays it. ValueError."""
        if self.past is None or not self.away:
            return None
        unit: Unit = self.past.go_on(self.at)
        self.panel.seat(Fingers(unit))
        self._present, self._read = None, -1
        self.row = self.at
        return unit

    @property
    def sentences(self) -> Sequence[str]:
        """What there is to tell of the save that is played."""
        return self.past.sentences if self.past else ()
