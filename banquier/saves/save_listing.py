"""The saves in a folder: which there are, how each game stands, and taking one away.

for save in listed(folder):
    save.name, save.edition, save.players, save.lap, save.leader, save.changed, save.trouble
unfinished(folder)         the paths of games that can go on, the last played first
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from banquier.saves.resume import parsed, recall_from
from banquier.saves.save_file import DiskError, in_use, read, reason
from banquier.saves.save_format import LARGEST, Found, NoSave, look_at, read_header
from banquier.script.header import FORMAT
from banquier.script.steps import readable
from firmware_sim.codec import Recall, StateError
from firmware_sim.edition.edition_file import EditionError

ENDING = ".keys"
LATEST = 20
"""So many are looked through for a game to go on with; an older one is opened by its name."""


class Save(NamedTuple):
    path: str
    changed: float
    """When it was last written, in seconds of the wall clock."""
    edition: str = ""
    players: int = 0
    lap: int = 0
    """Which time round the foremost player is on."""
    leader: int = 0
    wealth: int = 0
    winner: int = 0
    operations: int = 0
    trouble: str = ""
    """Why it cannot be played, or what is damaged."""

    @property
    def name(self) -> str:
        return os.path.basename(self.path).removesuffix(ENDING)

    def line(self) -> str:
        when = datetime.fromtimestamp(self.changed).strftime("%Y-%m-%d %H:%M")
        if not self.players:
            return f"{readable(self.name):22} {when}  {self.trouble}"
        stands = f"J{self.winner} has won" if self.winner else f"J{self.leader} leads"
        return (
            f"{readable(self.name):22} {when}  {self.edition:12} {self.players} players  "
            f"lap {self.lap:<3} {stands} with {self.wealth:,}".replace(",", ".")
            + (f"  ({self.trouble})" if self.trouble else "")
        )


class SaveTrouble(ValueError):
    """One sentence."""


def listed(folder: str) -> list[Save]:
    """All saves, the last played first."""
    return [summary(path) for path in _paths(folder)]


def unfinished(folder: str) -> Iterator[str]:
    for path in _paths(folder)[:LATEST]:
        save = summary(path)
        if (save.players and not save.winner) or "newer than" in save.trouble:
            yield path


def _paths(folder: str) -> list[str]:
    dated = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(ENDING) and entry.is_file():
                    dated.append((entry.stat().st_mtime_ns, entry.path))
    except OSError:
        return []
    return [path for _, path in sorted(dated, reverse=True)]


def found_in(path: str) -> Found:
    """What is in that file, untouched. SaveTrouble tells why it cannot be used."""
    try:
        found = look_at(read(path, LARGEST))
    except DiskError as error:
        raise SaveTrouble(str(error)) from None
    except NoSave as error:
        raise SaveTrouble(f"{readable(path)} is not to be used: {error}") from None
    if found.version > FORMAT:
        raise SaveTrouble(
            f"{readable(path)} is of format {found.version}, newer than the {FORMAT} known here"
        )
    return found


def summary(path: str) -> Save:
    from firmware_sim.board_view import look

    try:
        changed = os.stat(path).st_mtime
    except OSError:
        changed = 0.0
    try:
        found = found_in(path)
        recall = _last_of(found, path)
    except SaveTrouble as trouble:
        return Save(path, changed, trouble=str(trouble))
    if recall.game is None:
        return Save(path, changed, trouble="no game was begun")
    here = look(recall.game)
    leader = max((player for player in here.players if not player.bankrupt), key=lambda p: p.wealth)
    return Save(
        path, changed, here.edition, len(here.players), 1 + max(recall.game.passages),
        leader.number, leader.wealth, here.winner, found.marks[-1].number, found.trouble,
    )  # fmt: skip


def _last_of(found: Found, path: str) -> Recall:
    """The game as it stands at the end, from the last whole record on. SaveTrouble."""
    own = read_header(found.header, path).edition
    try:
        return recall_from([parsed(mark.record) for mark in found.latest], own)
    except (StateError, EditionError) as error:
        raise SaveTrouble(str(error).splitlines()[0]) from None


def remove(path: str) -> None:
    """Take a save away; not while it is played, and nothing that is none."""
    found_in(path)
    try:
        if in_use(path):
            raise SaveTrouble(f"{readable(path)} is being played by another program")
        os.unlink(path)
    except OSError as error:
        raise SaveTrouble(f"{readable(path)} cannot be removed: {reason(error)}") from None


def path_of(word: str, folder: str) -> str:
    """A save as a person names it: a path, or its name in the folder."""
    if os.path.dirname(word) or os.path.lexists(word):
        return word
    inside = os.path.join(folder, word if word.endswith(ENDING) else word + ENDING)
    return inside if os.path.lexists(inside) else word
