"""A game that is saved while it is played.

    save = GameSave(folder=folder)            # the last game goes on; or GameSave(path="game.keys")
    for sentence in save.sentences: ...       # to tell the player
    unit = save.unit                          # a unit for any front end
    ...
    save.close()

A unit with a saved game begins with a cold start and asks REPRISE ?. Each key edge is written
and, after each operation, the state. A file that cannot be written is error 23 of the unit;
nothing raises while a game is played.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime

from banquier.saves.messages import message, not_playable
from banquier.saves.recorder import SaveRecorder
from banquier.saves.save_file import SaveFile, SaveInMemory, free_name
from banquier.saves.save_format import (
    LONGEST_READ,
    Found,
    header_of,
    parse_save,
)
from banquier.saves.save_listing import by_last_played, unfinished
from banquier.saves.saved_game import SavedGame
from banquier.script.header import FORMAT, Header, unit_for
from banquier.trouble import InUse, Trouble
from banquier.whole_file import names_beside, write_new
from banquier.words import Said
from firmware_sim.messages import VERSION
from firmware_sim.saved_state import NewerFormat, StateError


class GameSave:
    """One game in one file, opened or new."""

    def __init__(
        self,
        *,
        folder: str,
        path: str = "",
        new: bool = False,
        edition: str = "",
        seed: int | None = None,
        bounce: str = "none",
        files: type[SaveFile] = SaveFile,
    ) -> None:
        """`path`: that save, or a new one there. Without it the last unfinished save in `folder`,
        or a new one. `edition`: an edition file for a new game. Trouble."""
        self.folder = folder
        self.sentences: list[Said] = []
        """To tell the player: damage, another firmware."""
        self.resumed = False
        self._files = files
        self._asked = path
        file = None
        if new:
            if path and os.path.lexists(path):
                self.sentences.append(message("stays", path=path))
        elif path:
            file = self._files.named(path, LONGEST_READ)
            self._open(file)  # an empty one begins a new game
        else:
            self._latest(by_last_played(folder))
        if not self.resumed:
            self._begin(file or self._new_file(), edition, seed, bounce)

    @property
    def file(self) -> SaveInMemory:
        return self._recorder.file

    @property
    def path(self) -> str:
        return self.file.path

    @property
    def trouble(self) -> str:
        """Why the file is not complete; empty if it is."""
        return self.file.trouble

    @property
    def unsaved(self) -> bool:
        """Whether there is a game whose file is not complete."""
        return bool(self.trouble and self.file.content)

    def close(self) -> None:
        self._recorder.close(self.unit)

    def leave(self) -> None:
        """Close without writing anything more."""
        self.file.abandon()

    def save_as(self, path: str) -> None:
        """Write a closed game under a free name. OSError, ValueError."""
        write_new(path, bytes(self.file.content))

    # -- which file

    def _new_file(self) -> SaveFile:
        """A new file, made at once; if that fails, the first operation tries again."""
        file = self._files(self._free_name(), self._free_name)
        file.append(b"")
        return file

    def _free_name(self) -> str:
        today = os.path.join(self.folder, f"{datetime.now():%Y-%m-%d-%H%M}.keys")
        names = names_beside(self._asked or today)
        return next(name for name in names if not os.path.lexists(name))

    def _latest(self, paths: Sequence[str]) -> None:
        for path in unfinished(paths):
            try:
                self._open(self._files.open(path, LONGEST_READ))
                return
            except Trouble as error:
                self.sentences.append(message("sentence", message=error.args[0]))
                if isinstance(error, InUse):
                    return

    def _open(self, file: SaveFile) -> None:
        """Parse the file, repair it if needed, resume its game if there is one."""
        path = file.path
        try:
            found = parse_save(bytes(file.content))
            if found.version > FORMAT:
                raise NewerFormat(found.version, FORMAT)
            if found.marks:
                self._take_up(file, found)
            else:
                self._repair(file, found)
        except NewerFormat as error:
            file.abandon()
            raise Trouble(too_new(path, error)) from None
        except (StateError, Trouble) as error:
            file.abandon()
            raise Trouble(message("cannot_play", path=path, reason=not_playable(error))) from None

    def _repair(self, file: SaveFile, found: Found) -> None:
        """Repair the file, and bring it to the format of today; a damaged file is kept beside."""
        file.replace(found.repaired(), keep=not found.sound)
        if not found.sound:
            name = "mended_later" if file.trouble else "mended"
            self.sentences.append(
                message(name, path=file.path, trouble=found.trouble, reason=file.trouble)
            )

    # -- going on

    def _begin(self, file: SaveFile, edition: str, seed: int | None, bounce: str) -> None:
        header = Header()
        header.edition = os.path.abspath(edition) if edition.endswith(".toml") else ""
        header.seed, header.bounce = seed, bounce
        self.unit = unit_for(header)
        self._recorder = SaveRecorder(file, header_of(file.path, header), self._new_file)
        self.unit.observers.append(self._recorder)

    def _take_up(self, file: SaveFile, found: Found) -> None:
        saved = SavedGame(file.path, found)
        unit, tail = saved.taken_up()
        self._repair(file, found._replace(data=found.data[: found.end] + tail))
        header, firmware = saved.header, saved.records[-1]["firmware"]
        if firmware != VERSION:
            self.sentences.append(
                message("other_firmware", path=file.path, old=firmware, new=VERSION)
            )
        header.names = saved.names
        since = len(file.content) - len(tail)
        self._recorder = SaveRecorder(file, header_of(file.path, header), self._new_file, since)
        adopted = not found.playable or firmware != VERSION
        self._recorder.state(unit, "adopt" if adopted else "resume")
        unit.observers.append(self._recorder)
        unit.names = dict(saved.names)
        self.unit = unit
        self.resumed = True


def too_new(path: str, error: NewerFormat) -> Said:
    """Rename the file and note a sentence."""
    newer = message("newer", version=error.version, known=error.known)
    sentence = message("cannot_play", path=path, reason=newer)
    try:
        kept = free_name(path, "too_new")
        os.rename(path, kept)
    except OSError:
        return sentence
    return message("put_aside", message=sentence, kept=kept)
