"""The unit as a body drives it: keys down and up, time, what is shown and heard, its records.

    body = Body(editions(), seed=noise)         at its cold start
    body.press(27); body.run(body.tick + 256); body.release(27)
    body.shown                                  row A, row B, icons as a mask
    body.heard()                                names of beeps since the last call
    body.rest()                                 after a key; True: keep `records`
    body.resume(records)                        a new body goes on with them, by REPRISE ?
    body.save(), body.open(data)                the same as a save of `banquier`

Plain Python: CPython runs it too. Keys are codes of keypad/keys.py, times are ticks.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence

from banquier.saves.save_line import KEYS_LEFT_OUT, NO_DIGEST, last_records, line
from banquier.script.record_text import parsed, written
from datasheet.glass import Shown
from firmware_sim.edition import Editions
from firmware_sim.saved_state import lasting
from firmware_sim.session import EMULATOR, Bounds
from firmware_sim.texts import VERSION
from hardware import unit_state
from hardware.unit import Unit
from keypad.keys import NAMES

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
        many records, else all that CORR needs; it undoes one operation less after a cold start."""
        self.unit = Unit(editions, seed=seed, bounds=bounds)
        self.unit.beeper.memory = BEEPS
        self.kept = kept or bounds.undo + 1
        self.records: list[str] = []
        """All that must be kept: JSON, the oldest first; the last one is the state."""
        self._numbers: list[int] = []  # of the operations after which they are
        self._heard = 0
        self._seen: tuple[object, ...] = ()

    # -- keys and time

    def press(self, code: int) -> None:
        self.unit.press(NAMES[code])

    def release(self, code: int) -> None:
        self.unit.release(NAMES[code])

    @property
    def tick(self) -> int:
        return self.unit.tick

    def run(self, until: int) -> None:
        self.unit.run(until)

    # -- what is seen and heard

    @property
    def shown(self) -> Shown:
        return self.unit.shown

    def heard(self) -> list[str]:
        beeper = self.unit.beeper
        beeps = [name for _, name in beeper.since(self._heard)]
        self._heard = beeper.count
        return beeps

    # -- what is kept

    def rest(self) -> bool:
        """Whether the state is another than in the last record: `records` has a new one."""
        gc.collect()  # before a text that needs its kilobytes in one piece
        unit = self.unit
        seen = (*lasting(unit.session), unit.firmware.conversation.asked)
        fresh = seen != self._seen and (unit.game is not None or bool(self.records))
        if fresh:
            self._seen = seen
            self._record()
        return fresh

    def _record(self) -> None:
        """One an operation: what is typed since then replaces the last one."""
        unit, numbers = self.unit, self._numbers
        if unit.game is None:
            del numbers[:], self.records[:]
        if numbers and numbers[-1] == unit.operations:
            del numbers[-1], self.records[-1]
        printed = unit.operations - (numbers[-1] if numbers else 0)
        unit.dice.advance(unit.tick)
        self.records.append(written(unit_state.record(unit, printed)))
        numbers.append(unit.operations)
        del self.records[: -self.kept], numbers[: -self.kept - 1]

    def resume(self, records: Sequence[str]) -> None:
        """StateError, LookupError: it stays as it was."""
        told = [parsed(record) for record in records]
        self.unit.run(max(self.tick, told[-1]["crystal"][0]))
        unit_state.resume(self.unit, told)
        self.records, self._numbers = list(records), [record["operation"] for record in told]
        self._seen = ()

    def save(self, header: str = "") -> bytes:
        """What `banquier --save FILE` opens: records without keys. `header`: more of its lines."""
        keys = f"banquier 1\nfirmware {VERSION}\n{header}".encode() + KEYS_LEFT_OUT
        lines = [keys]
        for record in self.records:
            told = parsed(record)
            tick, number = told["crystal"][0], told["operation"]
            lines.append(line(keys, tick, "state", number, NO_DIGEST, record.encode()))
            keys = b""
        return b"".join(lines)

    def open(self, data: bytes) -> None:
        """Of a save the last records. StateError, LookupError: it stays as it was."""
        self.resume([record.decode() for record in last_records(data, self.kept)])
