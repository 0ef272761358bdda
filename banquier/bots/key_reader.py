"""KeyStrokes that can read: one key at a time, and a look at what it did.

Everything here is a generator of strokes. It is resumed when the stroke has been made and its
pause is over, so what the unit says then is the answer to it.
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
"""Where a walk through the questions begins and ends: row A, and the icons P."""

PATIENCE = 600
"""Steps without one completed operation until the bots walk out: longer than any auction."""

MOST_STEPS = 6_000
"""Steps of such a walk until the program in the unit must be wrong."""

NOT_SAVED = 23
"""The error that is no answer to any key: the disk is full."""

OVER = ("winner", "rank")
GIVES_UP_GAME = ("menu_end", "menu_new", "menu_off", "end_game", "erase", "resume")
"""Questions whose OK is no way on in the game."""

FUNCTIONS = ["BATIR", "DEMOL", "HYPO", "EMPR", "VENTE", "FAILL"]
"""Open at a question of the turn, a debt or a bid: they raise money, or end what cannot go on."""

SHIFTED = {function: base for base, function in TWINS.items()}
"""The base key that, after F, is this function."""


class Stroke(NamedTuple):
    """A key to be tapped, and the ticks to wait after it; no key is a wait alone."""

    key: str
    pause: int = 0


class Stuck(Exception):
    """No key leads on, not even at random."""


class Lost(Stuck):
    """What is being done completes no operation: it is dropped, and the bots walk out."""


def led_nowhere(said: Said) -> str:
    return f"{MOST_STEPS} keys led nowhere: {said.text!r} {said.value!r}"


class KeyReader:
    """The fingers of one table: they share the keypad, whatever seats they play."""

    def __init__(self, unit: Unit, chance: Rng, pace: int) -> None:
        self.unit = unit
        self.chance = chance
        self.pace = pace
        self.error = 0
        """What the last key was answered with; 0 when it was obeyed."""
        self.steps = 0
        """Keys since the last operation."""
        self.walking = False
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
    def place(self) -> Place:
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

    def press(self, *keys: str) -> KeyStrokes[bool]:
        """One after the other, until one is refused; true when all were obeyed."""
        for key in keys:
            yield Stroke(key)
            self.error = self.said.error
            if self.error == NOT_SAVED:  # no answer to the key: the question comes back by itself
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
        """By its own key, or now and then by F and the base key of a pad of sixteen."""
        if self.chance(8) == 0:
            return (yield from self.press("F", SHIFTED[key]))
        return (yield from self.press(key))

    def type(self, number: int) -> KeyStrokes[bool]:
        return (yield from self.press(*str(number)))

    def wait(self, ticks: int) -> KeyStrokes[None]:
        yield Stroke("", max(ticks, 1))

    def listen(self) -> KeyStrokes[None]:
        """Until everything has been told and the question stands there.

        More may come while one listens: the agreed time runs out, a disk is full.
        """
        while (rest := self.unit.notices_end - self.unit.tick) > 0:
            yield Stroke("", rest)

    def count(self) -> None:
        """One step more. Without an operation there are only so many, whatever is being done."""
        operations = self.unit.operations
        self.steps = self.steps + 1 if operations == self._operations else 0
        self._operations = operations
        if self.steps > PATIENCE and not self.walking:
            raise Lost(led_nowhere(self.said))
        if self.steps > MOST_STEPS:
            raise Stuck(led_nowhere(self.said))

    def walk_out(self) -> KeyStrokes[None]:
        """Any key that the question names, until an operation is completed.

        Every answer has its chance at every question, so no maze of questions holds the bots.
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
        elif digits and self.chance(3) == 0:  # more is erased than typed
            others = digits
        keys = [*others, "C"]
        return keys[self.chance(len(keys))]

    # -- gestures

    def name(self, player: int) -> KeyStrokes[bool]:
        """Answer QUI ? or A QUI ? with that player."""
        if self.number != player and not (yield from self.press(str(player))):
            return False
        return (yield from self.press("OK"))

    def back_to(self, place: Place, tries: int = 24) -> KeyStrokes[None]:
        """C, as often as it takes to see that question again, or until the game goes on."""
        operations = self.unit.operations
        for _ in range(tries):
            yield from self.listen()
            if self.place == place or self.unit.operations != operations:
                return
            yield from self.press("C")

    def turn_to(self, text: str, key: str = "+", most: int = 48) -> KeyStrokes[bool]:
        """Go round until row A says that."""
        for _ in range(most):
            if self.text == text:
                return True
            if not (yield from self.press(key)):
                return False
        return self.text == text

    def turn_to_number(self, number: int, most: int = 48) -> KeyStrokes[bool]:
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
