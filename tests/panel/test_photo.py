"""The photograph of the glass: a picture without any library that draws."""

from pathlib import Path

import numpy as np

from banquier.panel.photo import take
from datasheet.glass import ICONS
from display.lcd import encode
from display.optics import PLAIN
from display.png import BORDER, CLEAR, INK, SCALE, png
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH
from display.wiring import DARK
from tests.support.glasses import ALL_LIT
from tests.support.pictures import pixels, read_picture


def test_the_picture_has_the_size_of_the_glass_and_is_as_dark_as_its_tones() -> None:
    full, half = pixels(png(ALL_LIT)), pixels(png(ALL_LIT, (0.5, 0.5)))
    sides = [round((side + 2 * BORDER) * SCALE) for side in (GLASS_HEIGHT, GLASS_WIDTH)]
    assert [*full.shape[:2]] == sides
    assert abs(int(half[:, :, 0].min()) - (CLEAR[0] + INK[0]) / 2) < 4
    # A dark glass is clear but for faint unlit segments.
    colours = {*map(tuple, np.unique(pixels(png(DARK)).reshape(-1, 3), axis=0).tolist())}
    assert CLEAR in colours and len(colours) > 2
    assert min(colour[0] for colour in colours) > CLEAR[0] - 20


def test_two_photographs_of_one_second_do_not_overwrite_each_other(tmp_path: Path) -> None:
    taken = [path for _ in range(2) for path in take(DARK, PLAIN, tmp_path)]
    assert len({path for path in taken if path.exists()}) == 4


def test_a_picture_can_be_read_with_every_icon() -> None:
    rows = encode("MACHIN. KIWI", "1.234.560", (1 << len(ICONS)) - 1 & ~(1 << ICONS.index("PRET")))
    reading = read_picture(png(rows, (0.1, 0.9)))
    assert reading == ("MACHIN. KIWI", "1.234.560", frozenset(ICONS) - {"PRET"})
