"""The glass in characters: segments as strokes and as pixels, at every size."""

from __future__ import annotations

import itertools

import pytest

from display.elements import ALL_LIT, CELLS_A, CELLS_B, DARK, ELEMENTS, ICONS
from display.font import FOURTEEN_BITS, FOURTEEN_ORDER, SEVEN_BITS, SEVEN_ORDER
from display.lcd import encode
from display.panel import box_glyphs, glyph_sizes
from display.panel.glyph_sizes import GLASS, MIDDLE, SMALL, Face, largest
from display.panel.layout import arrange
from display.panel.palette import GHOSTS, PALETTES, SHADES, inks
from display.panel.shades import FULL, Sight
from hardware.unit import Unit

BIG = glyph_sizes.faces()[1:]


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


@pytest.mark.parametrize("face", BIG, ids=["medium", "large", "huge"])
def test_every_segment_of_a_face_has_pixels_and_the_halves_mirror_each_other(face: Face) -> None:
    for grid, order in ((face.fourteen, FOURTEEN_ORDER), (face.seven, SEVEN_ORDER)):
        counts = dict.fromkeys(range(len(order) + 1), 0)
        for pixel in itertools.chain.from_iterable(grid):
            if pixel not in (GLASS, MIDDLE):
                counts[pixel] += 1
        assert all(counts.values())
        names = {name: counts[index] for index, name in enumerate(order)}
        for pair in ("AD", "BC", "FE", "BF", *(["JP", "LM", "KN", "GH"] if len(order) > 7 else [])):
            assert names[pair[0]] == names[pair[1]], pair


@pytest.mark.parametrize("face", BIG, ids=["medium", "large", "huge"])
def test_a_grid_has_the_size_the_layout_counts_with(face: Face) -> None:
    for grid, advance in ((face.fourteen, face.advance_a), (face.seven, face.advance_b)):
        assert len(grid) == 2 * face.lines
        assert {len(line) for line in grid} == {advance}
    assert CELLS_B * face.advance_b + 30 <= face.width


def test_a_larger_window_never_has_a_smaller_face() -> None:
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
            assert plan.glass + plan.keys + below == height - 1 - plan.footer
            assert plan.width + plan.pane_width == width
            assert plan.glass >= 11 and plan.width >= 78
            assert plan.keys == 0 or plan.keys >= 11
            assert largest(plan.width - 6, plan.glass).lines * 2 + 1 <= plan.glass


def test_the_smallest_whole_panel_is_80_by_24_and_a_pane_takes_the_place_of_its_keys() -> None:
    plan = arrange(80, 24, False)
    assert (plan.glass, plan.keys) == (11, 11)
    with_pane = arrange(80, 24, True)
    assert (with_pane.glass, with_pane.keys, with_pane.pane_height) == (11, 0, 12)
    assert arrange(120, 40, True).pane_width >= 38


# -- shades


def test_a_unit_seen_without_optics_is_lit_or_not() -> None:
    unit = Unit(seed=1)
    unit.run(512)
    sight = Sight(ghost=0)
    assert set(sight.look(unit)) == {FULL}  # the lamp test
    assert unit.glass() == ALL_LIT
    unit.power_off()
    assert set(sight.look(unit)) == {0}
    assert unit.glass() == DARK


def test_with_optics_an_element_takes_its_time_to_darken() -> None:
    unit = Unit(seed=1)
    sight = Sight(ghost=0)
    sight.sharpen()
    sight.look(unit)
    shades = []
    for _ in range(20):
        unit.run(unit.tick + 512)
        shades.append(sight.look(unit)[0])
    assert shades == sorted(shades)
    assert 0 < shades[1] < shades[6] < shades[-1]
    assert shades[-1] >= FULL - 1
    assert not sight.settled or shades[-1] == shades[-2]


def test_weak_cells_pale_the_glass_and_contrast_darkens_it() -> None:
    unit = Unit(seed=1)
    unit.run(20 * 512)
    sight = Sight(ghost=0)
    sight.sharpen()
    fresh = max(sight.look(unit))
    unit.set_battery(2_250)
    unit.run(unit.tick + 8 * 512)
    weak = max(sight.look(unit))
    assert weak < fresh


def test_the_faintest_shade_is_what_the_setting_says() -> None:
    unit = Unit(seed=1)
    unit.run(200 * 512)
    for ghost, share in enumerate(GHOSTS):
        assert min(Sight(ghost=ghost).look(unit)) == round(share * FULL)


@pytest.mark.parametrize("name", PALETTES)
def test_every_shade_of_every_model_is_darker_than_the_one_before(name: str) -> None:
    palette = PALETTES[name]
    colours = inks(palette)
    assert len(set(colours)) == SHADES
    assert (colours[0], colours[-1]) == (palette.glass, palette.ink)


def test_shades_come_in_the_order_of_the_elements() -> None:
    unit = Unit(seed=1)
    unit.run(512)
    unit.lcd.write(encode("", "", 1 << ICONS.index("PRISON")), unit.tick)
    unit.run(unit.tick + 600)
    shades = Sight(ghost=0).look(unit)
    assert [name for name, shade in zip(ELEMENTS, shades, strict=True) if shade] == ["icon PRISON"]
    assert len(shades) == 15 * CELLS_A + 8 * CELLS_B + len(ICONS)
