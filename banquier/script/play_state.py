"""What the steps of a script share while it is played: the unit, its keys, what was seen."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from banquier.script.errors import Place
from banquier.script.header import Header
from firmware_sim.glass import CRYSTAL, Shown
from hardware.unit import Unit, tap
from keypad.keys import PULSE

PATIENCE = 10 * CRYSTAL
"""How long an expectation waits after the last queued notice."""

KeyEdge = tuple[int, str, bool]


class GlassText(NamedTuple):
    """The whole text of row A, row B, and the lit icons."""

    text: str
    value: str
    icons: frozenset[str]


class Failure(NamedTuple):
    """A failed expectation, with the events before it.

    `expected` is None if it is not about the glass.
    """

    place: Place
    tick: int
    wanted: str
    found: str
    expected: GlassText | None
    obtained: GlassText
    edges: tuple[KeyEdge, ...]
    displays: tuple[tuple[int, Shown], ...]


class Step(Protocol):
    """A step of a script: `read` makes it of its words, `do` plays it."""

    @property
    def place(self) -> Place: ...
    def do(self, state: "PlayState") -> Failure | None: ...


class PlayState:
    def __init__(self, unit: Unit, header: Header) -> None:
        self.unit = unit
        self.header = header
        self.presses = 0
        self.edges: deque[KeyEdge] = deque(maxlen=20)
        self.displays: deque[tuple[int, Shown]] = deque(maxlen=5)
        self.heard = 0
        """The number of beeps when the last step pressed a key."""

    def tap(self, keys: Sequence[str], hold: int = PULSE) -> None:
        """Press keys one after the other: down for `hold`, then up for a pulse."""
        for key in keys:
            tick = self.unit.tick
            self.edges += [(tick, key, True), (tick + hold, key, False)]
            tap(self.unit, key, hold=hold)
        self.presses += len(keys)

    def edge(self, key: str, down: bool) -> None:
        """A raw edge is about to be made."""
        self.edges.append((self.unit.tick, key, down))
        if down:
            self.heard = self.unit.beep_count
            self.presses += 1

    def run_to(self, step: Step, tick: int) -> Failure | None:
        """To this absolute tick, if it is not over."""
        if tick < self.unit.tick:
            there = f"it is tick {self.unit.tick} already"
            return self.failure(step, f"to be at tick {tick} at most", there)
        self.unit.run(tick)
        return None

    def until(self, agrees: Callable[[], bool], limit: int | None = None) -> bool:
        """Run until the condition holds; False when the time limit is over."""
        if agrees():
            return True
        unit = self.unit
        since = unit.tick
        while True:
            if limit is not None:
                end = since + limit
            else:
                told = unit.notices_end  # at once if no notice is queued
                if told > unit.tick:
                    since = told
                end = since + PATIENCE
            if unit.tick >= end:
                return False
            unit.run_to_change(end)
            if agrees():
                return True

    def failure(
        self, step: Step, wanted: str, found: str, expected: GlassText | None = None
    ) -> Failure:
        said = self.unit.said
        return Failure(
            step.place,
            self.unit.tick,
            wanted,
            found,
            expected,
            GlassText(said.text, said.value, said.icons),
            tuple(self.edges),
            tuple(self.displays),
        )
