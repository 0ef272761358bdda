"""A link opened in the pocket: its game replayed, in the place of a unit to play on.

    replay = start(link, tell, lang)     or why not: one sentence
    replay.play(True), replay.set_speed(16), replay.go_to(40)

No key of the page reaches the unit, and nothing is written to the games of this browser. The page
is told one part more, `replay`:

    first, last  the numbers of its operations; `first` is before all of them
    at, words    the operation that was done last
    playing      whether time passes, `speed` times as fast; `over` at the end
    checked      every throw was computed again and agrees
    why          why not
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic
from typing import Any

from banquier.page.local_page import LINK, LocalUnit, open_link
from banquier.page.page_messages import Chances, Lang, parse
from banquier.page.page_unit import PageUnit
from banquier.saves.open_game import OpenGame
from banquier.saves.recorded_game import RecordedGame, recording_of
from banquier.saves.save_folder import SaveFolder
from banquier.saves.save_messages import message
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from banquier.words import Said, shown
from banquier.words.announcements import last_move
from datasheet.ticks import NEVER
from firmware_sim.texts import VERSION
from hardware.crystal import SECOND

FOLDER = "/link"
SPEEDS = (1, 4, 16, 64)
"""Times real time."""
LONGEST_WAIT = 3
"""Seconds that one waits for the next key, at any speed."""


class LocalReplay(LocalUnit):
    def __init__(self, link: str, tell: Callable[[int, int], None], lang: str) -> None:
        """`tell`: how far its keys have been played. Trouble: the link is none."""
        super().__init__(lang)
        os.makedirs(FOLDER, exist_ok=True)
        self._link = link
        opened = open_link(link, FOLDER, tell)
        old = opened.firmware
        self._why = message("link_firmware", old=old, new=VERSION) if old else None
        self._points = SavedGame.of(LINK).points  # not its records: a large save has 40 MB
        self._replay = None if old else RecordedGame(recording_of(LINK)[0], SaveFolder(FOLDER))
        self._speed, self._playing = 4, not opened.at
        if self._replay:
            self._replay.cursor.go_to(opened.at)
        self._attach()

    @property
    def save(self) -> str:
        return LINK

    def link(self, at: int) -> str:
        return self._link.partition("&")[0] + (f"&at={at}" if at else "")

    def _attach(self) -> None:
        game = self._replay or OpenGame(SavedGame.of(LINK).unit_at(len(self._points) - 1))
        page = PageUnit(game, monotonic)
        if self._replay:
            page.driver.attach(self._replay.cursor)
        page.driver.speed = self._speed
        page.driver.paused = self._replay is None or not self._playing
        self.show(page)
        self._tell()

    # -- the bar

    def play(self, playing: bool) -> None:
        if self._replay and playing and self._replay.cursor.over:
            self.go_to(0)
        self._playing = playing
        (self.page.driver.resume if playing else self.page.driver.pause)()

    def set_speed(self, speed: int) -> None:
        self._speed = speed if speed in SPEEDS else self._speed
        self.page.driver.set_speed(self._speed)

    def go_to(self, number: int) -> None:
        if self._replay:
            self._replay.cursor.go_to(number)
            self._attach()

    def _tell(self) -> None:
        cursor = self._replay.cursor if self._replay else None
        numbers = [point.number for point in self._points] or [1, 0]
        self.page.tell("replay", {
            "first": numbers[0] - 1, "last": numbers[-1],
            "at": self.page.unit.operations, "words": self._words(), "playing": self._playing,
            "over": cursor is None or cursor.over, "speed": self._speed, "speeds": SPEEDS,
            "checked": cursor is not None and not cursor.differs, "why": self._why,
        })  # fmt: skip

    def _words(self) -> Said | str:
        roll = self.page.unit.roll
        if roll and roll[-1].act is None:  # taken up from a record
            return roll[-1].text.strip()
        return last_move(self.page.unit)

    # -- what the worker calls

    def hear(self, text: str) -> None:
        """Who is winning may be asked, and in which language; nothing else reaches the unit."""
        if isinstance(parse(text), Chances | Lang):
            super().hear(text)

    def step(self) -> dict[str, Any]:
        if self._replay and self._playing:
            self._skip_idle_time(self._replay.cursor.next_event())
            self.page.catch_up()
            if self._replay.cursor.over:
                self.play(False)
        self._tell()
        return super().step()

    def _skip_idle_time(self, due: int) -> None:
        leave = due - LONGEST_WAIT * SECOND * self._speed
        if due < NEVER and leave > self.page.unit.tick:
            self.page.driver.keys.run(leave)
            self.page.driver.start()


def start(link: str, tell: Callable[[int, int], None], lang: str) -> LocalReplay | str:
    """Or why the link is none."""
    try:
        return LocalReplay(link, tell, lang)
    except Trouble as error:
        return str(shown(error.args[0], lang))
