"""Draw the pictures of docs/ that are made from the code, from what is measured or read.

python scripts/pictures.py             write all pictures, or only the named ones
python scripts/pictures.py --check     exit with status 1 if one differs

turn.svg     an animated turn on the glass: throw, buy, rent
rooms.svg    the packages in their layers, with an arrow per import
key.svg      the files that a key goes through until a segment lights
scan.svg     one scan of the keys, from the value changes of a stepped unit
frame.svg    two frames of the glass, likewise
debounce.svg a press until the unit shows and sounds it, likewise
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from banquier.editions.edition_file import editions  # noqa: E402
from banquier.play.vcd import ValueChangeDump  # noqa: E402
from banquier.script.language import parse  # noqa: E402
from banquier.script.player import Player  # noqa: E402
from display.elements import ELEMENTS, is_lit  # noqa: E402
from display.lcd import FRAME, SLOT  # noqa: E402
from display.shapes import GLASS_HEIGHT, GLASS_WIDTH  # noqa: E402
from display.svg import elements  # noqa: E402
from hardware.crystal import SECOND  # noqa: E402
from hardware.unit import Unit  # noqa: E402
from keypad.keys import PULSE  # noqa: E402
from keypad.scanner import SCAN  # noqa: E402

DOCS = ROOT / "docs"
INK, PALE, PAPER, BAND, GLASS = "#1b221d", "#7d8577", "#ffffff", "#eef1e6", "#b9c3a5"


def svg(width: float, height: float, title: str, *parts: str) -> str:
    """Make a picture in dark colours on its own background, so that it is legible on dark pages."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="sans-serif" font-size="13" fill="{INK}">\n<title>{title}</title>\n'
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def label(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


# -- a turn on the glass

STEPS = 16
"""Frames per second."""
SET_UP = "banquier 1\nplayers 2\ndice keyed\nstart\n"
KEYS = (
    ("", 1.5), ("1", 0.5), ("2", 0.8), ("OK", 4.0), ("ACHAT", 3.0), ("FIN", 1.5),
    ("1", 0.5), ("2", 0.8), ("OK", 3.5), ("LOYER", 3.0), ("FIN", 2.0),
)  # fmt: skip
"""The keys, and the seconds until the next of each."""
MARGIN = 24


def frames() -> list[frozenset[str]]:
    """Return the lit elements of each frame."""
    unit = Unit(editions(), seed=90)
    assert Player(unit, parse(SET_UP)).play() is None
    found = []
    for key, seconds in KEYS:
        if key:
            unit.press(key)
            unit.run(unit.tick + PULSE)
            unit.release(key)
        for _ in range(round(seconds * STEPS)):
            unit.run(unit.tick + SECOND // STEPS)
            rows = unit.glass()
            found.append(frozenset(name for name in ELEMENTS if is_lit(rows, name)))
    return found


def turn() -> str:
    shown = frames()
    names = list(ELEMENTS)
    length = f"{len(shown) / STEPS:.4g}s"

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


# -- an evening on ten glasses

ACROSS, SMALL = 2, 0.42
"""Glasses side by side, and their size."""
ROW_OF_EVENING = r"^\| (\d+)? ?[^|]+ \| ((?:`[^`]+` ?)+)\| `([A-Z][^`]+)` ?([\d.]*) \|$"
"""A row of the example in the notice: the number of its picture, its keys, row A, row B."""


def evening() -> str:
    """Draw the numbered moments of the example in docs/notice.md."""
    example = re.findall(ROW_OF_EVENING, (DOCS / "notice.md").read_text("utf-8"), re.MULTILINE)
    unit = Unit(editions(), seed=90)
    own = re.search(r"<svg[^>]*>(.*)</svg>", elements())
    assert own
    names, wide, high = list(ELEMENTS), GLASS_WIDTH * SMALL, GLASS_HEIGHT * SMALL
    parts = [f'<defs><g id="all" fill-rule="evenodd">{own[1]}</g></defs>']
    for number, keys, row_a, row_b in example:
        script = f'banquier 1\npress {keys}\nexpect "{row_a}" {row_b}'.replace("`", "")
        assert Player(unit, parse(script)).play() is None
        while unit.shown[0] != row_a:  # it alternates with another page
            unit.run(unit.tick + FRAME)
        unit.run(unit.tick + FRAME)
        if not number:
            continue
        row, column = divmod(int(number) - 1, ACROSS)
        x, y = 34 + column * (wide + 50), 14 + row * (high + 34)
        rows = unit.glass()
        lit = "".join(f'<use href="#e{n}"/>' for n, name in enumerate(names) if is_lit(rows, name))
        parts += [
            label(x - 12, round(y + high / 2), number, "middle", ' font-weight="bold"'),
            f'<rect x="{x:g}" y="{y - 6:g}" width="{wide:g}" height="{high + 12:g}" rx="6" '
            f'fill="{GLASS}"/>',
            f'<g transform="translate({x:g} {y:g}) scale({SMALL})" font-weight="bold" '
            f'text-anchor="middle" fill-rule="evenodd"><use href="#all" opacity=".05"/>{lit}</g>',
        ]
    height = 14 + -(-max(int(number or 0) for number, *_ in example) // ACROSS) * (high + 34)
    return svg(ACROSS * (wide + 50) + 10, height, "An evening in ten moments", *parts)


# -- the packages

BOX, GAP, FLOOR = 26, 14, 64


def floors() -> list[list[str]]:
    """Return the packages of each layer, the highest first, from the import rules."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    walls = project["tool"]["importlinter"]["contracts"]
    layers = next(wall["layers"] for wall in walls if wall["id"] == "layers")
    return [[room.strip() for room in layer.split("|")] for layer in layers]


def imports(rooms: Sequence[str]) -> dict[str, set[str]]:
    """Return the packages that each package imports."""

    def room_of(module: str) -> str:
        return max((r for r in rooms if f"{module}.".startswith(f"{r}.")), key=len, default="")

    found: dict[str, set[str]] = {room: set() for room in rooms}
    packages = {room.partition(".")[0] for room in rooms}
    for path in sorted(path for package in packages for path in (ROOT / package).rglob("*.py")):
        here = room_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if not here:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                asked = [f"{node.module}.{name.name}" for name in node.names]
            elif isinstance(node, ast.Import):
                asked = [name.name for name in node.names]
            else:
                continue
            found[here] |= {room_of(name) for name in asked} - {here, ""}
    return found


def rooms() -> str:
    storeys = floors()
    names = [room for storey in storeys for room in storey]
    arrows = imports(names)

    def below(room: str) -> set[str]:
        return {low for mid in arrows[room] for low in {mid} | below(mid)}

    place: dict[str, tuple[float, int, int]] = {}
    sizes = {room: 8 * len(room) + 22 for room in names}
    widths = [sum(sizes[room] + GAP for room in storey) - GAP for storey in storeys]
    width = max(widths) + 2 * GAP
    for at, storey in enumerate(storeys):
        x = (width - widths[at]) / 2
        for room in storey:
            place[room] = x, 20 + FLOOR * at, sizes[room]
            x += sizes[room] + GAP
    lines, boxes = [], []
    for room, asked in arrows.items():
        implied = {low for mid in asked for low in below(mid)}
        x, y, size = place[room]
        for other in sorted(asked - implied & asked):
            to, under, its = place[other]
            start, end = x + size / 2, to + its / 2
            lines.append(
                f'<path d="M{start:.0f} {y + BOX} C{start:.0f} {y + BOX + 30} {end:.0f} '
                f'{under - 30} {end:.0f} {under - 3}" marker-end="url(#a)"/>'
            )
    for room, (x, y, size) in place.items():
        boxes.append(
            f'<rect x="{x:.0f}" y="{y}" width="{size}" height="{BOX}" rx="5" fill="{BAND}" '
            f'stroke="{PALE}"/>' + label(round(x + size / 2), y + 17, room, "middle")
        )
    height = 20 + FLOOR * len(storeys)
    note = "An arrow: imports. What another arrow implies is left out. Nothing points upwards."
    return svg(
        width,
        height + 10,
        "The packages and their imports",
        f'<marker id="a" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="7" markerHeight="7" '
        f'orient="auto"><path d="M0 0 6 3 0 6z" fill="{PALE}"/></marker>',
        f'<g fill="none" stroke="{PALE}">',
        *lines,
        "</g>",
        *boxes,
        label(20, height, note, more=f' font-size="12" fill="{PALE}"'),
    )


# -- a key until a segment lights


def key() -> str:
    """Draw the list of docs/architecture.md, each step with its files."""
    text = (DOCS / "architecture.md").read_text("utf-8")
    section = text.partition("## A key until a segment lights")[2].partition("\n## ")[0]
    steps = re.findall(r"^\d+\. (.+?): (.+)$", section, re.MULTILINE)
    assert len(steps) > 8
    boxes, across, wide, high = [], 4, 232, 78
    for at, (files, what) in enumerate(steps):
        row, column = divmod(at, across)
        x, y = 14 + column * wide, 14 + row * (high + 24)
        paths = re.findall(r"`([^`]+)`", files)
        boxes.append(
            f'<rect x="{x}" y="{y}" width="{wide - 26}" height="{high}" rx="6" fill="{BAND}" '
            f'stroke="{PALE}"/>'
        )
        own = ' font-family="monospace" font-size="11" font-weight="bold"'
        boxes.append(label(x + 8, y + 17, ", ".join(paths[:1]), more=own))
        boxes.append(label(x + 8, y + 31, ", ".join(paths[1:]), more=own))
        boxes += [
            label(x + 8, y + 48 + 14 * n, line, more=' font-size="11.5"')
            for n, line in enumerate(fold(re.sub(r"`", "", what), 32)[:2])
        ]
        if column < across - 1 and at < len(steps) - 1:
            boxes.append(label(x + wide - 20, y + 44, "▶", more=f' fill="{PALE}"'))
        elif at < len(steps) - 1:
            boxes.append(label(x + wide - 20, y + high + 18, "↩", more=f' fill="{PALE}"'))
    rows = -(-len(steps) // across)
    return svg(across * wide + 8, 14 + rows * (high + 24), "A key until a segment lights", *boxes)


def fold(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# -- value changes

Wave = list[tuple[int, int]]
"""A row of microseconds and level."""


START = 264 * FRAME
"""The tick at which a key is pressed."""


@cache
def vcd() -> dict[str, Wave]:
    """Dump a stepped unit at a question of the set-up, with + pressed for 2 048 ticks."""
    unit = Unit(editions(), seed=90, stepped=True)
    unit.run(4 * SECOND)
    unit.press("OK")
    unit.run(unit.tick + PULSE)
    unit.release("OK")
    unit.run(START)
    out = StringIO()
    unit.probe = dump = ValueChangeDump(unit, out)
    unit.press("+")
    unit.run(unit.tick + PULSE)
    unit.release("+")
    unit.run(unit.tick + 2 * PULSE)
    dump.close()
    waves: dict[str, Wave] = defaultdict(list)
    wires, now = {}, 0
    for line in out.getvalue().splitlines():
        if line.startswith("$var"):
            _, _, _, sign, name, _ = line.split()
            wires[sign] = name
        elif line.startswith("#"):
            now = int(line[1:])
        elif line[:1] in "01":
            waves[wires[line[1:]]].append((now, int(line[0])))
    return waves


def microseconds(tick: int) -> int:
    return (tick * 1_000_000 + (1 << 14)) >> 15


def levels(wave: Wave, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and level between two instants."""
    at, level = start, 0
    for moment, after in [*wave, (end, 0)]:
        if moment > start:
            if min(moment, end) > at:
                yield at, min(moment, end), level
            at = max(at, min(moment, end))
        level = after


def timing(title: str, names: Sequence[str], start: int, length: int, step: int) -> str:
    """Draw waves below each other. `step`: the ticks between two marks of the axis."""
    waves = vcd()
    first, last = microseconds(start), microseconds(start + length)
    left, wide, high = 96, 780, 24
    scale = wide / (last - first)
    parts = []
    for row, name in enumerate(names):
        base = 34 + high * row
        parts.append(label(left - 10, base + 14, name, "end"))
        path, before = "", None
        for begin, end, level in levels(waves[name], first, last):
            x, to = (left + (moment - first) * scale for moment in (begin, end))
            y = base + 15 * (1 - level)
            path += f"M{x:.1f} {y}" if before is None else f"V{y}" if before != level else ""
            path += f"H{to:.1f}"
            before = level
        parts.append(f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="1.4"/>')
    foot = 40 + high * len(names)
    for tick in range(0, length + 1, step):
        x = left + tick / length * wide
        parts.append(f'<path d="M{x:.1f} 26V{foot}" stroke="{PALE}" stroke-dasharray="2 4"/>')
        parts.append(label(round(x, 1), foot + 15, str(tick), "middle", ' font-size="11"'))
    parts.append(label(left, 18, title, more=' font-weight="bold"'))
    parts.append(label(left + wide, 18, "ticks of 30.5 µs", "end", f' fill="{PALE}"'))
    return svg(left + wide + 24, foot + 26, title, *parts)


def scan() -> str:
    names = [*(f"S{strobe}" for strobe in range(8)), "K1", "FIRMWARE"]
    return timing("One scan: + is held, S7 raises K1", names, START + SCAN, SCAN // 2, 12)


def debounce() -> str:
    names = ["S7", "K1", "FIRMWARE", "KEY", "BEEPER"]
    return timing("A press: three scans see it, the third tells it", names, START, 5 * SCAN, SCAN)


def frame() -> str:
    names = [*(f"COM{common}" for common in range(4)), *(f"SEG{line}" for line in range(8))]
    title = "Two frames: the commons, and the lines of A1 and A2"
    return timing(title, names, START, 2 * FRAME, SLOT)


PICTURES: dict[str, Callable[[], str]] = {
    one.__name__: one for one in (turn, evening, rooms, key, scan, debounce, frame)
}


def main(words: Sequence[str]) -> int:
    checks = "--check" in words
    chosen = [word for word in words if word in PICTURES] or PICTURES
    other = []
    for name in chosen:
        file, picture = DOCS / f"{name}.svg", PICTURES[name]()
        if checks and file.read_text("utf-8") != picture:
            other.append(name)
        elif not checks:
            file.write_text(picture, "utf-8")
            print(f"{len(picture)} bytes in {file.relative_to(ROOT)}")
    if other:
        print(f"not as the code draws them: {', '.join(other)}", file=sys.stderr)
    return int(bool(other))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
