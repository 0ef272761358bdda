"""The game in flash, in files of two kinds: one an operation, and two for what is typed since.

    NUMBER CHECKSUM OPERATION COUNT RECORD

So CORR can undo as many operations after a start, however much is typed between. A file is written
anew in at most 4 kB; the file system takes another block each time, so that they wear evenly, and
until the file is closed flash has what it held before. A damaged file has no right sum, and the one
before is the last.
"""

from __future__ import annotations

import binascii
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO

OPERATION, TYPED = range(2)
NAMES = ("game.%d", "typed.%d")
SLOTS = (14, 2)
UNDO = SLOTS[OPERATION] - 2
PADDING = b" " * 1_024
"""More than the file system keeps beside a file's name, or in memory: it takes a block, erases it
and writes."""


class Memory:
    def __init__(self) -> None:
        self._number = 0
        self._next = [0, 0]  # of either kind the slot that is written next
        self._begun: BinaryIO | None = None
        self._is_prepared = False

    def prepare(self) -> bool:
        """Begin the file of the next operation: erasing takes 45 ms, for which no answer has to
        wait then. Returns False if it was begun. Where it fails `keep` tries again, and tells."""
        if self._is_prepared:
            return False
        self._is_prepared = True
        with suppress(OSError):
            self._begun = self._begin(OPERATION)
        return True

    def _begin(self, kind: int) -> BinaryIO:
        file = open(NAMES[kind] % self._next[kind], "wb")  # noqa: SIM115 - closed when it is whole
        file.write(PADDING)
        return file

    def keep(self, kind: int, operation: int, count: int, record: Sequence[str]) -> None:
        """Write a record, which comes in pieces. `count`: so many are needed, with this one. Raises
        OSError if it cannot be written."""
        file = None
        if kind == OPERATION:
            file, self._begun, self._is_prepared = self._begun, None, False
        file = file or self._begin(kind)
        pieces = [piece.encode() for piece in (f"{operation} {count} ", *record)]
        check = 0
        for piece in pieces:
            check = binascii.crc32(piece, check)
        for piece in (f"{self._number + 1} {check} ".encode(), *pieces):
            file.write(piece)
        file.close()
        self._number += 1
        self._next[kind] = (self._next[kind] + 1) % SLOTS[kind]

    def records(self) -> list[str]:
        """Return the last record that is whole and those before it; without a game none."""
        slots = [(kind, slot) for kind in (OPERATION, TYPED) for slot in range(SLOTS[kind])]
        found = sorted([kept for kept in [_read(*one) for one in slots] if kept])
        last: dict[int, str] = {}  # the newest of each operation
        for self._number, kind, slot, operation, _, record in found:
            self._next[kind] = (slot + 1) % SLOTS[kind]
            last[operation] = record
        return [last[operation] for operation in sorted(last)][-found[-1][4] :] if found else []


def _read(kind: int, slot: int) -> tuple[int, int, int, int, int, str] | None:
    try:
        with open(NAMES[kind] % slot, "rb") as file:
            number, check, told = file.read().split(None, 2)
        if int(check) != binascii.crc32(told):
            return None
        operation, count, record = told.split(b" ", 2)
        return int(number), kind, slot, int(operation), int(count), record.decode()
    except (OSError, ValueError):
        return None
