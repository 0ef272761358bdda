"""What everybody was worth, lap by lap, as a drawing that needs nothing but a browser.

Each mark carries its figure twice: as its height, and as `data-value`. The drawing is as wide as a
phone, so that its figures can be read there; a wider window scales it up to a limit.
"""

from __future__ import annotations

import itertools
from html import escape

from banquier.report.story import Story
from banquier.words import player, text

WIDTH, HEIGHT = 400, 330
LEFT, RIGHT, TOP, BOTTOM = 66, 96, 12, 26
LINE = 15
"""Between two labels at the end of the lines, at least."""
COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#b26a00", "#6a3fa0", "#00796b", "#8d4a2b", "#4a4a4a")
ON_DARK = ("#ff8a80", "#82b1ff", "#81c784", "#ffb74d", "#b39ddb", "#4db6ac", "#d7a48c", "#c5c5c5")
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "6 2 1 2")

STYLE_OF_CHART = (
    """
svg { width: 100%; height: auto; max-width: 44rem; } .grid { stroke: var(--rule); }
svg text { font-size: 12px; } .scale { text-anchor: end; fill: var(--soft); }
.lap { text-anchor: middle; fill: var(--soft); } .who { font-weight: 600; }
"""
    + "".join(f".p{n} {{ --c: {colour}; }} " for n, colour in enumerate(COLOURS, 1))
    + "\n@media screen and (prefers-color-scheme: dark) { "
    + "".join(f".p{n} {{ --c: {colour}; }} " for n, colour in enumerate(ON_DARK, 1))
    + "}\npolyline { fill: none; stroke: var(--c); stroke-width: 2; } "
    ".mark, .who { fill: var(--c); }\n"
)


def scale(story: Story) -> tuple[int, int, int]:
    """From which round figure to which, and by which steps."""
    values = [value for lap in story.laps for value in lap.wealth]
    low, high = min(0, *values), max(1, *values)
    step = _step(high - low)
    return low // step * step, -(-high // step) * step, step


def chart(story: Story, lang: str = "en") -> str:
    laps = story.laps
    low, high, step = scale(story)

    def x(at: int) -> float:
        return LEFT + at * (WIDTH - LEFT - RIGHT) / max(1, len(laps) - 1)

    def y(value: int) -> float:
        return TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low)

    out = [
        f'<svg id="wealth" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'data-low="{low}" data-high="{high}" data-top="{y(high):.3f}" data-bottom="{y(low):.3f}">',
        f"<title>{escape(text(lang, 'report.wealth'))}</title>",
    ]
    for value in range(low, high + 1, step):
        out.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" '
            f'y2="{y(value):.1f}"/><text class="scale" x="{LEFT - 6}" y="{y(value) + 4:.1f}">'
            f"{money(value)}</text>"
        )
    every = -(-len(laps) // 8)
    for at, lap in enumerate(laps):
        if at % every == 0:
            out.append(f'<text class="lap" x="{x(at):.1f}" y="{HEIGHT - 8}">{lap.number}</text>')
    ends = apart([y(value) for value in laps[-1].wealth], LINE, HEIGHT - 4)
    for number in story.players:
        name = player(lang, story.names, number)
        points = [(x(at), y(lap.wealth[number - 1])) for at, lap in enumerate(laps)]
        line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        out.append(
            f'<g class="p{number}"><polyline points="{line}" '
            f'stroke-dasharray="{DASHES[number - 1]}"/>'
        )
        for at, (px, py) in enumerate(points):
            value = laps[at].wealth[number - 1]
            said = text(lang, "report.mark", player=name, lap=laps[at].number, amount=money(value))
            out.append(
                f'<circle class="mark" cx="{px:.3f}" cy="{py:.3f}" r="2.5" '
                f'data-player="{number}" data-lap="{laps[at].number}" data-value="{value}">'
                f"<title>{escape(said)}</title></circle>"
            )
        out.append(
            f'<text class="who" x="{points[-1][0] + 6:.1f}" y="{ends[number - 1] + 4:.1f}">'
            f"{escape(name)}</text></g>"
        )
    return "\n".join([*out, "</svg>"])


def apart(heights: list[float], least: float, bottom: float) -> list[float]:
    """The heights moved so that no two are nearer than `least`, in the same order."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    moved = list(heights)
    for above, below in itertools.pairwise(order):
        moved[below] = max(moved[below], moved[above] + least)
    for below in reversed(order):
        moved[below] = min(moved[below], bottom)
        bottom = moved[below] - least
    return moved


def _step(span: int) -> int:
    """A round figure that cuts the span into four to ten."""
    size = 1
    while size * 10 < span:
        size *= 10
    return next(size * part // 10 or 1 for part in (1, 2, 5, 10) if span <= size * part)


def money(value: int) -> str:
    return f"{value:,}".replace(",", ".")
