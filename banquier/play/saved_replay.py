"""The replay of a recording or a save, for the panel and the page.

    recording, trouble = recording_of(path)     ScriptError, ValueError
    replay = SavedReplay(recording)
    keys = RecordedKeys(replay.cursor, touched)
    replay.cursor.run(...)              lets the unit's time pass; recorded keys go down in it
    replay.moments()                    every operation, played or to come
    replay.unit_here()                  another unit in the state of this one, not recorded
    opened = replay.go_on()             a new save from the last operation on; the old one stays
    replay.opened                       that game, to be closed

A recording without the game (`banquier run --record`) can be watched; going on needs a save.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable, Sequence

from banquier.play.key_queue import HERE, TAP, KeyQueue
from banquier.play.open_game import OpenGame, open_game
from banquier.saves.messages import message
from banquier.saves.save_format import LONGEST_READ, scan
from banquier.saves.save_listing import ENDING
from banquier.saves.saved_game import Point, SavedGame, SaveTrouble
from banquier.script.events import Recording, recorded
from banquier.script.header import FORMAT
from banquier.script.language import parse, parse_file
from banquier.script.playback import Playback, Until
from banquier.script.player import Player, Script
from banquier.script.recording import Writer, record_into
from banquier.script.script_machine import unit_for
from hardware.unit import Unit


class SavedReplay:
    def __init__(
        self, recording: Recording, *, stop: Until | None = None, stepped: bool = False,
        folder: str = "",
    ) -> None:  # fmt: skip
        """`folder`: where a game goes that is played on; empty: beside the save."""
        self.path = recording.file
        self._folder = folder
        self._stop = stop
        self._stepped = stepped
        self._recording = recording
        self.cursor = self._playback()
        self.opened: OpenGame | None = None
        """The game branched off here, if any; the caller closes it."""
        self._timeline: SavedGame | None = None
        try:
            self._timeline = SavedGame.of(self.path)
        except SaveTrouble:
            self._points = [
                Point(state.number, state.tick, 0, "", False) for state in self.cursor.states
            ]
        else:
            last = self.cursor.states[-1].number if self.cursor.states else 0
            self._points = [point for point in self._timeline if point.number <= last]

    def _playback(self) -> Playback:
        header = self._recording.header
        return Playback(
            lambda: unit_for(header, stepped=self._stepped), self._recording, stop=self._stop
        )

    def moments(self) -> Sequence[Point]:
        return self._points

    def unit_here(self) -> Unit:
        """A unit for looking around: its changes are not recorded."""
        played = self._playback()
        played.run(self.cursor.unit.tick)
        played.unit.release_all()
        return played.unit

    def go_on(self) -> OpenGame:
        """A new save from the last operation. ValueError."""
        if self._timeline is None:
            raise ValueError(message("recording_only", path=self.path))
        done = self.cursor.unit.operations
        at = max((n for n, point in enumerate(self._timeline) if point.number <= done), default=-1)
        if at < 0:
            raise ValueError(message("no_operation_yet"))
        name = f"link-from-{self._timeline[at].number}{ENDING}"
        if self._folder:
            with contextlib.suppress(OSError):  # then the save cannot be written, and says why
                os.makedirs(self._folder, mode=0o700, exist_ok=True)
        branch = self._timeline.branch(at, os.path.join(self._folder, name) if self._folder else "")
        self.opened = open_game(path=branch, folder=os.path.dirname(branch) or ".")
        return self.opened


class RecordedKeys(KeyQueue):
    """The keys of a recording: they move at their own times; `touched` hears of all others."""

    def __init__(self, cursor: Playback, touched: Callable[[str], None]) -> None:
        super().__init__(cursor.unit)
        self.cursor = cursor
        self.touched = touched

    @property
    def held(self) -> frozenset[str]:
        return self.cursor.held

    def tap(self, key: str, ticks: int = TAP) -> None:
        self.touched(key)

    def down(self, key: str, client: str = HERE) -> None:
        self.touched(key)

    def up(self, key: str, client: str = HERE) -> None:
        pass

    def drop(self) -> None:
        pass

    def next_event(self) -> int:
        return self.cursor.next_event()

    def run(self, until: int) -> None:
        self.cursor.run(until)


def recording_of(path: str) -> tuple[Recording, str]:
    """A save that breaks off is played as far as it goes; and what is to be said of that. Of a
    script, what is recorded while it is played once. ScriptError, ValueError."""
    try:
        with open(path, "rb") as file:
            found = scan(file.read(LONGEST_READ))
    except (OSError, ValueError):
        return _of_script(parse_file(path)), ""  # knows better what is wrong
    if not found.marks:
        return _of_script(parse_file(path)), ""
    if not found.playable:
        trouble = found.trouble or message("keys_left_out")
        raise ValueError(message("mend_first", path=path, trouble=trouble))
    data = found.data if found.sound else found.repaired()
    return _of_script(parse(data.decode("utf-8-sig"), path)), found.trouble


def _of_script(script: Script) -> Recording:
    if script.recording:
        return script.recording
    stream = io.StringIO()
    unit = record_into(unit_for(script.header), Writer(stream))
    Player(unit, script).play()
    played = recorded(f"banquier {FORMAT}\n{stream.getvalue()}", script.file)
    return Recording(script.file, script.header, played.events if played else [])
