"""The saves in a folder on a disk: locked while they are played, and durable."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime

from banquier.saves.games import ENDING, Games, free_name, names_beside
from banquier.saves.save_file import SaveFile, in_use, remove_empty
from banquier.saves.save_format import LONGEST_READ
from banquier.saves.save_messages import message, writing
from banquier.trouble import InUse
from banquier.whole_file import check_regular, write_new


class SaveFolder(Games):
    def __init__(self, folder: str, files: type[SaveFile] = SaveFile) -> None:
        super().__init__(folder)
        self._files = files

    @classmethod
    def from_path(cls, path: str) -> SaveFolder:
        """The folder in which this save lies."""
        return cls(os.path.dirname(path) or ".")

    def paths(self) -> list[str]:
        """The time of the last write orders them."""
        saves = ((state.st_mtime_ns, path) for path, state in self._saves() if state.st_size)
        return [path for _, path in sorted(saves, reverse=True)]

    def _saves(self) -> list[tuple[str, os.stat_result]]:
        try:
            with os.scandir(self.folder) as entries:
                return [
                    (entry.path, entry.stat())
                    for entry in entries
                    if entry.name.endswith(ENDING) and entry.is_file()
                ]
        except OSError:
            return []

    def open(self, path: str) -> SaveFile:
        return self._files.open_named(path, LONGEST_READ)

    def new(self, path: str = "") -> SaveFile:
        day = f"{datetime.now():%Y-%m-%d-%H%M}{ENDING}"
        file = self._files(path or os.path.join(self.folder, day))
        file.append(b"")
        return file

    def write_new(self, path: str, data: bytes) -> str:
        with suppress(OSError):  # then the save cannot be written, and says why
            os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
        for wanted in names_beside(path):
            with writing(wanted), suppress(FileExistsError):
                write_new(wanted, data)
                break
        return wanted

    def put_aside(self, path: str, ending: str) -> str:
        kept = free_name(path, ending)
        check_regular(path)
        os.rename(path, kept)
        return kept

    def remove(self, path: str) -> None:
        if in_use(path):
            raise InUse(message("in_use", path=path))
        check_regular(path)
        os.unlink(path)

    def remove_empty(self) -> None:
        for path, state in self._saves():
            if not state.st_size:
                remove_empty(path)
