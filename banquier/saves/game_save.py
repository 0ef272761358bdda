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
from datetime import datetime
from typing import TypeVar

from banquier.saves.recorder import Book, Remembering
from banquier.saves.resume import Resumable, crystal, parsed, recalled
from banquier.saves.save_file import Disk, DiskError, InUse, aside, reason
from banquier.saves.save_format import (
    LARGEST,
    Found,
    Lines,
    NoSave,
    header_of,
    look_at,
    read_header,
)
from banquier.script.header import FORMAT, Header
from banquier.script.steps import readable
from firmware_sim.codec import NewerFormat, StateError
from firmware_sim.edition.edition_file import EditionError, built_in
from firmware_sim.messages import VERSION


class SaveError(Exception):
    """Why that save cannot be played: one sentence."""


class Played(SaveError):
    """Somebody else plays it now."""


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
        from banquier.saves.save_listing import unfinished

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
