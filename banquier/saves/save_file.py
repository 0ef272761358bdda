"""A save file: written at once, durable within a second, locked during play.

    file = SaveFile.open(path, limit)      # Trouble: one sentence
    file = SaveFile.reserve(path)          # a new one; FileExistsError if the name is taken
    file.begin(content, keep_as="corrupt") # goes on with this content
    file.append(b"@123 state ...\n")       # written before it returns, if the disk allows
    file.sync_soon()                       # starts to make it durable
    file.trouble                           # why the file is not complete; the writer tries again
    file.close()

The content is also kept in memory. A file that is incomplete, was removed or changed by another
program, or whose sync failed is written anew: a draft is written and made durable, then it
replaces the file. A file that another program changed is kept beside it as `.corrupt`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import threading
from collections.abc import Callable
from typing import Any

from banquier.saves.messages import message, writing
from banquier.trouble import InUse, Trouble, reason
from banquier.whole_file import sync_folder

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

    def append(self, data: bytes) -> None:
        self.content += data

    def replace(self, content: bytes) -> None:
        self.content[:] = content

    def sync_soon(self) -> None:
        pass

    def changed_since_asked(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def abandon(self) -> None:
        pass


class SaveFile(SaveInMemory):
    system: Any = os
    """Whose calls write: a simulation has a disk of its own, and time of its own."""
    later = staticmethod(in_a_thread)

    def __init__(self, path: str, another: Callable[[], str] | None = None) -> None:
        """`another`: makes another name if this one is taken when the file is first written."""
        super().__init__(path)
        self.written = 0
        """So many bytes of the content are in it."""
        self.changed_outside = False
        """Another program changed or removed the file; reset by `meddled_with`."""
        self._another = another
        self._fd = -1
        self._mtime = 0
        self._made_here = False
        self._stale = False  # the file is no prefix of `content`, or may not be durable
        self._keep_as = ""  # the suffix under which the old file is kept
        self._new_name = False  # the name in the folder is not durable yet
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
        """Open and lock an existing save; `content` is what it holds."""
        file = cls(path)
        try:
            file._fd = _open_locked(path)
            size = os.fstat(file._fd).st_size
            data = os.pread(file._fd, min(size, limit + 1), 0)
        except (OSError, ValueError) as error:
            file._drop_file()
            raise Trouble(message("cannot_open", path=path, reason=reason(error))) from None
        except Trouble:
            file._drop_file()
            raise
        file.content += data
        file._wrote()
        return file

    @classmethod
    def named(cls, path: str, limit: int) -> SaveFile:
        """The file that a player named: opened, or made in a folder that is there. Trouble."""
        if not os.path.exists(path):
            if not os.path.isdir(os.path.dirname(os.path.realpath(path))):
                raise Trouble(message("no_folder", path=path))
            with writing(path), contextlib.suppress(FileExistsError):  # just made by another
                return cls.reserve(path)
        return cls.open(path, limit)

    @classmethod
    def reserve(cls, path: str) -> SaveFile:
        """Make and lock a new empty file. OSError; FileExistsError: the name is taken."""
        file = cls(path)
        file._reserve()
        return file

    def _reserve(self) -> None:
        place = self._place
        _make_folder(os.path.dirname(place))
        fd = self.system.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        try:
            _lock(fd, self.path)
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.close(fd)
            if isinstance(error, InUse):  # another program locked it first
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), place) from None
            with contextlib.suppress(OSError):
                os.unlink(place)
            raise
        self._fd = fd
        self._wrote()
        self._made_here = self._new_name = True

    # -- writing

    def begin(self, content: bytes, keep_as: str = "") -> None:
        """Go on with this content. `keep_as`: the suffix under which the old file is kept.

        Without it one of the two must be a prefix of the other."""
        with self._lock:
            self.content[:] = content
            if keep_as:
                self._stale, self._keep_as = True, keep_as
            elif self.written > len(content):
                try:
                    self.system.ftruncate(self._fd, len(content))
                    self._wrote()
                except OSError:
                    self._stale = True
            self._flush()
        self._sync_later()  # a killed program may not have synced it

    def replace(self, content: bytes) -> None:
        """Replace the content of the file."""
        with self._lock:
            self.content[:] = content
            self._stale = True
            self._flush()

    def append(self, data: bytes) -> None:
        """Written when this returns; otherwise `trouble` says why not."""
        with self._lock:
            self.content += data
            self._flush()
        self._sync_later()

    def sync_soon(self) -> None:
        with self._lock:  # so that it does not begin before it is known
            if self._cancel is not None:
                self._cancel()
                self._cancel = self.later(0, self.make_durable)

    def _sync_later(self) -> None:
        with self._lock:
            if self._cancel is None and not self._closed:
                self._cancel = self.later(PATIENCE, self.make_durable)

    def _flush(self) -> None:
        try:
            if self._fd < 0:
                self._first_name()
            self._look_outside()
            if self._stale:
                self._write_anew()
            while self.written < len(self.content):
                piece = bytes(self.content[self.written :])
                self.written += self.system.pwrite(self._fd, piece, self.written)
            self._wrote()
            self.trouble = ""
        except (OSError, ValueError) as error:
            self.trouble = reason(error)
            if self._fd >= 0 and not self._stale:
                self._cut_half_line()

    def _first_name(self) -> None:
        """Make the file: the folder was not writable before, or the file was removed."""
        for _ in range(100):
            try:
                self._reserve()
                return
            except FileExistsError:
                if self._another is None:
                    raise
                self.path = self._another()
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))

    def _cut_half_line(self) -> None:
        """Cut the file back to whole lines."""
        try:
            self.written = self.content.rfind(b"\n", 0, self.written) + 1
            self.system.ftruncate(self._fd, self.written)
            self._wrote()
        except OSError:
            self._stale = True
            self._wrote()

    def _wrote(self) -> None:
        now = os.fstat(self._fd)
        self.written, self._mtime = now.st_size, now.st_mtime_ns

    def _look_outside(self) -> None:
        """Notice that another program removed or changed the file; once, until it is kept."""
        if self._keep_as:
            return
        ours = os.fstat(self._fd)
        try:
            there = os.stat(self._place)
        except FileNotFoundError:
            self.changed_outside = True
            self._drop_file()
            self._first_name()
            return
        same = (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)
        if same and there.st_size == self.written:
            touched = there.st_mtime_ns != self._mtime
            if not touched or os.pread(self._fd, self.written, 0) == self.content[: self.written]:
                return
        self.changed_outside = self._stale = True
        self._keep_as = "corrupt"

    def _write_anew(self) -> None:
        """Write all content to a draft, make it durable, and rename it to the file."""
        place = self._place
        folder = os.path.dirname(place)
        _make_folder(folder)
        draft, fd = self._draft(place)
        try:
            _lock(fd, self.path)
            _write_all(fd, self.content, self.system.write)
            with contextlib.suppress(OSError):
                os.chmod(draft, stat.S_IMODE(os.stat(place).st_mode))
            self.system.fsync(fd)
            if self._keep_as:
                self._keep(place)
            self.system.replace(draft, place)
        except BaseException:
            with contextlib.suppress(OSError):
                os.close(fd)
            with contextlib.suppress(OSError):
                os.unlink(draft)
            raise
        self._drop_file()
        self._fd = fd
        self._keep_as = ""
        self._wrote()
        sync_folder(folder, self.system.fsync)
        self._stale = self._new_name = False

    def _draft(self, place: str) -> tuple[str, int]:
        draft = f"{place}.{os.getpid()}.new"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)  # left by a killed program with the same process number
        return draft, self.system.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY)

    def _keep(self, place: str) -> None:
        """A hard link under another name; a copy where the file system has no links."""
        kept = free_name(place, self._keep_as)
        try:
            os.link(place, kept)
        except FileNotFoundError:
            return
        except OSError:
            with open(place, "rb") as file:
                data = file.read()
            write_new(kept, data)

    # -- durability

    def _sync_no_more(self) -> None:
        """A sync that is under way has a descriptor of the file, and with it the lock on it."""
        if self._cancel is not None:
            self._cancel()
        with self._syncing:
            pass

    def make_durable(self) -> None:
        """Retry failed writes, then sync without the lock: a slow disk must not stop the game. What
        is not durable then is tried again."""
        with self._lock:
            self._cancel = None
        with self._syncing:
            self._sync()
        if self.trouble:
            self._sync_later()

    def _sync(self) -> None:
        with self._lock:
            if self._closed:
                return
            if self.trouble:
                self._flush()
            if self._fd < 0 or self._stale:
                return
            try:
                fd = os.dup(self._fd)
            except OSError as error:
                self.trouble = reason(error)
                return
            folder = os.path.dirname(self._place) if self._new_name else ""
        try:
            self.system.fsync(fd)
            if folder:
                sync_folder(folder, self.system.fsync)
                self._new_name = False
        except OSError as error:
            # After a failed fsync the data may be dropped; the error is reported only once.
            with self._lock:
                self._stale = True
                self.trouble = reason(error)
        finally:
            with contextlib.suppress(OSError):
                os.close(fd)

    def changed_since_asked(self) -> bool:
        """Whether another program changed or removed the file since the last call."""
        was, self.changed_outside = self.changed_outside, False
        return was

    def close(self) -> None:
        """Write and sync everything, or set `trouble`; then unlock."""
        with self._lock:
            if self._closed:
                return
            if self.content:
                self._close_whole()
            self._closed = True
        self._sync_no_more()
        if self._made_here and not self.content:
            self._remove_empty()
        self._drop_file()

    def _close_whole(self) -> None:
        for _ in range(2):  # a failed sync may have lost data: write all of it
            if self.trouble:
                self._flush()
            if self.trouble:
                continue
            try:
                self.system.fsync(self._fd)
                if self._new_name:
                    sync_folder(os.path.dirname(self._place), self.system.fsync)
                return
            except OSError as error:
                self._stale = True
                self.trouble = reason(error)

    def abandon(self) -> None:
        """Close without writing."""
        with self._lock:
            self._closed = True
        self._sync_no_more()
        self._drop_file()

    def _remove_empty(self) -> None:
        with contextlib.suppress(OSError):
            there, ours = os.stat(self._place), os.fstat(self._fd)
            if (there.st_ino, there.st_size) == (ours.st_ino, 0):
                os.unlink(self._place)

    def _drop_file(self) -> None:
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with contextlib.suppress(OSError):  # the content has been synced
                os.close(fd)


def write_new(path: str, data: bytes) -> None:
    """Write a complete, durable file for its owner only, under a free name. OSError."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    try:
        try:
            _write_all(fd, data)
            os.fsync(fd)
        finally:
            os.close(fd)
        sync_folder(os.path.dirname(path) or ".")
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise


def _make_folder(folder: str) -> None:
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except FileExistsError:  # the name is taken
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder) from None


def _write_all(
    fd: int, data: bytes | bytearray, write: Callable[[int, Any], int] | None = None
) -> None:
    done = 0
    while done < len(data):
        done += (write or os.write)(fd, data[done:])


def _open_locked(path: str) -> int:
    """Open and lock the file; the name must still belong to it afterwards."""
    while True:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise Trouble(message("not_a_file", path=path))
        fd = os.open(path, os.O_RDWR)
        try:
            _lock(fd, path)
            ours, there = os.fstat(fd), os.stat(path)
            if (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino):
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
