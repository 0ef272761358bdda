"""A save file: written at once, durable within a second, locked during play.

    file = SaveFile.named(path, limit)     # opened, or a new one; Trouble: one sentence
    file.replace(content)                  # goes on with this content
    file.append(b"@123 state ...\n")       # written before it returns, if the disk allows
    file.sync_soon()                       # starts to make it durable
    file.trouble                           # why the file is not complete
    file.close()

The content is also kept in memory. The file is a beginning of it, and the rest is appended; or it
is not, since another program changed it or a sync failed: then a draft is written and made durable,
and replaces the file. A file that another program changed is kept beside it as `.corrupt`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from banquier.saves.save_messages import message, writing
from banquier.trouble import InUse, Trouble, reason
from banquier.whole_file import draft, shut, sync_folder, write_all, write_new

try:
    import fcntl
except ImportError:  # systems without flock: saves are not locked
    fcntl = None  # type: ignore[assignment]

PATIENCE = 0.8
"""Seconds until written bytes are made durable and a failed write is tried again; with the time of
the sync less than one second."""
OWNER_ONLY = 0o600


def read(path: str, limit: int) -> bytes:
    """Open a regular file; directories, pipes and devices are refused."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise Trouble(message("not_a_file", path=path))
        with open(path, "rb") as file:
            return file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise Trouble(message("cannot_read", path=path, reason=reason(error))) from None


def free_name(path: str, ending: str) -> str:
    """A free name beside the file: game.keys.corrupt, game.keys.corrupt-2 ..."""
    name, number = f"{path}.{ending}", 1
    while os.path.lexists(name):
        number += 1
        name = f"{path}.{ending}-{number}"
    return name


def in_a_thread(seconds: float, call: Callable[[], None]) -> Callable[[], None]:
    """Call it so much later; gives what cancels it. In a browser there are no threads, and its file
    system is memory: nothing is to be made durable."""
    if sys.platform == "emscripten":
        return lambda: None
    timer = threading.Timer(seconds, call)
    timer.name, timer.daemon = "save", True  # a program that ends without closing is not held up
    timer.start()
    return timer.cancel


class SaveInMemory:
    """A save that is no file: of a link, of a script that is watched, of a test."""

    def __init__(self, path: str = "") -> None:
        """`path`: what it is called."""
        self.path = path
        self.content = bytearray()
        """What the file should hold."""
        self.trouble = ""
        """Why it does not; the writer tries again."""
        self.faults = 0
        """How often that began, or another program changed or removed the file."""

    def append(self, data: bytes) -> None:
        self.content += data

    def replace(self, content: bytes) -> None:
        self.content[:] = content

    def sync_soon(self) -> None:
        pass

    def close(self) -> None:
        pass

    def abandon(self) -> None:
        pass


class Stamp(NamedTuple):
    """By which a file is known again."""

    device: int
    inode: int
    size: int
    mtime: int

    @classmethod
    def of(cls, file: int | str) -> Stamp:
        found = os.stat(file)
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


UNKNOWN = Stamp(-1, -1, -1, -1)
"""Of a file that is kept beside before it is written anew."""


