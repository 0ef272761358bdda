"""The replay of a recording or a save, for the panel.

    replay = SavedReplay(path, script)  the file, read as a script; ScriptError
    replay.cursor.run(...)              lets the unit's time pass; recorded keys go down in it
    replay.moments()                    every operation, played or to come
    replay.unit_here()                  another unit in the state of this one, not recorded
    opened = replay.go_on()             a new save from the last operation on; the old one stays
    replay.opened                       that game, to be closed

A recording without the game (`banquier run --record`) can be watched; going on needs a save.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import Any

from banquier.game.open_game import OpenedGame, open_game
from banquier.saves.history import Point, Timeline
from banquier.saves.messages import message
from banquier.saves.save_listing import SaveTrouble
from banquier.script.header import FORMAT
from banquier.script.language import Script, parse
from banquier.script.player import Player
from banquier.script.recording import Writer, record_into
from banquier.script.replay import Until
from banquier.script.replay_cursor import ReplayCursor
from banquier.script.runner import ScriptTarget
from banquier.script.script_machine import unit_for
from banquier.script.steps import is_recording


class SavedReplay:
    def __init__(
        self, path: str, script: Script, *, stop: Until | None = None, stepped: bool = False
    ) -> None:
        self.path = path
        self._stepped = stepped
        self._made = script if is_recording(script.steps) else recorded(script)
        self.cursor = ReplayCursor(self._make, self._made, stop=stop)
        self.opened: OpenedGame | None = None
        """The game branched off here, if any; the caller closes it."""
        self._timeline: Timeline | None = None
        try:
            self._timeline = Timeline.of(path)
        except SaveTrouble:
            self._points = [
                Point(state.number, state.tick, 0, "", False) for state in self.cursor.states
            ]
        else:
            last = self.cursor.states[-1].number if self.cursor.states else 0
            self._points = [point for point in self._timeline if point.number <= last]

    def _make(self) -> ScriptTarget:
        return unit_for(self._made.header, stepped=self._stepped)

    def moments(self) -> Sequence[Point]:
        return self._points

    def unit_here(self) -> Any:
        """A unit for looking around: its changes are not recorded."""
        watched, unit = self.cursor.unit, self._make().unit
        unit.restore(watched.snapshot())
        unit.names = watched.names
        unit.release_all()
        return unit

    def go_on(self) -> OpenedGame:
        """A new save from the last operation. ValueError."""
        if self._timeline is None:
            raise ValueError(message("recording_only", path=self.path))
        done = self.cursor.unit.operations
        at = max((n for n, point in enumerate(self._timeline) if point.number <= done), default=-1)
        if at < 0:
            raise ValueError(message("no_operation_yet"))
        branch = self._timeline.branch(at)
        self.opened = open_game(path=branch, folder=os.path.dirname(branch) or ".")
        return self.opened


def recorded(script: Script) -> Script:
    """Play the script once; its recording is what is watched."""
    target = unit_for(script.header)
    stream = io.StringIO()
    unit = record_into(target.unit, Writer(stream))
    Player(unit, script, target.edition_labels, target.edition).play()
    return script._replace(steps=parse(f"banquier {FORMAT}\n{stream.getvalue()}").steps)
