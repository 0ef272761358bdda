"""Lists the saves of a folder with the state of each game; removes saves.

for save in listed(folder):
    save.name, save.edition, save.players, save.lap, save.leader, save.changed, save.trouble
unfinished(paths)          those of the games that can go on
"""

import os
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from banquier.editions.edition_file import load
from banquier.saves.messages import Message, in_language, message, not_playable
from banquier.saves.save_file import SaveFileError, in_use, read
from banquier.saves.save_format import (
    LONGEST_READ,
    Found,
    NoSave,
    names_in,
    parse_save,
    read_header,
)
from banquier.script.errors import readable
from banquier.script.header import FORMAT
from banquier.whole_file import reason
from banquier.words import player, text
from firmware_sim.edition import EditionError
from firmware_sim.game import Game
from firmware_sim.glass import with_points
from firmware_sim.rules import endings
from firmware_sim.saved_state import StateError, game_of, parsed, with_own

ENDING = ".keys"
LATEST = 20
"""How many saves are read in search of an unfinished game; older ones are opened by name."""

_ASIDE = r"\.keys\.(corrupt|too_new)(-\d+)?$"


class Save(NamedTuple):
    path: str
    changed: float
    """Time of the last write, in seconds."""
    edition: str = ""
    players: int = 0
    lap: int = 0
    """The lap of the leading token."""
    leader: int = 0
    wealth: int = 0
    winner: int = 0
    operations: int = 0
    trouble: str = ""
    """Why it cannot be opened, or what is damaged."""
    names: dict[int, str] = {}  # noqa: RUF012 (nothing changes it)

    @property
    def name(self) -> str:
        return os.path.basename(self.path).removesuffix(ENDING)

    def line(self, lang: str) -> str:
        when = datetime.fromtimestamp(self.changed).strftime("%Y-%m-%d %H:%M")
        line, trouble = f"{readable(self.name):22} {when}  ", in_language(self.trouble, lang)
        if not self.players:
            return line + trouble
        stands = text(
            lang,
            "save.has_won" if self.winner else "save.leads",
            players=self.players,
            lap=self.lap,
            player=player(lang, self.names, self.winner or self.leader),
            wealth=with_points(self.wealth),
        )
        return f"{line}{self.edition:12} {stands}" + (f"  ({trouble})" if trouble else "")


class SaveTrouble(ValueError):
    """One sentence."""


class LastPlayed(NamedTuple):
    """The order of the saves of a folder: `session` increases with each game begun or resumed and
    does not depend on the clock. It is 0 in saves of older versions, which are ordered by date."""

    session: int
    changed_ns: int
    path: str


def listed(folder: str) -> list[Save]:
    """All saves, last played first."""
    return [summary(save.path) for save in by_last_played(folder)]


def by_last_played(folder: str) -> list[LastPlayed]:
    saves = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(ENDING) and entry.is_file():
                    changed = entry.stat().st_mtime_ns
                    saves.append(LastPlayed(_session_of(entry.path), changed, entry.path))
    except OSError:
        return []
    return sorted(saves, reverse=True)


def _session_of(path: str) -> int:
    """The number in the last record; of an old save, in one near its end."""
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            for length in (1 << 16, 1 << 21):
                file.seek(max(0, size - length))
                found = re.findall(rb'"session":(\d{1,12})[,}]', file.read(length))
                if found or size <= length:
                    break
    except OSError:
        return 0
    return int(found[-1]) if found else 0


def unfinished(paths: Iterable[str]) -> Iterator[str]:
    """The unfinished games among these saves, last played first."""
    for path in islice(paths, LATEST):
        save = summary(path)
        newer = isinstance(save.trouble, Message) and save.trouble.name == "newer_format"
        if (save.players and not save.winner) or newer:
            yield path


def put_aside(folder: str) -> list[Message]:
    """Damaged and too new files that the program renamed, with the way to use them."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    aside = []
    for name in names:
        if found := re.search(_ASIDE, name):
            why = message("aside_" + found[1])
            aside.append(message("take_up", why=why, path=os.path.join(folder, name)))
    return aside


def found_in(path: str) -> Found:
    """The parsed save; the file is not changed. SaveTrouble."""
    try:
        found = parse_save(read(path, LONGEST_READ))
    except SaveFileError as error:
        raise SaveTrouble(error.args[0]) from None
    except NoSave as error:
        raise SaveTrouble(message("unusable", path=path, reason=error.args[0])) from None
    if found.version > FORMAT:
        raise SaveTrouble(message("newer_format", path=path, version=found.version, known=FORMAT))
    return found


def summary(path: str) -> Save:
    try:
        changed = os.stat(path).st_mtime
    except OSError:
        changed = 0.0
    try:
        found = found_in(path)
        game = _last_game(found, path)
    except SaveTrouble as trouble:
        return Save(path, changed, trouble=trouble.args[0])
    if game is None:
        return Save(path, changed, trouble=message("no_game_begun"))
    wealth = {seat: endings.wealth(game, seat) for seat in game.seats()}
    leader = max(wealth, key=lambda seat: wealth[seat])
    return Save(
        path, changed, game.edition.label, game.players, 1 + max(game.passages),
        leader, wealth[leader], game.winner, found.marks[-1].number, found.trouble,
        names_in(found.data),
    )  # fmt: skip


def _last_game(found: Found, path: str) -> Game | None:
    """The game after the last operation. SaveTrouble."""
    if not found.marks:
        return None
    own = read_header(found.header, path).edition
    try:
        return game_of(parsed(found.marks[-1].record), with_own(load, own))
    except (StateError, EditionError) as error:
        raise SaveTrouble(not_playable(error)) from None


def remove(path: str) -> None:
    """Remove a save or a file that the program renamed; nothing else, and no save in use."""
    if not re.search(_ASIDE, path):
        found_in(path)
    try:
        if in_use(path):
            raise SaveTrouble(message("in_use", path=path))
        os.unlink(path)
    except OSError as error:
        raise SaveTrouble(message("cannot_remove", path=path, reason=reason(error))) from None


def path_of(word: str, folder: str) -> str:
    """The path of a save given as a path or by its name in the folder."""
    if os.path.dirname(word) or os.path.lexists(word):
        return word
    for name in (word, word + ENDING):
        inside = os.path.join(folder, name)
        if os.path.lexists(inside):
            return inside
    return word
