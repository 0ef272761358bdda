"""Lines of the players over a game, as a drawing that needs nothing but a browser: what everybody
was worth lap by lap, and who was winning.

Each mark carries its figure twice: as its height, and as `data-value`. The drawing is as wide as a
phone, so that its figures can be read there; a wider window scales it up to a limit.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import NamedTuple

from banquier.markup import Inside, Markup, circle, g, line, polyline, svg, title
from banquier.markup import text as written
from banquier.play.colours import PLAYERS, PLAYERS_ON_DARK
from banquier.report.story import Curve, Story
from banquier.words import name_of, text
from firmware_sim.glass import with_points as money

WIDTH, HEIGHT = 400, 330
LEFT, RIGHT, TOP, BOTTOM = 66, 106, 12, 26
LINE = 15
"""Between two labels at the end of the lines, at least."""
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
    """From which round figure to which, and by which steps."""
    values = [value for lap in story.laps for value in lap.wealth]
    low, high = min(0, *values), max(1, *values)
    step = _step(high - low)
    return low // step * step, -(-high // step) * step, step


class Chart(NamedTuple):
    """Lines of the players over the game."""

    name: str
    title: str
    scale: tuple[int, int, int]
    """From which figure to which, and by which steps."""
    labels: list[str]
    """Under each place of the lines."""
    lines: dict[int, list[float]]
    figure: Callable[[float], str]
    mark: Callable[[int, int], str]
    """What the mark of a player at a place says."""
    counted: str
    """What the labels count."""


def chart(story: Story, lang: str = "en") -> Markup:
    """What everybody was worth."""
    laps = story.laps

    def said(number: int, at: int) -> str:
        return text(
            lang, "report.mark", player=name_of(story.names, number), lap=laps[at].number,
            amount=laps[at].wealth[number - 1],
        )  # fmt: skip

    wealth = {number: [float(lap.wealth[number - 1]) for lap in laps] for number in story.players}
    labels = [str(lap.number) for lap in laps]
    drawing = Chart("wealth", text(lang, "report.wealth"), scale(story), labels, wealth,
                    lambda value: money(round(value)), said, text(lang, "report.laps"))  # fmt: skip
    return draw(drawing, story.names, lang)


def chances_chart(story: Story, curve: Curve, lang: str = "en") -> Markup:
    """Who was winning, in percent."""
    points = curve.points
    shares = {n: [100 * point.chances[n - 1] for point in points] for n in story.players}

    def said(number: int, at: int) -> str:
        return text(
            lang, "report.chances_mark", player=name_of(story.names, number),
            turn=points[at].step.turn, chance=round(shares[number][at]),
        )  # fmt: skip

    labels = [str(point.step.turn) for point in points]
    drawing = Chart("chances", text(lang, "report.chances"), (0, 100, 20), labels, shares,
                    lambda value: f"{value:.0f} %", said, text(lang, "report.turns"))  # fmt: skip
    return draw(drawing, story.names, lang)


def draw(chart: Chart, names: Mapping[int, str], lang: str) -> Markup:
    low, high, step = chart.scale
    count = len(chart.labels)

    def x(at: int) -> float:
        return LEFT + at * (WIDTH - LEFT - RIGHT) / max(1, count - 1)

    def y(value: float) -> float:
        return TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low)

    def grid(value: int) -> Inside:
        at = f"{y(value):.1f}"
        figure = written(class_="scale", x=LEFT - 6, y=f"{y(value) + 4:.1f}")
        return [line(class_="grid", x1=LEFT, x2=WIDTH - RIGHT, y1=at, y2=at),
                figure[chart.figure(value)]]  # fmt: skip

    def player(number: int, values: list[float], end: float) -> Inside:
        points = [(x(at), y(value)) for at, value in enumerate(values)]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        name = written(class_="who", x=f"{points[-1][0] + 6:.1f}", y=f"{end + 4:.1f}")
        return g(class_=f"p{number}")[
            polyline(points=path, stroke_dasharray=DASHES[number - 1]),
            [
                circle(
                    class_="mark", cx=f"{px:.3f}", cy=f"{py:.3f}", r=2.5, data_player=number,
                    data_lap=chart.labels[at], data_value=f"{values[at]:.0f}",
                )[title[chart.mark(number, at)]]
                for at, (px, py) in enumerate(points)
            ],
            name[name_of(names, number)],
        ]  # fmt: skip

    every = -(-count // 8)
    ends = apart([y(values[-1]) for values in chart.lines.values()], LINE, y(low) - LINE / 2)
    return svg(
        id=chart.name, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", data_low=low, data_high=high,
        data_top=f"{y(high):.3f}", data_bottom=f"{y(low):.3f}",
    )[
        title[chart.title],
        [grid(value) for value in range(low, high + 1, step)],
        [
            written(class_="lap", x=f"{x(at):.1f}", y=HEIGHT - 8)[chart.labels[at]]
            for at in range(0, count, every)
        ],
        written(class_="scale", x=WIDTH - 4, y=HEIGHT - 8)[chart.counted],
        [
            player(number, values, end)
            for (number, values), end in zip(chart.lines.items(), ends, strict=True)
        ],
    ]  # fmt: skip


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
