"""Write a file whole or not at all.

    write_whole(path, content)   OSError, ValueError
    write_new(path, data)        FileExistsError, if the name is taken
    try_place(path)              the same errors, before long work; writes nothing
    check_regular(path)          OSError: a device or the like, or a link to one

A regular file is replaced when the new one is durable; its mode stays, and a link is followed.
A device or a pipe is written to directly: behind /dev/stdout there may be no path.
Only a regular file is replaced, renamed or removed: `check_regular` is called before that.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator

BINARY = getattr(os, "O_BINARY", 0)  # or Windows ends lines by two bytes
# A file system that cannot sync a folder answers one of these.
NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES)


def write_whole(path: str, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    if not is_regular(path):
        with open(path, "wb") as file:
            file.write(data)
        return
    place = os.path.realpath(path)
    with draft(place, 0o666) as fd, open(fd, "wb", closefd=False) as file:
        file.write(data)
    sync_folder(os.path.dirname(place))


def is_regular(path: str) -> bool:
    """Return whether this is a regular file or a free name."""
    return os.path.isfile(path) or not os.path.exists(path)


def check_regular(path: str) -> None:
    if not is_regular(path):
        raise OSError(errno.EINVAL, "not a regular file", path)


def try_place(path: str) -> None:
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if is_regular(path):
        name, fd = _draft(os.path.realpath(path), 0o600)
        os.close(fd)
        os.unlink(name)


@contextlib.contextmanager
def draft(place: str, mode: int, *, stays_open: bool = False) -> Iterator[int]:
    """Yield the descriptor of a draft, which replaces the file once it is written and durable;
    the caller makes the name durable. `mode`: for a file that does not exist yet."""
    name, fd = _draft(place, mode)
    try:
        with contextlib.suppress(OSError):  # there is no file yet, or the file system has no modes
            os.chmod(name, stat.S_IMODE(os.stat(place).st_mode))
        yield fd
        os.fsync(fd)
        if not stays_open:  # Windows renames no open file
            left, fd = fd, -1
            os.close(left)
        check_regular(place)
        os.replace(name, place)
    except BaseException:
        shut(fd)
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _draft(place: str, mode: int) -> tuple[str, int]:
    name = f"{place}.{os.getpid()}.new"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(name)  # left by a killed program with the same process number
    return name, os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, mode)


def write_new(path: str, data: bytes) -> None:
    """Write a complete, durable file for its owner only, under a free name. Raises OSError."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600)
    try:
        write_all(fd, data)
        os.fsync(fd)
        sync_folder(os.path.dirname(path) or ".")
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise
    finally:
        shut(fd)


def write_all(fd: int, data: bytes, at: int = 0) -> None:
    """Write to a file from this byte on. Windows has neither pwrite nor pread."""
    os.lseek(fd, at, os.SEEK_SET)
    done = 0
    while done < len(data):
        done += os.write(fd, data[done:])


def read_from_start(fd: int, size: int) -> bytes:
    os.lseek(fd, 0, os.SEEK_SET)
    return os.read(fd, size)


def sync_folder(folder: str) -> None:
    """Make the names in a folder durable, if the system can sync folders."""
    fd = -1
    try:
        fd = os.open(folder, os.O_RDONLY)
        os.fsync(fd)
    except OSError as error:
        if error.errno not in NO_FOLDER_SYNC:
            raise
    finally:
        shut(fd)


def shut(fd: int) -> None:
    """Close the descriptor; errors are ignored, as all content is durable by now."""
    if fd >= 0:
        with contextlib.suppress(OSError):
            os.close(fd)
