"""The photograph of the glass: a picture without any library that draws."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from banquier.panel.photo import take
from display import png as drawing
from display.elements import ALL_LIT, DARK, ELEMENTS, Rows, is_lit
from display.lcd import encode
from display.png import BORDER, CLEAR, INK, SCALE, png
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH, ICON_DRAWINGS, ROW_A, ROW_B
from firmware_sim.glass import ICONS
from tests.support.terminal_reader import Reading, Unclear, spelt

Pixels = list[list[tuple[int, int, int]]]


def pixels(data: bytes) -> Pixels:
    """A picture read back as its format says."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, size = 8, b"", (0, 0)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert check == zlib.crc32(kind + body)
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            assert (depth, colours) == (8, 2)
            size = width, height
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    lines = zlib.decompress(packed)
    width, height = size
    stride = 1 + 3 * width
    assert len(lines) == stride * height
    return [
        [(line[x], line[x + 1], line[x + 2]) for x in range(1, stride, 3)]
        for line in (lines[y * stride : (y + 1) * stride] for y in range(height))
    ]


def read_picture(data: bytes) -> Reading:
    """The glass as it can be read from the pixels. Unclear: there are more than two tones."""
    picture = pixels(data)
    tones: dict[str, tuple[int, int, int]] = {}
    for name, shapes, _ in drawing._elements():
        points = [point for shape in shapes for loop in shape for point in loop]
        if name.startswith("icon"):
            columns, rows = zip(*points, strict=True)
            across = range(*(round((x + BORDER) * SCALE) for x in (min(columns), max(columns))))
            down = range(*(round((y + BORDER) * SCALE) for y in (min(rows), max(rows))))
            tones[name] = min(picture[y][x] for y in down for x in across)
        else:
            middle = [sum(place) / len(points) for place in zip(*points, strict=True)]
            x, y = (int((place + BORDER) * SCALE) for place in middle)
            tones[name] = picture[y][x]
    found = sorted(set(tones.values()))
    if len(found) != 2:
        raise Unclear(f"{len(found)} tones: {found}")
    return spelt({name: tone == found[0] for name, tone in tones.items()})


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
    for name in ICONS:
        x, y, _ = ICON_DRAWINGS[name]
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
