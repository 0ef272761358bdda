"""The game in flash: one small file an operation, so many in turn that CORR can undo after a start.

    NUMBER CHECKSUM OPERATION COUNT RECORD

A file that was cut off while it was written has no right sum, and the one before is the last. An
operation is written once, in at most 4 kB, and the files wear evenly.
"""

from __future__ import annotations

import binascii
from collections.abc import Sequence

SLOTS = 14
"""Two more than operations that CORR can undo."""
NAME = "game.%d"


class Memory:
    def __init__(self) -> None:
        self._number = 0

    def keep(self, operation: int, count: int, record: Sequence[str]) -> None:
        """`count`: so many records are needed, with this one. It comes in pieces."""
        self._number += 1
        pieces = [f"{operation} {count} ", *record]
        check = 0
        for piece in pieces:
            check = binascii.crc32(piece.encode(), check)
        with open(NAME % (self._number % SLOTS), "wb") as file:
            file.write(f"{self._number} {check} ".encode())
            for piece in pieces:
                file.write(piece.encode())

    def records(self) -> list[str]:
        """The last one that is whole, and those before it; without a game none."""
        found = sorted([one for one in map(self._read, range(SLOTS)) if one])
        if not found:
            return []
        self._number, _, count, _ = found[-1]
        last = {operation: record for _, operation, _, record in found}  # the newest of each
        return [last[operation] for operation in sorted(last)][-count:]

    def _read(self, slot: int) -> tuple[int, int, int, str] | None:
        try:
            with open(NAME % slot, "rb") as file:
                number, check, told = file.read().split(b" ", 2)
            if int(check) != binascii.crc32(told):
                return None
            operation, count, record = told.split(b" ", 2)
            return int(number), int(operation), int(count), record.decode()
        except (OSError, ValueError):
            return None
