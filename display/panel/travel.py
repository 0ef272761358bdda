"""Going back in the game: its operations as a list, any of them on the glass, and on from there.

    ↑ ↓            choose one; the last row is the present
    Entrée         that moment comes before the panel, in a unit that nobody records
    Fin            back to the present, which has stood still meanwhile
    ctrl+n         plays on from there, in a save of its own

While row and glass agree, Entrée is the unit's OK as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from display.panel.commands import Showing
from display.panel.fingers import Fingers
from display.panel.palette import PALETTES

if TYPE_CHECKING:
    from display.panel.app import Panel
    from display.panel.face import Moment, Past, Unit


class Travel:
    """Where one is in the game: `at` is on the glass, `row` is chosen."""

    head = "↑↓ Entrée voir Fin présent ^N rejouer"
    present = "le présent"

    def __init__(self, panel: Panel, past: Past | None) -> None:
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
        return self.panel.panes.name == "travel" and self.row != self.at

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


class Moments(Showing):
    def __init__(self) -> None:
        super().__init__()
        self.palette = PALETTES["lcd"]
        self.travel: Travel | None = None
        self._shown: tuple[object, ...] = ()

    def show(self, panel: Panel) -> None:
        self.travel = travel = panel.travel
        travel.read()
        shown = (travel.moments, len(travel.moments), travel.at, travel.row, travel.trouble)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def scroll_pages(self, pages: float) -> None:
        if self.travel is not None:
            self.travel.move(int(pages * max(1, self.size.height - 2)))
            self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        palette, travel = self.palette, self.travel
        ground = Style(color=palette.pane_print, bgcolor=palette.pane)
        faint = Style(color=palette.faint, bgcolor=palette.pane)
        if travel is None:
            return Strip.blank(width, ground)
        if y == 0:
            return Strip([Segment(travel.head[:width], faint)]).adjust_cell_length(width, ground)
        rows = max(1, height - 1)
        count = len(travel.moments)
        last = count if travel.present or travel.trouble else count - 1
        first = max(0, min(travel.row - rows // 2, last + 1 - rows))
        index = first + y - 1
        if index > last:
            return Strip.blank(width, ground)
        style, text = ground, travel.trouble or travel.present
        if index < count:
            moment = travel.moments[index]
            text = f"{moment.turn:>3} {moment.text}"
            if moment.struck:
                style = Style(color=palette.faint, bgcolor=palette.pane, strike=True)
        if index == travel.row:
            style = Style(color=palette.down_print, bgcolor=palette.accent, bold=True)
        mark = "▶ " if index == travel.at else "  "
        return Strip([Segment(f"{mark}{text}"[:width], style)]).adjust_cell_length(width, ground)
