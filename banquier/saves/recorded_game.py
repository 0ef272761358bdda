"""A recorded game: a save that is played again, as it was played.

    recording, trouble = recording_of(path)     Trouble
    game = RecordedGame(recording, games)
    game.cursor.run(...)                lets the unit's time pass; recorded keys go down in it
    game.moments, game.at               every operation, played or to come; the last one played
    game.unit_here()                    another unit in the state of this one, not recorded
    opened = game.go_on()               a new save from the last operation on; the old one stays

A script is one too, by what is recorded while it is played once.
"""

from __future__ import annotations

import contextlib
import os
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, partial

from banquier.saves.games import Games, SaveInMemory, split_ending
from banquier.saves.open_game import OpenGame, went_on
from banquier.saves.recorder import record
from banquier.saves.save_format import LONGEST_READ, is_too_long, scan
from banquier.saves.save_messages import message
from banquier.saves.saved_game import Point, SavedGame
from banquier.script.events import Recording, recorded
from banquier.script.header import unit_for
from banquier.script.language import parse, parse_file
from banquier.script.playback import Playback, Until
from banquier.script.player import Player, Script
from banquier.trouble import Trouble
from banquier.words import Said
from hardware.unit import Unit


class RecordedGame:
    def __init__(
        self, recording: Recording, games: Games | None = None, *, stop: Until | None = None,
        stepped: bool = False,
    ) -> None:  # fmt: skip
        """`games`: where a game goes that is played on; without them none is."""
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
        """Trouble: there is no game in it."""
        return SavedGame.of(self.path, scan(self._recording.text.encode()))

    @cached_property
    def moments(self) -> Sequence[Point]:
        """Every operation, played or to come."""
        last = self.cursor.last_operation
        with contextlib.suppress(Trouble):
            return [point for point in self._save.points if point.number <= last]
        return []

    @property
    def at(self) -> int:
        """Which of them was played last; -1 before all."""
        return bisect_right(self.moments, self.unit.operations, key=lambda one: one.number) - 1

    def unit_here(self) -> Unit:
        """A unit for looking around: its changes are not recorded."""
        played = self._playback()
        played.begin_before(self.unit.operations)
        played.run(self.unit.tick)
        played.unit.release_all()
        return played.unit

    def go_on(self) -> OpenGame:
        """A new save from the last operation; this one stays. Trouble."""
        at = self.at
        if at < 0:
            raise Trouble(message("no_operation_yet"))
        assert self._games is not None
        base, ending = split_ending(os.path.basename(self.path))
        name = f"{base}-from-{self._save.points[at].number}{ending}"
        path = os.path.join(self._games.folder, name)
        self.played_on = went_on(self._save, at, self._games, path)
        return self.played_on


def recording_of(path: str) -> tuple[Recording, Said | str]:
    """A save that breaks off is played as far as it goes; and what is to be said of that. Of a
    script, what is recorded while it is played once. Trouble."""
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_READ)
    except (OSError, ValueError):
        data = b"-"
    if not data or is_too_long(data):
        why = message("too_long" if data else "no_game_begun")
        raise Trouble(message("unusable", path=path, reason=why))
    found = scan(data)
    if not found.marks:  # what is wrong with a script is told there
        return _of_script(parse_file(path)), ""
    if not found.playable:
        trouble = found.trouble or message("keys_left_out")
        raise Trouble(message("mend_first", path=path, trouble=trouble))
    trouble, data = found.trouble, found.data if found.sound else found.repaired(b"")
    text = data.decode("utf-8-sig")
    del found, data  # of a large save every copy counts in a browser
    return _of_script(parse(text, path)), trouble


def _of_script(script: Script) -> Recording:
    """A recording of 1.2 has no records: it is played once to have them."""
    if script.recording and any(event.record for event in script.recording.events):
        return script.recording
    unit = unit_for(script.header)
    file = record(unit, script.header, SaveInMemory(script.file)).file
    Player(unit, script).play()
    text = file.content.decode()
    played = script.recording or recorded(text, script.file)
    events = played.events if played else []
    return Recording(script.file, script.header, events, text)
