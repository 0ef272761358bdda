"""The saves of a folder with the state of each game; removal of saves.

for save in listed(games):
    save.name, save.edition, save.players, save.lap, save.leader, save.changed, save.trouble
find_unfinished(paths)     the games that can be resumed
"""

import os
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from banquier.saves.games import ENDING, Games, last_change
from banquier.saves.save_messages import message, not_playable
from banquier.saves.saved_game import SavedGame, found_in
from banquier.say import readable
from banquier.trouble import Trouble, reason
from banquier.words import Said, name_of, phrase, text, with_currency
from firmware_sim.rules import endings
from firmware_sim.saved_state import NewerFormat, StateError

LATEST = 20
"""The number of saves searched for an unfinished game; older ones are opened by name."""

ASIDE = ("corrupt", "too_new")
"""Endings of files that the program renamed."""


class Save(NamedTuple):
    path: str
    changed: int
    """Time of the last write, in seconds."""
    edition: str = ""
    players: int = 0
    lap: int = 0
    """The lap of the leading token."""
    leader: int = 0
    worth: int = 0
    currency: str = ""
    winner: int = 0
    operations: int = 0
    trouble: Said | str = ""
    """The reason why the save cannot be opened, or a message about its damage."""
    names: dict[int, str] = {}  # noqa: RUF012 (nothing changes it)

    @property
    def name(self) -> str:
        return os.path.basename(self.path).removesuffix(ENDING)

    @property
    def date(self) -> str:
        year, month, day, hour, minute = time.localtime(self.changed)[:5]
        return f"{year}-{month:02}-{day:02} {hour:02}:{minute:02}"

    @property
    def about(self) -> str:
        who = self.named or (f"{self.players} players" if self.players else "")
        return f"{who}, {self.date}" if who else self.date

    @property
    def named(self) -> str:
        """The players that have names."""
        return ", ".join(self.names[seat] for seat in sorted(self.names))

    def line(self, lang: str) -> str:
        line, trouble = f"{readable(self.name):22} {self.date}  ", str(phrase(self.trouble, lang))
        if not self.players:
            return line + trouble
        stands = text(
            lang,
            "save.has_won" if self.winner else "save.leads",
            players=self.players,
            lap=self.lap,
            player=name_of(self.names, self.winner or self.leader),
            worth=with_currency(self.worth, self.currency),
        )
        who = f"  {self.named}" if self.names else ""
        return f"{line}{self.edition:12} {stands}{who}" + (f"  ({trouble})" if trouble else "")


def list_saves(games: Games) -> list[Save]:
    """All saves, last played first."""
    return [summary(path) for path in games.paths()]


def find_unfinished(paths: Sequence[str]) -> Iterator[str]:
    """Yield the unfinished games among these saves, last played first. A save of a newer program
    is among them, and the last one if it cannot be read, so that the player is told."""
    for path in paths[:LATEST]:
        save = summary(path, last=True)
        why = "" if save.players else getattr(save.trouble, "name", "")
        is_said = why == "save.newer_format" or (path == paths[0] and why != "save.no_game_begun")
        if (save.players and not save.winner) or (why and is_said):
            yield path


def put_aside(folder: str) -> list[Said]:
    """Damaged and too new files that the program renamed, with the way to use them."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    aside = []
    for name in names:
        if why := _why_aside(name):
            path = os.path.join(folder, name)
            aside.append(message("take_up", why=message(f"aside_{why}"), path=path))
    return aside


def _why_aside(name: str) -> str:
    """Return why the program renamed a file; "" if it did not."""
    _, its, ending = name.rpartition(ENDING + ".")
    why, dash, number = ending.partition("-")
    return why if its and why in ASIDE and (not dash or number.isdigit()) else ""


def summary(path: str, last: bool = False) -> Save:
    """Return how a game stands; `last`: by its last record alone, without looking for damage."""
    try:
        changed = last_change(path)
    except OSError:
        changed = 0
    try:
        found = found_in(path, last)
        if not found.marks:
            return Save(path, changed, trouble=message("no_game_begun"))
        saved = SavedGame(path, found)
        game = saved.game_after()
    except NewerFormat as error:
        newer = message("newer_format", path=path, version=error.version, known=error.known)
        return Save(path, changed, trouble=newer)
    except (StateError, Trouble) as error:
        return Save(path, changed, trouble=not_playable(error))
    if game is None:
        return Save(path, changed, trouble=message("no_game_begun"))
    worths = {seat: endings.worth(game, seat) for seat in game.seats()}
    leader = max(worths, key=lambda seat: worths[seat])
    return Save(
        path, changed, game.edition.label, game.players, 1 + max(game.passages),
        leader, worths[leader], game.edition.currency, game.winner, found.marks[-1].number,
        found.trouble, saved.names,
    )  # fmt: skip


def remove(games: Games, path: str) -> None:
    """Remove a save or a file that the program renamed; nothing else, and no save in use."""
    if not _why_aside(path):
        found_in(path)
    try:
        games.remove_save(path)
    except OSError as error:
        raise Trouble(message("cannot_remove", path=path, reason=reason(error))) from None


def path_of(word: str, folder: str) -> str:
    """The path of a save given as a path or by its name in the folder."""
    if os.path.dirname(word) or os.path.lexists(word):
        return word
    for name in (word, word + ENDING):
        inside = os.path.join(folder, name)
        if os.path.lexists(inside):
            return inside
    return word
