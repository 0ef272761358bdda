"""The panel before a recorded game: its keys go down as they did then.

    panel = Panel(RecordedGame(recording), settings)

    F5, space      pause, and on           < >    the speed, up to as fast as it goes
    F6, →          one operation on        ←      one back
    ctrl+t         all operations: Enter goes there
    ?              looks around in a unit of its own; End is the way back
    ctrl+n         plays on from here, in a new save; from then on it is a panel like any other

No key that is pressed here changes what was recorded.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from banquier.panel.history_view import Moments
from banquier.panel.timing import Timing
from banquier.play.driver import FASTEST
from banquier.play.key_queue import KeyQueue
from banquier.words import text
from firmware_sim.glass import CRYSTAL as TICKS_A_SECOND

if TYPE_CHECKING:
    from banquier.saves.open_game import OpenGame
    from banquier.saves.recorded_game import RecordedGame

SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 240.0, FASTEST)
AGAIN = 4.0
"""Seconds before the same refusal is shown once more."""


class Replay(Moments):
    """A recorded game as what the panel plays; away is a unit to look around in."""

    keys = "history.replay_keys"
    present = ""

    def __init__(self, timing: Timing, game: RecordedGame, tell: Callable[[str], None]) -> None:
        """`tell` a text by its name."""
        super().__init__(timing)
        self.game, self.tell = game, tell
        self.operations = self.points = game.moments()
        self.trouble = "" if self.points else "history.empty"
        self.at = -1
        self._pace = (1.0, False)
        self._refused = -AGAIN
        self._differs = False
        timing.driver.attach(game.cursor)
        timing.driver.speeds = SPEEDS
        timing.step_length = "operation"

    def follow(self) -> None:
        """The unit has run."""
        driver, cursor = self.timing.driver, self.game.cursor
        if self.away:
            return
        self.read()
        if cursor.differs and not self._differs:
            self._differs = True
            self.tell("replay.differs")
        if cursor.over and not driver.paused:
            driver.paused = True
            self.tell("replay.end")

    # -- the list

    def read(self) -> None:
        done = self.game.cursor.unit.operations
        if self.away or done == self._read:
            return
        follows = self.row == max(self.at, 0)
        self._read = done
        passed = (at for at, one in enumerate(self.points) if one.number <= done)
        self.at = max(passed, default=-1)
        if follows:
            self.row = max(self.at, 0)

    def go(self) -> None:
        if self.row < len(self.operations):
            self.go_to(self.points[self.row].number)

    def go_to(self, operation: int) -> None:
        """The replay runs on, or again from its beginning, up to there."""
        self.back()
        self.game.cursor.go_to(operation)
        self._attach()
        self.read()
        self.row = max(self.at, 0)

    def _attach(self) -> None:
        self.timing.attach(KeyQueue(self.game.unit), self.game.cursor)

    def look_around(self) -> None:
        driver = self.timing.driver
        self._pace = (driver.speed, driver.paused)
        self._present = self.timing.keys
        self._real_time()
        self.timing.attach(KeyQueue(self.game.unit_here()))

    def _real_time(self) -> None:
        self.timing.driver.set_speed(1.0)
        self.timing.driver.paused = False

    def back(self) -> None:
        if self._present is not None:
            self._present = None
            self._attach()
            self.timing.driver.speed, self.timing.driver.paused = self._pace

    def play_on(self) -> OpenGame:
        game = self.game.go_on()
        self._real_time()
        self.timing.step_length = "frame"
        self.timing.attach(KeyQueue(game.unit))
        return game

    # -- keys

    def touched(self, key: str) -> None:
        """A key of the unit, which is not pressed: it would change what was recorded."""
        if key == "?":
            self.look_around()
            self.timing.keys.tap(key)
            self.tell("replay.look_around")
        elif monotonic() - self._refused >= AGAIN:
            self._refused = monotonic()
            self.tell("replay.refused")

    def pause(self) -> None:
        """Before time is stopped, or goes on."""
        if not self.away and self.game.cursor.over:
            self.go_to(0)
            self.timing.driver.paused = True

    def step(self) -> bool:
        """Whether a step of time was made here."""
        if self.away or self.timing.step_length != "operation":
            return False
        self.timing.driver.paused = True
        self.skip(1)
        return True

    def skip(self, operations: int) -> None:
        """So many operations on, or back."""
        if not self.away:
            self.go_to(max(0, self.game.cursor.unit.operations + operations))

    def notes(self, lang: str) -> list[str]:
        """How time passes, in words of eight letters."""
        cursor, driver = self.game.cursor, self.timing.driver
        if self.away:
            return [text(lang, name) for name in ("note.past", "note.end_key", "note.return")]
        speed = speed_of(driver.speed)
        if cursor.over:
            speed = text(lang, "note.over")
        elif driver.paused:
            speed = text(lang, "note.pause")
        return [
            text(lang, "note.replay"),
            f"op. {cursor.unit.operations}",
            f"/ {self.points[-1].number if self.points else 0}",
            clock((cursor.unit.tick - cursor.first) // TICKS_A_SECOND),
            speed,
        ]


def speed_of(speed: float) -> str:
    return "× max" if speed >= FASTEST else f"× {speed:g}"


def clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
