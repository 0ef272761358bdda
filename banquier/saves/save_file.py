"""The disk under a save: written at once, made durable within a second, locked while it is played.

    disk = Disk.open(path, new=False)     # DiskError: one sentence
    disk.data                             # all there was
    disk.begin(content, keep_as="...")    # what to go on with, if not that
    disk.append(b"@123 state ...\n")      # on the disk before this returns, if the disk can
    disk.sync_soon()                      # and safe from a power cut
    disk.trouble                          # why not, while it cannot; it tries again by itself
    disk.close()

All of a save is also kept in memory: whatever happens to the file, the next chance brings it back
whole. Somebody else's changes to it are put aside as `.corrupt`, never overwritten.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from time import monotonic

from banquier.script.steps import readable

try:
    import fcntl
except ImportError:  # a system without them plays on unlocked
    fcntl = None  # type: ignore[assignment]

EVERY = 1.0
"""Seconds after which what was written is durable at the latest, and a failed write is tried
again."""
PATIENCE = 0.8


class DiskError(Exception):
    """Why a save cannot be had: one sentence."""


class InUse(DiskError):
    """Somebody else has it."""


def reason(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or "no such file").lower()


def read(path: str, most: int) -> bytes:
    """A file that may be somebody's save; not even opened if it is a directory, a pipe or such."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise DiskError(f"{readable(path)} is no file")
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        raise DiskError(f"{readable(path)} cannot be read: {reason(error)}") from None


