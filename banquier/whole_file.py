"""Write a file whole or not at all.

    write_whole(path, content)   OSError, ValueError

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
    place = os.path.realpath(path)
    try:
        mode = os.stat(place).st_mode
    except FileNotFoundError:
        mode = stat.S_IFREG | (0o666 & ~_umask())
    if not stat.S_ISREG(mode):
        with open(place, "wb") as file:
            file.write(data)
        return
    draft = f"{place}.{os.getpid():x}{time_ns():x}"
    fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
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


def reason(error: OSError | ValueError) -> str:
    """Why a file could not be opened, in a few words. A ValueError is a NUL in the name."""
    return (getattr(error, "strerror", None) or "no such file").lower()


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
