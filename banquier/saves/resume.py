"""A unit that can resume the game of a save.

    unit = Resumable(seed=None)
    unit.resume(records)        JSON lines of a save; then the cold start asks REPRISE ?

Resuming sets all chips to a state that follows from the records alone: a unit that has played and
a new one are the same from there on. Only the crystal keeps its count, so that ticks increase
through a whole save.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from banquier.script.header import Header
from firmware_sim.codec import Decoder, Record, StateError
from firmware_sim.edition import Edition
from firmware_sim.edition.edition_file import built_in, load
from firmware_sim.session import UNDO_DEPTH
from hardware.dice import PERIOD
from hardware.unit import Unit


def parsed(record: str | bytes) -> Record:
    """The record of a line. StateError if it is damaged."""
    import json

    try:
        found = json.loads(record, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise StateError("a record that cannot be read") from None
    if not isinstance(found, dict):
        raise StateError("a record that tells nothing")
    return found


def _no_number(word: str) -> object:
    raise ValueError


def written(record: Record) -> str:
    import json

    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def loader(own: str) -> Callable[[str], Edition]:
    """Loads editions by the name in a record. For an edition of a player's own that is `own`,
    the file named in the header: it may have been moved since."""

    def by_name(name: str) -> Edition:
        return load(own if own and name.endswith(".toml") else name)

    return by_name


def decoded(unit: Unit, records: Sequence[Record]) -> Decoder:
    names = unit.firmware.session.edition_names
    return decode(records, next((name for name in names if name.endswith(".toml")), ""))


def decode(records: Sequence[Record], own: str) -> Decoder:
    """The decoded state after these records; of the older ones only the roll is read."""
    decoder = Decoder(loader(own))
    start = first_needed(records)
    for record in records[:start]:
        decoder.apply_roll(record)
    for record in records[start:]:
        decoder.apply(record)
    return decoder


def first_needed(records: Sequence[Record]) -> int:
    """The index of the whole record from which the undo history is complete."""
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


def dice_state(records: Sequence[Record]) -> tuple[int, int]:
    """The last recorded state of the dice: tick and word."""
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
        """Resume the game of these records by a cold start. StateError: nothing was changed."""
        told = [parsed(record) for record in records]
        self.take_up(decoded(self, told), dice_state(told), number_of(told))

    def take_up(self, decoder: Decoder, dice: tuple[int, int], operations: int) -> None:
        session = self.firmware.session
        if dice[0] > self.tick:
            raise StateError("dice of another time")
        decoder.try_question(session)
        self.power_off()
        self.matrix.reset()
        self.supply.reset()
        self.dice.restore(dice)
        decoder.into(session)
        session.operations = operations
        self.power_on()
        if decoder.game is None:  # erased during play: no cold start
            session.stage = "set-up"
            self.apply_between_scans(self.firmware.restart)


U = TypeVar("U", bound=Resumable)


def unit_for_save(header: Header, kind: type[U]) -> U:
    """`header`: as `read_header` has it, with no edition but one of a player's own."""
    names = [*built_in(), *([header.edition] if header.edition else [])]
    return kind(seed=header.seed, bounce=header.bounce, editions=names)


def number_of(records: Sequence[Record]) -> int:
    """The number of operations in the records."""
    for record in reversed(records):
        if "operation" in record:
            number = record["operation"]
            if type(number) is int and 0 <= number <= 10**12:
                return number
            raise StateError("an operation that cannot be")
    raise StateError("nothing is told of the operations")
