"""The glass in characters: segments as strokes and as pixels, at every size."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple, cast

import pytest

from banquier.panel import box_glyphs, glyph_sizes
from banquier.panel.glyph_sizes import GLASS, MIDDLE, SMALL, GlyphSize, largest
from banquier.panel.layout import arrange
from banquier.panel.shading import FULL, STEP, STEPS, Shading
from banquier.panel.tints import GHOSTS, SHADES, TINTS, inks
from display.elements import ALL_LIT, CELLS_A, CELLS_B, DARK, ELEMENTS, ICONS, Rows
from display.font import FOURTEEN_BITS, FOURTEEN_ORDER, SEVEN_BITS, SEVEN_ORDER
from display.lcd import encode
from hardware.unit import Unit

BIG = glyph_sizes.all_sizes()[1:]


def shades_of(bits: int, count: int, ghost: int) -> tuple[int, ...]:
    return tuple(FULL if bits >> index & 1 else ghost for index in range(count))


def drawn(bits: int, *, wide: bool, ghost: int = 0) -> list[str]:
    """What is lit of a cell, as text."""
    draw, count = (box_glyphs.fourteen, 15) if wide else (box_glyphs.seven, 8)
    marks = draw(shades_of(bits, count, ghost))
    return ["".join(char if dark == FULL else " " for char, dark in line) for line in marks]


def test_an_eight_is_drawn_whole() -> None:
    assert drawn(SEVEN_BITS["8"], wide=False) == ["┏━━┓ ", "┃  ┃ ", "┣━━┫ ", "┃  ┃ ", "┗━━┛ "]


def test_a_letter_with_diagonals_keeps_them_apart() -> None:
    assert drawn(FOURTEEN_BITS["N"], wide=True) == [
        "╻   ╻ ",
        "┃╲  ┃ ",
        "┃ ╲ ┃ ",
        "┃  ╲┃ ",
        "╹   ╹ ",
    ]


@pytest.mark.parametrize("ghost", [0, 2, 5])
@pytest.mark.parametrize("wide", [True, False])
def test_no_two_characters_look_the_same_whatever_shows_of_the_others(
    wide: bool, ghost: int
) -> None:
    bits = FOURTEEN_BITS if wide else SEVEN_BITS
    pictures: dict[tuple[str, ...], int] = {}
    for value in set(bits.values()):
        pictures[tuple(drawn(value, wide=wide, ghost=ghost))] = value
    assert len(pictures) == len(set(bits.values()))


def test_what_is_not_driven_never_joins_what_is() -> None:
    for char, bits in FOURTEEN_BITS.items():
        assert drawn(bits, wide=True) == drawn(bits, wide=True, ghost=3), char


def test_the_point_lights_alone() -> None:
    assert drawn(1 << len(FOURTEEN_ORDER), wide=True)[4] == "     ▖"
    assert drawn(1 << len(SEVEN_ORDER), wide=False)[4] == "    ▖"


@pytest.mark.parametrize("glyphs", BIG, ids=["medium", "large", "huge"])
def test_every_segment_of_a_glyph_size_has_pixels_and_the_halves_mirror_each_other(
    glyphs: GlyphSize,
) -> None:
    for grid, order in ((glyphs.fourteen, FOURTEEN_ORDER), (glyphs.seven, SEVEN_ORDER)):
        counts = dict.fromkeys(range(len(order) + 1), 0)
        for pixel in itertools.chain.from_iterable(grid):
            if pixel not in (GLASS, MIDDLE):
                counts[pixel] += 1
        assert all(counts.values())
        names = {name: counts[index] for index, name in enumerate(order)}
        for pair in ("AD", "BC", "FE", "BF", *(["JP", "LM", "KN", "GH"] if len(order) > 7 else [])):
            assert names[pair[0]] == names[pair[1]], pair


@pytest.mark.parametrize("glyphs", BIG, ids=["medium", "large", "huge"])
def test_a_grid_has_the_size_the_layout_counts_with(glyphs: GlyphSize) -> None:
    for grid, advance in ((glyphs.fourteen, glyphs.advance_a), (glyphs.seven, glyphs.advance_b)):
        assert len(grid) == 2 * glyphs.lines
        assert {len(line) for line in grid} == {advance}
    assert CELLS_B * glyphs.advance_b + 30 <= glyphs.width


def test_a_larger_window_never_has_smaller_glyphs() -> None:
    widths = [largest(width, 60).width for width in range(40, 220)]
    assert widths == sorted(widths)
    assert largest(72, 11) is SMALL
    assert largest(300, 100).width == 192


# -- how a window is shared


@pytest.mark.parametrize("pane", [False, True])
def test_a_window_is_shared_without_rest_or_overlap(pane: bool) -> None:
    for width in range(20, 260, 3):
        for height in range(4, 90):
            plan = arrange(width, height, pane)
            if plan.words:
                assert width < 78 or height < 13
                continue
            below = 0 if plan.pane_width else plan.pane_height
            assert plan.glass + plan.keys + below == height - 2
            assert plan.width + plan.pane_width == width
            assert plan.glass >= 11 and plan.width >= 78
            assert plan.keys in (0, 4) or plan.keys >= 11
            assert largest(plan.width - 6, plan.glass).lines * 2 + 1 <= plan.glass


def test_the_smallest_whole_panel_is_80_by_24_and_a_pane_leaves_its_keys() -> None:
    plan = arrange(80, 24, False)
    assert (plan.glass, plan.keys) == (11, 11)
    with_pane = arrange(80, 24, True)
    assert (with_pane.glass, with_pane.keys, with_pane.pane_height) == (11, 4, 7)
    assert arrange(120, 40, True).pane_width >= 38


# -- shades


def test_every_element_is_lit_or_not() -> None:
    unit = Unit(seed=1)
    unit.run(512)
    shading = Shading(ghost=0, steps=1)
    assert set(shading.update(unit)) == {FULL}  # the lamp test
    assert unit.glass() == ALL_LIT
    unit.power_off()
    assert set(shading.update(unit)) == {0}
    assert unit.glass() == DARK


class Clock:
    """A clock set by the test."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("speed", [0.1, 1.0])
