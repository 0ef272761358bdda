"""The program in the chip: reads keys, holds the conversation, decides what the glass says.

It runs once a scan (128 a second) with at most one key event. It knows keys by their names,
time by scans, the glass by words and icons; the board around it does the rest.

    firmware.scan(now, ("7", True))     a key was accepted in scan `now`
    firmware.shown                      row A, row B and icons as they stand in the glass's memory
    firmware.next_wake                  the next scan in which it has something to do by itself

The conversation is a generator: it yields what it asks and is resumed with a key. A generator
cannot be copied, so a snapshot keeps the game as it was when the present moment of the
conversation began, and the keys given since; restoring plays those keys again, unheard.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from firmware_sim import screen as face
from firmware_sim import words
from firmware_sim.dialogue.evening import evening
from firmware_sim.dialogue.looking import look_at
from firmware_sim.dialogue.menu import menu
from firmware_sim.edition import Edition
from firmware_sim.game import Error, Game
from firmware_sim.screen import NEVER, SECOND, Said, Screen
from firmware_sim.table import Answer, Operation, RollLine, Settings, Table

VERSION = "1.0"
SHIFT_LASTS = 4 * SECOND
HOLD = 112
AUTO_OFF = 8 * 60 * SECOND

RUNNING, ASLEEP, OFF = range(3)
DARK = ("", "", 0)


class Saved(NamedTuple):
    """Everything `restore` needs to go on exactly."""

    power: tuple[int, bool, int]
    reader: tuple[int, int, str, int]
    clock: tuple[int, int]
    stage: str
    base: Game | None
    settings: Settings
    keys: tuple[str, ...]
    overlay: tuple[str, tuple[str, ...], Settings] | None
    notices: tuple[Screen, ...]
    history: tuple[Operation, ...]
    fate: dict[int, tuple[int, ...]]
    roll: tuple[tuple[int, str, bool], ...]
    operations: int


class Firmware:
    def __init__(
        self,
        load_edition: Callable[[str], Edition],
        edition_names: Sequence[str],
        edition_labels: Sequence[str],
        twins: Mapping[str, str],
        noise: Callable[[], int],
    ) -> None:
        self.twins = twins
        self.table = Table(load_edition, edition_names, edition_labels, noise)
        self.table.settled = self._settled
        self.beeps = self.table.beeps
        self.low_battery = False
        self.mode = OFF
        self.now = 0
        self.next_wake = NEVER
        self.shown = DARK
        self._reset_reader()
        self._start(0)

    # -- power

    def power_on(self, now: int) -> None:
        """Cold start: all elements lit, the version, then the question of the hour."""
        self.now = now
        self.mode = RUNNING
        self._reset_reader()
        table = self.table
        table.stage = "cold"
        table.notices.clear()
        table.notices.append(face.LAMP_TEST)
        table.notice("BANQUIER 90", VERSION)
        self.last_key = now
        self._start(now)
        self._redraw()

    def power_off(self) -> None:
        """Dark at once; the game stays in memory, half-typed answers do not."""
        self.mode = OFF
        self._reset_reader()
        self.table.notices.clear()
        self._redraw()

    @property
    def awake(self) -> bool:
        return self.mode == RUNNING

    # -- once a scan

    def scan(self, now: int, event: tuple[str, bool] | None) -> None:
        if event is None and now < self.next_wake:
            return
        self.now = now
        if event is not None:
            name, down = event
            if name == "ON":
                self._on(down)
            elif self.mode == RUNNING:
                self.last_key = now
                if down:
                    self._key_down(name)
                elif name == "F":
                    self.f_since = NEVER
        if self.mode == RUNNING:
            self._time()
        self._redraw()

    def _on(self, down: bool) -> None:
        if not down:
            self.on_since = NEVER
        elif self.mode == OFF:
            self.power_on(self.now)
        else:
            if self.mode == RUNNING:  # the press that wakes does not also switch off
                self.on_since = self.now
            self.mode = RUNNING
            self.last_key = self.now

    def _time(self) -> None:
        now = self.now
        if now - self.on_since >= HOLD:
            self.power_off()
        elif now - self.last_key >= AUTO_OFF:
            self.mode = ASLEEP
            self.shift = NEVER
        else:
            if now - self.f_since >= HOLD:
                self.f_since = NEVER
                self.shift = NEVER
                self._open("MENU")
            if now - self.shift >= SHIFT_LASTS:
                self.shift = NEVER
            self._turn_notices()

    def _turn_notices(self) -> None:
        notices = self.table.notices
        while notices and self.now - self.since >= notices[0].frames * face.FRAME:
            self.since += notices.popleft().frames * face.FRAME
            if notices:
                self._sound(notices[0].beep)

    # -- the key reader: F, ?, notices, then the conversation

    def _reset_reader(self) -> None:
        self.shift = NEVER  # since when F waits for the key it shifts
        self.f_since = NEVER  # since when F is held down
        self.on_since = NEVER
        self.last_key = 0
        self.overlay: Answer | None = None
        self.overlay_name = ""
        self.overlay_keys: list[str] = []
        self.overlay_settings = Settings()

    def _key_down(self, name: str) -> None:
        self._sound("key")
        if name == "F" and self.overlay_name == "?" and self.overlaid.text == words.WHO:
            self._open("MENU")
            return
        if self.shift != NEVER:
            self.shift = NEVER
            name = self.twins.get(name, name)
        elif name == "F":
            self.shift = self.f_since = self.now
            return
        self.press(name)

    def press(self, name: str) -> None:
        """A key with its meaning settled: skip what is being told, then act beneath."""
        table = self.table
        told = len(table.notices)
        if told:
            table.notices.clear()
            self.since = self.now
        if self.overlay is not None:
            left = self._to_overlay(name)
            if not left:
                return
            name = left
        if name == "?":
            self._open("?")
        else:
            self.keys.append(name)
            self._resume(name)
        self._sounds_of_new_notices()

    def _resume(self, name: str) -> None:
        self.question = self.dialogue.send(name)
        self.since = self.now

    def _open(self, name: str) -> None:
        """`?` and the MENU lie over any question, which waits beneath with all it holds."""
        self.table.notices.clear()
        self.overlay_name = name
        self.overlay_keys = []
        self.overlay_settings = self.table.settings.copy()
        self.overlay = OVERLAYS[name](self.table)
        self.overlaid = next(self.overlay)
        self.since = self.now

    def _to_overlay(self, name: str) -> str:
        """Give the overlay a key; what it leaves behind is a key for the question beneath."""
        assert self.overlay is not None
        self.overlay_keys.append(name)
        self.since = self.now
        try:
            self.overlaid = self.overlay.send(name)
        except StopIteration as end:
            self.overlay = None
            self.overlay_name = ""
            return self._leave(end.value or "")
        self._sounds_of_new_notices()
        return ""

    def _leave(self, order: str) -> str:
        if order == "ETEINDRE":
            self.power_off()
        elif order == "RESTART":
            self._start(self.now)
        else:
            return order
        self._sounds_of_new_notices()
        return ""

    # -- the conversation

    def _start(self, now: int) -> None:
        """Begin the conversation at the moment the table is at."""
        self.base: Game | None = None
        self.keys: list[str] = []
        self.dialogue = evening(self.table)
        self.question = next(self.dialogue)
        self.since = now

    def _settled(self) -> None:
        """The conversation is at a moment that follows from the game alone."""
        self.base = self.table.game.copy() if self.table.game else None
        self.base_stage = self.table.stage
        self.keys = []

    def restart(self) -> None:
        """The game was changed from outside: ask again from where it now stands."""
        self.overlay = None
        self.overlay_name = ""
        self.table.notices.clear()
        self._start(self.now)
        self._redraw()

    def memory_failed(self) -> None:
        """The save cannot be written: said once, the game goes on."""
        self.table.refuse(Error.MEMORY)
        self._sounds_of_new_notices()
        self._redraw()

    # -- what it says

    def _sound(self, name: str) -> None:
        if name and self.table.settings.sound:
            self.beeps.append(name)

    def _sounds_of_new_notices(self) -> None:
        if self.table.notices:
            self._sound(self.table.notices[0].beep)

    @property
    def current(self) -> Screen:
        if self.table.notices:
            return self.table.notices[0]
        return self.question if self.overlay is None else self.overlaid

    @property
    def said(self) -> Said:
        if self.mode != RUNNING:
            return Said("", "", frozenset(), 0, ("",))
        return face.said(self.current, self._own_icons())

    @property
    def quiet_at(self) -> int:
        """The scan at which the last queued notice will have been told."""
        if self.mode != RUNNING or not self.table.notices:
            return self.now
        return self.since + sum(notice.frames for notice in self.table.notices) * face.FRAME

    def _own_icons(self) -> int:
        mask = words.BIT["FONC"] if self.shift != NEVER else 0
        if self.overlay_name == "?":
            mask |= words.BIT["?"]
        return mask | (words.BIT["PILE"] if self.low_battery else 0)

    def _redraw(self) -> None:
        if self.mode != RUNNING:
            self.shown = DARK
            self.next_wake = NEVER
            return
        now, screen = self.now, self.current
        row_a, stays = face.page(screen, now - self.since)
        wake = now + stays
        row_b, icons = screen.value, screen.icons | self._own_icons()
        blinking = screen.blink_icons | (words.BIT["PILE"] if self.low_battery else 0)
        if blinking or screen.blink_value:
            half, into = divmod(now, face.BLINK)
            if half % 2:
                icons &= ~blinking
                row_b = "" if screen.blink_value else row_b
            wake = min(wake, now + face.BLINK - into)
        if self.table.notices:
            wake = min(wake, self.since + screen.frames * face.FRAME)
        wake = min(
            wake, self.shift + SHIFT_LASTS, self.f_since + HOLD, self.on_since + HOLD,
            self.last_key + AUTO_OFF,
        )  # fmt: skip
        self.next_wake = wake
        self.shown = (row_a, row_b, icons)

    # -- snapshots

    def snapshot(self) -> Saved:
        table = self.table
        overlay = None
        if self.overlay is not None:
            overlay = (self.overlay_name, tuple(self.overlay_keys), self.overlay_settings.copy())
        return Saved(
            (self.mode, self.low_battery, self.last_key),
            (self.shift, self.f_since, "", self.on_since),
            (self.now, self.since),
            self.base_stage,
            self.base.copy() if self.base else None,
            table.settings.copy(),
            tuple(self.keys),
            overlay,
            tuple(table.notices),
            tuple(replace(step, before=step.before.copy()) for step in table.history),
            dict(table.fate),
            tuple((line.turn, line.text, line.struck) for line in table.roll),
            table.operations,
        )

    def restore(self, saved: Saved) -> None:
        table = self.table
        table.stage = saved.stage
        table.game = saved.base.copy() if saved.base else None
        table.settings = saved.settings.copy()
        table.fate = dict(saved.fate)
        table.history.clear()
        table.roll = []
        self._reset_reader()
        self._start(0)
        for key in saved.keys:
            self.keys.append(key)
            self._resume(key)
        if saved.overlay is not None:
            name, keys, settings = saved.overlay
            table.settings = settings.copy()
            self._open(name)
            for key in keys:
                self._to_overlay(key)
        table.settings = saved.settings.copy()
        table.history = deque(
            (replace(step, before=step.before.copy()) for step in saved.history),
            table.history.maxlen,
        )
        table.roll = [RollLine(*line) for line in saved.roll]
        table.notices = deque(saved.notices)
        table.operations = saved.operations
        self.mode, self.low_battery, self.last_key = saved.power
        self.shift, self.f_since, _, self.on_since = saved.reader
        self.now, self.since = saved.clock
        self.beeps.clear()
        self._redraw()

    def facts(self) -> tuple[object, ...]:
        """The state as plain values, for digests: the same however it was reached."""
        table = self.table
        return (
            self.mode, self.low_battery, self.shift, self.f_since, self.on_since, self.last_key,
            self.since, table.stage, table.game.plain() if table.game else None,
            table.settings.plain(), self.question, tuple(table.notices), self.overlay_name,
            tuple(self.overlay_keys), tuple(self.keys), table.operations,
        )  # fmt: skip


OVERLAYS = {"?": look_at, "MENU": menu}
