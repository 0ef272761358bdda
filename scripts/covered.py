"""What the tests have run of each room, in lines and branches; fails below its least figure.

    make test                        measures, then runs this
    python scripts/covered.py        the figures of the last measurement
    python scripts/covered.py -v     also lists what no test ran, file by file

The panel is left out: its tests read the painted screen.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from slipcover import merge_coverage

USUAL = (95.0, 95.0)
"""Percent of the lines and of the branches."""
LEAST = {"banquier": (94.5, 90.5)}
"""Rooms measured below that: no lower than this. Parts of cli/play.py, cli/board.py and
cli/close_game.py run only in programs that tests start, which are not measured."""
MEASURED = Path(__file__).resolve().parent.parent / ".measured"


class Share(NamedTuple):
    """So many of so many."""

    run: int = 0
    there: int = 0

    def __add__(self, other: object) -> Share:
        assert isinstance(other, Share)
        return Share(self.run + other.run, self.there + other.there)

    @property
    def percent(self) -> float:
        return 100 * self.run / self.there if self.there else 100.0

    def __str__(self) -> str:
        return f"{self.percent:5.1f} % of {self.there:>5}"


def report() -> dict[str, Any]:
    """What each process of the tests has run, put together, by file."""
    whole: dict[str, Any] = {}
    for path in sorted(MEASURED.glob("*.json")):
        part = json.loads(path.read_text(encoding="utf-8"))
        if whole:
            merge_coverage(whole, part)
        else:
            whole = part
    files: dict[str, Any] = whole.get("files", {})
    return files


def rooms(files: dict[str, Any]) -> dict[str, tuple[Share, Share]]:
    """Lines and branches by room."""
    found: defaultdict[str, list[Share]] = defaultdict(lambda: [Share(), Share()])
    for name, file in files.items():
        for at, what in enumerate(("lines", "branches")):
            run, missing = len(file[f"executed_{what}"]), len(file[f"missing_{what}"])
            found[Path(name).parts[0]][at] += Share(run, run + missing)
    return {room: (lines, branches) for room, (lines, branches) in sorted(found.items())}


def gaps(files: dict[str, Any]) -> list[str]:
    """Lines not run, and branches not taken from lines that were run."""
    told = []
    for name, file in sorted(files.items()):
        missing = set(file["missing_lines"])
        ways = [
            f"{start}->{end or 'out'}"
            for start, end in file["missing_branches"]
            if start not in missing and end not in missing
        ]
        if missing or ways:
            told.append(f"{name}: {' '.join([*map(str, sorted(missing)), *ways])}")
    return told


def main(words: list[str]) -> int:
    files = report()
    if "-v" in words:
        print(*gaps(files), sep="\n")
    found = rooms(files)
    print(f"{'':14}{'lines':>16}{'branches':>19}")
    for room, (lines, branches) in found.items():
        print(f"{room:<14}{lines}   {branches}")
    short = [
        f"{room} ({lines:g} and {branches:g} %)"
        for room, both in found.items()
        for lines, branches in [LEAST.get(room, USUAL)]
        if both[0].percent < lines or both[1].percent < branches
    ]
    if short or not found:
        print(f"too little of: {', '.join(short) or 'nothing measured'}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
