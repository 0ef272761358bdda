"""Open a save to play it: the last one, a named one, or a new one.

    opened = open_save(folder=folder)          # or path="game.keys"
    opened.unit, opened.recorder
    for sentence in opened.sentences: ...      # to tell the player

A unit with a saved game begins with a cold start and asks REPRISE ?. Each key edge is written
and, after each operation, the state. A file that cannot be written is error 23 of the unit;
nothing raises while a game is played.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from banquier.saves.recorder import SaveRecorder
from banquier.saves.save_file import SaveFile, free_name
from banquier.saves.save_format import LONGEST_READ, Found, parse_save
from banquier.saves.save_listing import by_last_played, unfinished
from banquier.saves.save_messages import cannot_play, message
from banquier.saves.saved_game import SavedGame
from banquier.script.header import FORMAT, Header, unit_for
from banquier.trouble import InUse, Trouble
from banquier.whole_file import names_beside
from banquier.words import Said
from firmware_sim.saved_state import NewerFormat, StateError
from firmware_sim.texts import VERSION
from hardware.unit import Unit


class OpenSave(NamedTuple):
    unit: Unit
    recorder: SaveRecorder
    sentences: list[Said]
    """Damage, another firmware, why another save was not opened."""


def open_save(
    *,
    folder: str,
    path: str = "",
    new: bool = False,
    edition: str = "",
    seed: int | None = None,
    bounce: str = "none",
    files: type[SaveFile] = SaveFile,
) -> OpenSave:
    """`path`: that save, or a new one there. Without it the last unfinished save in `folder`, or a
    new one. `edition`: an edition file for a new game. Trouble."""
    sentences: list[Said] = []

    def new_file() -> SaveFile:
        """Made at once; if that fails, the first operation tries again."""
        names = names_beside(path or os.path.join(folder, f"{datetime.now():%Y-%m-%d-%H%M}.keys"))
        file = files(next(names), names)
        file.append(b"")
        return file

    header = Header()
    header.edition = os.path.abspath(edition) if edition.endswith(".toml") else ""
    header.seed, header.bounce = seed, bounce
    if new and path and os.path.lexists(path):
        sentences.append(message("stays", path=path))
    for name in () if new else (path,) if path else unfinished(by_last_played(folder)):
        try:
            file = files.named(name, LONGEST_READ)
            return _taken_up(file, header, new_file, sentences)
        except Trouble as error:
            if path:
                raise
            sentences.append(message("sentence", message=error.args[0]))
            if isinstance(error, InUse):
                break
    unit = unit_for(header)
    return OpenSave(unit, SaveRecorder(unit, new_file(), header, new_file), sentences)


def _taken_up(
    file: SaveFile, new: Header, new_file: Callable[[], SaveFile], sentences: list[Said]
) -> OpenSave:
    """The game of a file, which is repaired if needed; an empty one begins with the header of a
    new game. Trouble."""
    path = file.path
    try:
        found = parse_save(bytes(file.content))
        if found.version > FORMAT:
            raise NewerFormat(found.version, FORMAT)
        if not found.marks:
            _repair(file, found, sentences)
            unit = unit_for(new)
            return OpenSave(unit, SaveRecorder(unit, file, new, new_file), sentences)
        saved = SavedGame(path, found)
        unit, tail = saved.taken_up()
        _repair(file, found._replace(data=found.data[: found.end] + tail), sentences)
        header, firmware = saved.header, saved.records[-1]["firmware"]
        unit.names = header.names = dict(saved.names)
        if firmware != VERSION:
            told = message("other_firmware", path=path, old=firmware, new=VERSION)
            sentences.append(told)
        since = len(file.content) - len(tail)
        recorder = SaveRecorder(unit, file, header, new_file, since)
        goes_on = found.playable and firmware == VERSION
        recorder.state(unit, "resume" if goes_on else "adopt")
        return OpenSave(unit, recorder, sentences)
    except NewerFormat as error:
        file.abandon()
        raise Trouble(too_new(path, error)) from None
    except (StateError, Trouble) as error:
        file.abandon()
        raise cannot_play(path, error) from None


def _repair(file: SaveFile, found: Found, sentences: list[Said]) -> None:
    """Repair the file, and bring it to the format of today; a damaged file is kept beside."""
    file.replace(found.repaired(), keep=not found.sound)
    if not found.sound:
        name = "mended_later" if file.trouble else "mended"
        sentences.append(message(name, path=file.path, trouble=found.trouble, reason=file.trouble))


def too_new(path: str, error: NewerFormat) -> Said:
    """Rename the file; what to say of it."""
    newer = message("newer", version=error.version, known=error.known)
    sentence = message("cannot_play", path=path, reason=newer)
    try:
        kept = free_name(path, "too_new")
        os.rename(path, kept)
    except OSError:
        return sentence
    return message("put_aside", message=sentence, kept=kept)
