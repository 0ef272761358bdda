"""Files that a command writes at its end: the place is tried at its beginning.

try_outputs(paths)         Trouble, one sentence, where one of them could not be written
put(path, content)         the same; else the whole file is written
"""

from __future__ import annotations

from collections.abc import Iterable

from banquier.saves.messages import writing
from banquier.whole_file import try_place, write_whole


def try_outputs(paths: Iterable[str]) -> None:
    for path in paths:
        with writing(path):
            try_place(path)


def put(path: str, content: str | bytes) -> None:
    with writing(path):
        write_whole(path, content)
