"""Fingers that can read: one key at a time, and a look at what it did.

Everything here is a generator of strokes. It is resumed when the stroke has been made and its
pause is over, so what the unit says then is the answer to it.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import lru_cache
from typing import NamedTuple, TypeVar

from keypad.face import Said
from keypad.house.chance import Chance
from keypad.house.face import UnitFace
from keypad.keys import TWINS

T = TypeVar("T")
Fingers = Generator["Stroke", None, T]
Question = tuple[str, frozenset[str]]
"""Row A, and the icons P."""

PATIENCE = 600
"""Keys without one completed operation: whoever needs more is going round in circles."""

NOT_SAVED = 23
"""The error that is no answer to any key: the disk is full."""

SHIFTED = {function: base for base, function in TWINS.items()}
"""The base key that, after F, is this function."""


class Stroke(NamedTuple):
    """A key to be tapped, and the ticks to wait after it; no key is a wait alone."""

    key: str
    pause: int = 0


class Stuck(Exception):
    """No way on: the fingers press and nothing comes of it."""


def led_nowhere(said: Said) -> str:
    return f"{PATIENCE} keys led nowhere: {said.text!r} {said.value!r}"


class Hand:
    """The fingers of one table: they share the keypad, whatever seats they play."""

    def __init__(self, unit: UnitFace, chance: Chance, pace: int) -> None:
        self.unit = unit
        self.chance = chance
        self.pace = pace
        self.error = 0
        """What the last key was answered with; 0 when it was obeyed."""
        self.keys = 0
        """Pressed since the last operation."""
        self._operations = unit.operations
        self._read_at = -1
        self._said = unit.said

    # -- eyes

    @property
    def said(self) -> Said:
        """Read once a moment: nothing changes while the unit stands still."""
        if self.unit.tick != self._read_at:
            self._read_at, self._said = self.unit.tick, self.unit.said
        return self._said

    @property
    def text(self) -> str:
        return self.said.text

    @property
    def question(self) -> Question:
        """What back_to looks for. The deed under the token may also be a line of a bargain: it is
        told apart by P, who would receive it. A debt is the same when the cash is there."""
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

    def press(self, *keys: str) -> Fingers[bool]:
        """One after the other, until one is refused; true when all were obeyed."""
        for key in keys:
            yield Stroke(key)
            self.error = self.said.error if self.said.error != NOT_SAVED else 0
            self._count()
            if self.error or self.pace:
                yield Stroke("", self.pace)
            if self.error:
                yield from self.listen()
                return False
        return True

    def function(self, key: str) -> Fingers[bool]:
        """By its own key, or now and then by F and the base key of a pad of sixteen."""
        if self.chance(8) == 0:
            return (yield from self.press("F", SHIFTED[key]))
        return (yield from self.press(key))

    def type(self, number: int) -> Fingers[bool]:
        return (yield from self.press(*str(number)))

    def wait(self, ticks: int) -> Fingers[None]:
        yield Stroke("", max(ticks, 1))

    def listen(self) -> Fingers[None]:
        """Until everything has been told and the question stands there.

        More may come while one listens: the agreed time runs out, a disk is full.
        """
        while (rest := self.unit.quiet_at - self.unit.tick) > 0:
            yield Stroke("", rest)

    def _count(self) -> None:
        """Every key that gets nobody anywhere counts, until they are too many."""
        operations = self.unit.operations
        self.keys = self.keys + 1 if operations == self._operations else 0
        self._operations = operations
        if self.keys > PATIENCE:
            raise Stuck(led_nowhere(self.said))

    # -- gestures

    def name(self, player: int) -> Fingers[bool]:
        """Answer QUI ? or A QUI ? with that player."""
        if self.number != player and not (yield from self.press(str(player))):
            return False
        return (yield from self.press("OK"))

    def back_to(self, question: Question, tries: int = 24) -> Fingers[None]:
        """C, as often as it takes to see that question again, or until the game goes on."""
        operations = self.unit.operations
        for _ in range(tries):
            yield from self.listen()
            if self.question == question or self.unit.operations != operations:
                return
            yield from self.press("C")

    def turn_to(self, text: str, key: str = "+", most: int = 48) -> Fingers[bool]:
        """Go round until row A says that."""
        for _ in range(most):
            if self.text == text:
                return True
            if not (yield from self.press(key)):
                return False
        return self.text == text

    def turn_to_number(self, number: int, most: int = 48) -> Fingers[bool]:
        """Go round until row B shows that."""
        for _ in range(most):
            if self.number == number:
                return True
            if not (yield from self.press("+")):
                return False
        return self.number == number


@lru_cache(maxsize=512)
def form_of(text: str) -> tuple[str, int]:
    """The text with `#` for the number of the player in it, and who that is; 0 for nobody."""
    found = re.search(r"\bJ(\d)\b", text)
    if found is None:
        return text, 0
    return f"{text[: found.start(1)]}#{text[found.end(1) :]}", int(found[1])
