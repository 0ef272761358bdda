"""How dark each element looks: drive, contrast, battery, and how slowly liquid crystal turns.

For front ends that draw shades of grey; it needs numpy. Nothing that a script can read depends on
it, so it may compute in floating point.

    rows ──▶ RMS volts of each element ──▶ final darkness ──▶ darkness now, slow to follow
             (1/4 duty, 1/3 bias)          (threshold curve)   (persistence)

A liquid crystal answers to the mean square of the voltage across it. At 1/4 duty and 1/3 bias an
element sees a third of the supply in every slot, and all of it in its own slot when it is driven:

    driven       sqrt((1 + 3/9) / 4) = .577 of the supply
    not driven   sqrt((4/9) / 4)     = .333 of the supply

Only a factor 1.73 lies between them, so a weak battery pales the driven ones and a high contrast
setting darkens the others. With full cells and medium contrast the elements that are not driven
stay just below the threshold and are faintly visible.

    eye = Eye()
    eye.look(lcd.glass(tick), ticks=512)
    eye.shades()        # 280 numbers from 0 to 1, in the order of ELEMENTS
"""

import numpy as np
from numpy.typing import NDArray

from display.elements import COMMONS, DARK, ELEMENTS, LINES, Rows
from firmware_sim.interface import CRYSTAL

Shades = NDArray[np.float64]

CONTRASTS = 8
MIDDLE_CONTRAST = 4
FULL_CELLS_MV = 3000

# Guess: the contrast setting shifts the tap of the display's voltage divider by 5 % a step.
SUPPLY_AT_MIDDLE = 1.0
SUPPLY_STEP = 0.05

# Guess: a twisted nematic of the time, half dark at 1.30 V and a tenth dark at 1.11 V.
HALF_DARK_VOLTS = 1.30
STEEPNESS_VOLTS = 0.0865

# Guess: at room temperature; the pull of the field is faster than the crystal's own return.
DARKENING_TICKS = 0.045 * CRYSTAL
CLEARING_TICKS = 0.070 * CRYSTAL

DRIVEN = float(np.sqrt((1 + 3 / 9) / COMMONS))
NOT_DRIVEN = float(np.sqrt((4 / 9) / COMMONS))

_COMMON = np.array([common for common, _ in ELEMENTS.values()])
_LINE = np.array([line for _, line in ELEMENTS.values()])
_BYTES = (LINES + 7) // 8


def driven(rows: Rows) -> NDArray[np.bool_]:
    """Which of the 280 elements are driven, in the order of ELEMENTS."""
    packed = b"".join(row.to_bytes(_BYTES, "little") for row in rows)
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    found: NDArray[np.bool_] = bits.reshape(COMMONS, 8 * _BYTES)[_COMMON, _LINE].astype(np.bool_)
    return found


def supply_volts(contrast: int, battery_mv: int) -> float:
    """The voltage the contrast setting takes from the cells for the display."""
    if not 0 <= contrast < CONTRASTS:
        raise ValueError(f"contrast {contrast}: 0 to {CONTRASTS - 1}")
    return battery_mv / 1000 * (SUPPLY_AT_MIDDLE + SUPPLY_STEP * (contrast - MIDDLE_CONTRAST))


def rms_volts(
    rows: Rows, contrast: int = MIDDLE_CONTRAST, battery_mv: int = FULL_CELLS_MV
) -> Shades:
    """The mean square voltage across each element, as its root."""
    supply = supply_volts(contrast, battery_mv)
    return np.where(driven(rows), DRIVEN * supply, NOT_DRIVEN * supply)


def darkness(volts: Shades) -> Shades:
    """How dark an element becomes in the end, 0 clear to 1 black.

    The curve starts at exactly 0 without any voltage, as a display switched off is clear.
    """
    curve = 1 / (1 + np.exp((HALF_DARK_VOLTS - volts) / STEEPNESS_VOLTS))
    start = 1 / (1 + np.exp(HALF_DARK_VOLTS / STEEPNESS_VOLTS))
    risen: Shades = (curve - start) / (1 - start)
    return risen


class Eye:
    """Integrates what the glass shows: how dark each element has become."""

    def __init__(self) -> None:
        self._shades: Shades = np.zeros(len(ELEMENTS))
        self._wanted: tuple[Rows, int, int, bool] | None = None
        self._target: Shades = self._shades

    def look(
        self,
        rows: Rows,
        ticks: int,
        *,
        contrast: int = MIDDLE_CONTRAST,
        battery_mv: int = FULL_CELLS_MV,
        on: bool = True,
    ) -> None:
        """The glass carries these rows for so many ticks. Looking twice for half as long leads
        to the same shades."""
        wanted = (rows if on else DARK, contrast, battery_mv, on)
        if wanted != self._wanted:
            supply = battery_mv if on else 0
            self._target = darkness(rms_volts(wanted[0], contrast, supply))
            self._wanted = wanted
        gap = self._target - self._shades
        slowness = np.where(gap > 0, DARKENING_TICKS, CLEARING_TICKS)
        self._shades = self._target - gap * np.exp(-ticks / slowness)

    def shades(self) -> Shades:
        """Darkness of the 280 elements, 0 to 1, in the order of ELEMENTS."""
        return self._shades.copy()

    def settled(self, within: float = 1 / 256) -> bool:
        """Whether no element is still changing visibly, so that nothing needs to be drawn."""
        return bool(np.all(np.abs(self._target - self._shades) < within))
