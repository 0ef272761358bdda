"""Write a file whole or not at all.

    write_whole(path, content)   OSError, ValueError
    try_place(path)              the same errors, before long work: nothing is written

A regular file is replaced when the new one is durable; its mode stays, and a link is followed.
A device or a pipe is written to as it is.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator
from itertools import count
from time import time_ns

# A file system that cannot sync a folder answers one of these.
NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES)


def write_whole(path: str, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    place, mode = _place_and_mode(path)
    if not stat.S_ISREG(mode):
        with open(place, "wb") as file:
            file.write(data)
        return
    draft, fd = _draft(place)
    try:
        with open(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.chmod(draft, stat.S_IMODE(mode))
            os.fsync(file.fileno())
        os.replace(draft, place)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise
    sync_folder(os.path.dirname(place))


def try_place(path: str) -> None:
    place, mode = _place_and_mode(path)
    if stat.S_ISREG(mode):
        draft, fd = _draft(place)
        os.close(fd)
        os.unlink(draft)
    elif stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)


def _place_and_mode(path: str) -> tuple[str, int]:
    place = os.path.realpath(path)
    try:
        return place, os.stat(place).st_mode
    except FileNotFoundError:
        return place, stat.S_IFREG | (0o666 & ~_umask())


def _draft(place: str) -> tuple[str, int]:
    """A new file in the same folder, and its descriptor."""
    draft = f"{place}.{os.getpid():x}{time_ns():x}"
    return draft, os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)


def sync_folder(folder: str, sync: Callable[[int], None] | None = None) -> None:
    """Make the names in a folder durable, if the system can sync folders."""
    fd = -1
    try:
        fd = os.open(folder, os.O_RDONLY)
        (sync or os.fsync)(fd)
    except OSError as error:
        if error.errno not in NO_FOLDER_SYNC:
            raise
    finally:
        if fd >= 0:
            with contextlib.suppress(OSError):
                os.close(fd)


def names_beside(path: str) -> Iterator[str]:
    """game.keys, game-2.keys, game-3.keys …: the first that is free may be taken."""
    base, ending = os.path.splitext(path)
    yield path
    yield from (f"{base}-{number}{ending}" for number in count(2))


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
