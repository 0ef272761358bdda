"""The panel without a picture: lines in, lines out, for screen readers, plain terminals and pipes.

    J1 LANCEZ  150.000  [J1 SON F]          what the glass says, when it says something new
    > des                                   keys by the names that scripts use, or as typed: 4 3 OK
    RUE LECOURBE  6.000  [J1 SON F]
    | 1 J1 DES 1 2                          a line of the roll

Time passes from line to line: notices are told to their end at once, and nothing blinks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TextIO

from display.elements import ICONS
from display.panel.key_queue import HOLD, TAP
from display.panel.ticks import TICKS_A_SECOND
from keypad.keys import BY_NAME, HOST, KEYS

if TYPE_CHECKING:
    from display.panel.interface import RollLine, Said
    from display.panel.key_queue import GuestStroke

ALWAYS = frozenset({"SON"})
"""Icons that a listener need not be told every time."""

GLANCES = 8
"""So many looks without a key: the guest waits for somebody else."""

HELP = """\
Les touches par leur nom, plusieurs par ligne : 4 3 OK   DES   ACHAT   ? 1   12000
  {keys}
Une lettre du clavier vaut sa touche : d pour DES, a pour ACHAT.
Commandes : aide, encore (redire le verre), tenir F (le MENU), quitter."""


class Unit(Protocol):
    @property
    def tick(self) -> int: ...
    @property
    def quiet_at(self) -> int: ...
    @property
    def said(self) -> Said: ...
    @property
    def awake(self) -> bool: ...
    @property
    def roll(self) -> Sequence[RollLine]: ...
    def press(self, key: str) -> None: ...
    def release(self, key: str) -> None: ...
    def run(self, until: int) -> None: ...
    def run_to_change(self, limit: int) -> bool: ...
    def look(self) -> object | None: ...


class Teller:
    """Tells what is new on the glass and on the roll."""

    def __init__(self, unit: Unit, out: TextIO) -> None:
        self.unit = unit
        self.out = out
        self._told = ""
        self._lines = len(unit.roll)

    def glance(self) -> None:
        line = self.line()
        if line != self._told:
            self._told = line
            self.say(line)
        printed = self.unit.roll
        for entry in printed[self._lines :]:
            self.say(f"| {entry.turn} {entry.text}")
        self._lines = len(printed)

    def again(self) -> None:
        self.say(self.line())

    def line(self) -> str:
        said = self.unit.said
        if not self.unit.awake:
            return "(éteint : ON rallume)"
        text = "tous les segments" if "█" in said.text else said.text
        value = "" if "█" in said.text else said.value
        icons = [name for name in ICONS if name in said.icons and name not in ALWAYS]
        shown = f"[{' '.join(icons)}]" if icons and "█" not in said.text else ""
        return "  ".join(part for part in (text, value, shown) if part)

    def say(self, line: str) -> None:
        print(line, file=self.out, flush=True)


def keys_of(words: str) -> Iterator[str]:
    """The keys a line of words means; ValueError names the one that means none."""
    for word in words.replace(";", " ").split():
        name = _bare(word).upper()
        if name in BY_NAME:
            yield name
        elif word.isascii() and word.isdigit():
            yield from word
        elif HOST.get(word.lower()) is not None:
            yield HOST[word.lower()]
        else:
            raise ValueError(word)


def _bare(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(char for char in parts if not unicodedata.combining(char))


def play(
    unit: Unit,
    lines: TextIO,
    out: TextIO,
    *,
    clock: Callable[[], float] | None = None,
    attend: Callable[[], None] = lambda: None,
    guests: Sequence[Iterator[GuestStroke]] = (),
) -> int:
    """Until the lines end. With a clock, as much time passes for the unit as for the player.

    `guests` are the players of the house: after every line they do what is theirs to do."""
    teller = Teller(unit, out)
    tell_all(unit, teller)
    for strokes in guests:
        let_play(strokes, unit, teller)
    attend()
    at = clock() if clock else 0.0
    while line := lines.readline():
        if clock:
            now = clock()
            unit.run(unit.tick + int((now - at) * TICKS_A_SECOND))
            at = now
            teller.glance()
        if not _obey(line.strip(), unit, teller):
            return 0
        for strokes in guests:
            let_play(strokes, unit, teller)
        attend()
    return 0


def let_play(strokes: Iterator[GuestStroke], unit: Unit, teller: Teller) -> None:
    """Until the guest has nothing to press: somebody else is asked."""
    idle = 0
    while idle < GLANCES and (stroke := next(strokes, None)):
        idle += 1
        if stroke.key:
            idle = 0
            _tap(unit, stroke.key, TAP)
            teller.glance()
        until = unit.tick + stroke.pause
        while unit.run_to_change(until):
            teller.glance()
    tell_all(unit, teller)


def tell_all(unit: Unit, teller: Teller) -> None:
    """Every notice that is queued, to the question beneath."""
    teller.glance()
    while unit.quiet_at > unit.tick:
        unit.run_to_change(unit.quiet_at)
        teller.glance()


def _obey(line: str, unit: Unit, teller: Teller) -> bool:
    """False to leave."""
    command = _bare(line).lower()
    if command in ("quitter", "quit", "exit"):
        return False
    if command in ("aide", "help"):
        teller.say(HELP.format(keys=" ".join(key.name for key in KEYS)))
    elif command in ("encore", "again"):
        teller.again()
    elif command in ("tenir f", "tenir on"):
        _tap(unit, command.split()[1].upper(), HOLD)
        tell_all(unit, teller)
    else:
        try:
            keys = list(keys_of(line))
        except ValueError as unknown:
            teller.say(f"« {unknown} » n'est pas une touche ; aide les nomme")
            return True
        for key in keys:
            _tap(unit, key, TAP)
            teller.glance()
        if keys:
            tell_all(unit, teller)
    return True


def _tap(unit: Unit, key: str, ticks: int) -> None:
    unit.press(key)
    unit.run(unit.tick + ticks)
    unit.release(key)
    unit.run(unit.tick + TAP)
