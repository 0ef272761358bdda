"""The disk of a save: calls of it fail, and it knows what of a file is durable.

    disk = Disk(rng(1), Fault("fsync", 1, from_on=False, error=errno.EIO))
    disk.counts["fsync"], disk.why_not_durable(path)

    failing("fsync", errno.EIO)    one call of `os` fails, without a disk

A save has it `under_saves`. The files are real, and so is every call that is not to fail,
but for the sync, which would take time. A full disk takes a part of a write.
"""

import errno
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from banquier import whole_file
from banquier.play.rng import Rng
from banquier.saves import save_file

CALLS = ("open", "write", "fsync", "replace", "link", "ftruncate", "close", "unlink")
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""For the files of hundreds of runs: a folder that is not waited for."""


def failing(call: str, number: int) -> AbstractContextManager[object]:
    """Let this call of `os` fail for a while."""
    return patch.object(os, call, side_effect=OSError(number, os.strerror(number)))


class Fault(NamedTuple):
    call: str
    nth: int
    from_on: bool
    error: int

    def __str__(self) -> str:
        on = " and all after it" if self.from_on else ""
        return f"{self.call} {self.nth}{on}: {errno.errorcode[self.error]}"


class Disk:
    def __init__(self, chance: Rng, *faults: Fault) -> None:
        self.chance = chance
        self.faults = faults
        self.counts: Counter[str] = Counter()
        self.too_early: list[str] = []
        """Files that took their place before they were durable."""
        self._durable: dict[int, int] = {}  # inode: so many bytes of it
        self._lost: set[int] = set()  # a sync of theirs failed: what was written before may be gone
        self._unnamed: set[str] = set()  # files whose folder was not synced since

    @contextmanager
    def under_saves(self) -> Iterator[None]:
        """The modules that write saves call it instead of `os`."""
        with patch.object(save_file, "os", self), patch.object(whole_file, "os", self):
            yield

    def __getattr__(self, name: str) -> Any:
        if name in ("link", "unlink"):
            self._may_fail(name)
        return getattr(os, name)

    def _may_fail(self, call: str) -> None:
        self.counts[call] += 1
        nth = self.counts[call]
        failing = [fault.error for fault in self.faults if fault.call == call and
                   (nth == fault.nth or (fault.from_on and nth > fault.nth))]  # fmt: skip
        if failing:
            raise OSError(failing[0], os.strerror(failing[0]))

    # -- the calls

    def open(self, path: str, flags: int, mode: int = 0o777) -> int:
        self._may_fail("open")
        fd = os.open(path, flags, mode)
        if flags & os.O_CREAT:  # a disk gives the number of a removed file to the next one
            self._durable[os.fstat(fd).st_ino] = 0
            self._lost.discard(os.fstat(fd).st_ino)
            self._unnamed.add(path)
        return fd

    def write(self, fd: int, data: bytes) -> int:
        found = os.fstat(fd)
        self._durable.setdefault(found.st_ino, found.st_size)
        try:
            self._may_fail("write")
        except OSError as error:
            if error.errno == errno.ENOSPC:
                os.write(fd, data[: self.chance(len(data))])
            raise
        return os.write(fd, data)

    def ftruncate(self, fd: int, size: int) -> None:
        self._may_fail("ftruncate")
        os.ftruncate(fd, size)
        inode = os.fstat(fd).st_ino
        self._durable[inode] = min(size, self._durable.get(inode, size))

    def fsync(self, fd: int) -> None:
        found, is_folder = os.fstat(fd), os.path.isdir(f"/proc/self/fd/{fd}")
        try:
            self._may_fail("fsync")
        except OSError:
            self._lost.add(found.st_ino)
            raise
        if is_folder:
            self._unnamed.clear()
        elif found.st_ino not in self._lost:
            self._durable[found.st_ino] = found.st_size

    def replace(self, draft: str, place: str) -> None:
        self._may_fail("replace")
        if why := self._why_in_part(draft):
            self.too_early.append(f"a file took its place too early: {why}")
        os.replace(draft, place)
        self._unnamed.discard(draft)
        self._unnamed.add(place)

    def close(self, fd: int) -> None:
        """Linux closes the file even where close fails."""
        try:
            self._may_fail("close")
        finally:
            os.close(fd)

    # -- what is durable

    def _why_in_part(self, path: str) -> str:
        found = os.stat(path)
        if found.st_ino in self._lost:
            return "its sync had failed"
        is_whole = self._durable.get(found.st_ino, found.st_size) == found.st_size
        return "" if is_whole else "it was not synced"

    def why_not_durable(self, path: str) -> str:
        unnamed = "its folder was not synced" if path in self._unnamed else ""
        return self._why_in_part(path) or unnamed
