"""The disk of a save on which chosen calls fail, one at a time or from one on.

    disk = FailingDisk(Fault("fsync", 1, from_on=False, error=errno.EIO))
    with disk.under_saves():        the modules that write saves call it instead of `os`
        ...
    disk.counts["fsync"], disk.why_not_durable(path)

Every call is made for real unless it is to fail. A full disk takes half of a write. What is durable
after a power cut follows from the calls.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from banquier import whole_file
from banquier.saves import save_file

CALLS = ("open", "write", "fsync", "replace", "link", "ftruncate", "close", "unlink")


class Fault(NamedTuple):
    call: str
    nth: int
    from_on: bool
    error: int

    def __str__(self) -> str:
        on = " and all after it" if self.from_on else ""
        return f"{self.call} {self.nth}{on}: {errno.errorcode[self.error]}"


class FailingDisk:
    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        self.counts: Counter[str] = Counter()
        self.faults_of_order: list[str] = []
        """A file took its place before it was durable."""
        self._dirty: set[int] = set()
        self._lost: set[int] = set()
        self._unnamed: set[int] = set()

    @contextmanager
    def under_saves(self) -> Iterator[None]:
        with patch.object(save_file, "os", self), patch.object(whole_file, "os", self):
            yield

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _error(self, call: str) -> OSError | None:
        """The error that this call is to have."""
        self.counts[call] += 1
        nth = self.counts[call]
        for fault in self.faults:
            if fault.call == call and (nth == fault.nth or (fault.from_on and nth > fault.nth)):
                return OSError(fault.error, os.strerror(fault.error))
        return None

    def _may_fail(self, call: str) -> None:
        if error := self._error(call):
            raise error

    # -- the calls

    def open(self, path: str, flags: int, mode: int = 0o777) -> int:
        self._may_fail("open")
        new = flags & os.O_CREAT and not os.path.lexists(path)
        fd = os.open(path, flags, mode)
        inode = os.fstat(fd).st_ino
        if flags & os.O_CREAT:
            self._unnamed.add(inode)
        if new:  # a disk gives the number of a removed file to the next one
            self._dirty.discard(inode)
            self._lost.discard(inode)
        return fd

    def pwrite(self, fd: int, data: bytes, at: int) -> int:
        self._dirty.add(os.fstat(fd).st_ino)
        if error := self._error("write"):
            if error.errno == errno.ENOSPC and len(data) > 1:
                os.pwrite(fd, data[: len(data) // 2], at)
            raise error
        return os.pwrite(fd, data, at)

    def ftruncate(self, fd: int, size: int) -> None:
        self._dirty.add(os.fstat(fd).st_ino)
        self._may_fail("ftruncate")
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        inode, folder = os.fstat(fd).st_ino, os.path.isdir(f"/proc/self/fd/{fd}")
        if error := self._error("fsync"):
            self._lost.add(inode)
            self._dirty.add(inode)
            raise error
        os.fsync(fd)
        self._dirty.discard(inode)
        if folder:
            self._unnamed.clear()

    def replace(self, draft: str, place: str) -> None:
        self._may_fail("replace")
        inode = os.stat(draft).st_ino
        os.replace(draft, place)
        if inode in self._dirty | self._lost:
            self.faults_of_order.append("a file took its place before it was durable")
        self._unnamed.add(inode)

    def link(self, place: str, kept: str) -> None:
        self._may_fail("link")
        os.link(place, kept)

    def unlink(self, path: str) -> None:
        self._may_fail("unlink")
        os.unlink(path)

    def close(self, fd: int) -> None:
        """Linux closes the file even where close fails."""
        error = self._error("close")
        os.close(fd)
        if error:
            raise error

    # -- after a power cut

    def why_not_durable(self, path: str) -> str:
        inode = os.stat(path).st_ino
        if inode in self._lost:
            return "its sync had failed"
        if inode in self._dirty:
            return "it was not synced"
        return "its folder was not synced" if inode in self._unnamed else ""
