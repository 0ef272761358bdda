"""The keypad for bots: press keys, and read the open question after each.

All methods are generators of strokes. They are resumed after the stroke and its pause, when the
unit has answered.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from banquier.play.key_queue import Stroke
from banquier.play.rng import Rng
from datasheet.ticks import NEVER
from firmware_sim.question import Question
from hardware.unit import Unit
from keypad.scanner import SCAN

T = TypeVar("T")
KeyStrokes = Generator[Stroke, None, T]
PATIENCE = 600
"""The steps without an operation after which bots take the way out; no auction needs so many."""

LONGEST_TURN = 6_000
"""The steps without a new throw after which bots take the way out."""

PAUSE = 1_800
"""Ticks between two keys that a person asked for, so that the others can follow on the glass."""
NOT_SAVED = 23
"""The error that no key causes: the save cannot be written."""


class Stuck(Exception):
    """Raised if no key leads on."""


class Lost(Stuck):
    """Raised after too long without an operation or a new throw: bots take the way out."""


def _no_chance(below: int) -> int:
    return below - 1


class KeyReader:
    """The keypad of one unit, for what a person asked for, or shared by its bots."""

    def __init__(self, unit: Unit, chance: Rng = _no_chance, pace: int = PAUSE) -> None:
        self.unit = unit
        self.chance = chance
        self.pace = pace
        self.reads = NEVER
        """Ticks for which a notice is left at most; the next key skips it."""
        self.error = 0
        """The error of the last key; 0 if it was accepted."""
        self._read_at = -1
        self._question = unit.question
        self._operations = unit.operations
        self._throws = 0
        """The most throws that the game has had."""
        self._steps = self._since_throw = 0

    # -- reading

    @property
    def question(self) -> Question:
        """The open question, cached until the unit runs."""
        if self.unit.tick != self._read_at:
            self._read_at, self._question = self.unit.tick, self.unit.question
        return self._question

    @property
    def kind(self) -> str:
        return self.question.kind

    @property
    def idle(self) -> int:
        """The ticks since any key was pressed."""
        return self.unit.tick - self.unit.firmware.last_key * SCAN

    # -- keys

    def press(self, *keys: str) -> KeyStrokes[bool]:
        """Press keys until one is refused; return True if all were accepted."""
        for key in keys:
            accepted = yield from self.tap(key)
            self.count()
            if not accepted:
                return False
        return True

    def tap(self, key: str) -> KeyStrokes[bool]:
        """Press one key, without counting it; return True if it was accepted. After a refusal, also
        of another player's key, OK may only end its notice."""
        if key == "OK" and self.unit.said.error:
            yield Stroke("", self.unit.notices_end - self.unit.tick)
        yield Stroke(key)
        self.error = self.unit.said.error
        if self.error == NOT_SAVED:  # not the answer to this key: the question comes back
            self.error = 0
            yield from self.listen()
        if self.error or self.pace:
            yield Stroke("", self.pace)
        if self.error:
            yield from self.listen()
            return False
        return True

    def type(self, number: int) -> KeyStrokes[bool]:
        return (yield from self.press(*str(number)))

    def wait(self, ticks: int) -> KeyStrokes[None]:
        yield Stroke("", max(ticks, 1))

    def listen(self) -> KeyStrokes[None]:
        """Wait until all notices have ended, also new ones."""
        until = self.unit.tick + self.reads
        while (rest := min(self.unit.notices_end, until) - self.unit.tick) > 0:
            yield Stroke("", rest)

    def count(self) -> None:
        """Count a step. Raises Lost after too many without an operation or a new throw.

        A throw that was undone is not new, so undoing and repeating ends too.
        """
        if self.unit.operations != self._operations:
            self._operations = self.unit.operations
            self._steps = 0
            if (throws := self._throws_now()) > self._throws:
                self._throws = throws
                self._since_throw = 0
        self._steps += 1
        self._since_throw += 1
        if self._steps > PATIENCE or self._since_throw > LONGEST_TURN:
            raise Lost

    def restart_count(self) -> None:
        self._operations = self.unit.operations
        self._throws = self._throws_now()
        self._steps = self._since_throw = 0

    def _throws_now(self) -> int:
        game = self.unit.game
        return game.throws if game else 0

    # -- sequences

    def name(self, player: int) -> KeyStrokes[bool]:
        """Answer QUI ? or A QUI ? with this player."""
        if self.question.amount != player and not (yield from self.press(str(player))):
            return False
        return (yield from self.press("OK"))

    def leave(self, most: int = 40) -> KeyStrokes[None]:
        """Press C until functions are open: C leaves all questions above such a question."""
        for _ in range(most):
            yield from self.listen()
            if self.question.functions:
                return
            yield from self.press("C")

    def turn_to(self, is_it: Callable[[Question], bool], most: int = 48) -> KeyStrokes[bool]:
        """Press `+` until the question is the one wanted; return whether it came."""
        for _ in range(most):
            if is_it(self.question):
                return True
            if not (yield from self.press("+")):
                return False
        return is_it(self.question)
