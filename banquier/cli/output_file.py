"""Files that a command writes at its end: the place is tried at its beginning.

try_outputs(paths)         ValueError, one sentence, where one of them could not be written
put(path, content)         the same; else the whole file is written
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from banquier.whole_file import reason, try_place, write_whole


def try_outputs(paths: Iterable[str]) -> None:
    for path in paths:
        with _told(path):
            try_place(path)


def put(path: str, content: str | bytes) -> None:
    with _told(path):
        write_whole(path, content)


@contextmanager
def _told(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} cannot be written: {reason(error)}") from None
