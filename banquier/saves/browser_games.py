"""The saves that a browser keeps.

    games = BrowserGames("/saves", lambda: "2026-11-28-1803")    the name of a new game
    games.changes                      what the browser has to store: (name, first byte, bytes)
    games.drop_stored(len(changes))    it has stored these
    games.keep_refused("quota")        it could not: they are kept, and the unit shows error 23

At the start the page writes what it has stored into a folder of the engine, whose files are
outside of Python's memory, with the time of each one's last change. From there on each change is
made to the file and noted. A first byte of 0 replaces all that is stored under the name; -1
removes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

from banquier.saves.games import (
    ENDING,
    Games,
    SaveInMemory,
    free_name,
    last_change,
    names_beside,
    size_of,
)
from banquier.saves.save_line import KEYS_LEFT_OUT, NO_DIGEST, line
from banquier.saves.save_messages import message
from banquier.script.record_text import parse_record
from banquier.trouble import InUse, Trouble
from firmware_sim.saved_state import StateError, reading

GONE = -1
RECORDS = "game"
"""What the page kept until 1.5: a header, then a record a line."""


class BrowserSave(SaveInMemory):
    def __init__(self, games: BrowserGames, path: str) -> None:
        super().__init__(path)
        self._games = games
        self._size = size_of(path)

    def rest(self, start: int) -> bytes:
        return whole(self.path)[start:]

    def edition_name(self, path: str) -> str:
        return os.path.basename(path)

    def append(self, data: bytes) -> None:
        if data:
            self._games.write(self.path, self._size, data)
            self._size += len(data)

    def replace(self, content: bytes, keep: bool = False) -> None:
        there = self.content
        if keep:
            self._games.write(free_name(self.path, "corrupt"), 0, there)
        if not keep and content.startswith(there):
            self.append(content[len(there) :])
        else:
            self._games.write(self.path, 0, content)
            self._size = len(content)

    def close(self) -> None:
        self.abandon()
        if not self._size:
            os.remove(self.path)

    def abandon(self) -> None:
        if self._games.playing is self:
            self._games.playing = None


class BrowserGames(Games):
    def __init__(self, folder: str, day: Callable[[], str]) -> None:
        """`day`: how a new game is called, by the date and the time."""
        super().__init__(folder)
        self._day = day
        self.changes: list[tuple[str, int, bytes]] = []
        """The changes to store, in their order."""
        self.playing: BrowserSave | None = None
        names = [name for name in os.listdir(folder) if name.endswith(ENDING)]
        order = sorted((last_change(self._path(name)), name) for name in names)
        self._names = [name for _, name in order]
        """Last played last."""
        if os.path.lexists(records := self._path(RECORDS)):
            with suppress(StateError):  # damaged: it stays
                self.write_new(RECORDS + ENDING, save_of(whole(records)))
                self.remove(records)

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def paths(self) -> list[str]:
        paths = [self._path(name) for name in reversed(self._names)]
        return [path for path in paths if size_of(path)]

    def open(self, path: str) -> SaveInMemory:
        if self.playing and self.playing.path == path:
            raise InUse(message("in_use", path=path))
        if not os.path.lexists(path):
            return self.new(path)
        self.playing = BrowserSave(self, path)
        return self.playing

    def new(self, path: str = "") -> SaveInMemory:
        """Nothing of it is stored until something is in it."""
        path = self._free(path or self._path(self._day() + ENDING))
        with open(path, "wb"):
            pass
        self.playing = BrowserSave(self, path)
        return self.playing

    def _free(self, path: str) -> str:
        return next(name for name in names_beside(path) if not os.path.lexists(name))

    def write_new(self, path: str, data: bytes) -> str:
        path = self._free(self._path(os.path.basename(path)))
        self.write(path, 0, data)
        return path

    def put_aside(self, path: str, ending: str) -> str:
        kept = free_name(path, ending)
        self.write(kept, 0, whole(path))
        self.remove(path)
        return kept

    def remove(self, path: str) -> None:
        if self.playing and self.playing.path == path:
            raise Trouble(message("in_use", path=path))
        name = os.path.basename(path)
        os.remove(path)
        self._names = [known for known in self._names if known != name]
        self.changes.append((name, GONE, b""))

    # -- changes for the browser's storage

    def write(self, path: str, start: int, data: bytes) -> None:
        """Write to a file from this byte on, which is its end or its beginning."""
        with open(path, "ab" if start else "wb") as file:
            file.write(data)
        name = os.path.basename(path)
        self.changes.append((name, start, data))
        if name.endswith(ENDING):
            self._names = [*(known for known in self._names if known != name), name]

    def drop_stored(self, count: int) -> None:
        """Forget the first changes: the browser has stored so many."""
        del self.changes[:count]
        if self.playing:
            self.playing.trouble = ""

    def keep_refused(self, reason: str) -> None:
        """Keep the changes: the browser has not stored them."""
        if self.playing:
            self.playing.faults += not self.playing.trouble
            self.playing.trouble = reason


def whole(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(size_of(path))


@reading
def save_of(records: bytes) -> bytes:
    """Return records without keys as a save."""
    begin, found = (b"\n" + records).index(b"\n{"), b""  # a name may contain a brace
    for record in records[begin:].strip().split(b"\n"):
        facts = parse_record(record)
        firmware = b"banquier 1\nfirmware %s\n" % facts["firmware"].encode()
        keys = b"" if found else firmware + records[:begin] + KEYS_LEFT_OUT
        tick, number = facts["crystal"][0], facts["operation"]
        found += keys + line(keys, tick, "state", number, NO_DIGEST, record)
    return found
