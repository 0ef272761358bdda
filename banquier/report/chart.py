"""Lines of the players over a game, as an SVG: what everybody was worth lap by lap, and who was
winning.

Each mark has its figure twice: as its height, and as `data-value`. The drawing is as wide as a
phone, so that its figures can be read there; a wider window scales it up to a limit.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from banquier.markup import Inside, Markup, circle, g, line, polyline, svg, title
from banquier.markup import text as written
from banquier.play.colours import PLAYERS, PLAYERS_ON_DARK
from banquier.report.story import Curve, Story
from banquier.words import name_of, text
from datasheet.glass import with_points as money

WIDTH, HEIGHT = 400, 330
LEFT, RIGHT, TOP, BOTTOM = 66, 106, 12, 26
LINE = 17
"""The least distance of two labels at the end of the lines."""
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "6 2 1 2")

STYLE_OF_CHART = (
    """
svg { width: 100%; height: auto; max-width: 44rem; } .grid { stroke: var(--rule); }
svg text { font-size: 12px; } .scale { text-anchor: end; fill: var(--soft); }
.lap { text-anchor: middle; fill: var(--soft); } .who { font-weight: 600; }
"""
    + "".join(f".p{n} {{ --c: {colour}; }} " for n, colour in enumerate(PLAYERS, 1))
    + "\n@media screen and (prefers-color-scheme: dark) { "
    + "".join(f".p{n} {{ --c: {colour}; }} " for n, colour in enumerate(PLAYERS_ON_DARK, 1))
    + "}\npolyline { fill: none; stroke: var(--c); stroke-width: 2; } "
    ".mark, .who { fill: var(--c); }\n"
)


def scale(story: Story) -> tuple[int, int, int]:
    """Return the lowest and the highest round figure of the chart, and the step between."""
    values = [value for lap in story.laps for value in lap.worths]
    low, high = min(0, *values), max(1, *values)
    step = _step(high - low)
    return low // step * step, -(-high // step) * step, step


def chart(story: Story, lang: str = "en") -> Markup:
    """Draw what everybody was worth."""
    worth = {n: [lap.worths[n - 1] for lap in story.laps] for n in story.players}
    return draw("worths", story, lang, scale(story), [lap.number for lap in story.laps], worth)


def chances_chart(story: Story, curve: Curve, lang: str = "en") -> Markup:
    """Draw everybody's chances, in percent."""
    shares = {n: [100 * point.chances[n - 1] for point in curve.points] for n in story.players}
    turns = [point.step.turn for point in curve.points]
    return draw("chances", story, lang, (0, 100, 20), turns, shares, " %")


def draw(
    name: str, story: Story, lang: str, scale: tuple[int, int, int], places: Sequence[int],
    lines: Mapping[int, Sequence[float]], unit: str = "",
) -> Markup:  # fmt: skip
    """Draw lines of the players over laps or turns, with the texts of `report.NAME`."""
    low, high, step = scale
    count = len(places)

    def x(at: int) -> float:
        return LEFT + at * (WIDTH - LEFT - RIGHT) / max(1, count - 1)

    def y(value: float) -> float:
        return TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low)

    def grid(value: int) -> Inside:
        at = f"{y(value):.1f}"
        figure = written(class_="scale", x=LEFT - 6, y=f"{y(value) + 4:.1f}")
        return [line(class_="grid", x1=LEFT, x2=WIDTH - RIGHT, y1=at, y2=at),
                figure[money(value) + unit]]  # fmt: skip

    def player(number: int, values: Sequence[float], end: float) -> Inside:
        points = [(x(at), y(value)) for at, value in enumerate(values)]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        who = name_of(story.names, number)
        label = written(class_="who", x=f"{points[-1][0] + 6:.1f}", y=f"{end + 4:.1f}")
        return g(class_=f"p{number}")[
            polyline(points=path, stroke_dasharray=DASHES[number - 1]),
            [
                circle(
                    class_="mark", cx=f"{px:.3f}", cy=f"{py:.3f}", r=2.5, data_player=number,
                    data_lap=place, data_value=f"{value:.0f}",
                )[title[text(lang, f"report.{name}.mark", player=who, place=place,
                             value=round(value))]]
                for place, value, (px, py) in zip(places, values, points, strict=True)
            ],
            label[who],
        ]  # fmt: skip

    every = -(-count // 8)
    ends = spread_apart([y(values[-1]) for values in lines.values()], LINE, y(low) - LINE / 2)
    return svg(
        id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", data_low=low, data_high=high,
        data_top=f"{y(high):.3f}", data_bottom=f"{y(low):.3f}",
    )[
        title[text(lang, f"report.{name}")],
        [grid(value) for value in range(low, high + 1, step)],
        [
            written(class_="lap", x=f"{x(at):.1f}", y=HEIGHT - 8)[places[at]]
            for at in range(0, count, every)
        ],
        written(class_="scale", x=WIDTH - 4, y=HEIGHT - 8)[text(lang, f"report.{name}.places")],
        [
            player(number, values, end)
            for (number, values), end in zip(lines.items(), ends, strict=True)
        ],
    ]  # fmt: skip


def spread_apart(heights: list[float], least: float, bottom: float) -> list[float]:
    """Move heights so that no two are nearer than `least`, in the same order."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    moved = list(heights)
    for above, below in itertools.pairwise(order):
        moved[below] = max(moved[below], moved[above] + least)
    for below in reversed(order):
        moved[below] = min(moved[below], bottom)
        bottom = moved[below] - least
    return moved


def _step(span: int) -> int:
    """Return a round figure that divides the span into four to ten steps."""
    size = 1
    while size * 10 < span:
        size *= 10
    return next(size * part // 10 or 1 for part in (1, 2, 5, 10) if span <= size * part)
