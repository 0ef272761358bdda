"""The glass in characters: segments as strokes and as pixels, at every size."""

import pytest

from banquier.panel.tints import TINTS, Tint
from datasheet.glass import ICONS
from display import glyph_sizes
from display.elements import ELEMENTS
from display.font import FOURTEEN_BITS, SEVEN_BITS
from display.glyph_sizes import MIDDLE, GlyphSize, largest
from display.lcd import encode
from display.optics import Tones
from display.textual_glass import FULL, STEP, STEPS, Fading, Shades, inks
from display.wiring import DARK, Rows
from tests.support.clock import Clock
from tests.support.glasses import ALL_LIT


@pytest.mark.parametrize("glyphs", glyph_sizes.SIZES, ids=["small", "medium", "large", "huge"])
@pytest.mark.parametrize("wide", [True, False])
def test_no_two_characters_look_the_same(glyphs: GlyphSize, wide: bool) -> None:
    bits, grid = (FOURTEEN_BITS, glyphs.fourteen) if wide else (SEVEN_BITS, glyphs.seven)
    assert len(grid) == 2 * glyphs.lines
    looks = set()
    for value in set(bits.values()):
        middle = any(value >> index & 1 for index in range(6, 14)) if wide else False
        looks.add(
            tuple(
                middle if pixel == MIDDLE else pixel >= 0 and value >> pixel & 1
                for line in grid
                for pixel in line
            )
        )
    assert len(looks) == len(set(bits.values()))


def test_a_larger_window_never_has_smaller_glyphs() -> None:
    widths = [largest(width, 60).width for width in range(40, 220)]
    assert widths == sorted(widths)
    assert largest(72, 11) is glyph_sizes.SIZES[0]
    assert largest(300, 100).width == 192


# -- shades


def at_once(rows: Rows, ends: Tones = (0.0, 1.0)) -> Shades:
    return Fading().update(rows, ends, steps=1)


def test_every_element_is_lit_or_not_in_the_order_of_the_elements() -> None:
    assert set(at_once(ALL_LIT)) == {FULL} and set(at_once(DARK)) == {0}
    shades = at_once(encode("", "", 1 << ICONS.index("PRISON")))
    assert [name for name, shade in zip(ELEMENTS, shades, strict=True) if shade] == ["icon PRISON"]


def test_what_changes_goes_over_in_equal_steps_and_is_there_after_the_last() -> None:
    clock = Clock(100.0)
    fading = Fading(clock)
    assert set(fading.update(DARK, (0.0, 1.0))) == {0} and fading.settled
    shades = []
    for _ in range(STEPS):
        shades.append(set(fading.update(ALL_LIT, (0.0, 1.0))))
        clock.now += STEP
    assert shades == [{round(FULL * (step + 1) / STEPS)} for step in range(STEPS)]
    assert fading.settled
    assert STEPS * STEP < 0.25  # the manual grants half a second


def test_a_glass_that_goes_on_changing_is_clear_soon_after_the_last_change() -> None:
    clock = Clock(100.0)
    fading = Fading(clock)
    for page in ("A", "B", "C", "D"):
        fading.update(encode(page, "8", 0), (0.0, 1.0))
        clock.now += 0.7 * STEP
    for _ in range(STEPS):
        shades = fading.update(encode("D", "8", 0), (0.0, 1.0))
        clock.now += STEP
    assert fading.settled and shades == at_once(encode("D", "8", 0))


@pytest.mark.parametrize("tint", TINTS.values(), ids=TINTS)
def test_every_shade_is_darker_than_the_one_before(tint: Tint) -> None:
    glass, ink = tint.colours["glass"], tint.colours["ink"]
    colours = inks((glass, ink))
    assert len(set(colours)) == FULL + 1
    assert (colours[0], colours[-1]) == (glass, ink)
