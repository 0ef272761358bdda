"""Draws the pictures of the panel that the README and the notice show, from the real panel.

    python scripts/picture.py              writes docs/panel.svg and its neighbours
    python scripts/picture.py --check      exit status 1 if they differ from the panel

A game is played by keys; the screen is then drawn cell by cell. Half blocks and box lines are
drawn as shapes, so that the picture does not depend on a font.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.segment import Segment

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from banquier.editions.edition_file import editions  # noqa: E402
from banquier.panel.app import Panel  # noqa: E402
from banquier.panel.settings import Settings  # noqa: E402
from banquier.play.bots import Bots  # noqa: E402
from banquier.saves.open_game import OpenGame  # noqa: E402
from display.box_glyphs import JOINTS  # noqa: E402
from hardware.unit import Unit  # noqa: E402

WIDE, HIGH = 9, 18
THICK = 2.6
OVERLAP = 0.4
DRAWN = frozenset(JOINTS[1:]) | frozenset("╲╱╳▀▖")
FONT = "'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace"


class Picture(NamedTuple):
    file: str
    size: tuple[int, int]
    theme: str
    panes: tuple[str, ...]


PICTURES = (
    Picture("panel.svg", (80, 24), "lcd", ()),
    Picture("panel-roll.svg", (120, 40), "lcd", ("roll",)),
    Picture("panel-board.svg", (160, 44), "ambre", ("board",)),
    Picture("panel-machine.svg", (120, 40), "contraste", ("machine",)),
)


def unit_in_play() -> Unit:
    """A game played by bots up to a question to buy."""
    unit = Unit(editions(), seed=1990)
    unit.run(unit.notices_end)
    while "LANCEZ" not in unit.said.text:
        tap(unit, "OK")
    moods = {1: "careful", 2: "greedy", 3: "trader", 4: "careful"}
    for stroke in Bots(unit, moods, seed=1990).strokes():
        if stroke.key:
            tap(unit, stroke.key)
        unit.run(unit.tick + stroke.pause)
        if unit.operations > 90 and for_sale(unit):
            break
    unit.run(unit.notices_end + 32_768)
    return unit


def tap(unit: Unit, key: str) -> None:
    unit.press(key)
    unit.run(unit.tick + 2048)
    unit.release(key)
    unit.run(unit.tick + 2048)


def for_sale(unit: Unit) -> bool:
    said = unit.said
    return "BANQUE" in said.icons and bool(said.value) and len(said.text) <= 12 and said.error == 0


async def screen(picture: Picture, unit: Unit) -> list[list[Segment]]:
    """The lines of the screen as segments of style."""
    panel = Panel(OpenGame(unit), Settings(theme=picture.theme, lang="fr"), frozen=True)
    async with panel.run_test(size=picture.size) as pilot:
        for pane in picture.panes:
            await panel.action_pane(pane)
        await pilot.pause()
        panel.wake()
        await pilot.pause()
        return lines_of(panel)


def lines_of(panel: Panel) -> list[list[Segment]]:
    width, height = panel.size
    compositor = panel.screen._compositor
    strips = compositor.render_strips()
    return [list(strip.crop(0, width)) for strip in strips[:height]]


def cells(line: list[Segment]) -> Iterator[tuple[int, str, str, str, bool]]:
    at = 0
    for segment in line:
        style = segment.style
        ink = style.color.get_truecolor().hex if style and style.color else "#d0d0d0"
        ground = style.bgcolor.get_truecolor().hex if style and style.bgcolor else "#000000"
        bold = bool(style and style.bold)
        for char in segment.text:
            yield at, char, ink, ground, bold
            at += 1


def _path(x: float, y: float, char: str) -> str:
    """A box line or a diagonal as strokes."""
    mid_x, mid_y, right, low = x + WIDE / 2, y + HIGH / 2, x + WIDE, y + HIGH
    if char in "╲╱╳":
        falling = f"M{x:g} {y:g}L{right:g} {low:g}" if char in "╲╳" else ""
        return falling + (f"M{x:g} {low:g}L{right:g} {y:g}" if char in "╱╳" else "")
    ways = JOINTS.index(char)
    reach = THICK / 2
    up = y - OVERLAP if ways & 1 else mid_y - reach
    down = low + OVERLAP if ways & 4 else mid_y + reach
    left = x - OVERLAP if ways & 8 else mid_x - reach
    beyond = right + OVERLAP if ways & 2 else mid_x + reach
    upright = f"M{mid_x:g} {up:g}V{down:g}" if ways & 5 else ""
    return upright + (f"M{left:g} {mid_y:g}H{beyond:g}" if ways & 10 else "")


def _words(line: list[Segment], y: int) -> Iterator[str]:
    """The text of a line, split at double spaces."""
    found: list[tuple[int, str, str, bool]] = []
    for at, char, ink, _, bold in cells(line):
        if char == " " or char in DRAWN:
            continue
        if found:
            start, text, was, fat = found[-1]
            gap = at - start - len(text)
            if gap <= 1 and (was, fat) == (ink, bold):
                found[-1] = start, text + " " * gap + char, ink, bold
                continue
        found.append((at, char, ink, bold))
    for start, text, ink, bold in found:
        escaped = text.replace("&", "&amp;").replace("<", "&lt;")
        weight = ' font-weight="bold"' if bold else ""
        yield (
            f'<text x="{start * WIDE}" y="{y + 13.5}" fill="{ink}"{weight} '
            f'textLength="{len(text) * WIDE}">{escaped}</text>'
        )


def _runs(colours: list[str]) -> Iterator[tuple[int, int, str]]:
    """Runs of one colour: first cell, length, colour."""
    start = 0
    for at in range(1, len(colours) + 1):
        if at == len(colours) or colours[at] != colours[start]:
            if colours[start]:
                yield start, at - start, colours[start]
            start = at


def svg(lines: list[list[Segment]], title: str = "Banquier 90") -> str:
    width = WIDE * max(sum(len(segment.text) for segment in line) for line in lines)
    height = HIGH * len(lines)
    flat: list[str] = []
    drawn: list[str] = []
    for row, line in enumerate(lines):
        y = row * HIGH
        painted = list(cells(line))
        grounds = [ground for _, _, _, ground, _ in painted]
        halves = [ink if char == "▀" else "" for _, char, ink, _, _ in painted]
        for colours, high in ((grounds, HIGH), (halves, HIGH // 2)):
            for start, count, colour in _runs(colours):
                flat.append(
                    f'<rect x="{start * WIDE}" y="{y}" width="{count * WIDE}" '
                    f'height="{high}" fill="{colour}"/>'
                )
        for at, char, ink, _, _ in painted:
            x = at * WIDE
            if char == "▖":
                side = WIDE / 2
                flat.append(
                    f'<rect x="{x}" y="{y + 10}" width="{side}" height="{side}" fill="{ink}"/>'
                )
            elif char in DRAWN and char != "▀":
                drawn.append(f'<path d="{_path(x, y, char)}" stroke="{ink}"/>')
        drawn.extend(_words(line, y))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">\n<title>{title}</title>\n'
        f'<g shape-rendering="crispEdges">\n{chr(10).join(flat)}\n</g>\n'
        f'<g font-family="{FONT}" font-size="14.5" stroke-width="{THICK}" '
        f'stroke-linecap="butt">\n{chr(10).join(drawn)}\n</g>\n</svg>\n'
    )


def main(words: list[str]) -> int:
    unit = unit_in_play()
    stale = []
    for picture in PICTURES:
        drawn = svg(asyncio.run(screen(picture, unit)))
        file = ROOT / "docs" / picture.file
        if words == ["--check"]:
            if not file.exists() or file.read_text(encoding="utf-8") != drawn:
                stale.append(picture.file)
        else:
            file.write_text(drawn, encoding="utf-8")
    if stale:
        print("no longer what the panel looks like:", *stale, file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
