"""The board of an edition as a drawing: the rent that each square earned, and whose it is now."""

from __future__ import annotations

from collections import Counter
from html import escape

from banquier.play.colours import GROUPS
from banquier.report.chart import WIDTH
from banquier.report.story import Story
from banquier.words import player, text
from firmware_sim.board_view import SquareView
from firmware_sim.glass import with_points as money

CELL = WIDTH / 11
SIDE = 10
"""Squares from one corner to the next."""
LISTED, LINE, LONGEST = 12, 22, 34
DARKEST = 0.55
"""Of the heat, so that figures on it can be read."""

STYLE_OF_MAP = """
#map rect { stroke: var(--rule); fill: var(--paper); }
#map .heat { fill: var(--heat); stroke: none; }
#map text { fill: var(--ink); } #map .cell { font-size: 10px; text-anchor: middle; }
#map .owner { fill: var(--c); } #map .sum { text-anchor: end; }
"""


def short(amount: int, lang: str) -> str:
    """In four letters."""
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if amount >= size:
            digits = 1 if amount < 9.95 * size else 0
            said = f"{amount / size:.{digits}f}".removesuffix(".0") + unit
            return said.replace(".", ",") if lang == "fr" else said
    return str(amount)


def board_map(story: Story, lang: str) -> str:
    earned: Counter[int] = Counter()
    times: Counter[int] = Counter()
    for rent in story.rents:
        earned[rent.square] += rent.amount
        times[rent.square] += 1
    most = max(earned.values(), default=1)
    title = text(lang, "report.rents")
    out = [f'<svg id="map" viewBox="-1 -1 {WIDTH + 2} {WIDTH + 2}" role="img">']
    out.append(f"<title>{escape(title)}</title>")
    for square in story.end.squares:
        out.append(_cell(story, square, earned[square.number], most, lang))
    y = 2.6 * CELL
    for number, amount in earned.most_common(LISTED):
        name = story.square(number)
        name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        out.append(
            f'<text x="{1.4 * CELL:.0f}" y="{y:.0f}">{escape(name)} × {times[number]}</text>'
            f'<text class="sum" x="{9.6 * CELL:.0f}" y="{y:.0f}">{money(amount)}</text>'
        )
        y += LINE
    total = text(lang, "report.all") if earned else text(lang, "report.no_rent")
    out.append(f'<text class="who" x="{1.4 * CELL:.0f}" y="{1.7 * CELL:.0f}">{total}</text>')
    if earned:
        out.append(
            f'<text class="who sum" x="{9.6 * CELL:.0f}" y="{1.7 * CELL:.0f}">'
            f"{money(sum(earned.values()))}</text>"
        )
    return "\n".join([*out, "</svg>"])


def _cell(story: Story, square: SquareView, earned: int, most: int, lang: str) -> str:
    column, row = _place(square.number)
    box = f'width="{CELL:.2f}" height="{CELL:.2f}"'
    owner = player(lang, story.names, square.owner) if square.owner > 0 else ""
    said = ", ".join(filter(None, (square.name, owner, money(earned) if earned else "")))
    parts = [
        f'<g transform="translate({column * CELL:.2f} {row * CELL:.2f})" '
        f'data-square="{square.number}" data-value="{earned}"><title>{escape(said)}</title>'
        f"<rect {box}/>"
    ]
    if earned:
        parts.append(f'<rect class="heat" {box} fill-opacity="{DARKEST * earned / most:.2f}"/>')
    if square.group >= 0:
        band = GROUPS[square.group % len(GROUPS)]
        parts.append(f'<rect width="{CELL:.2f}" height="6" style="fill: {band}"/>')
    middle = f'class="cell" x="{CELL / 2:.1f}"'
    if square.number == 0:
        parts.append(f'<text {middle} y="22">←</text>')
    if earned:
        parts.append(f'<text {middle} y="18">{short(earned, lang)}</text>')
    if square.owner > 0:
        bar = f'y="{CELL - 4:.2f}" width="{CELL:.2f}" height="4"'
        parts.append(f'<rect class="owner p{square.owner}" {bar}/>')
        parts.append(f'<text {middle} y="30">J{square.owner}</text>')
    return "".join([*parts, "</g>"])


def _place(number: int) -> tuple[int, int]:
    """Column and row, from the top left; the board begins at the bottom right."""
    side, along = divmod(number, SIDE)
    return ((SIDE - along, SIDE), (0, SIDE - along), (along, 0), (SIDE, along))[side]
