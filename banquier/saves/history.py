"""The operations of a saved game, and a unit at any of them.

    timeline = Timeline.of("game.keys")      SaveTrouble
    len(timeline), timeline[7].text          the roll line of each operation
    unit = timeline.unit_at(7)               a unit after operation 7, not saved
    path = timeline.branch(7)                a new save that goes on from there; the old one is
                                             not changed. GameSave(path=path) opens it

The unit waits at the question after that operation, all notices ended and no key down. The time
to make it does not depend on the number of the operation.
"""

import os
from collections.abc import Sequence
from typing import NamedTuple, overload

from banquier.saves.messages import message
from banquier.saves.save_file import write_new
from banquier.saves.save_format import Found, read_header, unit_for_save
from banquier.saves.save_listing import SaveTrouble, found_in
from banquier.script.header import Header
from banquier.whole_file import names_beside, reason
from firmware_sim.saved_state import Record, StateError, parsed, roll_of
from hardware.unit import Unit


class Point(NamedTuple):
    """After one operation."""

    number: int
    tick: int
    turn: int
    text: str
    struck: bool
    """Undone by CORR later."""


class Timeline(Sequence[Point]):
    def __init__(self, found: Found, path: str, header: Header) -> None:
        self.path = path
        self._found = found
        self._header = header
        try:
            self._records = [parsed(mark.record) for mark in found.marks]
            self.points, self._marks = _points(found, self._records)
        except StateError:
            raise SaveTrouble(
                message("unusable", path=path, reason=message("tells_no_game"))
            ) from None

    @classmethod
    def of(cls, path: str) -> "Timeline":
        found = found_in(path)
        if not found.marks:
            raise SaveTrouble(message("no_game", path=path))
        return cls(found, path, read_header(found.header, path))

    # -- which operations there were

    def __len__(self) -> int:
        return len(self.points)

    @overload
    def __getitem__(self, at: int) -> Point: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Point]: ...
    def __getitem__(self, at: int | slice) -> Point | Sequence[Point]:
        return self.points[at]

    # -- going there

    def unit_at(self, at: int) -> Unit:
        """A new unit at the question after operation `at`."""
        unit = unit_for_save(self._header)
        unit.run(self._found.marks[self._marks[at]].tick)
        unit.resume(self._records[: self._marks[at] + 1])
        firmware = unit.firmware
        firmware.session.stage = "game"
        unit.apply_between_scans(firmware.restart)
        unit.run(unit.tick + 256)
        return unit

    def branch(self, at: int, path: str = "") -> str:
        """A new save up to and including operation `at`; the old save is not changed. `path`:
        its name, if that is free."""
        index = self._marks[at]
        found = self._found
        if found.playable:
            data = found.data[: found.marks[index].end].removesuffix(b"\n") + b"\n"
        else:
            data = found._replace(marks=found.marks[: index + 1]).repaired()
        base, ending = os.path.splitext(self.path)
        for wanted in names_beside(path or f"{base}-from-{self.points[at].number}{ending}"):
            try:
                write_new(wanted, data)
                break
            except FileExistsError:
                continue
            except OSError as error:
                why = message("cannot_write", path=wanted, reason=reason(error))
                raise SaveTrouble(why) from None
        return wanted


def _points(found: Found, records: list[Record]) -> tuple[list[Point], list[int]]:
    """The operations, each with the record of the state after it."""
    roll = roll_of(records)
    points: list[Point] = []
    marks: list[int] = []
    for index, (mark, record) in enumerate(zip(found.marks, records, strict=True)):
        printed = len(record["roll"])
        for back in range(printed, 0, -1):
            line = roll[record["lines"] - back]
            points.append(
                Point(mark.number - back + 1, mark.tick, line.turn, line.text, line.struck)
            )
            marks.append(index)
    return points, marks
