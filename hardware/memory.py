"""The memory that survives: a unit whose game is saved while it is played.

    memory = Memory(folder=folder)            # the last game goes on; or Memory(path="game.keys")
    for sentence in memory.sentences: ...     # what the player should be told
    unit = memory.unit                        # a unit like any other, for any front end
    ...
    memory.close()

With a game in memory the unit begins with its own cold start, and asks REPRISE ?. From then on it
writes down by itself every finger, and after every operation what became of the game. A disk
that cannot be written is the unit's own error 23; nothing raises while a game is played.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from firmware_sim.edition_file import EditionError, built_in
from firmware_sim.state import NewerFormat, Scribe, StateError
from firmware_sim.table import Table
from firmware_sim.words import VERSION
from hardware.resume import Resumable, crystal, parsed, recalled, written
from hardware.savedisk import Disk, DiskError, InUse, aside, reason
from hardware.savefile import (
    LARGEST,
    Found,
    Lines,
    NoSave,
    header_of,
    look_at,
    read_header,
)
from hardware.testbench import Bench
from keypad.script.header import FORMAT, Header
from keypad.script.steps import readable
from keypad.script.words import written as noun_words

WHOLE_EVERY = 16
"""Operations after which a record tells the whole game again."""


class SaveError(Exception):
    """Why that save cannot be played: one sentence."""


class Played(SaveError):
    """Somebody else plays it now."""


class Remembering(Resumable):
    """A unit with a recorder inside it, as soon as `keep` gives it something to write on."""

    _book: Book | None = None

    def keep(self, book: Book) -> None:
        self._book = book
        self.bench = _NotedBench(self)

    # -- what is done to it

    def press(self, key: str) -> None:
        self.line(f"down {key}")
        super().press(key)

    def release(self, key: str) -> None:
        self.line(f"up {key}")
        super().release(key)

    def release_all(self) -> None:
        from keypad.keys import NAMES

        for code in self.matrix.fingers():
            self.release(NAMES[code])

    def set_battery(self, millivolts: int) -> None:
        self.line(f"battery {millivolts // 1000}.{millivolts % 1000:03d}V")
        super().set_battery(millivolts)

    def power_off(self) -> None:
        self.line("power off")
        super().power_off()

    def power_on(self) -> None:
        self.line("power on")
        super().power_on()

    def memory_failed(self) -> None:
        self.line("memory fails")
        super().memory_failed()

    def line(self, step: str) -> None:
        if self._book is not None:
            self._book.line(self.tick, step)

    # -- time, in which operations end

    def run(self, until: int) -> None:
        while super().run_to_change(until):
            self.note()
        self.note()

    def run_to_change(self, limit: int) -> bool:
        changed = super().run_to_change(limit)
        self.note()
        return changed

    def note(self) -> None:
        if self._book is not None:
            self._book.note(self)


class _NotedBench(Bench):
    def __init__(self, unit: Remembering) -> None:
        super().__init__(unit.firmware, unit.behind_the_firmware)
        self._unit = unit

    def set(self, noun: str, *facts: int | str) -> None:
        super().set(noun, *facts)
        self._unit.line(f"set {noun} {' '.join(noun_words(noun, facts))}")
        self._unit.note()


def _lasting(table: Table) -> tuple[object, ...]:
    """What a power cut must not take: a record is written when any of it has changed."""
    last_turn = table.game.last_turn if table.game else 0
    warned = tuple(sorted(table.warned))
    return table.operations, table.settings.plain(), table.ends_at, last_turn, warned


class Book:
    """What is written of one unit, and on which disk."""

    def __init__(self, disk: Disk, lines: Lines, header: bytes, another: Callable[[], str]) -> None:
        self.disk = disk
        self.lines = lines
        self.header = header
        self.another = another
        self.scribe = Scribe()
        self._waiting: list[bytes] = []
        self._seen: tuple[object, ...] = ()
        self._turn = 0
        self._records = 0
        self._told = False
        self._has_game = False

    def line(self, tick: int, step: str) -> None:
        """A finger: written with the operation that it leads to, if it does."""
        self._waiting.append(f"@{tick} {step}\n".encode())

    def note(self, unit: Remembering) -> None:
        """Something may have happened: keep what did, and tell the unit if that cannot be."""
        table = unit.firmware.table
        game = table.game
        if game is None:
            if self._has_game:
                self._erased(unit)
            return
        if _lasting(table) != self._seen:
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

    def state(self, unit: Remembering, verb: str) -> None:
        """One record more. Whole ones tell the dice too, and how many operations there were."""
        table = unit.firmware.table
        self._seen = _lasting(table)
        whole = verb != "state" or self._records % WHOLE_EVERY == 0 or not self.scribe.knows(table)
        self._records += 1
        record = self.scribe.whole(table) if whole else self.scribe.changes(table)
        if whole:
            record["operation"] = table.operations
            record["crystal"] = list(unit.dice.snapshot())
        self._write(unit, verb, written(record).encode())
        self._has_game = table.game is not None

    def _write(self, unit: Remembering, verb: str, record: bytes) -> None:
        keys = b"".join(self._waiting)
        self._waiting.clear()
        if not self.disk.content:
            keys = self.header + keys
        self.lines.keys(keys)
        number = unit.operations
        line = self.lines.mark(unit.tick, verb, number, unit.digest(), record)
        if unit.firmware.table.game is None:
            self.disk.content += keys + line  # a file only comes with a game
        else:
            self.disk.append(keys + line)

    def _erased(self, unit: Remembering) -> None:
        """EFFACER: the game that was stays where it is, and the next one has a file of its own."""
        table = unit.firmware.table
        self.disk.close()
        self.disk, self.lines, self.scribe = Disk(self.another()), Lines(), Scribe()
        self._records = 0
        table.roll.clear()
        table.history.clear()
        table.fate.clear()
        record = self.scribe.whole(table)
        record["operation"] = unit.operations
        record["crystal"] = list(unit.dice.snapshot())
        text = written(record)
        unit.resume([text])
        self._waiting.clear()  # cells and fingers are the resuming's own
        self._has_game = False
        self._write(unit, "adopt", text.encode())

    def close(self, unit: Remembering) -> None:
        """A last record, for the clock of a game against time."""
        if unit.firmware.table.game is not None and self._waiting:
            self.state(unit, "state")
        self.disk.close()


class Memory:
    """One game in one file, opened or begun: for whatever front end plays it."""

    def __init__(
        self,
        *,
        folder: str,
        path: str = "",
        new: bool = False,
        edition: str = "",
        seed: int | None = None,
        bounce: str = "none",
    ) -> None:
        """`path`: that save, or a new one there; otherwise the last one in `folder` that is not
        over, or a new one. `edition` is the file of a player's own, for a new one. SaveError."""
        self.folder = folder
        self.sentences: list[str] = []
        """What the player should be told: damage, another firmware."""
        self.resumed = False
        self._asked = path
        disk = None
        if new:
            if path and os.path.lexists(path):
                self.sentences.append(f"{readable(path)} stays as it is.")
        elif path:
            disk = self._explicit(path)
        else:
            self._latest()
        if not self.resumed:
            self._begin(disk or Disk(self._free_name()), edition, seed, bounce)

    @property
    def path(self) -> str:
        return self._book.disk.path

    @property
    def trouble(self) -> str:
        """Why the game is not on the disk now; empty if it is."""
        return self._book.disk.trouble

    def close(self) -> None:
        self._book.close(self.unit)

    def leave(self) -> None:
        """As `close`, but nothing more is written down: the save stays as it is."""
        self._book.disk.close()

    # -- which file

    def _free_name(self) -> str:
        wanted = self._asked
        if not wanted:
            wanted = os.path.join(self.folder, f"{datetime.now():%Y-%m-%d-%H%M}.keys")
        base, ending = os.path.splitext(wanted)
        number = 1
        while os.path.lexists(wanted):
            number += 1
            wanted = f"{base}-{number}{ending}"
        return wanted

    def _explicit(self, path: str) -> Disk | None:
        """The save taken up; or the empty file to begin in, or None if there is none."""
        if os.path.lexists(path):
            return self._open(path)
        folder = os.path.dirname(path) or "."
        if not os.path.isdir(folder):
            raise SaveError(f"{readable(path)} cannot be written: there is no such folder")
        ours = os.access in os.supports_effective_ids
        if not os.access(folder, os.W_OK, effective_ids=ours):
            raise SaveError(f"{readable(path)} cannot be written: permission denied")
        return None

    def _latest(self) -> None:
        from hardware.saves import unfinished

        for path in unfinished(self.folder):
            try:
                self._open(path)
                return
            except SaveError as error:
                self.sentences.append(f"{error}.")
                if isinstance(error, Played):
                    return

    def _open(self, path: str) -> Disk:
        """Locked, looked through, mended if need be, and taken up if there is a game in it."""
        try:
            disk = Disk.open(path, LARGEST)
        except InUse as error:
            raise Played(str(error)) from None
        except DiskError as error:
            raise SaveError(str(error)) from None
        try:
            found = look_at(bytes(disk.content))
            if found.version > FORMAT:
                raise NewerFormat(found.version)
            if found.marks:
                self._take_up(disk, found)
            else:
                self._mend(disk, found)
            return disk
        except NewerFormat as error:
            disk.close()
            raise SaveError(too_new(path, error)) from None
        except (NoSave, StateError, EditionError) as error:
            disk.close()
            said = str(error).splitlines()[0].rstrip(".")
            raise SaveError(f"{readable(path)} cannot be played: {said}") from None
        except OSError as error:
            disk.close()
            raise SaveError(f"{readable(path)} cannot be written: {reason(error)}") from None

    def _mend(self, disk: Disk, found: Found) -> None:
        """What lies there is cut or written anew; as it was it stays beside."""
        if not found.sound:
            disk.begin(found.mended(), "corrupt")
            self.sentences.append(
                f"{readable(disk.path)}: {found.trouble}. The file as it was is kept as .corrupt."
            )
        else:
            disk.begin(found.mended())

    # -- going on

    def _begin(self, disk: Disk, edition: str, seed: int | None, bounce: str) -> None:
        own = os.path.abspath(edition) if edition.endswith(".toml") else ""
        header = header_of(disk.path, own, seed, bounce)
        names = [*built_in(), *([own] if own else [])]
        self.unit = Remembering(seed=seed, bounce=bounce, editions=names)
        self._book = Book(disk, Lines(), header, self._free_name)
        self.unit.keep(self._book)

    def _take_up(self, disk: Disk, found: Found) -> None:
        header = read_header(found.header, disk.path)
        told = [parsed(mark.record) for mark in found.marks]
        unit = unit_for_save(header, Remembering)
        recall = recalled(unit, told)
        unit.run(found.tick + 1)
        unit.take_up(recall, crystal(told), found.marks[-1].number)
        self._mend(disk, found)
        lines = Lines()
        lines.before = (found if found.playable else look_at(bytes(disk.content))).check
        adopted = not found.playable or recall.firmware != VERSION
        if recall.firmware != VERSION:
            self.sentences.append(
                f"{readable(disk.path)} was played with firmware {recall.firmware}: the game goes "
                f"on with {VERSION} from its last record."
            )
        own = header.edition if header.edition.endswith(".toml") else ""
        begins = header_of(disk.path, own, header.seed, header.bounce)
        self._book = Book(disk, lines, begins, self._free_name)
        self._book.scribe.whole(unit.firmware.table)  # has been told
        self._book.state(unit, "adopt" if adopted else "resume")
        unit.keep(self._book)
        self.unit = unit
        self.resumed = True


U = TypeVar("U", bound=Resumable)


def unit_for_save(header: Header, kind: type[U]) -> U:
    names = [*built_in(), *([header.edition] if header.edition.endswith(".toml") else [])]
    return kind(seed=header.seed, bounce=header.bounce, editions=names)


def too_new(path: str, error: NewerFormat) -> str:
    """Put it aside, and say so."""
    sentence = f"{readable(path)} cannot be played: {error}"
    try:
        kept = aside(path, "too_new")
        os.rename(path, kept)
    except OSError:
        return sentence
    return f"{sentence}; it is kept as {readable(kept)}"
