"""Keys for a handheld, played on a unit of the emulator, and the handheld's own files with them.

hand = Hand(); hand.tap("OK"); hand.wait(32_768)
run_handheld(folder, home, hand.edges, hand.end).glasses       as hand.glasses
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from banquier.editions.edition_file import editions
from banquier.play.bots.bots import Bots
from hardware.unit import Unit
from keypad.keys import BY_NAME, LINES, NAMES, ON_CODE, PULSE
from keypad.scanner import SCAN
from tests.support.system import micropython

PICO = Path(__file__).with_name("pico")
SEED = 7
SET_UP = ("OK", "2", "OK", "OK", "OK")
SECOND = 1_000_000
Edge = tuple[float, tuple[int, int], int]
"""Microseconds since the first reading of the matrix, the pins that the key joins, 1 for down."""


def make_edge(us: float, key: str, down: int) -> Edge:
    code = BY_NAME[key].code
    return us, (14, 0) if code == ON_CODE else (10 + code % LINES, 2 + code // LINES), down


class Hand:
    """Presses keys of an emulated unit and notes their edges, each at the beginning of a scan."""

    def __init__(self) -> None:
        self.unit = Unit(editions(), seed=SEED)
        self.edges: list[Edge] = []
        self.taps: list[str] = []
        self.glasses: list[list[object]] = []
        self.unit.on_display.append(lambda tick, shown: self.glasses.append([tick, *shown]))
        self.wait(2 * 32_768)

    @property
    def end(self) -> float:
        return self.unit.tick * SECOND / 32_768

    def wait(self, ticks: int) -> None:
        self.unit.run((self.unit.tick + ticks + SCAN - 1) // SCAN * SCAN)

    def tap(self, key: str, held: int = PULSE) -> None:
        self.taps.append(key)
        for down in (1, 0):
            self.edges.append(make_edge(self.end, key, down))
            (self.unit.press if down else self.unit.release)(NAMES[BY_NAME[key].code])
            self.wait(held)

    def play_bots(self, strokes: int) -> None:
        for key in SET_UP:
            self.tap(key)
        bots = Bots(self.unit, dict.fromkeys((1, 2), "careful"), seed=1)
        for key, pause in islice(bots.strokes(), strokes):
            if key:
                self.tap(key)
            self.wait(pause + 8_192)


def run_handheld(
    copied: Path, home: Path, edges: Iterable[Edge], end: float, **facts: object
) -> Any:
    """Return what run_script.py reports, and in `said` the lines that came over USB."""
    (home / "script").write_text(json.dumps({"edges": [*edges], "end": end, **facts}), "utf-8")
    done = subprocess.run(
        [micropython(), "-X", "heapsize=96M", str(PICO / "run_script.py"), str(home)],
        env={**os.environ, "MICROPYPATH": f"{copied}:{PICO}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    results = json.loads((home / "results").read_text("utf-8"))
    return SimpleNamespace(
        **results, said=done.stdout.splitlines(), pixels=(home / "pixels").read_bytes()
    )
