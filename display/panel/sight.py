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
from display.panel.ticks import NEVER

if TYPE_CHECKING:
    from display.panel.face import Unit

Shades = tuple[int, ...]

FULL = SHADES - 1
_PLACES = tuple(ELEMENTS.values())
NOTHING: Shades = (0,) * len(_PLACES)


class Sight:
    def __init__(self, ghost: int = 2) -> None:
        self.ghost = ghost
        self.settled = True
        self._eye: Any = None
        self._seen_at = -NEVER
        self._flat: tuple[Rows, int] = (DARK, -1)
        self._shades = NOTHING

    def sharpen(self) -> None:
        """Look through the optics from now on."""
        from display.optics import Eye

        self._eye = Eye()
        self._seen_at = -NEVER

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
        ticks = min(unit.tick - self._seen_at, NEVER)
        self._seen_at = unit.tick
        eye.look(
            rows,
            ticks if ticks >= 0 else NEVER,  # time that ran backwards: a save was taken up
            contrast=unit.contrast,
            battery_mv=unit.millivolts,
            on=unit.awake,
        )
        floor = self.faintest
        self._shades = tuple((eye.shades() * FULL + 0.5).astype(int).clip(floor, FULL).tolist())
        self.settled = eye.settled(within=0.4 / FULL)
        return self._shades

    @property
    def faintest(self) -> int:
        return round(GHOSTS[self.ghost] * FULL)

    def exactly(self) -> list[float] | None:
        """The shades from 0 to 1 for a picture, if the optics are in."""
        return None if self._eye is None else [float(shade) for shade in self._eye.shades()]
