"""Key strokes pressed at once, for whoever does not wait for a clock: plain mode, soak, benchmarks.

    for key in press_strokes(unit, bots.strokes()):
        ...                                    after each stroke; "" is a pause alone

A front end in real time gives its strokes to a KeyQueue instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from banquier.play.key_queue import Stroke
from firmware_sim.glass import NEVER
from hardware.unit import Unit, tap

PACES = {"slow": (100_000, NEVER), "normal": (20_000, NEVER), "quick": (4_000, 4_000)}
"""Of bots in real time: ticks after each key, and the most for which they leave a notice, which
the next key skips. Each pace is at least twice as quick as the one before."""


class Pace:
    """How fast bots press, by its name; it may be changed while they play."""

    def __init__(self, name: str = "normal") -> None:
        self.name = name

    @property
    def ticks(self) -> tuple[int, int]:
        return PACES[self.name]


def press_strokes(
    unit: Unit, strokes: Iterable[Stroke], changed: Callable[[], None] = lambda: None
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