class SaveFile(SaveInMemory):
    system: Any = os
    """Whose calls write: a simulation has a disk of its own, and time of its own."""
    later = staticmethod(in_a_thread)

    def __init__(self, path: str, others: Iterator[str] | None = None) -> None:
        """`others`: the names for a new file as long as one is taken."""
        super().__init__(path)
        self._others = others or iter(())
        self._fd = -1
        self._left = UNKNOWN
        """The file as this program left it."""
        self._is_begun = False
        """Whether it is a beginning of the content; otherwise it is written anew."""
        self._new_name = False  # this program made the file, and its name is not durable yet
        self._lock = threading.Lock()
        self._syncing = threading.Lock()
        self._cancel: Callable[[], None] | None = None
        """Of the sync that is to come."""
        self._closed = False

    @property
    def _place(self) -> str:
        """The path with links resolved."""
        return os.path.realpath(self.path)

    @classmethod
    def open(cls, path: str, limit: int) -> SaveFile:
        """Open and lock an existing save; `content` is what it holds. Trouble."""
        file = cls(path)
        try:
            file._has(_open_locked(path))
            file.content += os.pread(file._fd, min(file._left.size, limit + 1), 0)
        except (OSError, ValueError) as error:
            file.abandon()
            raise Trouble(message("cannot_open", path=path, reason=reason(error))) from None
        return file

    @classmethod
    def named(cls, path: str, limit: int) -> SaveFile:
        """The file that a player named: opened, or made in a folder that is there. Trouble."""
        if os.path.exists(path):
            return cls.open(path, limit)
        if not os.path.isdir(os.path.dirname(os.path.realpath(path))):
            raise Trouble(message("no_folder", path=path))
        file = cls(path)
        with writing(path):
            file._make()
        return file

    def _make(self) -> None:
        """A new file, under another name as long as one is taken."""
        while True:
            try:
                return self._create()
            except FileExistsError:
                if not (other := next(self._others, "")):
                    raise
                self.path = other

    def _create(self) -> None:
        place = self._place
        with contextlib.suppress(FileExistsError):  # of a file: no folder to open another in
            os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        fd = self.system.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        try:
            _lock(fd, self.path)
        except BaseException as error:
            shut(fd)
            if isinstance(error, InUse):  # another program locked it first
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), place) from None
            with contextlib.suppress(OSError):
                os.unlink(place)
            raise
        self._new_name = True
        self._has(fd)

    def _has(self, fd: int) -> None:
        """Go on with this file, which is a beginning of the content."""
        shut(self._fd)  # the content has been synced
        self._fd = fd
        self._leave()

    def _leave(self, is_begun: bool = True) -> None:
        self._left, self._is_begun = Stamp.of(self._fd), is_begun

    # -- writing

    def append(self, data: bytes) -> None:
        """Written when this returns; otherwise `trouble` says why not."""
        with self._lock:
            self.content += data
            self._flush()
            self._sync_later()

    def replace(self, content: bytes, keep: bool = False) -> None:
        """Go on with this content. A file that begins or ends elsewhere goes on as it is; another
        is written anew. `keep`: and kept beside."""
        with self._lock:
            size, there = self._left.size, self.content[: self._left.size]
            self.content[:] = content
            if keep:
                self._left, self._is_begun = UNKNOWN, False
            elif len(there) < size or there[: len(content)] != self.content[:size]:
                self._is_begun = False
            elif self._is_begun and size > len(content):
                self._cut(len(content))
            self._flush()
            self._sync_later()  # a killed program may not have synced it

    def _flush(self) -> None:
        """Append the rest, or write all anew; `trouble` says why not."""
        try:
            if self._fd < 0:
                self._make()
            self._look_outside()
            if self._is_begun:
                self._write_rest()
            else:
                self._write_anew()
            self.trouble = ""
        except (OSError, ValueError) as error:
            self._fails(error)

    def _fails(self, error: OSError | ValueError) -> None:
        self.faults += not self.trouble
        self.trouble = reason(error)
        self._sync_later()

    def _look_outside(self) -> None:
        """A file that another program removed is made again, one that it changed is foreign."""
        if self._left == UNKNOWN:
            return
        try:
            there = Stamp.of(self._place)
        except FileNotFoundError:
            self.faults += 1
            shut(self._fd)
            self._fd = -1
            self._make()
            return
        begun = self.content[: there.size]
        if there[:3] == self._left[:3] and (
            there == self._left or os.pread(self._fd, there.size, 0) == begun  # it was touched
        ):
            return
        self.faults += 1
        self._left, self._is_begun = UNKNOWN, False

    def _keep(self, place: str) -> None:
        """A hard link under another name; a copy where the file system has no links."""
        kept = free_name(place, "corrupt")
        try:
            os.link(place, kept)
        except FileNotFoundError:
            return
        except OSError:
            with open(place, "rb") as file:
                data = file.read()
            write_new(kept, data)

    def _write_rest(self) -> None:
        try:
            write_all(self._fd, self.content, self._left.size, self.system)
            self._leave()
        except OSError:
            written = os.fstat(self._fd).st_size
            self._cut(self.content.rfind(b"\n", 0, written) + 1)  # whole lines
            raise

    def _cut(self, size: int) -> None:
        try:
            self.system.ftruncate(self._fd, size)
            self._leave()
        except OSError:
            self._leave(is_begun=False)

    def _write_anew(self) -> None:
        """Write all content to a draft, make it durable, and rename it to the file."""
        with draft(self._place, OWNER_ONLY, self.system, stays_open=True) as fd:
            _lock(fd, self.path)
            write_all(fd, self.content, 0, self.system)
            if self._left == UNKNOWN:
                self.system.fsync(fd)  # on a full disk nothing is kept beside, and all stays
                self._keep(self._place)
        self._has(fd)
        self._is_begun = False
        sync_folder(os.path.dirname(self._place), self.system.fsync)
        self._new_name, self._is_begun = False, True

    # -- durability

    def sync_soon(self) -> None:
        with self._lock:  # so that it does not begin before it is known
            if self._cancel is not None:
                self._cancel()
                self._cancel = self.later(0, self.make_durable)

    def _sync_later(self) -> None:
        if self._cancel is None and not self._closed:
            self._cancel = self.later(PATIENCE, self.make_durable)

    def make_durable(self) -> None:
        """Retry failed writes, then sync without the lock: a slow disk must not stop the game. What
        is not durable then is tried again."""
        fd = -1
        with self._syncing:
            try:
                with self._lock:
                    self._cancel = None
                    if self.trouble and not self._closed:
                        self._flush()
                    if self.trouble or self._closed or not self.content:
                        return
                    fd = os.dup(self._fd)
                    name, self._new_name = self._new_name, False  # after a fault both are new
                self.system.fsync(fd)
                if name:
                    sync_folder(os.path.dirname(self._place), self.system.fsync)
            except OSError as error:
                # After a failed fsync the data may be dropped; the error is reported only once.
                with self._lock:
                    self._is_begun = False
                    self._fails(error)
            finally:
                shut(fd)

    def close(self) -> None:
        """Write and sync everything, or set `trouble`; then unlock."""
        if self._closed:
            return
        self.make_durable()
        if self.trouble:  # a failed sync may have lost data: write all
            self.make_durable()
        if self._new_name and not self.content:
            with contextlib.suppress(OSError):
                if Stamp.of(self._place) == self._left:
                    os.unlink(self._place)
        self.abandon()

    def abandon(self) -> None:
        """Close without writing."""
        with self._lock:
            self._closed = True  # a sync that is to come does nothing then
        with self._syncing:  # a sync has a descriptor of the file, and with it the lock on it
            shut(self._fd)
            self._fd = -1


def _open_locked(path: str) -> int:
    """Open and lock the file; the name must still belong to it afterwards."""
    while True:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise Trouble(message("not_a_file", path=path))
        fd = os.open(path, os.O_RDWR)
        try:
            _lock(fd, path)
            if os.path.samestat(os.fstat(fd), os.stat(path)):
                return fd
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)


def _lock(fd: int, path: str) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(message("in_use", path=path)) from None


def in_use(path: str) -> bool:
    """Whether another program has locked this save."""
    try:
        os.close(_open_locked(path))
    except InUse:
        return True
    except (Trouble, OSError):
        return False
    return False
