"""Drive, contrast, battery and persistence: what the eye makes of the glass."""

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.elements import ALL_LIT, COMMONS, DARK, ELEMENTS, LINES, Rows, is_lit
from display.lcd import FRAME, Lcd, encode
from display.optics import (
    CONTRASTS,
    DRIVEN,
    FULL_CELLS_MV,
    MIDDLE_CONTRAST,
    NOT_DRIVEN,
    Eye,
    darkness,
    driven,
    rms_volts,
    supply_volts,
)

LINE = st.integers(0, (1 << LINES) - 1)
ROWS = st.tuples(LINE, LINE, LINE, LINE)
CONTRAST = st.integers(0, CONTRASTS - 1)
BATTERY = st.integers(1800, 3300)
PAGE = encode("J1 LANCEZ", "15.000", 1)


def waveform_rms(lit: bool) -> float:
    """The mean square of the wave between a common and a line over a frame, both polarities.

    The selected common swings the whole supply, the others rest at the inner thirds; a line
    stands opposite a common it drives and beside one it does not.
    """
    squares = []
    for slot in range(COMMONS):
        for flip in (False, True):
            common = 1.0 if slot == 0 else 1 / 3
            line = 0.0 if slot == 0 and lit else 2 / 3
            if flip:
                common, line = 1 - common, 1 - line
            squares.append((common - line) ** 2)
    return sqrt(sum(squares) / len(squares))


def test_the_wave_of_a_quarter_duty_and_a_third_bias_gives_the_two_levels() -> None:
    assert pytest.approx(waveform_rms(lit=True)) == DRIVEN
    assert pytest.approx(waveform_rms(lit=False)) == NOT_DRIVEN
    assert round(DRIVEN, 3) == 0.577
    assert round(NOT_DRIVEN, 3) == 0.333
    assert pytest.approx(sqrt(3)) == DRIVEN / NOT_DRIVEN


@given(ROWS)
def test_the_driven_elements_are_those_the_rows_light(rows: Rows) -> None:
    assert driven(rows).tolist() == [is_lit(rows, name) for name in ELEMENTS]


def test_there_is_a_shade_for_each_of_the_280_elements() -> None:
    assert rms_volts(PAGE).shape == (280,)
    assert Eye().shades().shape == (280,)


@given(ROWS, CONTRAST, BATTERY)
def test_every_element_carries_one_of_the_two_levels(
    rows: Rows, contrast: int, battery: int
) -> None:
    volts = rms_volts(rows, contrast, battery)
    supply = supply_volts(contrast, battery)
    assert np.allclose(volts[driven(rows)], supply * DRIVEN)
    assert np.allclose(volts[~driven(rows)], supply * NOT_DRIVEN)


def test_darkness_rises_with_the_voltage_and_stays_between_clear_and_black() -> None:
    curve = darkness(np.linspace(0, 3, 400))
    assert curve[0] == 0
    assert 0.99 < curve[-1] <= 1
    assert np.all(np.diff(curve) > 0)


def test_a_lit_element_is_black_and_an_unlit_one_faint_with_full_cells_in_the_middle() -> None:
    shades = darkness(rms_volts(PAGE))
    assert shades[driven(PAGE)].min() > 0.95
    assert 0 < shades[~driven(PAGE)].max() < 0.1


def test_each_contrast_setting_is_darker_than_the_one_before() -> None:
    for weaker, stronger in pairwise(range(CONTRASTS)):
        assert np.all(darkness(rms_volts(PAGE, weaker)) < darkness(rms_volts(PAGE, stronger)))


def test_each_tenth_of_a_volt_less_pales_the_glass() -> None:
    for fuller, emptier in pairwise(range(3300, 2100, -100)):
        full = darkness(rms_volts(PAGE, battery_mv=fuller))
        empty = darkness(rms_volts(PAGE, battery_mv=emptier))
        assert np.all(empty < full)


def test_the_battery_icon_can_still_be_read_when_it_comes_on() -> None:
    for battery in (2500, 2200):
        shades = darkness(rms_volts(PAGE, battery_mv=battery))
        assert shades[driven(PAGE)].min() > shades[~driven(PAGE)].max() + 0.3


