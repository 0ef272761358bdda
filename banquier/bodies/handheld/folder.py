"""`make handheld`: the folder to copy onto a Pico.

python -m banquier.bodies.handheld.folder FOLDER [EDITION.toml]

FOLDER-manifest.py, beside it, is for those who build MicroPython themselves.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from pathlib import Path

from banquier.bodies.modules import Modules
from banquier.bodies.translator import CannotTranslate
from banquier.trouble import Trouble
from display.png import _width, word
from display.shapes import GLASS_WIDTH, Outline, elements

ENTRY = "banquier.bodies.handheld.handheld"
MAIN = f"import boot\nfrom {ENTRY} import Handheld\n\nHandheld().play()\n"
MANIFEST = 'include("$(PORT_DIR)/boards/manifest.py")\nfreeze("{}")\n'
"""All modules become part of the engine's firmware; only glass.bin is copied."""
ACROSS, DOWN, TOP = 320 / GLASS_WIDTH, 0.6, 23
"""Higher than it is wide: the words in the icons are read."""


def _pixels(outline: Outline, ink: int) -> Iterator[int]:
    """A pixel is filled as soon as an edge is on it: so the right and the lower edges lie one
    further in, and of what is cut out the others too."""
    places = [(round(x * ACROSS), round(TOP + y * DOWN)) for x, y in outline]
    for at in places:
        for value, values in zip(at, zip(*places, strict=True), strict=True):
            middle = (min(values) + max(values)) / 2
            yield value - (value > middle) + (value < middle and not ink)


def _middle(pen: Outline) -> list[int]:
    """Letters in icons are lines."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = pen
    ends = ((ax + dx) / 2, (ay + dy) / 2), ((bx + cx) / 2, (by + cy) / 2)
    return [n for x, y in ends for n in (round(x * ACROSS), round(TOP + y * DOWN))]


def glass() -> bytes:
    """display/'s polygons as screen.py reads them."""
    drawn: list[list[int]] = []
    for _, shapes, words in elements():
        loops = [(int(not at), loop) for shape in shapes for at, loop in enumerate(shape)]
        rows = [n for ink, loop in loops for n in (ink, len(loop), *_pixels(loop, ink))]
        for said, x, y, size, cut_out in words:
            for pen in word(said, x - _width(said, size) / 2, y, size):
                rows += [int(not cut_out), 2, *_middle(pen)]
        drawn.append(rows)
    starts = accumulate(map(len, drawn), initial=len(drawn) + 2)
    return array("h", [len(drawn), *starts, *chain(*drawn)]).tobytes()


def write(folder: Path, own: str = "") -> None:
    modules = Modules([ENTRY], own)
    modules.write(folder)
    (folder / "glass.bin").write_bytes(glass())
    (folder / "main.py").write_text(MAIN, "utf-8")


def main(words: Iterable[str]) -> None:
    place, *own = words
    try:
        write(Path(place), *own)
        Path(f"{place}-manifest.py").write_text(MANIFEST.format(Path(place).name), "utf-8")
    except (CannotTranslate, Trouble) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