def put(path: str, text: str) -> None:
    """Under a temporary name, then in its place: whole or not at all. OSError, ValueError."""
    draft = f"{path}.{os.getpid()}.new"
    try:
        with open(draft, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except (OSError, ValueError):
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def aside(path: str, ending: str) -> str:
    """A free name beside the file: game.keys.corrupt, game.keys.corrupt-2 ..."""
    for number in range(1, 10_000):
        name = f"{path}.{ending}" + (f"-{number}" if number > 1 else "")
        if not os.path.lexists(name):
            return name
    raise OSError(f"too many files {path}.{ending}")


class Disk:
    def __init__(self, path: str) -> None:
        self.path = path
        self.content = bytearray()
        """All that should be on the disk; the first `written` bytes are."""
        self.written = 0
        self.trouble = ""
        self.meddled = False
        """Somebody else changed or removed the file: true until it is asked for."""
        self._fd = -1
        self._mtime = 0
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._hurry = False
        self._dirty_since = 0.0
        self._closed = False
        self._thread: threading.Thread | None = None

    @classmethod
    def open(cls, path: str, most: int) -> Disk:
        """An existing save, locked. `content` is what lies there."""
        disk = cls(path)
        try:
            disk._fd = _open_locked(path)
            size = os.fstat(disk._fd).st_size
            data = os.pread(disk._fd, min(size, most + 1), 0)
        except (OSError, ValueError) as error:
            disk._let_go()
            raise DiskError(f"{readable(path)} cannot be opened: {reason(error)}") from None
        except DiskError:
            disk._let_go()
            raise
        disk.content += data
        disk._wrote()
        return disk

    # -- writing

    def begin(self, content: bytes, keep_as: str = "") -> None:
        """Go on with that content; `keep_as`: the file as it was stays beside under this ending."""
        with self._lock:
            self.content[:] = content
            if keep_as:
                os.rename(self.path, aside(self.path, keep_as))
                self._rewrite()
            else:
                self.written = min(self.written, len(content))
                os.ftruncate(self._fd, self.written)
                self._wrote()

    def append(self, data: bytes) -> None:
        """Out of our hands when this returns; or `trouble` says why not."""
        with self._lock:
            self.content += data
            self._flush()
        self._awaken()

    def sync_soon(self) -> None:
        self._hurry = True
        self._wake.set()

    def _flush(self) -> None:
        try:
            if self._fd < 0 or not self._is_ours():
                self._rewrite()
            while self.written < len(self.content):
                piece = bytes(self.content[self.written :])
                count = os.pwrite(self._fd, piece, self.written)
                if count < len(piece):  # the rest tells why
                    count += os.pwrite(self._fd, piece[count:], self.written + count)
                self.written += count
                self._dirty_since = self._dirty_since or monotonic()
            self._wrote()
            self.trouble = ""
        except (OSError, ValueError) as error:
            self.trouble = reason(error)
            with contextlib.suppress(OSError):  # no half line stays where it might be read
                if self._fd >= 0:
                    os.ftruncate(self._fd, self._line_end())
                    self._wrote()

    def _line_end(self) -> int:
        self.written = self.content.rfind(b"\n", 0, self.written) + 1
        return self.written

    def _wrote(self) -> None:
        now = os.fstat(self._fd)
        self.written, self._mtime = now.st_size, now.st_mtime_ns

    def _is_ours(self) -> bool:
        """Whether the file is the one we left; what somebody else made of it is put aside."""
        ours = os.fstat(self._fd)
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            self.meddled = True
            return False
        same = (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)
        if same and (there.st_size, there.st_mtime_ns) == (self.written, self._mtime):
            return True
        if same and there.st_size == self.written:
            unchanged = os.pread(self._fd, self.written, 0) == self.content[: self.written]
            if unchanged:  # only touched
                return True
        self.meddled = True
        os.rename(self.path, aside(self.path, "corrupt"))
        return False

    def _rewrite(self) -> None:
        """The whole content under a temporary name, then in its place."""
        folder = os.path.dirname(self.path) or "."
        os.makedirs(folder, exist_ok=True)
        draft = f"{self.path}.{os.getpid()}.new"
        fd = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _CLOEXEC, 0o644)
        try:
            _lock(fd, self.path)
            done = 0
            while done < len(self.content):
                done += os.write(fd, self.content[done:])
            os.fsync(fd)
            if self._fd < 0 and os.path.lexists(self.path):
                raise FileExistsError(17, "another file has that name")
            os.replace(draft, self.path)
        except BaseException:
            os.close(fd)
            with contextlib.suppress(OSError):
                os.unlink(draft)
            raise
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = fd
        self._wrote()
        _sync_folder(folder)

    # -- durability

    def _awaken(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._keep_safe, name="save", daemon=True)
            self._thread.start()
        self._wake.set()

    def _keep_safe(self) -> None:
        """Every second, or at once when asked: try what failed, then make durable."""
        while not self._closed:
            self._wake.wait()
            self._wake.clear()  # closing sets the flag first: it cannot be missed
            while not self._closed and (self.trouble or self._dirty_since):
                if not self._hurry:
                    self._wake.wait(PATIENCE)
                    self._wake.clear()
                    if not self._hurry and not self._due() and not self.trouble:
                        continue
                self._hurry = False
                self._try_again()

    def _due(self) -> bool:
        return self._dirty_since > 0 and monotonic() - self._dirty_since >= PATIENCE

    def _try_again(self) -> None:
        with self._lock:
            if self._closed:
                return
            if self.trouble:
                self._flush()
            fd = os.dup(self._fd) if self._fd >= 0 else -1
            self._dirty_since = 0.0
        if fd < 0:
            return
        try:
            os.fsync(fd)  # without the lock: a slow disk keeps nobody from playing
        except OSError as error:
            self.trouble = reason(error)
        finally:
            os.close(fd)

    def meddled_with(self) -> bool:
        """Asked once: has somebody else changed or removed the file?"""
        was, self.meddled = self.meddled, False
        return was

    def close(self) -> None:
        """Everything written and durable, if the disk can; then others may have it."""
        with self._lock:
            if self._closed:
                return
            if self.written < len(self.content):
                self._flush()
            self._closed = True
            if self._fd >= 0:
                with contextlib.suppress(OSError):
                    os.fsync(self._fd)
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
        self._let_go()

    def _let_go(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


_CLOEXEC = getattr(os, "O_CLOEXEC", 0)


def _open_locked(path: str) -> int:
    """The file under that name, locked, and still the one under that name."""
    while True:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise DiskError(f"{readable(path)} is no file")
        fd = os.open(path, os.O_RDWR | _CLOEXEC)
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
        raise InUse(f"{readable(path)} is being played by another program") from None


def in_use(path: str) -> bool:
    """Whether somebody plays that save now."""
    try:
        os.close(_open_locked(path))
    except InUse:
        return True
    except (DiskError, OSError):
        return False
    return False


def _sync_folder(folder: str) -> None:
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY | _CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
