"""The disk of a save: it fills, fails, and is cut off, and knows what of a file is durable.

    disk = Disk(folder, chance)
    disk.full, disk.broken         writes, syncs and renames fail from now on
    disk.tears                     the program is killed in the middle of its next write
    disk.cut()                     power is gone: what was not synced is lost, or a part of it

A save gets it as `SaveFile.system`. The files are real, in a folder of the evening's own.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from stat import S_ISDIR
from typing import NoReturn

from banquier.play.rng import Rng

BLOCK = 512


class Killed(BaseException):
    """The program is killed; nothing may catch it but the simulation."""


class Disk:
    def __init__(self, folder: str, chance: Rng) -> None:
        self.folder = folder
        self.chance = chance
        self.full = self.broken = self.killed = False
        self.tears = False
        self._durable: dict[int, int] = {}  # inode: so many bytes of it
        self._lost: set[int] = set()  # a sync of theirs failed: what was written before may be gone
        self._unnamed: set[str] = set()
        self._replaced: dict[str, bytes] = {}

    def repair(self) -> None:
        self.full = self.broken = self.killed = self.tears = False

    def lost(self, path: str) -> bool:
        """A sync of this file failed: until it is written anew, a part of it may be gone."""
        return os.stat(path).st_ino in self._lost

    # -- the calls of a save

    def open(self, path: str, flags: int, mode: int) -> int:
        self._may_fail()
        fd = os.open(path, flags, mode)
        self._durable[os.fstat(fd).st_ino] = 0
        self._lost.discard(os.fstat(fd).st_ino)
        self._unnamed.add(path)
        return fd

    def pwrite(self, fd: int, data: bytes, offset: int) -> int:
        self._may_fail(data=data)
        if self.tears:
            os.pwrite(fd, data[: self.chance(2 * len(data))], offset)  # a part, or all of it
            self._die()
        if self.full and len(data) > 1:
            return os.pwrite(fd, data[: 1 + self.chance(len(data) - 1)], offset)
        return os.pwrite(fd, data, offset)

    def ftruncate(self, fd: int, size: int) -> None:
        self._may_fail()
        os.ftruncate(fd, size)
        inode = os.fstat(fd).st_ino
        self._durable[inode] = min(size, self._durable.get(inode, size))

    def fsync(self, fd: int) -> None:
        found = os.fstat(fd)
        if self.broken and not self.killed:
            self._lost.add(found.st_ino)
        self._may_fail()
        if S_ISDIR(found.st_mode):
            self._unnamed.clear()
            self._replaced.clear()
        elif found.st_ino not in self._lost:
            self._durable[found.st_ino] = found.st_size

    def replace(self, draft: str, place: str) -> None:
        self._may_fail()
        if self.tears:
            self._die()
        self._replaced.setdefault(place, self._kept(place))
        os.replace(draft, place)
        self._unnamed.discard(draft)

    def _die(self) -> NoReturn:
        self.killed = True
        raise Killed

    def _may_fail(self, data: bytes | None = None) -> None:
        if self.killed:
            raise Killed
        if self.broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if self.full and data is not None and (not data or self.chance(2)):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    # -- power

    def _kept(self, path: str) -> bytes:
        """What of a file survives: what was synced, and perhaps some of the rest."""
        with open(path, "rb") as file:
            data = bytearray(file.read())
            sure = self._durable.get(os.fstat(file.fileno()).st_ino, 0)
        rest = len(data) - sure
        if rest <= 0:
            return bytes(data)
        if self.chance(3) == 0:  # blocks are written in any order
            at = sure + self.chance(rest)
            data[at : at + BLOCK] = bytes(len(data[at : at + BLOCK]))
            return bytes(data)
        return bytes(data[: sure + self.chance(rest + 1)])

    def cut(self) -> None:
        for file in sorted(Path(self.folder).iterdir()):
            path = str(file)
            if path in self._unnamed and self.chance(2):
                file.unlink()
            elif path in self._replaced and self.chance(2):
                file.write_bytes(self._replaced[path])
            else:
                file.write_bytes(self._kept(path))
            if file.exists():
                self._durable[file.stat().st_ino] = file.stat().st_size
        self._unnamed.clear()
        self._replaced.clear()
        self._lost.clear()
