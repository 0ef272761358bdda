"""The conversation under way: the question that waits, what lies over it, and how to come back.

The conversation is a generator: it yields what it asks and is resumed with a key. `?` and the
MENU are overlays: they lie over any question, which waits beneath with all that was typed.

A generator cannot be copied, so a snapshot keeps the game as it was when the present moment of
the conversation began, and what was given since: keys, and settings that the MENU changed;
restoring plays all that again, unheard.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from firmware_sim import messages as words
from firmware_sim.dialogue.functions import FUNCTIONS
from firmware_sim.dialogue.main_loop import evening
from firmware_sim.dialogue.menu import menu
from firmware_sim.dialogue.views import look_at
from firmware_sim.game import Game
from firmware_sim.interface import RollLine
from firmware_sim.screen import Screen
from firmware_sim.session import Answer, Operation, Settings, Table

Given = str | tuple[bool, int, bool, bool, bool]  # a key, or settings as the MENU left them

OVERLAYS = {"?": look_at, "MENU": menu}


class Talk(NamedTuple):
    """Everything `restore` needs to go on exactly."""

    stage: str
    base: Game | None
    base_settings: Settings
    base_warned: frozenset[int]
    settings: Settings
    given: tuple[Given, ...]
    overlays: tuple[tuple[str, tuple[str, ...], Settings], ...]
    notices: tuple[Screen, ...]
    history: tuple[Operation, ...]
    now: int
    ends_at: int
    last_turn: int
    warned: frozenset[int]
    fate: dict[int, tuple[int, ...]]
    roll: tuple[tuple[int, str, bool], ...]
    base_operations: int
    operations: int


class Overlay:
    """A dialogue that lies over another; its keys and the settings it began with rebuild it."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.settings = table.settings.copy()
        self.keys: list[str] = []
        self.dialogue: Answer = OVERLAYS[name](table)
        self.screen = next(self.dialogue)


class Conversation:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.game: Game | None = None  # the one `base` was copied from
        self.base: Game | None = None
        self.base_operations = 0
        table.settled = self._settled
        table.functions = FUNCTIONS
        self.start()

    def start(self) -> None:
        """Begin at the moment the table is at."""
        self.game = None
        self.close()
        self.dialogue = evening(self.table)
        self.question = next(self.dialogue)

    def close(self) -> None:
        self.overlays: list[Overlay] = []

    def _settled(self) -> None:
        """The conversation is at a moment that follows from the game alone."""
        table = self.table
        if table.game is not self.game or table.operations != self.base_operations:
            self.game = table.game
            self.base = table.game.copy() if table.game else None
        self.base_stage = table.stage
        self.base_operations = table.operations
        self.base_settings = table.settings.copy()
        self.base_warned = frozenset(table.warned)
        self.given: list[Given] = []

    @property
    def screen(self) -> Screen:
        """A question may have been put before the MENU changed the sound: its icon is of now."""
        screen = self.overlays[-1].screen if self.overlays else self.question
        icons = screen.icons & ~words.BIT["SON"] | self.table.sound_icon()
        return screen if icons == screen.icons else screen._replace(icons=icons)

    @property
    def is_looking(self) -> bool:
        return bool(self.overlays) and self.overlays[-1].name == "?"

    @property
    def awaits_a_number(self) -> bool:
        """Is `?` open, and not yet told whom it is about?"""
        return self.is_looking and self.screen.text == words.WHO

    def give(self, key: str) -> str:
        """A key for what lies on top. Returns an order for the machine: ETEINDRE, or none."""
        while self.overlays:
            if key == "?" and not self.is_looking:
                break
            key = self._give_overlay(key)
            if key in ("", "ETEINDRE"):
                return key
            if key == "RESTART":
                self.start()
                return ""
        if key == "?":
            self.open("?")
        else:
            self.given.append(key)
            self.question = self.dialogue.send(key)
        return ""

    def open(self, name: str) -> None:
        self.overlays.append(Overlay(name, self.table))

    def open_menu(self) -> None:
        """In place of a `?`, or over whatever waits."""
        if self.is_looking:
            self.overlays.pop()
        if not self.overlays:
            self.open("MENU")

    def _give_overlay(self, key: str) -> str:
        """What an overlay leaves behind is a key for what lies beneath, or an order."""
        overlay = self.overlays[-1]
        overlay.keys.append(key)
        try:
            overlay.screen = overlay.dialogue.send(key)
        except StopIteration as end:
            self.overlays.remove(overlay)
            if self.table.settings.plain() != overlay.settings.plain():
                self._take(self.table.settings)
            return str(end.value)
        return ""

    def _take(self, settings: Settings) -> None:
        """Settings changed; the question that waits is the same."""
        self.given.append(settings.plain())
        self.table.settings = settings

    def snapshot(self) -> Talk:
        table = self.table
        return Talk(
            stage=self.base_stage,
            base=self.base.copy() if self.base else None,
            base_settings=self.base_settings.copy(),
            base_warned=self.base_warned,
            settings=table.settings.copy(),
            given=tuple(self.given),
            overlays=tuple(
                (overlay.name, tuple(overlay.keys), overlay.settings.copy())
                for overlay in self.overlays
            ),
            notices=tuple(table.notices),
            history=tuple(_twin(step) for step in table.history),
            now=table.now,
            ends_at=table.ends_at,
            last_turn=table.game.last_turn if table.game else 0,
            warned=frozenset(table.warned),
            fate=dict(table.fate),
            roll=tuple((line.turn, line.text, line.struck) for line in table.roll),
            base_operations=self.base_operations,
            operations=table.operations,
        )

    def restore(self, talk: Talk) -> None:
        table = self.table
        table.stage = talk.stage
        table.game = talk.base.copy() if talk.base else None
        table.settings = talk.base_settings.copy()
        table.fate = dict(talk.fate)
        table.now = talk.now
        table.operations = talk.base_operations
        table.warned = set(talk.base_warned)
        table.history = self._steps(talk)
        table.roll[:] = [RollLine(*line) for line in talk.roll]
        self.start()
        for given in talk.given:
            if isinstance(given, str):
                self.give(given)
            else:
                self._take(Settings(*given))
        for name, keys, settings in talk.overlays:
            table.settings = settings.copy()
            self.open(name)
            for key in keys:
                self.give(key)
        table.settings = talk.settings.copy()
        table.history = self._steps(talk)
        table.roll[:] = [RollLine(*line) for line in talk.roll]
        table.notices.clear()
        table.notices.extend(talk.notices)
        table.operations = talk.operations
        table.warned = set(talk.warned)
        table.ends_at = talk.ends_at
        if table.game:
            table.game.last_turn = talk.last_turn
        table.beeps.clear()

    def _steps(self, talk: Talk) -> deque[Operation]:
        return deque((_twin(step) for step in talk.history), self.table.history.maxlen)

    def facts(self) -> tuple[object, ...]:
        """The state as plain values, for digests: the same however it was reached.

        What CORR could bring back is left out, but for the throws that would come again.
        """
        table = self.table
        thrown = table.game.throws if table.game else 0
        to_come = tuple(table.fate[index] for index in sorted(table.fate) if index >= thrown)
        return (
            table.stage, table.game.plain() if table.game else None, table.settings.plain(),
            self.question, tuple(table.notices),
            tuple((overlay.name, tuple(overlay.keys)) for overlay in self.overlays),
            tuple(self.given), table.operations, table.ends_at, tuple(sorted(table.warned)),
            to_come,
        )  # fmt: skip


def _twin(step: Operation) -> Operation:
    return step._replace(before=step.before.copy())
