"""The operations of a game as a list, any of them on the glass, and on from there.

↑ ↓            choose one
Enter          that moment on the panel
End            back to the present, which has stood still meanwhile; so does closing the pane
ctrl+n         plays on from there, in a new save

Of the game that is played the last row is the present, and another moment is a unit that is not
recorded. A recorded game goes there itself, its keys go down as they did then, and besides:

F5, space      pause, and on           < >    the speed, up to as fast as it goes
F6, →          one operation on        ←      one back
?              looks around in a unit of its own

A unit that is not recorded is only looked at: `Looking` refuses the keys that would play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from banquier.panel.timing import Timing
from banquier.play.driver import FASTEST, Driven
from banquier.play.key_queue import KeyQueue
from banquier.words import text
from datasheet.ticks import CRYSTAL as TICKS_A_SECOND

if TYPE_CHECKING:
    from banquier.saves.open_game import OpenGame
    from banquier.saves.recorded_game import RecordedGame
    from banquier.saves.saved_game import Point
    from firmware_sim.session import RollLine
    from hardware.unit import Unit

SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 240.0, FASTEST)
AGAIN = 4.0
"""Seconds before the same refusal is shown once more."""


class Looking(KeyQueue):
    """Of a unit that is not recorded. ? + - and what answers them are pressed; a key that would
    play is refused."""

    def __init__(self, unit: Unit, refuse: Callable[[], None]) -> None:
        super().__init__(unit)
        self.refuse = refuse

    @property
    def viewing(self) -> bool:
        """A view is open."""
        return self.unit.question.kind.startswith(("look", "walk"))

    def close(self, key: str) -> None:
        answers = self.unit.question.keys
        walks = key in ("+", "-") and key not in answers
        if key == "?" or (key in answers if self.viewing else walks):
            super().close(key)
        else:
            self.refuse()


class Moments:
    """Another unit than the one that is played may be on the panel."""

    keys = present = ""
    """Texts: the keys of the list, and its last row if that is no operation."""
    game: OpenGame | RecordedGame

    def __init__(self, timing: Timing, tell: Callable[[str], None]) -> None:
        """`tell` a text by its name."""
        self.timing, self.tell = timing, tell
        self.played = timing.keys
        """The queue of the game itself."""
        self._present: Driven | None = None
        self._refused = -AGAIN
        self._chosen: int | None = None

    @property
    def operations(self) -> Sequence[RollLine | Point]:
        return self.game.moments

    @property
    def lines(self) -> Sequence[RollLine]:
        """A line of the roll for each."""
        raise NotImplementedError

    @property
    def row_shown(self) -> int:
        """The row on the glass."""
        raise NotImplementedError

    @property
    def is_away(self) -> bool:
        return self._present is not None

    @property
    def row(self) -> int:
        """The chosen row: that on the glass, until another is chosen."""
        chosen = self.row_shown if self._chosen is None else self._chosen
        return max(0, min(chosen, len(self.operations) - (not self.present)))

    @row.setter
    def row(self, row: int) -> None:
        self._chosen = row
        if self.row == self.row_shown:
            self._chosen = None

    def view(self, unit: Unit) -> None:
        """Put another unit on the panel; the present stands still meanwhile."""
        self._present = self._present or self.timing.driver.keys
        self.timing.attach(Looking(unit, lambda: self.refuse("history.refused")))
        self._chosen = None

    def notes(self, lang: str) -> list[str]:
        """Return the pace of time, in words of eight letters."""
        driver = self.timing.driver
        notes = [text(lang, "note.past")] if self.is_away else []
        if driver.paused:
            notes.append(text(lang, "note.pause"))
        elif driver.speed != 1.0:
            notes.append("× max" if driver.speed >= FASTEST else f"× {driver.speed:g}")
        return notes

    def refuse(self, name: str) -> None:
        if monotonic() - self._refused >= AGAIN:
            self._refused = monotonic()
            self.tell(name)

    def return_to_present(self) -> None:
        self._chosen = None
        if self._present is not None:
            self.timing.attach(self._present)
            self._present = None


class History(Moments):
    """The history of the running game."""

    game: OpenGame
    keys = "history.keys"
    present = "history.present"

    def __init__(self, timing: Timing, game: OpenGame, tell: Callable[[str], None]) -> None:
        super().__init__(timing, tell)
        self.game = game
        self.trouble = "" if game.path else "history.unsaved"
        """The text that says why there is no list."""
        self._moment = 0

    @property
    def lines(self) -> Sequence[RollLine]:
        return self.game.moments

    @property
    def row_shown(self) -> int:
        return self._moment if self.is_away else len(self.operations)

    def go(self) -> None:
        """Go to the chosen row. Raises Trouble if the moment cannot be restored."""
        row = self.row
        if row >= len(self.operations):
            self.return_to_present()
        else:
            self.view(self.game.unit_at(row))
            self._moment = row

    def play_on(self) -> OpenGame | None:
        """Play on in a new save from the moment on the glass. Returns None in the present. Raises
        Trouble if the save cannot be written."""
        if not self.is_away:
            return None
        self.game.go_on(self.row_shown)
        self.timing.attach(KeyQueue(self.game.unit))
        return self.game


class Replay(Moments):
    """Of a recorded game. While another unit is looked around in, nothing moves it."""

    game: RecordedGame
    keys = "history.replay_keys"

    def __init__(self, timing: Timing, game: RecordedGame, tell: Callable[[str], None]) -> None:
        super().__init__(timing, tell)
        self.game = game
        self.trouble = "" if game.moments else "history.empty"
        self._pace = (1.0, False)
        self._differs = False
        timing.driver.attach(game.cursor)
        timing.driver.speeds = SPEEDS
        timing.step_length = "operation"

    @property
    def lines(self) -> Sequence[RollLine]:
        return self.game.lines

    @property
    def row_shown(self) -> int:
        return self.game.last_played

    def follow(self) -> None:
        """Follow the unit, which has run."""
        driver, cursor = self.timing.driver, self.game.cursor
        self.row = self.row  # it goes along from where the replay catches up with it
        if cursor.differs and not self._differs:
            self._differs = True
            self.tell("replay.differs")
        if cursor.over and not driver.paused:
            driver.paused = True
            self.tell("replay.end")

    def go(self) -> None:
        if points := self.game.moments:
            self.go_to(points[self.row].number)

    def go_to(self, operation: int) -> None:
        """Run the replay on, or from its beginning again, up to this operation."""
        self.return_to_present()
        self.game.cursor.go_to(operation)
        self.timing.attach(self.game.cursor)
        self._chosen = None

    def look_around(self) -> None:
        driver = self.timing.driver
        self._pace = (driver.speed, driver.paused)
        self._real_time()
        self.view(self.game.unit_here())

    def _real_time(self) -> None:
        self.timing.driver.set_speed(1.0)
        self.timing.driver.paused = False

    def return_to_present(self) -> None:
        if self.is_away:
            super().return_to_present()
            self.timing.driver.speed, self.timing.driver.paused = self._pace

    def play_on(self) -> OpenGame:
        game = self.game.go_on()
        self._real_time()
        self.timing.step_length = "frame"
        self.timing.attach(KeyQueue(game.unit))
        return game

    # -- keys

    def touch(self, key: str) -> None:
        """Refuse a key of the unit, which would change what was recorded; `?` looks around."""
        if key == "?":
            self.look_around()
            self.timing.do_now(lambda: self.timing.keys.tap(key))
        else:
            self.refuse("replay.refused")

    def pause(self) -> None:
        """Begin again at the end, before time is stopped or goes on."""
        if self.game.cursor.over:
            self.go_to(0)

    def step(self) -> bool:
        """Go on by an operation, if steps are that long. Returns True if so."""
        if self.timing.step_length != "operation":
            return False
        self.timing.driver.paused = True
        self.skip(1)
        return True

    def skip(self, operations: int) -> None:
        """Go on by so many operations, or back."""
        self.go_to(max(0, self.game.cursor.unit.operations + operations))

    def notes(self, lang: str) -> list[str]:
        """Return how far the replay is, and its pace."""
        cursor, pace = self.game.cursor, super().notes(lang)
        if self.is_away:
            return pace
        played = (cursor.unit.tick - cursor.first) // TICKS_A_SECOND
        return [
            text(lang, "note.replay"),
            f"op. {cursor.unit.operations}",
            f"/ {self.game.moments[-1].number if self.game.moments else 0}",
            f"{played // 3600}:{played // 60 % 60:02}:{played % 60:02}",
            *([text(lang, "note.over")] if cursor.over else pace),
        ]
