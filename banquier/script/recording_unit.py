"""A unit that reports all its input to sinks.

    unit = RecordingUnit(seed=42)
    unit.record(sink)             a recording, a save

A sink gets each key edge, battery change and debug port change with its tick before it is done;
`note` is called after time has passed, when an operation may have been done.

With a keypad board (`unit.board = link`) time passes in slices; between two slices the board's keys
reach the unit, and the unit's glass the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from banquier.script.vocabulary import names_written, written
from firmware_sim.saved_state import Record
from hardware.crystal import CRYSTAL
from hardware.debug_port import DebugPort
from hardware.unit import Unit

if TYPE_CHECKING:
    from hardware.serial.keypad_link import KeypadLink

SLICE = CRYSTAL // 60


class Sink:
    def line(self, tick: int, step: str) -> None:
        """A step of the script language."""

    def named(self, tick: int, words: str) -> None:
        """The players were named: a step, unless a sink overrides this."""
        self.line(tick, words)

    def note(self, unit: RecordingUnit) -> None:
        """Time has passed; an operation may have been done."""

    def resumed(self, unit: RecordingUnit, records: Sequence[Record]) -> None:
        """The unit has resumed the game of these records."""


class RecordingUnit(Unit):
    sinks: tuple[Sink, ...] = ()
    board: KeypadLink | None = None

    def record_into(self, sink: Sink) -> None:
        self.sinks = (*self.sinks, sink)
        self.debug_port = _RecordedDebugPort(self)

    # -- input

    def press(self, key: str) -> None:
        if self.sinks:
            self.line(f"down {key}")
        super().press(key)

    def release(self, key: str) -> None:
        if self.sinks:
            self.line(f"up {key}")
        super().release(key)

    def release_all(self) -> None:
        from keypad.keys import NAMES

        for code in self.matrix.held_codes():
            self.release(NAMES[code])

    def set_battery(self, millivolts: int) -> None:
        self.line(f"battery {millivolts // 1000}.{millivolts % 1000:03d}V")
        super().set_battery(millivolts)

    def power_off(self) -> None:
        self.line("power off")
        super().power_off()

    def power_on(self) -> None:
        self.line("power on")
        super().power_on()

    def memory_failed(self) -> None:
        self.line("memory fails")
        super().memory_failed()

    def name_players(self, names: dict[int, str]) -> None:
        for sink in self.sinks:
            sink.named(self.tick, names_written(names))
        super().name_players(names)

    def resume(self, records: Sequence[Record]) -> None:
        sinks, self.sinks = self.sinks, ()  # `resume` also changes the battery: not recorded
        try:
            super().resume(records)
        finally:
            self.sinks = sinks
        for sink in sinks:
            sink.resumed(self, records)

    def line(self, step: str) -> None:
        for sink in self.sinks:
            sink.line(self.tick, step)

    # -- time

    def run(self, until: int) -> None:
        if self.sinks or self.board:
            while self.run_to_change(until):
                pass
        else:
            super().run(until)

    def run_to_change(self, limit: int) -> bool:
        while True:
            stop = self._slice(limit)
            changed = super().run_to_change(stop)
            self.note()
            if changed or stop == limit:
                break
        if self.board:
            self.board.pump(self)
        return changed

    def _slice(self, limit: int) -> int:
        """Where to stop next: an edge of the board that waits falls on its very tick."""
        if not self.board:
            return limit
        due = self.board.pump(self)
        return min(limit, self.tick + SLICE, max(due, self.tick + 1))

    def note(self) -> None:
        for sink in self.sinks:
            sink.note(self)


class _RecordedDebugPort(DebugPort):
    def __init__(self, unit: RecordingUnit) -> None:
        super().__init__(unit.firmware, unit.apply_between_scans)
        self._unit = unit

    def set(self, noun: str, *facts: int | str) -> None:
        super().set(noun, *facts)
        self._unit.line(f"set {noun} {' '.join(written(noun, facts))}")
        self._unit.note()
