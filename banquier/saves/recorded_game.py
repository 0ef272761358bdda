"""A recorded game: a save that is played again, as it was played.

recording, trouble = finished(recording_in(found, path))    Trouble
game = RecordedGame(recording, games)
game.cursor.run(...)                lets the unit's time pass; recorded keys go down in it
game.moments, game.at               every operation, played or to come; the last one played
game.unit_here()                    another unit in the state of this one, not recorded
opened = game.go_on()               a new save from the last operation on; the old one stays
"""

from __future__ import annotations

import contextlib
import os
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, partial

from banquier.jobs import Job
from banquier.saves.games import Games, split_ending
from banquier.saves.open_game import OpenGame, open_branch
from banquier.saves.save_format import Found, scan
from banquier.saves.save_messages import message
from banquier.saves.saved_game import Point, SavedGame
from banquier.script.events import Recording, parsing
from banquier.script.header import unit_for
from banquier.script.playback import Playback, Until
from banquier.trouble import Trouble
from banquier.words import Said
from firmware_sim.saved_state import roll_of
from firmware_sim.session import RollLine
from hardware.unit import Unit


class RecordedGame:
    def __init__(
        self, recording: Recording, games: Games | None = None, *, stop: Until | None = None,
        stepped: bool = False, saved: SavedGame | None = None,
    ) -> None:  # fmt: skip
        """`games`: where a game goes that is played on; without them none is. `saved`: the save in
        the recording, if it has been read already."""
        self._read = saved
        self.path = recording.file
        self._games = games
        self._recording = recording
        unit = partial(unit_for, recording.header, stepped=stepped)
        self._playback = partial(Playback, unit, recording, stop=stop)
        self.cursor = self._playback()
        self.played_on: OpenGame | None = None
        """The game that went on."""

    @property
    def unit(self) -> Unit:
        return self.cursor.unit

    @cached_property
    def _save(self) -> SavedGame:
        """The save in the recording. Raises Trouble if it contains no game."""
        return self._read or SavedGame.from_path(self.path, scan(self._recording.text.encode()))

    @cached_property
    def moments(self) -> Sequence[Point]:
        """Every operation, played or to come."""
        last = self.cursor.last_operation
        with contextlib.suppress(Trouble):
            return [point for point in self._save.points if point.number <= last]
        return []

    @cached_property
    def lines(self) -> Sequence[RollLine]:
        """The roll lines of all operations, with the money that moved."""
        return roll_of(self._save.records)[1] if self.moments else []

    @property
    def last_played(self) -> int:
        """The index of the last operation played; -1 before the first."""
        return bisect_right(self.moments, self.unit.operations, key=lambda one: one.number) - 1

    def unit_here(self) -> Unit:
        """A unit for looking around: its changes are not recorded."""
        played = self._playback()
        played.begin_before(self.unit.operations)
        played.run(self.unit.tick)
        played.unit.release_all()
        return played.unit

    def go_on(self) -> OpenGame:
        """Start a new save from the last operation. Raises Trouble if there is none."""
        at = self.last_played
        if at < 0:
            raise Trouble(message("no_operation_yet"))
        assert self._games is not None
        base, ending = split_ending(os.path.basename(self.path))
        name = f"{base}-from-{self._save.points[at].number}{ending}"
        path = os.path.join(self._games.folder, name)
        self.played_on = open_branch(self._save, at, self._games, path)
        return self.played_on


def recording_in(found: Found, path: str) -> Job[tuple[Recording, Said | str]]:
    """Parse the recording that a save is, in slices, with what is to be said of its damage. A save
    that breaks off is played as far as it goes. Raises Trouble if its keys cannot be played."""
    if not found.playable:
        trouble = found.trouble or message("keys_left_out")
        raise Trouble(message("mend_first", path=path, trouble=trouble))
    trouble, data = found.trouble, found.data if found.sound else found.repair(b"")
    recording = yield from parsing(data.decode().lstrip("\ufeff"), path)
    if recording is None:
        raise Trouble(message("unusable", path=path, reason=message("tells_no_game")))
    return recording, trouble
