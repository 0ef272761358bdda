"""Presses keys and reads the glass after each.

All methods are generators of strokes. They are resumed after the stroke and its pause, so that
the glass then shows the answer.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import lru_cache
from typing import NamedTuple, TypeVar

from banquier.bots.rng import Rng
from firmware_sim.interface import Said
from hardware.unit import Unit
from keypad.keys import TWINS

T = TypeVar("T")
KeyStrokes = Generator["Stroke", None, T]
Place = tuple[str, frozenset[str]]
"""A question that `back_to` returns to: row A, and the icons P."""

PATIENCE = 600
"""Steps without an operation after which bots press any key of the question: longer than any
auction."""

MOST_STEPS = 6_000
"""Steps of this after which Stuck is raised."""

NOT_SAVED = 23
"""The error that no key causes: the save cannot be written."""

OVER = ("winner", "rank")
GIVES_UP_GAME = ("menu_end", "menu_new", "menu_off", "end_game", "erase", "resume")
"""Questions whose OK does not continue the game."""

FUNCTIONS = ["BATIR", "DEMOL", "HYPO", "EMPR", "VENTE", "FAILL"]
"""Functions open at a turn, a debt or a bid, which raise money or end what cannot go on."""

SHIFTED = {function: base for base, function in TWINS.items()}
"""The base key that, after F, is this function."""


class Stroke(NamedTuple):
    """A key to tap, and the ticks to wait after it; without a key, only a wait."""

    key: str
    pause: int = 0


class Stuck(Exception):
    """No key leads on."""


class Lost(Stuck):
    """No operation for long: bots drop what they do and press any key of the question."""


def led_nowhere(said: Said) -> str:
    return f"{MOST_STEPS} keys led nowhere: {said.text!r} {said.value!r}"


class KeyReader:
    """The keypad of one unit, shared by its bots."""

    def __init__(self, unit: Unit, chance: Rng, pace: int) -> None:
        self.unit = unit
        self.chance = chance
        self.pace = pace
        self.error = 0
        """The error of the last key; 0 if it was accepted."""
        self.steps = 0
        """Keys since the last operation."""
        self.walking = False
        self._operations = unit.operations
        self._read_at = -1
        self._said = unit.said

    # -- reading

    @property
    def said(self) -> Said:
        """The glass text, cached until the unit runs."""
        if self.unit.tick != self._read_at:
            self._read_at, self._said = self.unit.tick, self.unit.said
        return self._said

    @property
    def text(self) -> str:
        return self.said.text

    @property
    def place(self) -> Place:
        """The question for `back_to`. The deed under the token may also be a line of a sale: the
        icon P, of the receiver, differs. A debt is the same question when the cash is there."""
        receivers = {icon for icon in self.said.icons if icon[0] == "P" and len(icon) == 2}
        return self.text.replace(" PAIE ?", " DETTE"), frozenset(receivers)

    @property
    def number(self) -> int:
        """Row B as a number, 0 when it is dark."""
        digits = self.said.value.replace(".", "")
        return int(digits) if digits.isdigit() else 0

    @property
    def concerned(self) -> int:
        """The player whose icon is lit; 0 when there is none."""
        for icon in self.said.icons:
            if icon[0] == "J":
                return int(icon[1:])
        return 0

    # -- keys

    def press(self, *keys: str) -> KeyStrokes[bool]:
        """Press keys until one is refused; true if all were accepted."""
        for key in keys:
            yield Stroke(key)
            self.error = self.said.error
            if self.error == NOT_SAVED:  # not the answer to this key: the question comes back
                self.error = 0
                yield from self.listen()
            self.count()
            if self.error or self.pace:
                yield Stroke("", self.pace)
            if self.error:
                yield from self.listen()
                return False
        return True

    def function(self, key: str) -> KeyStrokes[bool]:
        """Press a function by its key, or sometimes by F and its base key."""
        if self.chance(8) == 0:
            return (yield from self.press("F", SHIFTED[key]))
        return (yield from self.press(key))

    def type(self, number: int) -> KeyStrokes[bool]:
        return (yield from self.press(*str(number)))

    def wait(self, ticks: int) -> KeyStrokes[None]:
        yield Stroke("", max(ticks, 1))

    def listen(self) -> KeyStrokes[None]:
        """Wait until all notices have ended, also those that come meanwhile."""
        while (rest := self.unit.notices_end - self.unit.tick) > 0:
            yield Stroke("", rest)

    def count(self) -> None:
        """Count a step; too many without an operation drop what is being done."""
        operations = self.unit.operations
        self.steps = self.steps + 1 if operations == self._operations else 0
        self._operations = operations
        if self.steps > PATIENCE and not self.walking:
            raise Lost(led_nowhere(self.said))
        if self.steps > MOST_STEPS:
            raise Stuck(led_nowhere(self.said))

    def walk_out(self) -> KeyStrokes[None]:
        """Press random keys of the questions until an operation is completed. Each answer can come
        at each question, so bots leave any loop of questions.
        """
        operations = self.unit.operations
        self.walking = True
        try:
            while self.unit.operations == operations:
                yield from self.listen()
                if self.unit.question.kind in OVER:
                    return
                yield from self.press(self._any_key())
        finally:
            self.walking = False
        self.steps = 0

    def _any_key(self) -> str:
        question = self.unit.question
        if question.kind in GIVES_UP_GAME:
            return "C"
        others = [key for key in question.keys if not key.isdigit()]
        digits = [key for key in question.keys if key.isdigit()]
        if question.functions and self.chance(4) == 0:
            others = FUNCTIONS
        elif digits and self.chance(3) == 0:  # erase more often than type
            others = digits
        keys = [*others, "C"]
        return keys[self.chance(len(keys))]

    # -- sequences

    def name(self, player: int) -> KeyStrokes[bool]:
        """Answer QUI ? or A QUI ? with this player."""
        if self.number != player and not (yield from self.press(str(player))):
            return False
        return (yield from self.press("OK"))

    def back_to(self, place: Place, tries: int = 24) -> KeyStrokes[None]:
        """Press C until this question is back or the game goes on."""
        operations = self.unit.operations
        for _ in range(tries):
            yield from self.listen()
            if self.place == place or self.unit.operations != operations:
                return
            yield from self.press("C")

    def turn_to(self, text: str, key: str = "+", most: int = 48) -> KeyStrokes[bool]:
        """Press `+` until row A shows this."""
        for _ in range(most):
            if self.text == text:
                return True
            if not (yield from self.press(key)):
                return False
        return self.text == text

    def turn_to_number(self, number: int, most: int = 48) -> KeyStrokes[bool]:
        """Press `+` until row B shows this."""
        for _ in range(most):
            if self.number == number:
                return True
            if not (yield from self.press("+")):
                return False
        return self.number == number


@lru_cache(maxsize=512)
def form_of(text: str) -> tuple[str, int]:
    """The text with `#` for the player in it, and the number of the player; 0 for none."""
    found = re.search(r"\bJ(\d)\b", text)
    if found is None:
        return text, 0
    return f"{text[: found.start(1)]}#{text[found.end(1) :]}", int(found[1])
