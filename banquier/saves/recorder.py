"""The observer that writes a save: what is done to a unit, and its state after each operation.

    recorder = SaveRecorder(unit, file, header)
    recorder = record(unit, header, file)    all of it in one file, which may be none

A file that cannot be written is error 23 of the unit; writing is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from banquier.saves.games import SaveInMemory
from banquier.saves.save_format import LARGEST, header_of, mark_line, scan
from banquier.saves.save_line import KEYS_LEFT_OUT, NO_DIGEST
from banquier.script.errors import ScriptError
from banquier.script.header import Header
from banquier.script.record_text import format_record, parse_record
from banquier.script.vocabulary import step_written
from firmware_sim.saved_state import Record, integer, lasting
from hardware import unit_state
from hardware.unit import Observer, Unit

MOST_KEYS = 1 << 19
"""Largest size in bytes of the keys between two records; if there are more, they are left out."""


class SaveRecorder(Observer):
    """Writes one unit to one file, from now on."""

    def __init__(
        self,
        unit: Unit,
        file: SaveInMemory,
        header: Header,
        another: Callable[[], SaveInMemory] | None = None,
        keys: bytes = b"",
    ) -> None:
        """`another`: the file of the next game; None: it goes on in this one. `keys`: what is in
        the file behind its last record."""
        unit.observers.append(self)
        self.file = file
        self._header = copy(header)
        self.another = another
        self._held: list[bytes] = []
        """The data to write as soon as there is a game."""
        self._keys = [keys] if keys else []
        """The keys after the last record."""
        self._keys_size = len(keys)
        self._is_begun = bool(file.size)
        """True if the header is in the file or queued."""
        self._left_out = False
        self._seen: tuple[object, ...] = ()
        self._turn = 0
        self._number = 0  # operation of the last record
        self._told = 0  # file faults reported
        self._has_game = False

    def _add(self, data: bytes, begins: bool = False) -> None:
        self._held.append(data)
        if self.file.size or begins:
            self.file.append(b"".join(self._held))
            self._held.clear()

    def on_input(self, unit: Unit, verb: str, *facts: Any) -> None:
        """Written at once when there is a game; names, before the first record, in the header."""
        if verb == "rules":  # the next game's file begins with the rules
            self._header.rules = dict(facts[0])
            return
        step = step_written(verb, *facts)
        if verb == "names":
            self._header.names = dict(facts[0])
            if not self._is_begun:
                return
        if self._left_out:
            return
        line = f"@{unit.tick} {step}\n".encode()
        if self._keys_size + len(line) > MOST_KEYS:
            self._left_out, line = True, KEYS_LEFT_OUT  # records only, until it is opened again
        self._keys.append(line)
        self._keys_size += len(line)
        self._add(line)

    def on_resume(self, unit: Unit, records: Sequence[Record]) -> None:
        """A game was taken up: where none is here, the records that CORR may need come first."""
        is_known = self._has_game
        if not is_known:
            for record in records[-1 - unit.session.bounds.undo : -1]:
                number = integer(record["operation"], 0, 10**12)
                self._write(unit, "state", number, NO_DIGEST, format_record(record).encode())
        self.state(unit, "resume" if is_known else "adopt")

    def on_advance(self, unit: Unit) -> None:
        """Write a record if something changed; report failures to the unit."""
        session = unit.session
        if unit.game is None and self._has_game and self.another:
            self._start_over(unit, self.another())
        if unit.game is None and not self._has_game:
            return
        if lasting(session) != self._seen or unit.game is None:
            self.state(unit, "state")
            if session.game and session.game.turn_number != self._turn:
                self._turn = session.game.turn_number
                self.file.sync_soon()
        if self.file.faults > self._told:
            self._told = self.file.faults
            unit.memory_failed()

    def state(self, unit: Unit, verb: str) -> None:
        """Write a record; `verb` other than "state": the roll so far is in the save."""
        self._seen = lasting(unit.session)
        number, digest = unit.operations, unit_state.digest(unit)
        record = unit_state.record(unit, number - self._number if verb == "state" else 0)
        self._number = number
        self._write(unit, verb, number, digest, format_record(record).encode())
        self._has_game = unit.game is not None

    def _write(self, unit: Unit, verb: str, number: int, digest: str, record: bytes) -> None:
        if self.file.size + len(record) > LARGEST:
            self._shorten()
        if not self._is_begun:
            # Changed rules need the name of a built-in edition, which was chosen meanwhile.
            if unit.game is not None and not self._header.edition.endswith(".toml"):
                self._header.edition = unit.game.edition.name
            header, self._is_begun = self._header_lines(), True
            self._held.insert(0, header)
            self._keys.insert(0, header)
        line = mark_line(self._take_keys(), unit.tick, verb, number, digest, record)
        self._add(line, begins=unit.game is not None)

    def _header_lines(self) -> bytes:
        return header_of(self._header, self.file.edition_name)

    def _take_keys(self) -> bytes:
        """Return the keys since the last record, which a record will follow."""
        keys = b"".join(self._keys)
        self._keys, self._keys_size = [], 0
        return keys

    def _shorten(self) -> None:
        """Remove the keys from a save that is too long; then the older half of its operations."""
        found = scan(self.file.content)
        marks = found.marks[len(found.marks) // 2 :] if self._left_out else found.marks
        self._left_out = True
        if marks:
            data = found.data[: found.end]
            found = found._replace(marks=marks, playable=False, data=data)
            self.file.replace(found.repair(self._header_lines()))
            self._take_keys()

    def _start_over(self, unit: Unit, file: SaveInMemory) -> None:
        """EFFACER: the old save stays, the next game gets a new file."""
        session = unit.session
        self.file.close()
        self.file = file
        self._take_keys()
        self._is_begun = self._left_out = self._has_game = False
        self._told = 0
        session.forget()
        unit_state.resume(unit, [parse_record(format_record(unit_state.record(unit, 0)))])

    def close(self, unit: Unit) -> None:
        """A last record, for the clock of a timed game, and for names where keys are left out."""
        if unit.game is not None and (self._keys_size or self._left_out):
            self.state(unit, "state")
        self.file.close()


def record(unit: Unit, header: Header, file: SaveInMemory) -> SaveRecorder:
    """Write all that is done to the unit from now on; the unit itself is not changed. ScriptError:
    the file cannot name the edition."""
    begun = header_of(header, file.edition_name)
    if header.edition.endswith(".toml") and b"\nedition " not in begun:
        raise ScriptError(f"a recording cannot name the edition's file {header.edition!r}")
    file.replace(begun)
    return SaveRecorder(unit, file, header, keys=begun)
