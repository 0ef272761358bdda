"""Minimizes a failure: the game just before it, and the keys needed to see it.

    trace = Trace(operations)            # follows a game that fails after a known operation
    minimized(header, trace, failure, check)

The script resumes the game one or a few operations before the failure, as saves do, and taps the
same keys at the same ticks, so that the dice are the same. Then keys are removed as long as the
failure stays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from banquier.bots.way_out import led_nowhere
from banquier.checks.soak.counts import Counts
from banquier.checks.soak.watch import Check, Failed, Watch, failure_of
from banquier.script.header import Header
from banquier.script.recording import Writer, record_into
from banquier.script.script_machine import unit_for
from firmware_sim.messages import VERSION
from firmware_sim.saved_state import Record, parsed, written
from hardware.dice import Dice
from hardware.unit import Unit, tap
from keypad.keys import PULSE

BACK = 16  # operations before the failure whose state is kept
LEAD = 8 * PULSE  # ticks from a cold start to the first key of the game
MOST_TRIES = 300  # most attempts

Tap = tuple[int, str]


class Moment(NamedTuple):
    """The records up to an operation, and the number of keys until then."""

    records: list[Record]
    taps: int


class Trace:
    """All keys of a game, and its states towards the end."""

    def __init__(self, operations: int) -> None:
        """`operations`: the failure comes after these, or with the last."""
        self.from_operation = operations - BACK
        self.known = -1
        self.taps: list[Tap] = []
        self.moments: list[Moment] = []

    def tap(self, tick: int, key: str) -> None:
        self.taps.append((tick, key))

    def note(self, unit: Unit) -> None:
        """Call before the first key and after every key."""
        if unit.operations == self.known:
            return
        self.known = unit.operations
        if unit.operations >= self.from_operation:
            before = self.moments[-1].records if self.moments else []
            self.moments.append(Moment([*before, parsed(written(unit.record(1)))], len(self.taps)))


def minimized(
    header: Header, trace: Trace, failure: str, check: Check | None, folder: str = ""
) -> str:
    """The short script; empty if the failure needs more of the game."""
    show = _Show(header, failure, check)
    for lean in (True, False):
        for moment in reversed(trace.moments):
            taps = trace.taps[moment.taps :]
            if not taps or not show.starts_with(moment.records, taps[0][0], lean):
                continue
            if show.fails(taps):
                return show.script(_fewest(taps, show), folder)
    return ""


def _fewest(taps: list[Tap], show: _Show) -> list[Tap]:
    """Remove keys: first halves, then ever smaller parts."""
    size = len(taps) // 2 or 1
    while size:
        at, before = 0, len(taps)
        while at < len(taps):
            fewer = taps[:at] + taps[at + size :]
            if show.fails(fewer):
                taps = fewer
            else:
                at += size
        if size > 1 or len(taps) == before:  # single keys until all are needed
            size //= 2
    return taps


class _Show:
    """Resumes the game, taps keys, and checks that the failure is the same."""

    def __init__(self, header: Header, failure: str, check: Check | None) -> None:
        self.header = header
        self.failure = failure
        self.check = check
        self.tries = 0

    def starts_with(self, records: list[Record], first: int, lean: bool) -> bool:
        """`first` is the tick of the first key; `lean`: without the history."""
        self.start = first - LEAD
        dice = Dice()
        dice.seed(self.header.seed or 0, 0)
        *before, last = records
        last = {**last, "crystal": list(dice.snapshot())}
        if lean:
            last |= {"operation": 0, "lines": 0, "roll": []}
            for name in ("undo", "strikes"):
                last.pop(name, None)
        self.records = [last] if lean else [*before, last]
        return self.start > 0

    def fails(self, taps: Sequence[Tap]) -> bool:
        self.tries += 1
        return self.tries <= MOST_TRIES and self._play(taps, None) == self.failure

    def script(self, taps: Sequence[Tap], folder: str) -> str:
        """The failure when it is played again."""
        text = StringIO()
        writer = Writer(text)
        writer.header(self.header, VERSION, folder)
        text.write(f"# {' '.join(self.failure.split())}\n")
        text.write("# The keys below lead there. Unless the program stops, only the checks of a\n")
        text.write(
            "# soak, which looks at the game after every key, see it: look at the last line.\n"
        )
        self._play(taps, writer)
        return text.getvalue()

    def _play(self, taps: Sequence[Tap], writer: Writer | None) -> str:
        """The failure with these keys, if any."""
        unit = unit_for(self.header)
        unit.run(self.start)
        unit = record_into(unit, writer) if writer else unit
        unit.resume(self.records)
        unit.run(unit.tick + PULSE)
        tap(unit, "OK")  # REPRISE ?

        def play() -> None:
            watch = Watch(unit, Counts(), self.check)
            for tick, key in taps:
                unit.run(tick)
                tap(unit, key)
                watch.key(key)
            unit.run(unit.notices_end)
            raise Failed(led_nowhere(unit.said))  # some failures need it

        return failure_of(play)