@given(CONTRAST, BATTERY)
def test_a_lit_element_is_darker_than_an_unlit_one_at_any_setting(
    contrast: int, battery: int
) -> None:
    shades = darkness(rms_volts(PAGE, contrast, battery))
    assert shades[driven(PAGE)].min() > shades[~driven(PAGE)].max()


@pytest.mark.parametrize("contrast", [-1, 8])
def test_there_are_eight_contrast_settings(contrast: int) -> None:
    with pytest.raises(ValueError, match="0 to 7"):
        supply_volts(contrast, 3000)


def test_the_middle_setting_gives_the_display_what_the_cells_have() -> None:
    assert supply_volts(MIDDLE_CONTRAST, FULL_CELLS_MV) == pytest.approx(3.0)


def test_an_eye_that_has_seen_nothing_sees_a_clear_glass() -> None:
    eye = Eye()
    assert eye.shades().max() == 0
    assert eye.settled()


def test_elements_darken_frame_by_frame_towards_their_final_shade() -> None:
    eye = Eye()
    last = eye.shades()
    for _ in range(12):
        eye.look(PAGE, FRAME)
        now = eye.shades()
        assert np.all(now > last)
        last = now
    eye.look(PAGE, 32768)
    assert np.allclose(eye.shades(), darkness(rms_volts(PAGE)))
    assert eye.settled()


def test_an_element_let_go_fades_and_does_not_vanish() -> None:
    eye = Eye()
    eye.look(ALL_LIT, 32768)
    eye.look(DARK, FRAME)
    assert np.all(eye.shades() > 0.5)
    assert not eye.settled()
    eye.look(DARK, 32768)
    assert np.all(eye.shades() < 0.1)


def test_elements_come_faster_than_they_go() -> None:
    coming, going = Eye(), Eye()
    coming.look(ALL_LIT, FRAME)
    going.look(ALL_LIT, 32768 * 4)
    full = going.shades()
    going.look(DARK, FRAME, on=False)
    assert np.all(coming.shades() > full - going.shades())


@given(st.lists(st.tuples(ROWS, st.integers(1, 4000)), min_size=1, max_size=4), st.integers(2, 9))
def test_looking_often_and_looking_once_lead_to_the_same_shades(
    seen: list[tuple[Rows, int]], parts: int
) -> None:
    once, often = Eye(), Eye()
    for rows, ticks in seen:
        once.look(rows, ticks * parts)
        for _ in range(parts):
            often.look(rows, ticks)
    assert np.allclose(once.shades(), often.shades())


@given(st.lists(st.tuples(ROWS, st.integers(0, 99_999), CONTRAST, BATTERY), max_size=6))
def test_shades_never_leave_the_range_from_clear_to_black(
    seen: list[tuple[Rows, int, int, int]],
) -> None:
    eye = Eye()
    for rows, ticks, contrast, battery in seen:
        eye.look(rows, ticks, contrast=contrast, battery_mv=battery)
    assert eye.shades().min() >= 0
    assert eye.shades().max() <= 1


def test_a_glass_switched_off_clears_altogether() -> None:
    eye = Eye()
    eye.look(ALL_LIT, 32768)
    eye.look(ALL_LIT, 32768 * 10, on=False)
    assert eye.shades().max() < 1e-6


def test_a_change_of_contrast_shows_on_an_unchanged_page() -> None:
    eye = Eye()
    eye.look(PAGE, 32768, contrast=4)
    before = eye.shades()
    eye.look(PAGE, 32768, contrast=1)
    assert np.all(eye.shades() < before)


def test_the_shades_handed_out_are_the_callers_own() -> None:
    eye = Eye()
    eye.look(PAGE, 4096)
    eye.shades()[:] = 0
    assert eye.shades().max() > 0.5


def test_looking_leaves_the_display_alone() -> None:
    lcd, eye = Lcd(), Eye()
    lcd.write(PAGE, 96)
    state = lcd.snapshot()
    for frame in range(1, 20):
        eye.look(lcd.glass(frame * FRAME), FRAME, on=lcd.on)
    assert lcd.snapshot() == state
    assert eye.shades()[driven(PAGE)].min() > 0.9
