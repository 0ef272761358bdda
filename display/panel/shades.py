"""What the eye makes of the glass, in the few shades that the panel can paint.

At first an element is driven or it is not. Once `sharpen` has brought in the optics, contrast,
tired cells and the slowness of the crystal count too: they need numpy, which is worth waiting
for but not before the first picture.

    sight = Sight(ghost=2)
    sight.look(unit)              280 shades in the order of ELEMENTS
    sight.settled                 nothing is on its way any more
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from display.elements import DARK, ELEMENTS, Rows
from display.panel.palette import GHOSTS, SHADES
from display.panel.ticks import TICKS_A_SECOND

if TYPE_CHECKING:
    from display.panel.interface import Unit

Shades = tuple[int, ...]

FULL = SHADES - 1
_PLACES = tuple(ELEMENTS.values())
NEAR, NEARLY = 0.4 / FULL, 0.1
"""How near to its end an element must be to count as there: a step nobody sees, or a coarser one
for blinking, which never ends."""
LONG = 10 * TICKS_A_SECOND
NOTHING: Shades = (0,) * len(_PLACES)


class Sight:
    def __init__(self, ghost: int = 2) -> None:
        self.ghost = ghost
        self.settled = True
        self.near = NEAR
        self._eye: Any = None
        self._seen_at = -LONG
        self._flat: tuple[Rows, int] = (DARK, -1)
        self._shades = NOTHING

    def sharpen(self) -> None:
        """Look through the optics from now on."""
        from display.optics import Eye

        self._eye = Eye()
        self._seen_at = -LONG

    def look(self, unit: Unit) -> Shades:
        """How dark everything is now; to be called again while it is not `settled`."""
        rows = unit.glass()
        if self._eye is None:
            if self._flat != (rows, self.ghost):
                self._flat = rows, self.ghost
                floor = self.faintest
                self._shades = tuple(
                    FULL if rows[common] >> line & 1 else floor for common, line in _PLACES
                )
            return self._shades
        eye = self._eye
        ticks = unit.tick - self._seen_at
        self._seen_at = unit.tick
        self._watch(rows, unit, ticks if ticks >= 0 else LONG)  # back: a save was taken up
        self.settled = eye.settled(within=self.near)
        if self.settled:
            self._watch(rows, unit, LONG)
        floor = self.faintest
        self._shades = tuple((eye.shades() * FULL + 0.5).astype(int).clip(floor, FULL).tolist())
        return self._shades

    def _watch(self, rows: Rows, unit: Unit, ticks: int) -> None:
        contrast, battery = unit.contrast, unit.millivolts
        self._eye.look(rows, ticks, contrast=contrast, battery_mv=battery, on=unit.awake)

    @property
    def faintest(self) -> int:
        return round(GHOSTS[self.ghost] * FULL)

    def exactly(self) -> list[float] | None:
        """The shades from 0 to 1 for a picture, if the optics are in."""
        return None if self._eye is None else [float(shade) for shade in self._eye.shades()]
