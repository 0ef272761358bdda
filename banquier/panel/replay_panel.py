"""The panel before a recorded game: its keys go down as they did then.

    status = ReplayPanel(replay, settings, speed=2).run()

    F5, space      pause, and on           < >    the speed, up to as fast as it goes
    F6, →          one operation on        ←      one back
    ctrl+t         all operations: Enter goes there
    ?              looks around in a unit of its own; End is the way back
    ctrl+n         plays on from here, in a new save; from then on it is a panel like any other

No key that is pressed here changes what was recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from banquier.game.key_queue import HERE, TAP, KeyQueue
from banquier.panel.actions import PLAY, REPLAY
from banquier.panel.app import Panel
from banquier.panel.history_view import HistoryView
from banquier.words import text
from firmware_sim.interface import CRYSTAL as TICKS_A_SECOND

if TYPE_CHECKING:
    from banquier.game.saved_replay import SavedReplay
    from banquier.panel.settings import Settings
    from hardware.unit import Unit

FASTEST = 100_000.0
"""More than any machine reaches: as fast as it goes."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 240.0, FASTEST)
AGAIN = 4.0
"""Seconds before the same refusal is shown once more."""


class RecordedKeys(KeyQueue):
    """The keys of a recording: they move at their own times; `touched` hears of all others."""

    def __init__(self, cursor: Any, touched: Callable[[str], None]) -> None:
        super().__init__(cursor.unit)
        self.cursor = cursor
        self.touched = touched

    @property
    def held(self) -> frozenset[str]:
        held: frozenset[str] = self.cursor.held
        return held

    def tap(self, key: str, ticks: int = TAP) -> None:
        self.touched(key)

    def down(self, key: str, client: str = HERE) -> None:
        self.touched(key)

    def up(self, key: str, client: str = HERE) -> None:
        pass

    def drop(self) -> None:
        pass

    def next_event(self) -> int:
        due: int = self.cursor.next_event()
        return due

    def run(self, until: int) -> None:
        self.cursor.run(until)


class ReplayHistory(HistoryView):
    """The list of a recorded game; away is a unit to look around in."""

    keys = "history.replay_keys"
    present = ""

    def __init__(self, panel: ReplayPanel, replay: SavedReplay) -> None:
        super().__init__(panel, None)
        self.replay_panel = panel
        self.replay = replay
        self.operations = self.points = replay.moments()
        self.trouble = "" if self.operations else "history.empty"
        self.at = -1
        self._pace = (1.0, False)

    def read(self) -> None:
        done = self.replay.cursor.unit.operations
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
        self.replay.cursor.go_to(operation)
        self._attach()
        self.read()
        self.row = max(self.at, 0)

    def _attach(self) -> None:
        self.panel.attach(RecordedKeys(self.replay.cursor, self.replay_panel.touched))

    def look_around(self) -> None:
        pace = self.panel.pace
        self._pace = (pace.speed, pace.paused)
        self._present = self.panel.keys
        self._real_time()
        self.panel.attach(KeyQueue(self.replay.unit_here()))

    def _real_time(self) -> None:
        self.panel.pace.set_speed(1.0)
        self.panel.pace.paused = False

    def back(self) -> None:
        if self._present is not None:
            self._present = None
            self._attach()
            self.panel.pace.speed, self.panel.pace.paused = self._pace

    def play_on(self) -> tuple[Unit, Sequence[object]] | None:
        opened = self.replay.go_on()
        self._real_time()
        self.panel.attach(KeyQueue(opened.unit))
        self.replay_panel.leave_replay(HistoryView(self.panel, opened.history))
        return opened.unit, opened.sentences


class ReplayPanel(Panel):
    game = REPLAY

    def __init__(
        self,
        replay: SavedReplay,
        settings: Settings | None = None,
        *,
        speed: float = 1.0,
        **more: Any,
    ) -> None:
        super().__init__(replay.cursor.unit, settings, **more)
        self.replay: SavedReplay | None = replay
        self.history = self.replay_history = ReplayHistory(self, replay)
        self.keys = RecordedKeys(replay.cursor, self.touched)
        self.pace.attach(self.keys)
        self.pace.speeds = SPEEDS
        self.pace.speed = speed
        self.step_length = "operation"
        self.after_run = [self._follow]
        self._refused = -AGAIN
        self._disagreed = False

    @property
    def replaying(self) -> bool:
        """The recorded game is on the panel, and not a unit that can be played."""
        return self.replay is not None and not self.replay_history.away

    def _begin(self) -> None:
        super()._begin()
        self.notify(text(self.lang, "replay.welcome"))

    def _follow(self) -> None:
        if not self.replaying or self.replay is None:
            return
        self.replay_history.read()
        cursor = self.replay.cursor
        if not self._disagreed and (sentence := cursor.disagreement()):
            self._disagreed = True
            self.notify_sentence(sentence, "warning")
        if cursor.over and not self.pace.paused:
            self.pace.paused = True
            self.notify(text(self.lang, "replay.end"))

    def leave_replay(self, history: HistoryView) -> None:
        self.replay = None
        self.history = history
        self.step_length = "frame"
        self.game = PLAY
        self.key_line.set_language(self.lang, PLAY)

    # -- keys

    def touched(self, key: str) -> None:
        if key == "?":
            self.replay_history.look_around()
            self.keys.tap(key)
            self.notify(text(self.lang, "replay.look_around"))
        elif monotonic() - self._refused >= AGAIN:
            self._refused = monotonic()
            self.notify(text(self.lang, "replay.refused"))

    def type(self, key: str, at: float) -> None:
        if self.replaying and key == self.keymap.key("space", " "):
            self.action_pause()
        else:
            super().type(key, at)

    def action_pause(self) -> None:
        if self.replaying and self.replay is not None and self.replay.cursor.over:
            self.replay_history.go_to(0)
            self.pace.paused = True
        super().action_pause()

    def action_step(self) -> None:
        if self.replaying and self.step_length == "operation":
            self.pace.paused = True
            self.action_skip(1)
        else:
            super().action_step()

    def action_skip(self, operations: int) -> None:
        if not self.replaying or self.replay is None:
            return
        here = self.replay.cursor.unit.operations
        self.replay_history.go_to(max(0, here + operations))
        self.wake()

    def action_leave(self) -> None:
        if self.replay is None:
            super().action_leave()
        else:
            self.exit(0)  # nothing is lost

    def action_names(self) -> None:
        if self.replay is None:
            super().action_names()
        else:
            self.notify(text(self.lang, "names.watching"))

    # -- how it looks

    def _state(self) -> list[str]:
        if self.replay is None:
            return super()._state()
        lang, cursor = self.lang, self.replay.cursor
        if self.replay_history.away:
            return [text(lang, name) for name in ("note.past", "note.end_key", "note.return")]
        pace = speed_of(self.pace.speed)
        if cursor.over:
            pace = text(lang, "note.over")
        elif self.pace.paused:
            pace = text(lang, "note.pause")
        points = self.replay_history.points
        last = points[-1].number if points else 0
        return [
            text(lang, "note.replay"),
            f"op. {cursor.unit.operations}",
            f"/ {last}",
            clock((cursor.unit.tick - cursor.first) // TICKS_A_SECOND),
            pace,
        ]


def speed_of(speed: float) -> str:
    return "× max" if speed >= FASTEST else f"× {speed:g}"


def clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
