"""The glass in the few shades that the panel can paint: contrast, cells and the slow crystal.

    shading = Shading(ghost=2)
    shading.update(unit)          280 shades in the order of ELEMENTS
    shading.settled               only two shades are left: lit and unlit

A change goes from one shade to the other in a few equal steps of the reader's time, which goes on
while the unit's is stopped. A unit that runs faster than real time changes at once: its blinking
would be a blur.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING

from banquier.panel.tints import GHOSTS, SHADES
from display.elements import DARK, ELEMENTS, Rows
from display.optics import tones

if TYPE_CHECKING:
    from hardware.unit import Unit

Shades = tuple[int, ...]

FULL = SHADES - 1
PALEST_INK = 8 / FULL
"""What is lit can be told from what is not, however low cells and contrast are."""
STEPS, STEP = 3, 0.04
"""A change takes so many steps, the first at once, the others after so many seconds each."""
NOTHING: Shades = (0,) * len(ELEMENTS)
_PLACES = tuple(ELEMENTS.values())


class Shading:
    def __init__(
        self, ghost: int = 2, *, steps: int = STEPS, clock: Callable[[], float] = monotonic
    ) -> None:
        self.ghost = ghost
        self.settled = True
        self._steps = steps
        self._clock = clock
        self._before = self._rows = DARK  # what was lit before the change, and what is
        self._since = 0.0

    def update(self, unit: Unit, speed: float = 1.0, faint: float = 1.0) -> Shades:
        """How dark everything is now; to be called again, a STEP later, while it is not `settled`.

        `faint`: how much the artwork weakens what is unlit.
        """
        rows, now = unit.glass(), self._clock()
        if self.settled and rows != self._rows:
            self.settled = False
            self._since = now
        self._rows = rows
        steps = self._steps if speed <= 1 else 1
        step = min(steps, 1 + int((now - self._since) / STEP + 0.1))
        if step == steps:
            self.settled = True
            self._before = rows
        unlit, lit = self._ends(unit)
        way = lit - unlit * faint
        ends = lit - way, lit - way * (1 - step / steps), lit - way * step / steps, lit
        return _mixed(self._before, rows, tuple(round(FULL * dark) for dark in ends))

    def _ends(self, unit: Unit) -> tuple[float, float]:
        """Darkness of what is unlit and of what is lit, 0 to 1."""
        not_driven, driven = tones(unit.contrast, unit.millivolts)
        lit, ghost = max(PALEST_INK, driven), GHOSTS[self.ghost]
        return max(ghost * lit, not_driven) if ghost else 0.0, lit

    def at_rest(self, unit: Unit) -> list[float]:
        """Darkness of every element once nothing is on its way, for a picture."""
        rows = unit.glass()
        ends = tones(unit.contrast, unit.millivolts)[0], self._ends(unit)[1]
        return [ends[rows[common] >> line & 1] for common, line in ELEMENTS.values()]


@lru_cache(maxsize=64)
def _mixed(before: Rows, rows: Rows, ramp: tuple[int, ...]) -> Shades:
    """The ramp: not lit before and now; coming; going; lit before and now."""
    return tuple([ramp[2 * (before[c] >> line & 1) + (rows[c] >> line & 1)] for c, line in _PLACES])
