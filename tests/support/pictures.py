"""Photographs of the glass, read back: their pixels, and what they show."""

from __future__ import annotations

import struct
import zlib

from display.png import BORDER, SCALE
from display.shapes import elements
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
        list(zip(line[1::3], line[2::3], line[3::3], strict=True))
        for line in (lines[y * stride : (y + 1) * stride] for y in range(height))
    ]


def read_picture(data: bytes) -> Reading:
    """The glass as it can be read from the pixels. Unclear: there are more than two tones."""
    picture = pixels(data)
    tones: dict[str, tuple[int, int, int]] = {}
    for name, shapes, _ in elements():
        points = [point for shape in shapes for outline in shape for point in outline]
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
