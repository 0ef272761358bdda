"""Key strokes pressed at once, for whoever does not wait for a clock: plain mode, soak, benchmarks.

    for key in press_strokes(unit, bots.strokes()):
        ...                                    after each stroke; "" is a pause alone

A front end in real time gives its strokes to a KeyQueue instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from banquier.game.key_queue import KeyStroke
from hardware.unit import Unit, tap

PACES = {"slow": 40_000, "normal": 20_000, "quick": 6_000}
"""Ticks between two strokes of the bots in real time; normal is slow enough to read the glass."""


class Pace:
    """How fast bots press, by its name; it may be changed while they play."""

    def __init__(self, name: str = "normal") -> None:
        self.name = name


def press_strokes(
    unit: Unit, strokes: Iterable[KeyStroke], changed: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """Each key that was pressed, then its pause; `changed` is called when there is something new
    during the pause."""
    for stroke in strokes:
        if stroke.key:
            tap(unit, stroke.key)
        yield stroke.key
        until = unit.tick + stroke.pause
        while unit.run_to_change(until):
            changed()
