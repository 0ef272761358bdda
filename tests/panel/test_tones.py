"""The tones of the glass in the panel: contrast, cells and the setting of unlit segments."""

import pytest

from banquier.editions.edition_file import editions
from banquier.panel.tints import GHOSTS, glass_tones
from display.textual_glass import FULL
from hardware.unit import Unit


@pytest.mark.parametrize("ghost", range(len(GHOSTS)))
@pytest.mark.parametrize("millivolts", [3_000, 2_500, 2_200])
@pytest.mark.parametrize("contrast", range(8))
def test_lit_differs_from_unlit_at_any_contrast_and_with_low_cells(
    contrast: int, millivolts: int, ghost: int
) -> None:
    unit = Unit(editions(), seed=1, volts_mv=millivolts)
    session = unit.session
    session.settings = session.settings | {"contrast": contrast}
    unlit, lit = (round(FULL * tone) for tone in glass_tones(unit, ghost))
    assert lit > 2 * unlit and lit - unlit >= 6


def test_weak_cells_pale_the_glass_and_the_faintest_shade_is_what_the_setting_says() -> None:
    fresh, weak = Unit(editions(), seed=1), Unit(editions(), seed=1, volts_mv=2_250)
    assert glass_tones(weak, 0)[1] < glass_tones(fresh, 0)[1]
    for ghost, share in enumerate(GHOSTS):
        assert round(FULL * glass_tones(fresh, ghost)[0]) == round(share * FULL)
