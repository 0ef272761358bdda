"""`make docs`: the handheld's screen, as its own code draws it, into docs/handheld.png."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from banquier.bodies.handheld import folder
from display.png import Canvas, rgb_png
from tests.handheld.hand import SET_UP, Hand, run_handheld
from tests.support.paths import ROOT

FILE = ROOT / "docs" / "handheld.png"
KEYS = (*SET_UP, "DES", "ACHAT")
ENLARGED = 2


def draw_picture() -> Canvas:
    hand = Hand()
    for key in KEYS:
        hand.tap(key)
        hand.wait(2 * 32_768)
    with TemporaryDirectory() as scratch:
        home = Path(scratch)
        folder.write(home / "copied")
        pixels = run_handheld(home / "copied", home, hand.edges, hand.end).pixels
    words = np.frombuffer(pixels, ">u2").reshape(240, 320)
    parts = [(words >> shift & most) * (255 / most) for shift, most in ((11, 31), (5, 63), (0, 31))]
    return np.dstack(parts).repeat(ENLARGED, 0).repeat(ENLARGED, 1)


if __name__ == "__main__":
    FILE.write_bytes(rgb_png(draw_picture()))
