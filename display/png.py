"""PNG pictures of the glass, rasterised as an array.

    Path("glass.png").write_bytes(png(rows))

The artwork of svg.py without the case, from the same outlines. The words of the icons are drawn
with the segments of the font, because there is no text renderer here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import acos, cos, hypot, pi, radians, sin, sqrt, tan
from re import findall

import numpy as np
from numpy.typing import NDArray

from display.elements import ELEMENTS, Rows, is_lit
from display.font import fourteen
from display.shapes import (
    CELL_HEIGHT,
    FOURTEEN_OUTLINES,
    GLASS_HEIGHT,
    GLASS_WIDTH,
    ICON_DRAWINGS,
    POINT,
    ROW_A,
    ROW_B,
    SEVEN_OUTLINES,
    SLANT_DEGREES,
)
from firmware_sim.glass import CELLS_A, CELLS_B, ICONS

Point = tuple[float, float]
Loop = list[Point]
Shape = list[Loop]
"""Outlines to fill by the even-odd rule."""
Canvas = NDArray[np.float64]

SCALE = 1.5
BORDER = 14
CLEAR, INK = (182, 192, 162), (27, 34, 29)
UNLIT = 0.05
FINE = 6
"""Each pixel is looked at in so many places across and down: edges are anti-aliased."""


def png(rows: Rows, shades: Sequence[float] | None = None) -> bytes:
    """The glass with its border; `shades` as for the drawing."""
    width = round((GLASS_WIDTH + 2 * BORDER) * SCALE)
    height = round((GLASS_HEIGHT + 2 * BORDER) * SCALE)
    canvas = np.zeros((height, width))
    for index, (name, shapes, cuts) in enumerate(_elements()):
        dark = shades[index] if shades is not None else float(is_lit(rows, name))
        for shape in shapes:
            fill(canvas, _on_canvas(shape), max(UNLIT, dark))
        for shape in cuts:
            fill(canvas, _on_canvas(shape), 0.0)
    return rgb_png(np.array(CLEAR) + np.subtract(INK, CLEAR) * canvas[..., None])


def _on_canvas(shape: Shape) -> Shape:
    """From the units of the glass to pixels."""
    return [[((x + BORDER) * SCALE, (y + BORDER) * SCALE) for x, y in loop] for loop in shape]


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


# -- shapes, in the order of ELEMENTS


def _elements() -> Iterator[tuple[str, list[Shape], list[Shape]]]:
    """Name, outlines, and outlines that stay clear in them."""
    x, y, radius = POINT
    point = dot(x, y, radius)
    for row, cells, outlines, place in (
        ("A", CELLS_A, FOURTEEN_OUTLINES, ROW_A),
        ("B", CELLS_B, SEVEN_OUTLINES, ROW_B),
    ):
        for cell in range(cells):
            for segment, outline in [*outlines.items(), ("dp", tuple(point))]:
                yield f"{row}{cell + 1}.{segment}", [[_placed(outline, cell, place)]], []
    for name in ICONS:
        left, top, (paths, words) = ICON_DRAWINGS[name]
        shapes: list[Shape] = []
        cuts: list[Shape] = []
        for path, dx, dy in paths:
            loops = [[(left + dx + px, top + dy + py) for px, py in loop] for loop in _loops(path)]
            shapes.append(loops)
        for said, wx, wy, size, cut_out in words:
            letters = [[pen] for pen in _word(said, left + wx, top + wy, size)]
            (cuts if cut_out else shapes).extend(letters)
        yield f"icon {name}", shapes, cuts
    assert len(ELEMENTS) == 15 * CELLS_A + 8 * CELLS_B + len(ICONS)


def _placed(
    outline: Sequence[Point], cell: int, place: tuple[float, float, float, float, float]
) -> Loop:
    left, top, pitch, across, down = place
    lean = tan(radians(SLANT_DEGREES))
    moved = []
    for x, y in outline:
        below = (y - CELL_HEIGHT) * down
        moved.append((left + pitch * cell + x * across - lean * below, top + y * down))
    return moved


# -- paths: lines, arcs of circles, cubic curves


_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7}
"""How many belong to each command of a path."""


def _loops(path: str) -> Shape:
    """The closed outlines of a path in the notation of drawings."""
    loops: Shape = []
    x = y = 0.0
    for command, text in findall("([A-Za-z])([^A-Za-z]*)", path):
        kind = command.upper()
        if kind == "Z":
            x, y = loops[-1][0]
            continue
        numbers = [float(number) for number in findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        for at in range(0, len(numbers), _NUMBERS[kind]):
            part = numbers[at : at + _NUMBERS[kind]]
            left, top = (x, y) if command.islower() else (0.0, 0.0)
            end = left + part[-2:][0], top + part[-1]
            if kind == "H":
                end = left + part[0], y
            elif kind == "V":
                end = x, top + part[0]
            if kind == "M" and at == 0:
                loops.append([end])
            elif kind == "C":
                first, second = (left + part[0], top + part[1]), (left + part[2], top + part[3])
                loops[-1] += _curve((x, y), first, second, end)
            elif kind == "A":
                loops[-1] += _arc((x, y), part[0], bool(part[3]), bool(part[4]), end)
            else:
                loops[-1].append(end)
            x, y = end
    return loops


def _curve(start: Point, first: Point, second: Point, end: Point) -> Loop:
    points = []
    for step in range(1, 9):
        t = step / 8
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (
            a * p + b * q + c * r + d * s
            for p, q, r, s in zip(start, first, second, end, strict=True)
        )
        points.append((x, y))
    return points


def _arc(start: Point, radius: float, large: bool, clockwise: bool, end: Point) -> Loop:
    (x0, y0), (x1, y1) = start, end
    half = hypot(x1 - x0, y1 - y0) / 2
    radius = max(radius, half)
    away = sqrt(max(0.0, radius * radius - half * half))
    side = 1 if large != clockwise else -1
    centre_x = (x0 + x1) / 2 - side * away * (y1 - y0) / (2 * half)
    centre_y = (y0 + y1) / 2 + side * away * (x1 - x0) / (2 * half)
    turn = acos(max(-1.0, min(1.0, 1 - 2 * half * half / (radius * radius))))
    turn = (2 * pi - turn if large else turn) * (1 if clockwise else -1)
    points = []
    for step in range(1, 9):
        angle = turn * step / 8
        dx, dy = x0 - centre_x, y0 - centre_y
        x = centre_x + dx * cos(angle) - dy * sin(angle)
        points.append((x, centre_y + dx * sin(angle) + dy * cos(angle)))
    return points


# -- words, in segments

_ENDS = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 0.5)), "c": ((1, 0.5), (1, 1)),
    "d": ((0, 1), (1, 1)), "e": ((0, 0.5), (0, 1)), "f": ((0, 0), (0, 0.5)),
    "g": ((0, 0.5), (0.5, 0.5)), "h": ((0.5, 0.5), (1, 0.5)), "j": ((0, 0), (0.5, 0.5)),
    "k": ((0.5, 0), (0.5, 0.5)), "l": ((1, 0), (0.5, 0.5)), "m": ((0.5, 0.5), (0, 1)),
    "n": ((0.5, 0.5), (0.5, 1)), "p": ((0.5, 0.5), (1, 1)),
}  # fmt: skip
_CAPITAL, _LETTER, _SPACE, _PEN = 0.7, 0.42, 0.22, 0.13


def _word(letters: str, middle: float, base: float, size: float) -> Iterator[Loop]:
    """A word centred over a base line, drawn with segments."""
    width = (_LETTER + _SPACE) * size * len(letters) - _SPACE * size
    return word(letters, middle - width / 2, base, size)


def word(letters: str, left: float, base: float, size: float) -> Iterator[Loop]:
    """A word that begins at `left`."""
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


def stroke(start: Point, end: Point, pen: float) -> Loop:
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    along = (x1 - x0) / length * pen / 2, (y1 - y0) / length * pen / 2
    across = -along[1], along[0]
    return [
        (x0 - along[0] + across[0], y0 - along[1] + across[1]),
        (x1 + along[0] + across[0], y1 + along[1] + across[1]),
        (x1 + along[0] - across[0], y1 + along[1] - across[1]),
        (x0 - along[0] - across[0], y0 - along[1] - across[1]),
    ]


def dot(x: float, y: float, radius: float) -> Loop:
    return [(x + radius * cos(a * pi / 8), y + radius * sin(a * pi / 8)) for a in range(16)]


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
