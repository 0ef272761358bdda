"""What everybody was worth, lap by lap, as a drawing that needs nothing but a browser.

Each mark carries its figure twice: as its height, and as `data-value`.
"""

from __future__ import annotations

from html import escape

from banquier.report.story import Story

WIDTH, HEIGHT = 900, 360
LEFT, RIGHT, TOP, BOTTOM = 90, 60, 20, 40
COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#b26a00", "#6a3fa0", "#00796b", "#8d4a2b", "#4a4a4a")
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "6 2 1 2")
MARKS = "●■▲◆▼★✚✖"


def chart(story: Story) -> str:
    laps = story.laps
    values = [value for lap in laps for value in lap.wealth]
    low, high = min(0, *values), max(1, *values)
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step

    def x(at: int) -> float:
        return LEFT + at * (WIDTH - LEFT - RIGHT) / max(1, len(laps) - 1)

    def y(value: int) -> float:
        return TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low)

    out = [
        f'<svg id="wealth" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'data-low="{low}" data-high="{high}" data-top="{y(high):.3f}" data-bottom="{y(low):.3f}">',
        "<title>What everybody was worth, lap by lap</title>",
    ]
    for value in range(low, high + 1, step):
        out.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" '
            f'y2="{y(value):.1f}"/><text class="scale" x="{LEFT - 8}" y="{y(value) + 4:.1f}">'
            f"{money(value)}</text>"
        )
    every = -(-len(laps) // 20)
    for at, lap in enumerate(laps):
        if at % every == 0:
            out.append(f'<text class="lap" x="{x(at):.1f}" y="{HEIGHT - 14}">{lap.number}</text>')
    for player in story.players:
        points = [(x(at), y(lap.wealth[player - 1])) for at, lap in enumerate(laps)]
        line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        colour, dash = COLOURS[player - 1], DASHES[player - 1]
        out.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
        )
        for at, (px, py) in enumerate(points):
            value = laps[at].wealth[player - 1]
            out.append(
                f'<circle class="mark" cx="{px:.3f}" cy="{py:.3f}" r="3" fill="{colour}" '
                f'data-player="{player}" data-lap="{laps[at].number}" data-value="{value}">'
                f"<title>{escape(f'J{player}, lap {laps[at].number}: {money(value)}')}</title>"
                "</circle>"
            )
        out.append(
            f'<text class="who" x="{points[-1][0] + 8:.1f}" y="{points[-1][1] + 4:.1f}" '
            f'fill="{colour}">J{player}</text>'
        )
    return "\n".join([*out, "</svg>"])


def _step(span: int) -> int:
    """A round figure that cuts the span into four to ten."""
    size = 1
    while size * 10 < span:
        size *= 10
    return next(size * part // 10 or 1 for part in (1, 2, 5, 10) if span <= size * part)


def money(value: int) -> str:
    return f"{value:,}".replace(",", ".")
