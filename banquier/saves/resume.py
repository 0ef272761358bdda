"""A unit that can be given the memory of another evening: its game, as records tell it.

    unit = Resumable(seed=None)
    unit.resume(records)        lines of JSON out of a save; then the cold start asks REPRISE ?

The chips begin as new at the present tick, and what they begin with is all in the records: a unit
that played until now and one just made are the same from there on. Only the crystal goes on, so
that one time runs through a whole save.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from firmware_sim.codec import Decoder, Record, StateError
from firmware_sim.edition import Edition
from firmware_sim.edition.edition_file import load
from firmware_sim.session import UNDO_DEPTH
from hardware.dice import PERIOD
from hardware.unit import Unit


def parsed(record: str | bytes) -> Record:
    """One record, however damaged: a StateError if it is none."""
    try:
        found = json.loads(record, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise StateError("a record that cannot be read") from None
    if not isinstance(found, dict):
        raise StateError("a record that tells nothing")
    return found


def _no_number(word: str) -> object:
    raise ValueError(word)


def written(record: Record) -> str:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def loader(own: str) -> Callable[[str], Edition]:
    """By the name in a record. A player's own edition is `own`, the file that the header of the
    save names: it may lie elsewhere now than when the record was written."""

    def by_name(name: str) -> Edition:
        return load(own if own and name.endswith(".toml") else name)

    return by_name


def decoded(unit: Unit, records: Sequence[Record]) -> Decoder:
    names = unit.firmware.session.edition_names
    return decode(records, next((name for name in names if name.endswith(".toml")), ""))


def decode(records: Sequence[Record], own: str) -> Decoder:
    """What all those records lead to. Of the older ones only what was printed still matters."""
    decoder = Decoder(loader(own))
    start = _needed(records)
    for record in records[:start]:
        decoder.skim(record)
    for record in records[start:]:
        decoder.apply(record)
    return decoder


def _needed(records: Sequence[Record]) -> int:
    """The whole record from which on everything that CORR can still undo was told."""
    pushed: deque[int] = deque(maxlen=UNDO_DEPTH)
    wholes = []
    for at, record in enumerate(records):
        if "format" in record:
            wholes.append(at)
        undone, back = record.get("undone", 0), record.get("back", ())
        if type(undone) is not int or not isinstance(back, list | tuple):
            return 0
        for _ in range(min(undone, len(pushed))):
            pushed.pop()
        pushed.extend([at] * len(back))
    oldest = min(pushed, default=len(records))
    return max((at for at in wholes if at <= oldest), default=0)


def crystal(records: Sequence[Record]) -> tuple[int, int]:
    """The last that was told of the dice: at which tick which word stood there."""
    for record in reversed(records):
        if "crystal" in record:
            told: Any = record["crystal"]
            if isinstance(told, list) and [type(part) for part in told] == [int, int]:
                tick, word = told
                if 0 <= tick <= 10**15 and 0 <= word <= PERIOD:
                    return tick, word
            raise StateError("dice that cannot be")
    raise StateError("nothing is told of the dice")


class Resumable(Unit):
    def resume(self, records: Sequence[str]) -> None:
        """Take up the game these records tell, as after a cold start. StateError: untouched."""
        told = [parsed(record) for record in records]
        self.take_up(decoded(self, told), crystal(told), number_of(told))

    def take_up(self, decoder: Decoder, dice: tuple[int, int], operations: int) -> None:
        session = self.firmware.session
        if dice[0] > self.tick:
            raise StateError("dice of another time")
        decoder.rehearse(session)
        self.power_off()
        self.matrix.reset()
        self.supply.reset()
        self.dice.restore(dice)
        decoder.into(session)
        session.operations = operations
        self.power_on()
        if decoder.game is None:  # erased while it was played: there is no cold start to see
            session.stage = "set-up"
            self.apply_between_scans(self.firmware.restart)


def number_of(records: Sequence[Record]) -> int:
    """How many operations the records tell of."""
    for record in reversed(records):
        if "operation" in record:
            number = record["operation"]
            if type(number) is int and 0 <= number <= 10**12:
                return number
            raise StateError("an operation that cannot be")
    raise StateError("nothing is told of the operations")
