"""Drive, contrast and battery: how dark an element is that is driven, and one that is not."""

from itertools import pairwise

from display.optics import tones
from firmware_sim.menu_settings import SETTINGS

CONTRASTS = SETTINGS["contrast"].values


def test_a_lit_element_is_black_and_an_unlit_one_faint_with_full_cells_in_the_middle() -> None:
    unlit, lit = tones()
    assert lit > 0.95
    assert 0 < unlit < 0.1


def test_each_contrast_setting_is_darker_than_the_one_before() -> None:
    for weaker, stronger in pairwise(map(tones, CONTRASTS)):
        assert weaker[0] < stronger[0] and weaker[1] < stronger[1]


def test_without_cells_the_glass_is_clear() -> None:
    assert tones(battery_mv=0) == (0, 0)
