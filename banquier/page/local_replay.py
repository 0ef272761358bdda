"""A link opened in a browser: its end at once, then its game replayed.

No key of the page reaches the unit, and nothing is written to the games of this browser. The
page is told one part more, `replay`:

    first, last  the numbers of its operations; `first` is before all of them
    at, words    the operation that was done last
    playing      whether time passes, `speed` times as fast; `over` at the end
    checked      every throw was computed again and agrees
    opened       how much of the link has been computed, from 0 to 1
    why          why not
"""

from __future__ import annotations

from time import monotonic

from banquier.jobs import NEXT_SLICE, Job
from banquier.page.local_unit import LocalUnit
from banquier.page.page_messages import Chances, Lang, parse
from banquier.page.page_unit import PageUnit
from banquier.saves.browser_games import BrowserGames
from banquier.saves.games import ENDING
from banquier.saves.link import unpacking
from banquier.saves.open_game import OpenGame
from banquier.saves.recorded_game import RecordedGame, recording_in
from banquier.saves.save_format import Found
from banquier.saves.save_messages import message
from banquier.saves.saved_game import SavedGame
from banquier.trouble import Trouble
from banquier.words import Said
from banquier.words.announcements import last_move
from datasheet.ticks import NEVER
from firmware_sim.texts import VERSION
from hardware.crystal import SECOND

SAVE = f"link{ENDING}"
SPEEDS = (1, 4, 16, 64)
"""Speeds of a replay, in times of real time."""
LONGEST_WAIT = 3
"""The longest wait in seconds for the next key, at any speed."""


class LocalReplay(LocalUnit):
    def __init__(self, games: BrowserGames, lang: str, link: str) -> None:
        """Show the end of the link's game, then replay it."""
        super().__init__(games, lang)
        self._link = link
        self._replay: RecordedGame | None = None
        self._opened = 0.0
        self._why: Said | None = None
        self._speed, self._playing = 4, False
        self._numbers = [0, 0]
        self.opens = True
        self.begin(self._open())

    def _open(self) -> Job[None]:
        """Open the link, its end first. Raises Trouble if not even the end can be shown."""
        try:
            yield from self._unpack()
        except Trouble as error:
            if self.opens:
                raise
            self._why = error.args[0]
            self._show_bar()
        # A record is nested too deeply for this engine.
        except RuntimeError:
            raise Trouble(message("link_damaged")) from None

    def _unpack(self) -> Job[None]:
        steps = unpacking(self._link, self.games)
        while True:
            try:
                done = next(steps)
            except StopIteration as end:
                opened = end.value
                break
            if isinstance(done, Found):
                yield NEXT_SLICE
                self._attach_end(done)
            elif done:
                self._opened = done[0] / done[1]
            yield
        self._opened = 1.0
        if opened.firmware:
            self._why = message("link_firmware", old=opened.firmware, new=VERSION)
            return
        yield NEXT_SLICE
        saved = yield from SavedGame.read_in_slices(SAVE, opened.found)
        recording, _ = yield from recording_in(opened.found, SAVE)
        yield NEXT_SLICE
        game = RecordedGame(recording, self.games, saved=saved)
        yield NEXT_SLICE
        points = game.moments
        yield NEXT_SLICE
        game.cursor.go_to(opened.at)
        yield NEXT_SLICE
        self._replay = game
        self._numbers = [points[0].number, points[-1].number]
        self._playing = not opened.at
        self._attach(game)

    def _attach_end(self, found: Found) -> None:
        end = SavedGame.from_path(SAVE, found)
        self._numbers = [end.points[-1].number, end.points[-1].number]
        unit = end.unit_at(len(end.points) - 1)
        unit.names = {**end.names}
        self._attach(OpenGame(unit))

    @property
    def save(self) -> str:
        return ""

    def link(self, at: int) -> str:
        return self._link.partition("&")[0] + (f"&at={at}" if at else "")

    def _attach(self, game: OpenGame | RecordedGame) -> None:
        page = PageUnit(game, monotonic)
        if isinstance(game, RecordedGame):
            page.driver.attach(game.cursor)
        page.driver.speed = self._speed
        page.driver.paused = not self._playing
        self.show(page)
        self._show_bar()

    # -- the bar

    def play(self, playing: bool) -> None:
        if self._replay and playing and self._replay.cursor.over:
            self.go_to(0)
        self._playing = playing and self._replay is not None
        (self.page.driver.resume if self._playing else self.page.driver.pause)()

    def set_speed(self, speed: int) -> None:
        self._speed = speed if speed in SPEEDS else self._speed
        self.page.driver.set_speed(self._speed)

    def go_to(self, number: int) -> None:
        if self._replay:
            self._replay.cursor.go_to(number)
            self._attach(self._replay)

    def _show_bar(self) -> None:
        cursor = self._replay.cursor if self._replay else None
        self.page.news.show("replay", {
            "first": self._numbers[0] - 1, "last": self._numbers[1],
            "at": self.page.unit.operations, "words": self._last_move(), "playing": self._playing,
            "over": cursor is None or cursor.over, "speed": self._speed, "speeds": SPEEDS,
            "checked": cursor is not None and not cursor.differs, "why": self._why,
            "opened": round(self._opened, 2),
        })  # fmt: skip

    def _last_move(self) -> Said | str:
        roll = self.page.unit.roll
        # The game was resumed from a record.
        if roll and roll[-1].act is None:
            return roll[-1].text.strip()
        return last_move(self.page.unit)

    # -- what the worker calls

    def hear(self, text: str) -> None:
        """Pass on what asks for chances or a language; nothing else reaches the unit."""
        if isinstance(parse(text), Chances | Lang):
            super().hear(text)

    def step(self) -> str:
        if self._replay and self._playing:
            self._skip_idle_time(self._replay.cursor.next_event())
            self.page.catch_up()
            if self._replay.cursor.over:
                self.play(False)
        if not self.opens:
            self._show_bar()
        return super().step()

    def _skip_idle_time(self, due: int) -> None:
        leave = due - LONGEST_WAIT * SECOND * self._speed
        if due < NEVER and leave > self.page.unit.tick:
            self.page.driver.keys.run(leave)
            self.page.driver.start()
