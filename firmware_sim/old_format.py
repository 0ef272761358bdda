"""Saves of format 1, read into records of today.

    content = upgraded(content)     a save: every undamaged line gets a whole record
    records = whole(records)        the records of a recording

A record of format 1 had only what changed since the one before; the first and every sixteenth was
whole. The check sum of a line that was not whole continued that of the line before: after a
damaged line no line counts up to the next whole one. Damage stays as it is, for who reads next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from firmware_sim.field_types import StateError
from firmware_sim.game import BANK, NO_SQUARE, Why
from firmware_sim.saved_state import FORMAT, Record, checked, parsed, thrown, written
from firmware_sim.session import UNDO_DEPTH

WHOLE = b'{"format":1,'
_LINE = (
    rb"^(@\d{1,15} (?:state|resume|adopt) \d{1,12} [0-9a-f]{16}) ([0-9a-f]{8})([0-9a-f]{8})"
    rb" (\{[^\n]*\})$"
)
_KEPT = ("firmware", "edition", "settings", "ends", "warned", "operation", "crystal", "session")


def upgraded(content: bytes) -> bytes:
    """The same save in the format of today; as it is if it is not of format 1."""
    if WHOLE not in content:
        return content
    out: list[bytes] = []
    reader, alive, end, before = _Reader(), False, 0, b""
    for line in re.finditer(_LINE, content, re.MULTILINE):
        head, link, keys, record = line.groups()
        begins = record.startswith(WHOLE)
        alive = (alive or begins) and link == _check(b"" if begins else before, keys, head, record)
        before = link
        out.append(content[end : line.start()])
        end = line.end()
        if alive:
            try:
                record = written(checked(reader.whole, parsed(record))).encode()
            except StateError:
                alive = False
        if alive:
            out.append(b"%s %s%s %s" % (head, _check(b"", keys, head, record), keys, record))
        else:
            out.append(line[0])
    return b"".join([*out, content[end:]])


def _check(before: bytes, keys: bytes, head: bytes, record: bytes) -> bytes:
    from hashlib import blake2b  # three megabytes that a unit does not need

    return blake2b(b"\n".join((before, keys, head, record)), digest_size=4).hexdigest().encode()


def whole(records: Iterable[Record]) -> list[Record]:
    """StateError if one is none."""
    reader = _Reader()
    return [
        checked(reader.whole, record) if record.get("format", 1) == 1 else record
        for record in records
    ]


class _Reader:
    """Keeps what the records so far have told."""

    def __init__(self) -> None:
        self.rest: Record = {}
        self.game: Record | None = None
        self.lines = 0
        self.undo: list[tuple[int, int, str]] = []
        self.thrown: dict[int, list[int]] = {}
        self.owed: dict[tuple[int, ...], int] = {}

    def whole(self, record: Record) -> Record:
        if "format" in record:
            if record["lines"] != self.lines:  # lines were lost, or it is another game
                self.undo.clear()
            self.lines, self.game, self.rest, self.thrown = record["lines"], None, {}, {}
        claims = [tuple(claim) for claim in (self.game or {}).get("claims", ())]
        if "game" in record:
            fields = record["game"]
            self.game = None if fields is None else {**(self.game or {}), **fields}
        self.rest |= {name: record[name] for name in _KEPT if name in record}
        self.thrown |= {int(at): dice for at, dice in record.get("fate", {}).items()}
        del self.undo[max(0, len(self.undo) - record.get("undone", 0)) :]
        self.undo += [(line, player, name) for player, name, line, _ in record.get("back", ())]
        del self.undo[:-UNDO_DEPTH]
        printed = record.get("roll", [])
        self.lines += len(printed)
        if "format" not in record:
            self.rest["operation"] += len(printed)
        told: dict[str, Any] = {"lines": self.lines, "roll": printed, "game": self.game}
        if struck := record.get("struck"):
            told["strikes"] = min(struck)
        if self.undo:
            told["undo"] = [len(self.undo), *self.undo[-1]]
        if "paid" in record:
            told["paid"] = self._with_squares(record["paid"], claims)
        told["thrown"] = thrown(self.thrown, self.game["throws"] if self.game else 0)
        return {"format": FORMAT, **self.rest, **told}

    def _with_squares(
        self, paid: list[list[int]], claims: list[tuple[int, ...]]
    ) -> list[list[int]]:
        """The deed of each rent: of the claim that it answers, or of the debt a claim became."""
        if self.game is None:
            return paid
        gone = [claim for claim in claims if list(claim) not in self.game["claims"]]
        for debtor, creditor, amount, why, *_ in self.game["debts"]:
            for tenant, _, square, *_ in gone:
                if why == Why.RENT and debtor == tenant:
                    self.owed[debtor, creditor, amount] = square
        found = []
        for payer, payee, amount, why in paid:
            square = NO_SQUARE
            if why == Why.RENT:
                rent = (payer, payee, amount)
                asked = (claim[2] for claim in gone if (claim[0], claim[1], claim[3]) == rent)
                square = next(asked, self.owed.get(rent, self.game["square"][payer]))
                square = square if self.game["owner"][square] > BANK else NO_SQUARE
            found.append([payer, payee, amount, why, square])
        return found
