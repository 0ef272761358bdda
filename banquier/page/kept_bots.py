"""The seats of bots, kept in a file beside a save: they sit there again when it is taken up."""

from __future__ import annotations

from collections.abc import Callable

from banquier.nesting import json_of
from banquier.page.page_messages import BOTS as SEATS
from banquier.page.page_unit import PageUnit
from banquier.play.bots.strategy import bot_profiles
from banquier.saves.games import BOTS, read
from banquier.trouble import Trouble

LONGEST = 64
"""The most bytes of the file."""


class KeptBots:
    def __init__(self, page: PageUnit, write: Callable[[str, bytes], object]) -> None:
        """Invite the bots that played in this game. `write` stores a file as a whole."""
        self._page = page
        self._write = write
        if not page.keys.bots and (seats := _read(page.game.path)):
            page.invite_bots(bot_profiles(seats), page.pace.name)
        self._known: tuple[str, tuple[int, ...]] | None = None

    def refresh(self) -> None:
        """Keep the seats where they have changed. While the keys of a set-up go down, the game and
        its bots are not those that will be played."""
        page = self._page
        now = path, bots = page.game.path, tuple(page.keys.bots)
        if now == self._known or page.keys.acting:
            return
        self._known = now
        if path and list(bots) != _read(path):
            self._write(path + BOTS, str([*bots]).encode())


def _read(path: str) -> list[int]:
    """Return the seats that are kept for this save; none where the file is missing or damaged."""
    try:
        kept = json_of(read(path + BOTS, LONGEST).decode()) if path else []
    except (Trouble, ValueError):
        return []
    return list(SEATS.made(kept)) if SEATS.holds(kept) else []
