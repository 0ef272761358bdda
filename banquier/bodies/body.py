"""The unit as a body drives it: its records from before, and a new one after each key.

    body = Body(editions(), seed=noise)         at its cold start
    body.unit.press("OK"); body.unit.run(256)   keys, time, glass: hardware/unit.py
    body.take_beeps()                           names of beeps since the last call
    body.update_records()                       after a key; if True, keep the last of `records`,
                                                then collect garbage, or the heap is fragmented
    body.resume(records)                        a new body continues with them, by REPRISE ?

CPython runs it too.
"""

from __future__ import annotations

from collections.abc import Sequence

from banquier.script.record_text import format_record, parse_record
from firmware_sim.edition import Editions
from firmware_sim.saved_state import lasting
from firmware_sim.session import EMULATOR, Bounds
from hardware import unit_state
from hardware.unit import Unit

BEEPS = 8
"""Beeps between two calls of `take_beeps`."""


class Body:
    def __init__(
        self,
        editions: Editions,
        seed: int | None = None,
        bounds: Bounds = EMULATOR,
        kept: int = 0,
    ) -> None:
        """Make a unit. `seed`: a random number; by default the tick of the first key. `kept`: the
        number of records in memory; by default all that CORR needs after a cold start."""
        self.unit = Unit(editions, seed=seed, bounds=bounds)
        self.unit.beeper.memory = BEEPS
        self.kept = kept or bounds.undo + 1
        self.records: list[list[str]] = []
        """The records as JSON in small pieces, which need little memory; the last is the state."""
        self.operations: list[int] = []
        """The operations of the records, of which the last ones are needed."""
        self._heard = 0
        self._seen: tuple[object, ...] = ()

    def take_beeps(self) -> list[str]:
        beeper = self.unit.beeper
        beeps = [name for _, name in beeper.beeps_since(self._heard)]
        self._heard = beeper.count
        return beeps

    # -- records

    def update_records(self) -> bool:
        """Append a record if the state has changed since the last one; return whether it did."""
        unit = self.unit
        seen = (*lasting(unit.session), unit.firmware.conversation.resume_input)
        fresh = seen != self._seen and (unit.game is not None or bool(self.records))
        if fresh:
            self._seen = seen
            self._record()
        return fresh

    def _record(self) -> None:
        """Keep one record per operation: input after it replaces the last record."""
        unit, operations = self.unit, self.operations
        if unit.game is None:
            del operations[:], self.records[:]
        if operations and operations[-1] == unit.operations:
            del operations[-1], self.records[-1]
        printed = unit.operations - (operations[-1] if operations else 0)
        unit.dice.advance(unit.tick)
        pieces: list[str] = []
        for name, value in unit_state.record(unit, printed).items():
            pieces += ["," if pieces else "{", f'"{name}":', format_record(value)]
        self.records.append([*pieces, "}"])
        operations.append(unit.operations)
        del self.records[: -self.kept], operations[: -unit.session.bounds.undo - 2]

    def resume(self, records: Sequence[str]) -> None:
        """Take up the game of these records. Raises StateError or LookupError, and changes nothing,
        if they are invalid."""
        told = [parse_record(record) for record in records]
        operations = [record["operation"] for record in told]
        self.unit.run(max(self.unit.tick, unit_state.tick_of(told[-1])))
        unit_state.resume(self.unit, told)
        self.records = [[record] for record in records[-self.kept :]]
        self.operations = operations
        self._seen = ()
