"""The sink that writes a save: every finger, and after every operation the game.

    unit = RecordingUnit(...)
    unit.record(Book(...))           from now on all that is done to it stands in a file

A file that cannot be written is the unit's own error 23; what it missed is written as soon as it
can be.
"""

from __future__ import annotations

from collections.abc import Callable

from banquier.saves.resume import written
from banquier.saves.save_file import SaveFile
from banquier.saves.save_format import KEYS_LEFT_OUT, LARGEST, Lines, parse_save
from banquier.script.recording_unit import RecordingUnit, Sink
from firmware_sim.codec import Encoder, Record
from firmware_sim.session import Session

WHOLE_EVERY = 16
"""Operations after which a record tells the whole game again."""
MOST_KEYS = 1 << 19
"""Bytes of keys between two records; when there are more, all of them are left out."""


def _lasting(session: Session) -> tuple[object, ...]:
    """What a power cut must not take: a record is written when any of it has changed."""
    last_turn = session.game.last_turn if session.game else 0
    warned = tuple(sorted(session.warned))
    return session.operations, session.settings.plain(), session.ends_at, last_turn, warned


class SaveRecorder(Sink):
    """What is written of one unit, and in which file."""

    def __init__(
        self,
        disk: SaveFile,
        lines: Lines,
        header: bytes,
        order: int,
        another: Callable[[], SaveFile],
    ) -> None:
        """`order`: of this save among those of its folder; `another`: the file of the next game."""
        self.disk = disk
        self.lines = lines
        self.header = header
        self.order = order
        self.another = another
        self.encoder = Encoder()
        self._waiting: list[bytes] = []
        self._waiting_size = 0
        self._left_out = False
        self._unsaved = b""
        self._seen: tuple[object, ...] = ()
        self._turn = 0
        self._records = 0
        self._told = False
        self._has_game = False

    def line(self, tick: int, step: str) -> None:
        """A finger: written with the operation that it leads to, if it does."""
        if self._left_out:
            return
        line = f"@{tick} {step}\n".encode()
        self._waiting.append(line)
        self._waiting_size += len(line)
        if self._waiting_size > MOST_KEYS:
            self._leave_keys_out()

    def _leave_keys_out(self) -> None:
        """From here on only the records tell the game, until it is opened again."""
        self._left_out = True
        self._waiting = [KEYS_LEFT_OUT]

    def named(self, tick: int, words: str) -> None:
        """In the header, as long as nothing is written; later as a step."""
        if self.disk.content:
            self.line(tick, words)
        else:
            kept = [line for line in self.header.splitlines() if not line.startswith(b"names ")]
            self.header = b"\n".join([*kept, words.encode(), b""])

    def note(self, unit: RecordingUnit) -> None:
        """Something may have happened: keep what did, and tell the unit if that cannot be."""
        session = unit.firmware.session
        game = session.game
        if game is None:
            if self._has_game:
                self._erased(unit)
            return
        if _lasting(session) != self._seen:
            self.state(unit, "state")
            if game.turn_number != self._turn:
                self._turn = game.turn_number
                self.disk.sync_soon()
        if self.disk.trouble or self.disk.meddled:
            meddled = self.disk.meddled_with()
            if not self._told or meddled:
                self._told = True
                unit.memory_failed()
        else:
            self._told = False

    def state(self, unit: RecordingUnit, verb: str) -> None:
        """One record more. Whole ones tell the dice too, and how many operations there were."""
        session = unit.firmware.session
        self._seen = _lasting(session)
        whole = (
            verb != "state" or self._records % WHOLE_EVERY == 0 or not self.encoder.knows(session)
        )
        self._records += 1
        record = self._whole(unit) if whole else self.encoder.changes(session)
        self._write(unit, verb, written(record).encode())
        self._has_game = session.game is not None

    def _whole(self, unit: RecordingUnit) -> Record:
        session = unit.firmware.session
        record = self.encoder.whole(session)
        record["operation"] = session.operations
        record["crystal"] = list(unit.dice.snapshot())
        record["session"] = self.order
        return record

    def _write(self, unit: RecordingUnit, verb: str, record: bytes) -> None:
        if len(self.disk.content) + self._waiting_size + len(record) > LARGEST:
            self._shorten()
        keys = self._unsaved + b"".join(self._waiting)
        self._waiting.clear()
        self._waiting_size = 0
        if not self.disk.content and not self._unsaved:
            keys = self.header + keys
        self.lines.keys(keys[len(self._unsaved) :])
        number = unit.operations
        data = keys + self.lines.mark(unit.tick, verb, number, unit.digest(), record)
        if unit.firmware.session.game is None:
            self._unsaved = data  # a file only comes with a game
        else:
            self._unsaved = b""
            self.disk.append(data)

    def _shorten(self) -> None:
        """The save has become too long for its keys."""
        if self._left_out:
            return
        self._leave_keys_out()
        found = parse_save(bytes(self.disk.content))._replace(playable=False)
        if found.marks:
            self.disk.replace(found.mended())
            self.lines.before = parse_save(bytes(self.disk.content)).check

    def _erased(self, unit: RecordingUnit) -> None:
        """EFFACER: the game that was stays where it is, and the next one has a file of its own."""
        session = unit.firmware.session
        self.disk.close()
        self.disk, self.lines, self.encoder = self.another(), Lines(), Encoder()
        self._records = 0
        self._left_out = False
        session.roll.clear()
        session.history.clear()
        session.future_throws.clear()
        text = written(self._whole(unit))
        unit.resume([text])
        self._waiting.clear()  # cells and fingers are the resuming's own
        self._waiting_size = 0
        self._has_game = False
        self._write(unit, "adopt", text.encode())

    def close(self, unit: RecordingUnit) -> None:
        """A last record, for the clock of a game against time."""
        if unit.firmware.session.game is not None and self._waiting:
            self.state(unit, "state")
        self.disk.close()
