"""The darkness of the glass: drive, contrast and cells.

This is for front ends only. Nothing a script can read depends on it, so it may compute in
floating point.

    contrast, cells ──▶ supply of the display ──▶ RMS volts ──▶ darkness, driven and not driven

A liquid crystal answers to the mean square of the voltage across it. At 1/4 duty and 1/3 bias an
element sees a third of the supply in every slot, and all of it in its own slot when it is driven:

    driven       sqrt((1 + 3/9) / 4) = .577 of the supply
    not driven   sqrt((4/9) / 4)     = .333 of the supply

Only a factor 1.73 lies between them, so a weak battery pales the driven ones and a high contrast
setting brings out the others. With the cells full and the contrast in the middle the elements
that are not driven stand just below the threshold and can be seen when one looks for them.

    not_driven, driven = tones(contrast=4, battery_mv=3_000)      0 clear to 1 black
"""

from math import exp, sqrt

from display.wiring import COMMONS

Tones = tuple[float, float]
"""The darkness of elements not driven and driven, from 0 (clear) to 1 (ink)."""
PLAIN: Tones = (0.0, 1.0)

MIDDLE_CONTRAST = 4
FULL_CELLS_MV = 3000

# Guess: the contrast setting shifts the tap of the display's voltage divider by 5 % a step.
SUPPLY_STEP = 0.05

# Guess: a twisted nematic of the time, half dark at 1.30 V and a tenth dark at 1.11 V.
HALF_DARK_VOLTS = 1.30
STEEPNESS_VOLTS = 0.0865

DRIVEN = sqrt((1 + 3 / 9) / COMMONS)
NOT_DRIVEN = sqrt((4 / 9) / COMMONS)


def darkness(volts: float) -> float:
    """The final darkness of an element, 0 clear to 1 black.

    The curve starts at exactly 0 without any voltage, as a display switched off is clear.
    """
    curve = 1 / (1 + exp((HALF_DARK_VOLTS - volts) / STEEPNESS_VOLTS))
    start = 1 / (1 + exp(HALF_DARK_VOLTS / STEEPNESS_VOLTS))
    return (curve - start) / (1 - start)


def tones(contrast: int = MIDDLE_CONTRAST, battery_mv: int = FULL_CELLS_MV) -> tuple[float, float]:
    """Return the darkness of an element that is not driven, and of one that is."""
    supply = battery_mv / 1000 * (1 + SUPPLY_STEP * (contrast - MIDDLE_CONTRAST))
    return darkness(NOT_DRIVEN * supply), darkness(DRIVEN * supply)
