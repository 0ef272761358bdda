"""Draws docs/turn.svg: a turn on the glass as a picture that moves (throw, buy, rent).

    python scripts/turn_picture.py            writes docs/turn.svg
    python scripts/turn_picture.py --check    exit status 1 if it differs

The keys are pressed on a unit with real dice; each element carries the times at which it lights.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from banquier.editions.edition_file import editions  # noqa: E402
from banquier.script.language import parse  # noqa: E402
from banquier.script.player import Player  # noqa: E402
from datasheet.ticks import CRYSTAL  # noqa: E402
from display.elements import ELEMENTS, is_lit  # noqa: E402
from display.svg import elements  # noqa: E402
from hardware.unit import Unit  # noqa: E402
from keypad.keys import PULSE  # noqa: E402

FILE = ROOT / "docs" / "turn.svg"
STEP = CRYSTAL // 16
SET_UP = "banquier 1\nplayers 2\ndice keyed\nstart\n"
KEYS = (
    ("", 1.5), ("1", 0.5), ("2", 0.8), ("OK", 4.0), ("ACHAT", 3.0), ("FIN", 1.5),
    ("1", 0.5), ("2", 0.8), ("OK", 3.5), ("LOYER", 3.0), ("FIN", 2.0),
)  # fmt: skip
"""Each key, and the seconds until the next."""
MARGIN = 24


def frames() -> list[frozenset[str]]:
    """The lit elements, sixteen times a second."""
    unit = Unit(editions(), seed=90)
    assert Player(unit, parse(SET_UP)).play() is None
    found = []
    for key, seconds in KEYS:
        if key:
            unit.press(key)
            unit.run(unit.tick + PULSE)
            unit.release(key)
        for _ in range(round(seconds * 16)):
            unit.run(unit.tick + STEP)
            rows = unit.glass()
            found.append(frozenset(name for name in ELEMENTS if is_lit(rows, name)))
    return found


def drawn() -> str:
    shown = frames()
    names = list(ELEMENTS)
    length = f"{len(shown) / 16:.4g}s"

    def moving(match: re.Match[str]) -> str:
        name = names[int(match[1])]
        values, times = list[str](), list[str]()
        for number, lit in enumerate(shown):
            value = "1" if name in lit else ".05"
            if not values or values[-1] != value:
                values.append(value)
                times.append(f"{number / len(shown):.3g}")
        if len(values) == 1:
            return f'<g opacity="{values[0]}">'
        return (
            f'<g><animate attributeName="opacity" dur="{length}" repeatCount="indefinite" '
            f'calcMode="discrete" values="{";".join(values)}" keyTimes="{";".join(times)}"/>'
        )

    glass = re.sub(r'<g class="e" id="e(\d+)">', moving, elements())
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', glass)
    assert found
    width, height = (int(size) + 2 * MARGIN for size in found.groups())
    body = glass.partition(">")[2].removesuffix("</svg>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-weight="bold" text-anchor="middle" fill="#1b221d">\n'
        "<title>A turn: throw, buy, rent</title>\n"
        f'<rect width="{width}" height="{height}" rx="14" fill="#b9c3a5"/>\n'
        f'<g transform="translate({MARGIN} {MARGIN})">{body}</g>\n</svg>\n'
    )


def main() -> int:
    picture = drawn()
    if "--check" in sys.argv[1:]:
        return int(FILE.read_text("utf-8") != picture)
    FILE.write_text(picture, "utf-8")
    print(f"{len(picture)} bytes in {FILE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
