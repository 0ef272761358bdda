"""The photograph of the glass: a picture without any library that draws."""

from pathlib import Path

import numpy as np
import pytest

from banquier.panel.photo import take
from datasheet.glass import ICONS
from display.lcd import encode
from display.optics import PLAIN
from display.png import BORDER, CLEAR, INK, SCALE, png
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH
from display.wiring import DARK
from tests.support.glasses import ALL_LIT
from tests.support.pictures import Pixels, pixels, read_picture


@pytest.fixture(scope="module")
def full() -> Pixels:
    return pixels(png(ALL_LIT))


def test_the_picture_has_the_size_of_the_glass_and_its_border(full: Pixels) -> None:
    assert len(full) == round((GLASS_HEIGHT + 2 * BORDER) * SCALE)
    assert len(full[0]) == round((GLASS_WIDTH + 2 * BORDER) * SCALE)


def test_a_dark_glass_is_clear_but_for_faint_unlit_segments() -> None:
    colours = {*map(tuple, np.unique(pixels(png(DARK)).reshape(-1, 3), axis=0).tolist())}
    assert CLEAR in colours
    assert min(colour[0] for colour in colours) > CLEAR[0] - 20
    assert len(colours) > 2


def test_tones_make_it_paler() -> None:
    darkest = int(pixels(png(ALL_LIT, (0.5, 0.5)))[:, :, 0].min())
    assert abs(darkest - (CLEAR[0] + INK[0]) / 2) < 4


def test_two_photographs_of_one_second_do_not_overwrite_each_other(tmp_path: Path) -> None:
    taken = [path for _ in range(2) for path in take(DARK, PLAIN, tmp_path)]
    assert len({path for path in taken if path.exists()}) == 4


def test_a_picture_can_be_read_with_every_icon() -> None:
    rows = encode("MACHIN. KIWI", "1.234.560", (1 << len(ICONS)) - 1 & ~(1 << ICONS.index("PRET")))
    reading = read_picture(png(rows, (0.1, 0.9)))
    assert reading == ("MACHIN. KIWI", "1.234.560", frozenset(ICONS) - {"PRET"})
