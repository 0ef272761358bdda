"""The saves of one place, and a save that is written while its game is played.

    games = SaveFolder(folder)      a folder on a disk: saves/save_folder.py
    games = BrowserGames(folder)    what a browser keeps: saves/browser_games.py
    games.paths()                   the saves with something in them, last played first
    games.open(path), games.new()   a save to write to

Every save is read by its path, also the one that is being played: `read`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

from banquier.saves.save_messages import message
from banquier.trouble import Trouble, reason

ENDING = ".keys"
BOTS = ".bots"
"""The ending of the file beside a save with the seats of its bots."""
KIND, REGULAR = 0o170000, 0o100000
"""The type bits of `os.stat`'s mode, read by number: MicroPython has no names for them."""


def read(path: str, limit: int) -> bytes:
    """Read a regular file up to one byte beyond the limit. Raises Trouble, also for a directory,
    a pipe and a device."""
    try:
        if os.stat(path)[0] & KIND != REGULAR:
            raise Trouble(message("not_a_file", path=path))
        with open(path, "rb") as file:
            return file.read(min(size_of(path), limit + 1))
    except (OSError, ValueError) as error:
        raise Trouble(message("cannot_read", path=path, reason=reason(error))) from None


def size_of(path: str) -> int:
    return int(os.stat(path)[6])


def last_change(path: str) -> int:
    """Return the time of the last write, in seconds. Raises OSError."""
    return int(os.stat(path)[8])


def names_beside(path: str) -> Iterator[str]:
    """Yield game.keys, game-2.keys, game-3.keys …: the first free one may be taken."""
    base, ending = split_ending(path)
    yield path
    for number in count(2):
        yield f"{base}-{number}{ending}"


def split_ending(path: str) -> tuple[str, str]:
    """Return the path without the ending of its name, and that ending, which may be empty."""
    name = os.path.basename(path)
    stem, dot, ending = name.rpartition(".")
    return (path[: -len(dot + ending)], dot + ending) if stem else (path, "")


class SaveInMemory:
    """A save that is written while its game is played. This one exists in memory only, for a link,
    a script that is watched, or a test. No call raises."""

    def __init__(self, path: str = "") -> None:
        """`path`: what it is called."""
        self.path = path
        self.trouble = ""
        """The reason why the stored content is incomplete; the writer tries again."""
        self.faults = 0
        """The number of times that writing began to fail or another program changed the file."""
        self.instead_of = ""
        """The earlier name, if the file under that name was replaced by something else."""
        self._pieces: list[bytes] = []
        self._size = 0

    @property
    def size(self) -> int:
        return self._size

    @property
    def content(self) -> bytes:
        """The content that the file should hold."""
        return self.rest(0)

    def rest(self, start: int) -> bytes:
        """The content from this byte on."""
        at, pieces = self._size, list[bytes]()
        for piece in reversed(self._pieces):
            if at <= start:
                break
            at -= len(piece)
            pieces.append(piece)
        return b"".join(reversed(pieces))[max(0, start - at) :]

    def append(self, data: bytes) -> None:
        self._pieces.append(data)
        self._size += len(data)

    def replace(self, content: bytes, keep: bool = False) -> None:
        """Go on with this content. `keep`: what was there is kept under another name."""
        self._pieces, self._size = [content], len(content)

    def edition_name(self, path: str) -> str:
        """Return the name by which the save's header calls the file of an edition."""
        return os.path.abspath(path)

    def sync_soon(self) -> None:
        """Begin to make it durable."""

    def close(self) -> None:
        """Write everything, or set `trouble`."""

    def abandon(self) -> None:
        """Close without writing."""


class Games:
    """The saves of one place. Its methods raise Trouble."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def paths(self) -> list[str]:
        """Return the paths of the saves with something in them, last played first."""
        raise NotImplementedError

    def open(self, path: str) -> SaveInMemory:
        """Open this save to go on with it, or make it."""
        raise NotImplementedError

    def new(self, path: str = "") -> SaveInMemory:
        """Make an empty save at once, at `path` or named by the day, under a name that is free. If
        that fails, what is appended first tries again."""
        raise NotImplementedError

    def write_new(self, path: str, data: bytes) -> str:
        """Write a whole save under the first free name beside this one, and return its path."""
        raise NotImplementedError

    def put_aside(self, path: str, ending: str) -> str:
        """Rename a save to a free name with this ending, and return that. Raises OSError."""
        raise NotImplementedError

    def remove(self, path: str) -> None:
        """Remove a file that is not being played."""
        raise NotImplementedError

    def remove_save(self, path: str) -> None:
        """Remove a save, and the seats of its bots."""
        self.remove(path)
        if os.path.lexists(path + BOTS):
            self.remove(path + BOTS)

    def remove_empty(self) -> None:
        """Remove saves of games that never began, by a program that was killed."""


def free_name(path: str, ending: str) -> str:
    """Return a free name beside the file: game.keys.corrupt, game.keys.corrupt-2 …"""
    name, number = f"{path}.{ending}", 1
    while os.path.lexists(name):
        number += 1
        name = f"{path}.{ending}-{number}"
    return name
