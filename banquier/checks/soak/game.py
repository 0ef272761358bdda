"""One game of a soak: played by bots, checked after every key."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from typing import NamedTuple

from banquier.bots import Bots, Stroke
from banquier.checks.soak.all_variants import AllVariants
from banquier.checks.soak.counts import Counts
from banquier.checks.soak.game_spec import GameSpec
from banquier.checks.soak.minimize import Trace, minimized
from banquier.checks.soak.mishaps import SmallDisk, change_cells
from banquier.checks.soak.watch import Check, Failed, Watch, failure_of
from banquier.play.strokes import press_strokes
from banquier.script.language import Script
from banquier.script.player import Player
from banquier.script.recording import Writer, record_into
from banquier.script.script_machine import unit_for
from firmware_sim.glass import NEVER
from firmware_sim.messages import VERSION
from hardware.unit import Unit
from keypad.keys import PULSE


class Outcome(NamedTuple):
    """The result of a game. `failure` is a sentence or empty."""

    number: int
    counts: Counts
    failure: str = ""
    recording: str = ""
    script: str = ""
    """A short script with the same failure, if there is one."""


def play(
    spec: GameSpec | AllVariants, number: int, folder: str = "", check: Check | None = None
) -> Outcome:
    """Play a game; if it fails, play it again with a recording, for files in `folder`.

    `check` returns the faults of the game after an operation; None: the invariants.
    """
    spec = spec.at(number)
    counts, failure, operations = _play(spec, number, check)
    if not failure:
        return Outcome(number, counts)
    recording, trace = StringIO(), Trace(operations)
    writer, header = Writer(recording), spec.script(number).header
    writer.header(header, VERSION, folder)
    again = _play(spec, number, check, writer, trace)[1]
    script = minimized(header, trace, again, check, folder) if again else ""
    if again != failure:
        failure += f"; played again {f'it was {again}' if again else 'it did not fail'}"
    return Outcome(number, counts, failure, recording.getvalue(), script)


def _play(
    spec: GameSpec,
    number: int,
    check: Check | None,
    writer: Writer | None = None,
    trace: Trace | None = None,
) -> tuple[Counts, str, int]:
    counts = Counts(games=1)
    script = spec.script(number)
    unit = unit_for(script.header)
    disk = spec.mishap(number).disk
    if disk:
        record_into(unit, Writer(SmallDisk(disk), lambda error: unit.memory_failed()))
    if writer is not None:
        record_into(unit, writer)

    def whole() -> None:
        set_up(unit, script)
        watch = Watch(unit, counts, check)
        counts.ended = _Play(spec, number, unit, watch, trace).on()

    failure = failure_of(whole)
    counts.ticks = unit.tick
    return counts, failure, unit.operations


def set_up(unit: Unit, script: Script) -> None:
    failure = Player(unit, script).play()
    if failure is not None:
        raise Failed(f"the set-up led to {failure.found}")


class _Play:
    """Play from the first throw to the last key."""

    def __init__(
        self, spec: GameSpec, number: int, unit: Unit, watch: Watch, trace: Trace | None
    ) -> None:
        self.most_turns = spec.most_turns
        self.cells = spec.mishap(number).cells
        self.unit = unit
        self.watch = watch
        self.trace = trace
        if trace is not None:
            trace.note(watch.unit)
        self.bots = Bots(
            watch.unit, spec.profiles(number), seed=spec.seeds(number)[1], prison=spec.prison
        )

    def on(self) -> bool:
        """True when the game ended by the rules."""
        try:
            if self.cells and self._until(self.cells):
                change_cells(self.unit, self.watch.reread)
            if not self._until(NEVER):
                return not self.is_late
            for _ in self._pump(self.bots.end_game()):
                pass
            if not self.watch.game.winner:
                raise Failed("the MENU did not end the game")
            return False
        finally:
            self.watch.log.count(self.watch.counts)

    @property
    def is_late(self) -> bool:
        return self.watch.game.turn_number > self.most_turns

    def _until(self, operations: int) -> bool:
        """Let bots play until this point; false if the game ended."""
        for _ in self._pump(self.bots.strokes()):
            if self.is_late or self.watch.session.operations >= operations:
                return True
        return False

    def _pump(self, strokes: Iterable[Stroke]) -> Iterable[None]:
        unit, watch = self.unit, self.watch
        for key in press_strokes(unit, strokes, watch.reread):
            if key:
                if self.trace is not None:
                    self.trace.tap(unit.tick - 2 * PULSE, key)  # when it went down
                watch.key(key)
                if self.trace is not None:
                    self.trace.note(watch.unit)
                yield
                watch.reread()
