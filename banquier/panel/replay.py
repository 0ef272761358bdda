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

from time import monotonic
from typing import TYPE_CHECKING

from banquier.panel.history_view import Moments
from banquier.play.key_queue import KeyQueue
from banquier.words import text
from firmware_sim.glass import CRYSTAL as TICKS_A_SECOND

if TYPE_CHECKING:
    from banquier.panel.app import Panel
    from banquier.saves.recorded_game import RecordedGame

FASTEST = 100_000.0
"""More than any machine reaches: as fast as it goes."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 240.0, FASTEST)
AGAIN = 4.0
"""Seconds before the same refusal is shown once more."""


class Replay(Moments):
    """A recorded game as what the panel plays; away is a unit to look around in."""

    keys = "history.replay_keys"
    present = ""

    def __init__(self, panel: Panel, game: RecordedGame) -> None:
        super().__init__(panel)
        self.game = game
        self.operations = self.points = game.moments()
        self.trouble = "" if self.points else "history.empty"
        self.at = -1
        self._pace = (1.0, False)
        self._refused = -AGAIN
        self._disagreed = False
        panel.pace.attach(game.cursor)
        panel.pace.speeds = SPEEDS
        panel.step_length = "operation"

    def begin(self) -> None:
        """The panel has been drawn for the first time."""
        self.panel.notify(text(self.panel.lang, "replay.welcome"))

    def follow(self) -> None:
        """The unit has run."""
        panel, cursor = self.panel, self.game.cursor
        if self.away:
            return
        self.read()
        if not self._disagreed and (sentence := cursor.disagreement()):
            self._disagreed = True
            panel.notify_sentence(sentence, "warning")
        if cursor.over and not panel.pace.paused:
            panel.pace.paused = True
            panel.notify(text(panel.lang, "replay.end"))

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

    def move(self, rows: int) -> None:
        self.row = max(0, min(len(self.operations) - 1, self.row + rows))

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
        self.panel.attach(KeyQueue(self.game.unit), self.game.cursor)

    def look_around(self) -> None:
        pace = self.panel.pace
        self._pace = (pace.speed, pace.paused)
        self._present = self.panel.keys
        self._real_time()
        self.panel.attach(KeyQueue(self.game.unit_here()))

    def _real_time(self) -> None:
        self.panel.pace.set_speed(1.0)
        self.panel.pace.paused = False

    def back(self) -> None:
        if self._present is not None:
            self._present = None
            self._attach()
            self.panel.pace.speed, self.panel.pace.paused = self._pace

    def play_on(self) -> bool:
        panel, game = self.panel, self.game.go_on()
        self._real_time()
        panel.step_length = "frame"
        panel.attach(KeyQueue(game.unit))
        panel.play(game)
        return True

    # -- keys

    def touched(self, key: str) -> None:
        """A key of the unit, which is not pressed: it would change what was recorded."""
        panel = self.panel
        if key == "?":
            self.look_around()
            panel.keys.tap(key)
            panel.notify(text(panel.lang, "replay.look_around"))
        elif monotonic() - self._refused >= AGAIN:
            self._refused = monotonic()
            panel.notify(text(panel.lang, "replay.refused"))

    def use(self, key: str) -> bool:
        """Whether this key of the unit does something else."""
        if self.away or key != self.panel.keymap.key("space", " "):
            return False
        self.panel.action_pause()
        return True

    def pause(self) -> None:
        """Before time is stopped, or goes on."""
        if not self.away and self.game.cursor.over:
            self.go_to(0)
            self.panel.pace.paused = True

    def step(self) -> bool:
        """Whether a step of time was made here."""
        if self.away or self.panel.step_length != "operation":
            return False
        self.panel.pace.paused = True
        self.skip(1)
        return True

    def skip(self, operations: int) -> None:
        """So many operations on, or back."""
        if not self.away:
            self.go_to(max(0, self.game.cursor.unit.operations + operations))

    def state(self) -> list[str]:
        """How time passes, in words of eight letters."""
        lang, cursor, pace = self.panel.lang, self.game.cursor, self.panel.pace
        if self.away:
            return [text(lang, name) for name in ("note.past", "note.end_key", "note.return")]
        speed = speed_of(pace.speed)
        if cursor.over:
            speed = text(lang, "note.over")
        elif pace.paused:
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
