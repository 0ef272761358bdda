"""Photographs of the glass, read back: their pixels, and what they show."""

import struct
import zlib
from typing import Any

import numpy as np

from display.png import BORDER, SCALE
from display.shapes import elements
from tests.support.glasses import Reading, Unclear, spelt

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
"""By line, column and colour."""


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
    width, height = size
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 3 * width)
    assert not lines[:, 0].any()  # no filter
    return lines[:, 1:].reshape(height, width, 3)


def read_picture(data: bytes) -> Reading:
    """The glass as it can be read from the pixels. Unclear: there are more than two tones."""
    dark = pixels(data)[:, :, 0]
    tones: dict[str, int] = {}
    for name, shapes, _ in elements():
        points = np.array([point for shape in shapes for outline in shape for point in outline])
        if name.startswith("icon"):
            (left, top), (right, bottom) = (
                np.rint((edge + BORDER) * SCALE).astype(int)
                for edge in (points.min(0), points.max(0))
            )
            tones[name] = int(dark[top:bottom, left:right].min())
        else:
            x, y = ((points.mean(0) + BORDER) * SCALE).astype(int)
            tones[name] = int(dark[y, x])
    found = sorted(set(tones.values()))
    if len(found) != 2:
        raise Unclear(f"{len(found)} tones: {found}")
    return spelt({name for name, tone in tones.items() if tone == found[0]})
