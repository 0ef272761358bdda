"""A failure in few steps: the game just before it, and the keys without which it is not seen.

    trail = Trace(operations)            # walked beside a game that is known to fail, and where
    minimized(header, trail, failure, check)

A game that fails has a thousand operations behind it, and hardly ever needs them. The script that
comes of it takes up the game as it was an operation before the failure, or a few more, as saves
do, and taps the same keys at the same ticks, so that the dice fall as they fell. Then keys are
left out as long as the failure stays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from banquier.bots.key_reader import led_nowhere
from banquier.checks.soak.counts import Counts
from banquier.checks.soak.watch import Check, Failed, Watch, failure_of
from banquier.saves.resume import Resumable, written
from banquier.script.header import Header
from banquier.script.recording import Writer, record_into
from banquier.script.script_machine import unit_for
from firmware_sim.codec import Encoder, Record
from firmware_sim.messages import VERSION
from hardware.dice import Dice
from hardware.unit import Unit, tap
from keypad.keys import PULSE

BACK = 16  # operations before the failure of which the game is remembered
LEAD = 8 * PULSE  # ticks from a cold start to the first key of the game
MOST_TRIES = 300  # games taken up, until what was found so far must do

Tap = tuple[int, str]


class Moment(NamedTuple):
    """The game after an operation, and how many keys had been tapped by then."""

    record: Record
    taps: int


class Trace:
    """The way of a game: all keys, and the game itself towards the end."""

    def __init__(self, operations: int) -> None:
        """The failure is to come after so many, or with the last of them."""
        self.from_operation = operations - BACK
        self.known = -1
        self.taps: list[Tap] = []
        self.moments: list[Moment] = []

    def tap(self, tick: int, key: str) -> None:
        self.taps.append((tick, key))

    def note(self, unit: Unit) -> None:
        """To be called after every key, and before the first."""
        if unit.operations == self.known:
            return
        self.known = unit.operations
        if unit.operations >= self.from_operation:
            record = Encoder().whole(unit.firmware.session)
            self.moments.append(Moment(record, len(self.taps)))


def minimized(header: Header, trail: Trace, failure: str, check: Check, folder: str = "") -> str:
    """The script, or nothing where the failure lies before the game or needs more of it."""
    show = _Show(header, failure, check)
    for lean in (True, False):
        for moment in reversed(trail.moments):
            taps = trail.taps[moment.taps :]
            if not taps or not show.starts_with(moment.record, taps[0][0], lean):
                continue
            if show.fails(taps):
                return show.script(_fewest(taps, show), folder)
    return ""


def _fewest(taps: list[Tap], show: _Show) -> list[Tap]:
    """Without those that can be left out: first by halves, then ever fewer at a time."""
    size = len(taps) // 2 or 1
    while size:
        at, before = 0, len(taps)
        while at < len(taps):
            fewer = taps[:at] + taps[at + size :]
            if show.fails(fewer):
                taps = fewer
            else:
                at += size
        if size > 1 or len(taps) == before:  # single ones until none is too many
            size //= 2
    return taps


class _Show:
    """Takes up the game at a moment, taps keys, and sees whether the failure is the same."""

    def __init__(self, header: Header, failure: str, check: Check) -> None:
        self.header = header
        self.failure = failure
        self.check = check
        self.tries = 0

    def starts_with(self, record: Record, first: int, lean: bool) -> bool:
        """`first` is the tick of the first key; lean, nothing is known of what came before."""
        self.start = first - LEAD
        told = dict(record)
        if lean:
            for name in ("roll", "struck", "back", "paid"):
                told.pop(name, None)
        dice = Dice()
        dice.seed(self.header.seed or 0, 0)
        told["operation"] = 0 if lean else len(record.get("roll", ()))
        told["crystal"] = list(dice.snapshot())
        self.record = written(told)
        return self.start > 0

    def fails(self, taps: Sequence[Tap]) -> bool:
        self.tries += 1
        return self.tries <= MOST_TRIES and self._play(taps, None) == self.failure

    def script(self, taps: Sequence[Tap], folder: str) -> str:
        """What is seen when it is played again."""
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
        """The failure that is seen, or that these keys lead nowhere."""
        unit = unit_for(self.header).unit
        assert isinstance(unit, Resumable)
        unit.run(self.start)
        fingers = record_into(unit, writer) if writer else unit
        fingers.resume([self.record])
        fingers.run(unit.tick + PULSE)
        tap(fingers, "OK")  # REPRISE ?

        def play() -> None:
            watch = Watch(unit, Counts(), self.check)
            for tick, key in taps:
                fingers.run(tick)
                tap(fingers, key)
                watch.key(key)
            raise Failed(led_nowhere(unit.said))  # which is what some failures are about

        return failure_of(play)
