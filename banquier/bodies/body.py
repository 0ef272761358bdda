"""The unit as a body drives it: what it kept, and what it keeps after each key.

    body = Body(editions(), seed=noise)         at its cold start
    body.unit.press("OK"); body.unit.run(256)   keys, time, glass: hardware/unit.py
    body.heard()                                names of beeps since the last call
    body.rest()                                 after a key; True: keep the last of `records`.
                                                Then collect garbage, or the heap is fragmented
    body.resume(records)                        a new body goes on with them, by REPRISE ?

Plain Python: CPython runs it too.
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
"""Beeps between two calls of `heard`."""


class Body:
    def __init__(
        self,
        editions: Editions,
        seed: int | None = None,
        bounds: Bounds = EMULATOR,
        kept: int = 0,
    ) -> None:
        """`seed`: a number that nobody knows; without one the first key's tick is it. `kept`: how
        many records stay in memory, else all that CORR needs after a cold start."""
        self.unit = Unit(editions, seed=seed, bounds=bounds)
        self.unit.beeper.memory = BEEPS
        self.kept = kept or bounds.undo + 1
        self.records: list[list[str]] = []
        """JSON, each in pieces of which none needs much memory at once; the oldest first, and the
        last one is the state."""
        self.operations: list[int] = []
        """After which there was a record: so many, from the end, are needed."""
        self._heard = 0
        self._seen: tuple[object, ...] = ()

    def heard(self) -> list[str]:
        beeper = self.unit.beeper
        beeps = [name for _, name in beeper.since(self._heard)]
        self._heard = beeper.count
        return beeps

    # -- what is kept

    def rest(self) -> bool:
        """Whether the state is another than in the last record: `records` has a new one."""
        unit = self.unit
        seen = (*lasting(unit.session), unit.firmware.conversation.resume_input)
        fresh = seen != self._seen and (unit.game is not None or bool(self.records))
        if fresh:
            self._seen = seen
            self._record()
        return fresh

    def _record(self) -> None:
        """One an operation: what is typed since then replaces the last one."""
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
        """StateError, LookupError: it stays as it was."""
        told = [parse_record(record) for record in records]
        operations = [record["operation"] for record in told]
        self.unit.run(max(self.unit.tick, unit_state.tick_of(told[-1])))
        unit_state.resume(self.unit, told)
        self.records = [[record] for record in records[-self.kept :]]
        self.operations = operations
        self._seen = ()
