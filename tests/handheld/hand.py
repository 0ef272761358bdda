"""Keys for a handheld, played on a unit of the emulator, and the handheld's own files with them.

hand = Hand(); hand.tap("OK"); hand.wait(32_768)
played(folder, home, hand.edges).glasses     as many as hand.glasses
"""

from __future__ import annotations

import ast
import os
import subprocess
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from banquier.editions.edition_file import editions
from banquier.play.bots.bots import Bots
from datasheet.glass import Shown
from hardware.unit import Unit
from keypad.keys import BY_NAME, LINES, NAMES, ON_CODE, PULSE
from keypad.scanner import SCAN
from tests.support.system import micropython

PICO = Path(__file__).with_name("pico")
SEED = 7
SET_UP = ("OK", "2", "OK", "OK", "OK")
Glasses = list[tuple[int, Shown]]


class Hand:
    """Its edges lie at scans."""

    def __init__(self) -> None:
        self.unit = Unit(editions(), seed=SEED)
        self.edges: list[str] = []
        self.taps: list[str] = []
        self.glasses: Glasses = [(0, self.unit.shown)]
        self.unit.on_display.append(self._show)
        self.wait(2 * 32_768)

    def _show(self, tick: int, shown: Shown) -> None:
        self.glasses.append(((tick // SCAN + 1) * SCAN, shown))

    def wait(self, ticks: int) -> None:
        self.unit.run((self.unit.tick + ticks + SCAN - 1) // SCAN * SCAN)

    def tap(self, key: str, held: int = PULSE) -> None:
        self.taps.append(key)
        code = BY_NAME[key].code
        pins = "14 0" if code == ON_CODE else f"{10 + code % LINES} {2 + code // LINES}"
        for down in (1, 0):
            self.edges.append(f"{self.unit.tick - SCAN} {pins} {down}")  # it is read twice
            (self.unit.press if down else self.unit.release)(NAMES[code])
            self.wait(held)

    def play(self, strokes: int) -> None:
        for key in SET_UP:
            self.tap(key)
        bots = Bots(self.unit, dict.fromkeys((1, 2), "careful"), seed=1)
        for key, pause in islice(bots.strokes(), strokes):
            if key:
                self.tap(key)
            self.wait(pause)


class Played(NamedTuple):
    glasses: Glasses
    told: list[str]
    """What came over USB."""
    tones: list[int]
    sent: list[tuple[object, bytes]]
    pixels: bytes


def played(copied: Path, home: Path, edges: Iterable[str], *chips: int) -> Played:
    (home / "edges").write_text("\n".join(edges), "ascii")
    (home / "glass.bin").write_bytes((copied / "glass.bin").read_bytes())
    done = subprocess.run(
        [micropython(), "-X", "heapsize=2M", str(PICO / "played.py"), "edges", str(SEED),
         *map(str, chips)],
        cwd=home, env={**os.environ, "MICROPYPATH": f"{copied}:{PICO}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    glasses, told, rest = Glasses(), [], {}
    for line in done.stdout.splitlines():
        name, *parts = line.split("\t")
        if name == "glass":
            tick, row_a, row_b, icons = map(ast.literal_eval, parts)
            glasses.append((tick, (row_a, row_b, icons)))
        elif parts:
            rest[name] = ast.literal_eval(parts[0])
        else:
            told.append(line)
    pixels = (home / "pixels").read_bytes()
    return Played(glasses, told, rest["tones"], rest["sent"], pixels)
