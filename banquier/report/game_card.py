"""The game as one picture to send: the winner, what everybody was worth, three moments.

All text is in the segments of the unit's own glass, which needs no font.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

import numpy as np

from banquier.play.colours import PLAYERS
from banquier.report.chart import scale
from banquier.report.html import at_turn
from banquier.report.moments import chosen
from banquier.report.story import Story
from banquier.words import name_of, text
from datasheet.glass import with_points as money
from display.png import fill, rgb_png, stroke, word
from display.shapes import Outline, Shape, circle
from firmware_sim.rules.endings import ranking, worth

Colour = tuple[float, ...]

WIDTH, HEIGHT = 1200, 630
PAPER, INK, SOFT, RULE = "#f4f1e6", "#1b221d", "#6d7268", "#d5d2c4"
CHART = (60, 150, 840, 420)  # left, top, right, bottom
LEGEND = 870
MOMENTS, MOMENTS_TOLD = 480, 3


def card(story: Story, lang: str) -> bytes:
    picture = np.full((HEIGHT, WIDTH, 3), _rgb(PAPER), float)
    for colour, shape in _shapes(story, lang):
        fill(picture, shape, _rgb(colour))
    return rgb_png(picture)


def _rgb(colour: str) -> Colour:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _shapes(story: Story, lang: str) -> Iterator[tuple[str, Shape]]:
    end = story.ending
    if end is None:
        headline = text(lang, "report.not_over").rstrip(".")
    else:
        headline = text(lang, "card.won", player=name_of(story.names, end.winner))
    note = text(lang, "card.note", edition=story.end.edition.label, turns=story.end.turn_number)
    yield from _line(headline, 60, 86, _fitting(headline, 64), INK)
    yield from _line(note, 60, 124, 22, SOFT)
    yield from _chart(story)
    for rank, number in enumerate(ranking(story.end)):
        base = CHART[1] + 18 + rank * 34
        colour = PLAYERS[number - 1]
        yield colour, (stroke((LEGEND, base - 8), (LEGEND + 22, base - 8), 8),)
        has = money(worth(story.end, number)) if story.end.is_in(number) else text(lang, "card.out")
        name = name_of(story.names, number)
        yield from _line(f"{name} {has}", LEGEND + 40, base, 22 if len(name) < 9 else 18, INK)
    best = sorted(chosen(story)[:MOMENTS_TOLD], key=lambda told: told.step.number)
    lines = [in_segments(at_turn(story, told, lang)) for told in best]
    size = min((_fitting(said, 30) for said in lines), default=0)
    for nth, said in enumerate(lines):
        yield from _line(said, 60, MOMENTS + nth * 46, size, INK)


def in_segments(words: str) -> str:
    """Replace characters that segments show differently: a colon as a bar, a bracket as angular."""
    return re.sub(r"\s?[:(]\s?", " - ", words).replace(")", "")


def _fitting(words: str, largest: float) -> float:
    """Return the size at which a line stays within the margins."""
    return min(largest, (WIDTH - 120) / (0.64 * len(words)))


def _line(
    words: str, left: float, base: float, size: float, colour: str
) -> Iterator[tuple[str, Shape]]:
    for letter in word(words, left, base, size):
        yield colour, (letter,)


def _chart(story: Story) -> Iterator[tuple[str, Shape]]:
    left, top, right, bottom = CHART
    low, high, step = scale(story)

    def y(value: int) -> float:
        return top + (high - value) * (bottom - top) / (high - low)

    for value in range(low, high + 1, step):
        yield RULE, (stroke((left + 110, y(value)), (right, y(value)), 1.5),)
        label = money(value)
        yield from _line(label, left + 100 - 0.64 * 16 * len(label), y(value) + 6, 16, SOFT)
    last = max(1, len(story.laps) - 1)
    for number in reversed(story.players):
        points = [
            (left + 110 + at * (right - left - 110) / last, y(lap.worths[number - 1]))
            for at, lap in enumerate(story.laps)
        ]
        for shape in _path(points):
            yield PLAYERS[number - 1], (shape,)


def _path(points: Sequence[tuple[float, float]]) -> Iterator[Outline]:
    for start, end in itertools.pairwise(points):
        if start != end:
            yield stroke(start, end, 5)
    for x, y in points:
        yield circle(x, y, 5)
