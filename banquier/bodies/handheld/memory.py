"""The game in flash, in files of two kinds: one per operation, and two for what is typed since.

    NUMBER CHECKSUM OPERATION COUNT RECORD

CORR can therefore undo as many operations after a start, however much is typed between them. Until
a file is closed the flash has what it held before. The file system takes another block for each
file, so that the blocks wear evenly. A damaged file has a wrong checksum and is left out.
"""

from __future__ import annotations

import binascii
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO

OPERATION, TYPED = KINDS = range(2)
NAMES = ("game.%d", "typed.%d")
SLOTS = (14, 2)
UNDO = SLOTS[OPERATION] - 2
PADDING = b" " * 1_024
"""More than the file system keeps in memory or beside a file's name, so that it erases a block."""
SPARE = "spare"
ERASE_MS = 20
"""A file that takes longer to close had a block of the directory erased."""
ENTRIES, MOST_ENTRIES = 8, 24
"""The number of entries after which the directory is filled on purpose, with the rest of its block
at most."""


class Memory:
    def __init__(self) -> None:
        self._number = 0
        # By kind: the slot that is written next, and its file once it is begun.
        self._next = [0, 0]
        self._begun: list[BinaryIO | None] = [None, None]
        self._is_prepared = False
        self._entries = ENTRIES  # in the directory since a block of it was erased

    def prepare(self) -> bool:
        """Do one piece of what the next records need. Returns False if nothing is left to do.

        Erasing a block takes 45 ms, for which no answer then has to wait: a block for each kind of
        file, and one for their directory when it is nearly full. `keep` tries again what fails.
        """
        if self._is_prepared:
            return False
        with suppress(OSError):
            if self._entries >= ENTRIES:
                self._close(open(SPARE, "wb"))  # noqa: SIM115 - its closing is what takes time
                return True
            for kind in KINDS:
                if not self._begun[kind]:
                    self._begun[kind] = self._begin(kind)
                    return True
        self._is_prepared = True
        return False

    def _begin(self, kind: int) -> BinaryIO:
        file = open(NAMES[kind] % self._next[kind], "wb")  # noqa: SIM115 - closed when it is whole
        file.write(PADDING)
        return file

    def _close(self, file: BinaryIO) -> None:
        began = time.ticks_ms()
        file.close()
        is_erased = time.ticks_diff(time.ticks_ms(), began) > ERASE_MS
        self._entries = 0 if is_erased else (self._entries + 1) % MOST_ENTRIES

    def keep(self, kind: int, operation: int, count: int, record: Sequence[str]) -> None:
        """Write a record, which comes in pieces; `count` records are needed, with this one.

        Raises OSError if it cannot be written.
        """
        file, self._begun[kind], self._is_prepared = self._begun[kind], None, False
        file = file or self._begin(kind)
        pieces = [piece.encode() for piece in (f"{operation} {count} ", *record)]
        check = 0
        for piece in pieces:
            check = binascii.crc32(piece, check)
        for piece in (f"{self._number + 1} {check} ".encode(), *pieces):
            file.write(piece)
        self._close(file)
        self._number += 1
        self._next[kind] = (self._next[kind] + 1) % SLOTS[kind]

    def records(self) -> list[str]:
        """Return the last whole record and those before it that it needs; none without a game."""
        slots = [(kind, slot) for kind in KINDS for slot in range(SLOTS[kind])]
        entries = sorted([entry for entry in [_read(*slot) for slot in slots] if entry])
        newest: dict[int, str] = {}  # by operation
        for self._number, kind, slot, operation, _, record in entries:
            self._next[kind] = (slot + 1) % SLOTS[kind]
            newest[operation] = record
        kept = [newest[operation] for operation in sorted(newest)]
        return kept[-entries[-1][4] :] if entries else []


def _read(kind: int, slot: int) -> tuple[int, int, int, int, int, str] | None:
    try:
        # A file that is missing is made now: later its name would take one more directory entry.
        with open(NAMES[kind] % slot, "a+b") as file:
            file.seek(0)
            number, check, body = file.read().split(None, 2)
        if int(check) != binascii.crc32(body):
            return None
        operation, count, record = body.split(b" ", 2)
        return int(number), kind, slot, int(operation), int(count), record.decode()
    except (OSError, ValueError):
        return None
