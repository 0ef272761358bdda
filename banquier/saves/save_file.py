"""A save file: written at once, durable within a second, locked during play.

    file = SaveFile.open_named(path, limit)    # an existing or new file; raises Trouble
    file.replace(content)                      # replace the content
    file.append(b"@123 state ...\n")           # written before it returns, if the disk allows
    file.sync_soon()                           # start to make it durable
    file.trouble                               # why the file is not complete
    file.close()

The content is also kept in memory. The file is a beginning of it, and the rest is appended; or it
is not, since another program changed it or a sync failed: then a draft is written and made durable,
and replaces the file. A file that another program changed is kept beside it as `.corrupt`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable

from banquier.saves.games import SaveInMemory, free_name, names_beside
from banquier.saves.save_messages import message, writing
from banquier.trouble import InUse, Trouble, reason
from banquier.whole_file import (
    BINARY,
    draft,
    is_regular,
    read_from_start,
    shut,
    sync_folder,
    write_all,
    write_new,
)

try:
    import fcntl
except ImportError:  # systems without flock: saves are not locked
    fcntl = None  # type: ignore[assignment]

PATIENCE = 0.8
"""Seconds until written bytes are made durable and a failed write is tried again; with the time of
the sync less than one second."""
OWNER_ONLY = 0o600
NEW, CLOSED = -1, -2
"""Values instead of a descriptor: the file does not exist yet; it is closed for a moment."""


def _check_regular(path: str) -> None:
    if not is_regular(path):
        raise Trouble(message("not_a_file", path=path))


class SaveFile(SaveInMemory):
    def __init__(self, path: str) -> None:
        """Create the file on the first append, under another name if this one is taken."""
        super().__init__(path)
        self._fd = NEW
        self._is_begun = False
        """True if the file is a prefix of the content; otherwise it is created or rewritten."""
        self._left: os.stat_result | None = None
        """The file as this program left or kept it; another one is kept before it is replaced."""
        self._is_own = False
        """True if this program created the file and may remove it while it is empty."""
        self._is_due = False
        """True if a sync is scheduled."""
        self._closed = False
        self._lock = threading.Lock()  # guards all fields
        self._syncing = threading.Lock()  # a sync has a descriptor too, and with it the file's lock

    @staticmethod
    def later(seconds: float, call: Callable[[], None]) -> None:
        """A simulation has time of its own."""
        timer = threading.Timer(seconds, call)
        timer.name, timer.daemon = "save", True  # a program that does not close it may end
        timer.start()

    def edition_name(self, path: str) -> str:
        return os.path.relpath(path, os.path.dirname(self.path) or ".")

    @property
    def _place(self) -> str:
        """The path with links resolved."""
        return os.path.realpath(self.path)

    @classmethod
    def open(cls, path: str, limit: int) -> SaveFile:
        """Open and lock an existing save and load its content. Raises Trouble if that fails."""
        file = cls(path)
        try:
            file._adopt(_open_locked(path))
            size = os.fstat(file._fd).st_size
            SaveInMemory.append(file, read_from_start(file._fd, min(size, limit + 1)))
            file._is_begun = size <= limit
        except (OSError, ValueError) as error:
            file.abandon()
            raise Trouble(message("cannot_open", path=path, reason=reason(error))) from None
        return file

    @classmethod
    def open_named(cls, path: str, limit: int) -> SaveFile:
        """Open or create the file that a player named. Raises Trouble if its folder is missing."""
        if os.path.exists(path):
            return cls.open(path, limit)
        if not os.path.isdir(os.path.dirname(os.path.realpath(path))):
            raise Trouble(message("no_folder", path=path))
        file = cls(path)
        with writing(path):
            file._make(path)
        return file

    def _make(self, path: str) -> None:
        self._adopt(_open_locked(os.path.realpath(path), os.O_CREAT | os.O_EXCL))
        self.path, self._is_own = path, True

    def _adopt(self, fd: int) -> None:
        """Go on with this file, which is a beginning of the content."""
        shut(self._fd)
        self._fd, self._left, self._is_begun = fd, os.fstat(fd), True

    # -- writing

    def append(self, data: bytes) -> None:
        """Written when this returns; otherwise `trouble` says why not."""
        with self._lock:
            super().append(data)
            self._write()
            self._sync_later()

    def replace(self, content: bytes, keep: bool = False) -> None:
        """Go on with this content. `keep`: the file as it was is kept beside."""
        with self._lock:
            if keep or not content.startswith(self.content):
                self._is_begun = False
            if keep:
                self._left = None
            super().replace(content)
            self._write()
            self._sync_later()  # a killed program may not have synced it

    def _write(self) -> None:
        """Append the rest, or write all again; `trouble` says why not."""
        try:
            if self._is_begun and not self._is_as_left():
                self.faults += 1
                self._is_begun = False
            if not self._is_begun:
                self._begin()
            self._write_rest()
            self.trouble = ""
        except (OSError, ValueError) as error:
            self._record_failure(error)

    def _record_failure(self, error: OSError | ValueError) -> None:
        self.faults += not self.trouble
        self.trouble = reason(error)
        self._sync_later()

    def _is_as_left(self) -> bool:
        """Check that no other program changed, replaced or removed the file."""
        try:
            left, there = self._left, os.stat(self._place)
        except FileNotFoundError:
            return False
        if left is None or not os.path.samestat(left, there) or left.st_size != there.st_size:
            return False
        return (
            left.st_mtime_ns == there.st_mtime_ns  # some file systems round it later
            or (
                self._fd != CLOSED
                and read_from_start(self._fd, there.st_size) == self.content[: there.st_size]
            )
        )

    def _begin(self) -> None:
        """Make the file, under the first name that is free, or write it again."""
        with contextlib.suppress(FileExistsError):  # the next call reports a file
            os.makedirs(os.path.dirname(self._place), mode=0o700, exist_ok=True)
        if self._fd != NEW and is_regular(self._place):
            self._write_anew()
            return
        wanted = self.path
        for path in names_beside(wanted):
            with contextlib.suppress(FileExistsError, Trouble):  # the name is taken
                self.instead_of = wanted if self._fd != NEW else ""
                self._make(path)
                return

    def _write_anew(self) -> None:
        """Write all content to a draft, make it durable, and rename it to the file."""
        with draft(self._place, OWNER_ONLY, stays_open=fcntl is not None) as fd:
            _lock(fd, self.path)
            write_all(fd, self.content)
            if os.path.exists(self._place) and not self._is_as_left():
                os.fsync(fd)  # on a full disk this fails before a copy is made
                self._keep(self._place)
            if fcntl is None:  # no lock is lost, and Windows replaces no open file
                shut(self._fd)
                self._fd = CLOSED
        self._adopt(fd if fcntl else _open_locked(self._place))

    def _keep(self, place: str) -> None:
        """A hard link under another name; a copy where the file system has no links."""
        kept, there = free_name(place, "corrupt"), os.stat(place)
        try:
            os.link(place, kept)
        except OSError:
            with open(place, "rb") as file:
                data = file.read()
            write_new(kept, data)
        self._left = there

    def _write_rest(self) -> None:
        try:
            written = os.fstat(self._fd).st_size
            write_all(self._fd, self.rest(written), written)
        except OSError:
            written = os.fstat(self._fd).st_size
            with contextlib.suppress(OSError):  # whole lines: half a one is damage to a reader
                os.ftruncate(self._fd, self.content.rfind(b"\n", 0, written) + 1)
            raise
        finally:
            self._left = os.fstat(self._fd)

    # -- durability

    def sync_soon(self) -> None:
        self.later(0, self.make_durable)

    def _sync_later(self) -> None:
        if not self._is_due:
            self._is_due = True
            self.later(PATIENCE, self.make_durable)

    def make_durable(self) -> None:
        """Write pending content, then sync without the lock: a slow disk must not stop the game.
        Anything that is not durable then is tried again."""
        fd = -1
        with self._syncing:
            try:
                with self._lock:
                    self._is_due = False
                    if self._closed:
                        return
                    self._write()
                    if self.trouble:
                        return
                    fd = os.dup(self._fd)
                os.fsync(fd)
                sync_folder(os.path.dirname(self._place))
            except OSError as error:
                # The system may drop data after a failed fsync and reports the error only once.
                with self._lock:
                    self._is_begun = False
                    self._record_failure(error)
            finally:
                shut(fd)

    def close(self) -> None:
        """Write and sync everything, or set `trouble`; then unlock."""
        if self.size:
            self.make_durable()
            if self.trouble:  # a failed sync may have lost data: write all
                self.make_durable()
        elif self._is_own:
            with contextlib.suppress(OSError):
                if self._is_as_left():
                    os.unlink(self._place)
        self.abandon()

    def abandon(self) -> None:
        """Close without writing."""
        with self._lock:
            self._closed = True  # a sync that is to come does nothing then
        with self._syncing:
            shut(self._fd)
            self._fd = CLOSED


def _open_locked(path: str, flags: int = 0) -> int:
    """Open and lock the file; the name must still belong to it afterwards."""
    while True:
        _check_regular(path)
        fd = os.open(path, os.O_RDWR | BINARY | flags, OWNER_ONLY)
        try:
            _lock(fd, path)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(fd), os.stat(path)):
                    return fd
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)


def _lock(fd: int, path: str) -> None:
    """Lock a save, unless the system or the file system has no locks."""
    if fcntl is None:
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(message("in_use", path=path)) from None
    except OSError:
        pass


def remove_empty(path: str) -> None:
    """Remove an empty save of a killed program, but not of a running one."""
    with contextlib.suppress(Trouble, OSError):
        fd = _open_locked(path)
        try:
            if not os.fstat(fd).st_size:
                os.unlink(path)
        finally:
            os.close(fd)


def in_use(path: str) -> bool:
    """Check if another program has locked this save."""
    try:
        os.close(_open_locked(path))
    except (Trouble, OSError) as error:
        return isinstance(error, InUse)
    return False
