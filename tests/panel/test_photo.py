"""The photograph of the glass: a picture without any library that draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.panel.photo import take
from display.elements import ALL_LIT, DARK, ELEMENTS, Rows, is_lit
from display.lcd import encode
from display.png import BORDER, CLEAR, INK, SCALE, png
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH, ROW_A, ROW_B, elements
from firmware_sim.glass import ICONS
from tests.support.pictures import Pixels, pixels, read_picture


def dark_share(picture: Pixels, left: float, top: float, width: float, height: float) -> float:
    """How much of a part of the glass is ink."""
    across = range(round((left + BORDER) * SCALE), round((left + width + BORDER) * SCALE))
    down = range(round((top + BORDER) * SCALE), round((top + height + BORDER) * SCALE))
    middle = (CLEAR[0] + INK[0]) // 2
    ink = sum(picture[y][x][0] < middle for y in down for x in across)
    return ink / (len(across) * len(down))


@pytest.fixture(scope="module")
def full() -> Pixels:
    return pixels(png(ALL_LIT))


def test_the_picture_has_the_size_of_the_glass_and_its_border(full: Pixels) -> None:
    assert len(full) == round((GLASS_HEIGHT + 2 * BORDER) * SCALE)
    assert len(full[0]) == round((GLASS_WIDTH + 2 * BORDER) * SCALE)


def test_a_dark_glass_is_clear_but_for_faint_unlit_segments() -> None:
    colours = {pixel for line in pixels(png(DARK)) for pixel in line}
    assert CLEAR in colours
    assert min(colour[0] for colour in colours) > CLEAR[0] - 20
    assert len(colours) > 2


def test_every_icon_is_drawn_at_its_place(full: Pixels) -> None:
    for name, shapes, _ in elements():
        if name.startswith("icon"):
            x, y = map(min, zip(*shapes[0][0], strict=True))
            assert dark_share(full, x, y, 28, 26) > 0.08, name


def test_a_character_is_drawn_in_its_own_cell_and_nowhere_else() -> None:
    rows: Rows = encode("8", "", 0)
    picture = pixels(png(rows))
    left, top, pitch, across, down = ROW_A
    assert dark_share(picture, left, top, 60 * across, 100 * down) > 0.2
    assert dark_share(picture, left + pitch + 12, top, 11 * pitch - 24, 100 * down) == 0
    assert dark_share(picture, *ROW_B[:2], 400, 100) == 0


def test_shades_make_it_paler() -> None:
    shades = [0.5] * 280
    darkest = min(pixel[0] for line in pixels(png(ALL_LIT, shades)) for pixel in line)
    assert abs(darkest - (CLEAR[0] + INK[0]) / 2) < 4


def test_two_photographs_of_one_second_do_not_overwrite_each_other(tmp_path: Path) -> None:
    taken = [path for _ in range(2) for path in take(DARK, None, tmp_path)]
    assert len({path for path in taken if path.exists()}) == 4


def test_a_picture_can_be_read_with_every_icon() -> None:
    rows = encode("MACHIN. KIWI", "1.234.560", (1 << len(ICONS)) - 1 & ~(1 << ICONS.index("PRET")))
    reading = read_picture(png(rows, [0.9 if is_lit(rows, name) else 0.1 for name in ELEMENTS]))
    assert reading == ("MACHIN. KIWI", "1.234.560", frozenset(ICONS) - {"PRET"})
