"""The board with the rent that each square earned, and its owner at the end."""

from __future__ import annotations

from collections import Counter

from banquier.markup import Markup
from banquier.markup import text as line
from banquier.play.board_drawing import CORNER, WIDTH, Figure, drawing, ground, holdings
from banquier.report.story import Story
from banquier.words import text
from banquier.words.languages import decimal
from datasheet.glass import with_points as money

LISTED, STEP, LONGEST = 12, 44, 34
LEFT, RIGHT, TOP = CORNER + 50, WIDTH - CORNER - 50, CORNER + 70

STYLE_OF_MAP = """
.drawing .row { font-size: 24px; text-anchor: start; } .drawing .sum { text-anchor: end; }
.drawing .head { font-weight: bold; } .drawing .number { font-size: 43px; }
@media screen and (prefers-color-scheme: dark) { .drawing { --on-c: #111; } }
"""


def short(amount: int, lang: str) -> str:
    """Write an amount in four characters."""
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if amount >= size:
            share = amount / size
            said = f"{share:.1f}".removesuffix(".0") if share < 9.95 else f"{share:.0f}"
            return decimal(said + unit, lang)
    return str(amount)


def board_map(story: Story, lang: str) -> Markup:
    earned: Counter[int] = Counter()
    times: Counter[int] = Counter()
    for rent in story.rents:
        earned[rent.square] += rent.amount
        times[rent.square] += 1
    most = max(earned.values(), default=1)
    figures = {
        number: Figure(short(amount, lang), amount, amount / most)
        for number, amount in earned.items()
    }
    total = text(lang, "report.all") if earned else text(lang, "report.no_rent")
    rows = [(total, sum(earned.values()))]
    for number, amount in earned.most_common(LISTED):
        name = story.square(number)
        name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        rows.append((f"{name} × {times[number]}", amount))
    table = [
        [
            line(class_="row" if nth else "row head", x=LEFT, y=TOP + STEP * nth)[said],
            line(class_="row sum", x=RIGHT, y=TOP + STEP * nth)[money(amount) if amount else ""],
        ]
        for nth, (said, amount) in enumerate(rows)
    ]
    return drawing(
        [ground(story.end.edition, figures), table, holdings(story.end)],
        text(lang, "action.board"),
    )