def test_what_changes_goes_over_in_equal_steps_and_is_there_after_the_last(speed: float) -> None:
    unit, clock = Unit(seed=1), Clock()
    unit.power_off()
    shading = Shading(ghost=0, clock=clock)
    assert set(shading.update(unit)) == {0} and shading.settled
    unit.power_on()
    unit.run(unit.tick + 2048)  # the lamp test, on every common
    shades = []
    for _ in range(STEPS):
        shades.append(set(shading.update(unit, speed)))
        clock.now += STEP
    assert shades == [{round(FULL * (step + 1) / STEPS)} for step in range(STEPS)]
    assert shading.settled
    assert STEPS * STEP < 0.25  # the manual grants half a second


def test_a_unit_that_is_run_faster_changes_at_once() -> None:
    unit = Unit(seed=1)
    unit.run(2048)
    shading = Shading(ghost=0)
    assert set(shading.update(unit, speed=2.0)) == {FULL} and shading.settled


def test_a_glass_that_goes_on_changing_is_clear_soon_after_the_last_change() -> None:
    unit, clock = Unit(seed=1), Clock()
    shading = Shading(clock=clock)
    for page in ("A", "B", "C", "D"):
        unit.lcd.write(encode(page, "8", 0), unit.tick)
        unit.run(unit.tick + 700)
        shading.update(unit)
        clock.now += 0.7 * STEP
    for _ in range(STEPS):
        shades = shading.update(unit)
        clock.now += STEP
    assert shading.settled
    assert shades == Shading(steps=1).update(unit)


def test_weak_cells_pale_the_glass() -> None:
    unit = Unit(seed=1)
    unit.run(20 * 512)
    fresh = Shading(steps=1).update(unit)
    unit.set_battery(2_250)
    unit.run(unit.tick + 8 * 512)
    assert max(Shading(steps=1).update(unit)) < max(fresh)


class Faded(NamedTuple):
    """The parts of a unit that shading reads."""

    contrast: int
    millivolts: int

    def glass(self) -> Rows:
        return encode("8", "8", 0)


@pytest.mark.parametrize("ghost", range(len(GHOSTS)))
@pytest.mark.parametrize("millivolts", [3_000, 2_500, 2_200])
@pytest.mark.parametrize("contrast", range(8))
def test_lit_differs_from_unlit_at_any_contrast_and_with_low_cells(
    contrast: int, millivolts: int, ghost: int
) -> None:
    unlit, lit = sorted(
        set(Shading(ghost, steps=1).update(cast("Any", Faded(contrast, millivolts))))
    )
    assert lit > 2 * unlit and lit - unlit >= 6


def test_the_faintest_shade_is_what_the_setting_says() -> None:
    unit = Unit(seed=1)
    unit.run(200 * 512)
    for ghost, share in enumerate(GHOSTS):
        assert min(Shading(ghost, steps=1).update(unit)) == round(share * FULL)


@pytest.mark.parametrize("name", TINTS)
def test_every_shade_of_every_model_is_darker_than_the_one_before(name: str) -> None:
    palette = TINTS[name]
    colours = inks(palette)
    assert len(set(colours)) == SHADES
    assert (colours[0], colours[-1]) == (palette.glass, palette.ink)


def test_shades_come_in_the_order_of_the_elements() -> None:
    unit = Unit(seed=1)
    unit.run(512)
    unit.lcd.write(encode("", "", 1 << ICONS.index("PRISON")), unit.tick)
    unit.run(unit.tick + 600)
    shades = Shading(ghost=0, steps=1).update(unit)
    assert [name for name, shade in zip(ELEMENTS, shades, strict=True) if shade] == ["icon PRISON"]
    assert len(shades) == 15 * CELLS_A + 8 * CELLS_B + len(ICONS)
