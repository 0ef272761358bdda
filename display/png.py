"""PNG pictures of the glass, rasterised as an array.

    Path("glass.png").write_bytes(png(rows))

The polygons of svg.py without the case. The words of the icons are drawn with the segments of the
font, because there is no text renderer here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

import numpy as np
from numpy.typing import NDArray

from display.elements import is_lit
from display.font import fourteen
from display.optics import PLAIN, Tones
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH, Outline, Shape, elements
from display.wiring import Rows

Point = tuple[float, float]
Canvas = NDArray[np.float64]

SCALE = 1.5
BORDER = 14
CLEAR, INK = (182, 192, 162), (27, 34, 29)
UNLIT = 0.05
FINE = 6
"""Each pixel is looked at in so many places across and down: edges are anti-aliased."""


def png(rows: Rows, tones: Tones = PLAIN) -> bytes:
    """The glass with its border."""
    width = round((GLASS_WIDTH + 2 * BORDER) * SCALE)
    height = round((GLASS_HEIGHT + 2 * BORDER) * SCALE)
    canvas = np.zeros((height, width))
    for name, shapes, words in elements():
        dark = max(UNLIT, tones[is_lit(rows, name)])
        for shape in shapes:
            fill(canvas, _on_canvas(shape), dark)
        for said, x, y, size, cut_out in words:
            for letter in word(said, x - _width(said, size) / 2, y, size):
                fill(canvas, _on_canvas((letter,)), 0.0 if cut_out else dark)
    return rgb_png(np.array(CLEAR) + np.subtract(INK, CLEAR) * canvas[..., None])


def _on_canvas(shape: Shape) -> Shape:
    """Convert a shape from units of the glass to pixels."""
    return tuple(
        tuple(((x + BORDER) * SCALE, (y + BORDER) * SCALE) for x, y in outline) for outline in shape
    )


def rgb_png(picture: Canvas) -> bytes:
    """A picture of red, green and blue pixels, each 0 to 255."""
    height, width, _ = picture.shape
    lines = np.zeros((height, 1 + 3 * width), np.uint8)  # each begins with its filter, none
    lines[:, 1:] = picture.round().reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(lines.tobytes(), 9)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(kind, data) for kind, data in ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b""))
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# -- words, in segments

_ENDS = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 0.5)), "c": ((1, 0.5), (1, 1)),
    "d": ((0, 1), (1, 1)), "e": ((0, 0.5), (0, 1)), "f": ((0, 0), (0, 0.5)),
    "g": ((0, 0.5), (0.5, 0.5)), "h": ((0.5, 0.5), (1, 0.5)), "j": ((0, 0), (0.5, 0.5)),
    "k": ((0.5, 0), (0.5, 0.5)), "l": ((1, 0), (0.5, 0.5)), "m": ((0.5, 0.5), (0, 1)),
    "n": ((0.5, 0.5), (0.5, 1)), "p": ((0.5, 0.5), (1, 1)),
}  # fmt: skip
_CAPITAL, _LETTER, _SPACE, _PEN = 0.7, 0.42, 0.22, 0.13


def _width(letters: str, size: float) -> float:
    return ((_LETTER + _SPACE) * len(letters) - _SPACE) * size


def word(letters: str, left: float, base: float, size: float) -> Iterator[Outline]:
    """A word that begins at `left`, drawn with segments."""
    advance = (_LETTER + _SPACE) * size
    for index, char in enumerate(letters):
        bits = fourteen(char)
        for bit, ((x0, y0), (x1, y1)) in enumerate(_ENDS.values()):
            if bits >> bit & 1:
                x = left + index * advance
                top = base - _CAPITAL * size
                yield stroke(
                    (x + x0 * _LETTER * size, top + y0 * _CAPITAL * size),
                    (x + x1 * _LETTER * size, top + y1 * _CAPITAL * size),
                    _PEN * size,
                )


def stroke(start: Point, end: Point, pen: float) -> Outline:
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    along = (x1 - x0) / length * pen / 2, (y1 - y0) / length * pen / 2
    across = -along[1], along[0]
    return (
        (x0 - along[0] + across[0], y0 - along[1] + across[1]),
        (x1 + along[0] + across[0], y1 + along[1] + across[1]),
        (x1 + along[0] - across[0], y1 + along[1] - across[1]),
        (x0 - along[0] - across[0], y0 - along[1] - across[1]),
    )


# -- filling


def fill(canvas: Canvas, shape: Shape, ink: float | Sequence[float]) -> None:
    """Paint a shape, in pixels, on a canvas of one or more channels."""
    corners = np.array([point for loop in shape for point in loop])
    left, top = np.maximum(0, np.floor(corners.min(axis=0))).astype(int)
    right, bottom = np.minimum(canvas.shape[1::-1], np.ceil(corners.max(axis=0))).astype(int)
    if left >= right or top >= bottom:
        return
    x = (np.arange(FINE * left, FINE * right) + 0.5) / FINE
    y = (np.arange(FINE * top, FINE * bottom) + 0.5) / FINE
    inside = np.zeros((len(y), len(x)), bool)
    for loop in shape:
        for (x0, y0), (x1, y1) in pairwise([*loop, loop[0]]):
            beside = (y0 <= y) != (y1 <= y)
            if beside.any():
                edge = x0 + (y[beside] - y0) * (x1 - x0) / (y1 - y0)
                inside[beside] ^= x < edge[:, None]
    share = inside.reshape(bottom - top, FINE, right - left, FINE).mean(axis=(1, 3))
    part = canvas[top:bottom, left:right]
    part += (np.asarray(ink) - part) * share.reshape(share.shape + (1,) * (part.ndim - 2))
