"""A save, read once: its operations, the game and a unit after each of them.

    saved = SavedGame.from_path("game.keys")     Trouble
    saved.points[7].text                     the roll line of each operation
    game = saved.game_after(saved.points[7].mark)    the game after it
    unit = saved.unit_at(7)                  a unit after it, not saved
    path = saved.branch(7, games)            a new save that goes on from there; the old one is
                                             not changed. open_game(path=path) plays it

The unit waits at the question after that operation, all notices ended and no key down. The time
to make it does not depend on the number of the operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import NamedTuple

from banquier.editions.edition_file import EditionError, load
from banquier.jobs import NEXT_SLICE, Job, at_once, finish
from banquier.saves.games import Games, read, split_ending
from banquier.saves.save_format import (
    LONGEST_READ,
    Found,
    header_in,
    header_of,
    parse_in_slices,
)
from banquier.saves.save_messages import cannot_play, message
from banquier.script.events import do, event_of
from banquier.script.header import FORMAT, unit_for
from banquier.script.record_text import parse_record
from banquier.trouble import Trouble
from firmware_sim.game import Act, Game
from firmware_sim.saved_state import (
    LoadEdition,
    Record,
    Roll,
    StateError,
    check_format,
    game_of,
    history_of,
    roll_of,
    rolls_of,
    with_own_edition,
)
from firmware_sim.session import Operation, ResumeInput
from hardware import unit_state
from hardware.unit import Unit
from keypad.keys import PULSE

RECORDS_A_SLICE = 20


class Point(NamedTuple):
    """The state of a recording after one operation."""

    number: int
    tick: int
    turn: int
    text: str
    struck: bool
    """Undone by CORR later."""
    act: Act | None
    """The act of the operation; None if CORR could not undo it."""
    mark: int
    """The index of the record with the state after the operation."""


class SavedGame:
    def __init__(self, path: str, found: Found) -> None:
        """Raises Trouble if the save contains no game."""
        if not found.marks:
            raise Trouble(message("no_game", path=path))
        self.path = path
        self.found = found
        self.header, self.names = header_in(found, path)
        self._records: list[Record] = []
        self._roll: Roll | None = None

    @staticmethod
    def read_in_slices(path: str, found: Found | None = None) -> Job[SavedGame]:
        """Read a save with all its records. Raises Trouble if they contain no game."""
        found = found or (yield from find_in_slices(path))
        try:
            saved = SavedGame(path, found)
            yield from saved.parse_records()
            saved.points  # noqa: B018 (a save whose records cannot be read is refused here)
        except StateError:
            why = message("tells_no_game")
            raise Trouble(message("unusable", path=path, reason=why)) from None
        return saved

    @classmethod
    def from_path(cls, path: str, found: Found | None = None) -> SavedGame:
        return finish(cls.read_in_slices(path, found))

    # -- the contents of its records; StateError, EditionError

    def parse_records(self) -> Job[None]:
        """Parse every record, and the roll that they print."""
        records: list[Record] = []
        for mark in self.found.marks:
            records.append(parse_record(mark.record))
            if len(records) % RECORDS_A_SLICE == 0:
                yield
        check_format(records[-1])
        self._records = records
        for at, self._roll in enumerate(rolls_of(records)):
            if at % RECORDS_A_SLICE == 0:
                yield

    @property
    def records(self) -> list[Record]:
        if not self._records:
            finish(self.parse_records())
        return self._records

    def _take_roll(self) -> Roll:
        """Return the roll of all records, which the caller may change."""
        roll, self._roll = self._roll or roll_of(self.records), None
        return roll

    @cached_property
    def points(self) -> list[Point]:
        """The operations of the last game; a recording may have several games."""
        records, before = self.records, 0
        _, roll = self._roll or roll_of(records)
        printed: list[Point] = []
        for at, (mark, record) in enumerate(zip(self.found.marks, records, strict=True)):
            start = record["lines"] - len(record["roll"])
            if start < before:
                printed.clear()
            before = record["lines"]
            for number, line in enumerate(roll[start:before], mark.number + start - before + 1):
                told = line.turn, line.text, line.struck, line.act
                printed.append(Point(number, mark.tick, *told, at))
        return printed

    def game_after(self, mark: int = -1) -> Game | None:
        """The game after a record, with the ledger entries of its operation."""
        known = self._records  # a game that is only listed needs one
        record = known[mark] if known else parse_record(self.found.marks[mark].record)
        return game_of(record, self._load_edition)

    @property
    def _load_edition(self) -> LoadEdition:
        return with_own_edition(partial(load, rules=self.header.rules), self.header.edition)

    # -- going there

    def _unit_after(
        self, mark: int, asks: bool = False, history: Sequence[Operation] | None = None
    ) -> Unit:
        records, tick = self.records[: mark + 1], self.found.marks[mark].tick
        return self._resume(records, tick, asks, history=history)

    def _resume(
        self, records: list[Record], tick: int, asks: bool = True, roll: Roll | None = None,
        history: Sequence[Operation] | None = None,
    ) -> Unit:  # fmt: skip
        unit = unit_for(self.header)
        unit.cut_power()  # until then it does nothing
        unit.run(tick)
        unit_state.resume(unit, records, asks, roll, history)
        return unit

    def unit_at(self, at: int) -> Unit:
        """A new unit after operation `at`. Raises Trouble if its edition changed."""
        try:
            unit = self._unit_after(self.points[at].mark)
        except (StateError, EditionError) as fault:
            raise cannot_play(self.path, fault) from None
        unit.run(unit.tick + 256)
        return unit

    def resume_in_slices(self) -> Job[tuple[Unit, bytes]]:
        """A new unit that begins cold with the last game, and knows the question that stood at the
        end of the file; and the keys behind the last record that led there."""
        records, tick, tail = self.records, self.found.tick, b""
        history = list[Operation]()
        for operation in history_of(records, self._load_edition):
            history.append(operation)
            yield
        yield NEXT_SLICE
        if self.found.tail:
            asked, tick, tail = self._asked_by_the_tail(history)
            records = [*records[:-1], {**records[-1], "asked": asked}]
            yield NEXT_SLICE
        return self._resume(records, tick + 1, roll=self._take_roll(), history=history), tail

    def _asked_by_the_tail(
        self, history: Sequence[Operation]
    ) -> tuple[ResumeInput | None, int, bytes]:
        """Replay the keys after the last record. Return the open question, its tick and those keys,
        up to the first one that completed an operation."""
        last_mark, asks = len(self.found.marks) - 1, "cold" in self.records[-1]
        unit = self._unit_after(last_mark, asks, history)
        conversation, operations = unit.firmware.conversation, unit.operations
        asked, kept, last = conversation.resume_input, list[bytes](), 0
        for number, line in enumerate(self.found.tail.split(b"\n")[:-1]):
            event = event_of(line.decode(), number) if line[:1] == b"@" else None
            if event is not None:  # not a comment
                unit.run(max(unit.tick, event.tick))
                if unit.operations != operations:
                    break
                asked, last = conversation.resume_input, len(kept)
                try:
                    do(unit, event.verb, *event.facts)
                except (ValueError, LookupError):  # the line is damaged
                    break
            kept.append(line + b"\n")
        else:
            unit.run(unit.tick + 2 * PULSE)
            if unit.operations == operations:
                asked, last = conversation.resume_input, len(kept)
        return asked, unit.tick, b"".join(kept[:last])

    def branch(self, at: int, games: Games, path: str = "") -> str:
        """A new save up to and including operation `at`; the old save is not changed. `path`:
        its name, if that is free; else it lies beside the old save."""
        data = self.found.up_to(self.points[at].mark).repair(header_of(self.header))
        base, ending = split_ending(self.path)
        return games.write_new(path or f"{base}-from-{self.points[at].number}{ending}", data)


def find_in_slices(path: str, last: bool = False) -> Job[Found]:
    """Parse a save without changing the file; `last`: as `scan_last` does. Raises Trouble if that
    fails."""
    data = read(path, LONGEST_READ)
    try:
        found = yield from parse_in_slices(data, last)
    except Trouble as error:
        raise Trouble(message("unusable", path=path, reason=error.args[0])) from None
    if found.version > FORMAT:
        raise Trouble(message("newer_format", path=path, version=found.version, known=FORMAT))
    return found


found_in = at_once(find_in_slices)
