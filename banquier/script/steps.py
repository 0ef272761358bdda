"""The steps a script is made of, where each one stands, and the error of a wrong script.

A step is plain data, ready to be played: every word in it has been checked, every time is in
ticks, every include and macro has been expanded. Its `place` remembers the way back to the
line a person wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias


def readable(path: str) -> str:
    """A file's name as a message may carry it, whatever characters it was given."""
    return path if path.isprintable() else ascii(path)


class Place(NamedTuple):
    """A line of a file, and through which include or macro call it was reached."""

    file: str
    line: int
    via: str = ""
    parent: Place | None = None

    def __str__(self) -> str:
        return f"{readable(self.file)}:{self.line}"

    def chain(self) -> list[str]:
        """The way here, innermost first: `in buy(3, 4), called at opening.keys:7`."""
        links = []
        place = self
        while place.parent is not None:
            links.append(f"{place.via} at {place.parent}")
            place = place.parent
        return links


class ScriptError(Exception):
    """A script that cannot be played: one sentence, with file and line where there is one."""

    def __init__(self, sentence: str, place: Place | None = None) -> None:
        self.sentence = sentence
        self.place = place
        super().__init__(sentence)

    def __str__(self) -> str:
        if self.place is None:
            return self.sentence
        chain = self.place.chain()
        return f"{self.place}: {self.sentence}" + (f" ({'; '.join(chain)})" if chain else "")


def _line(error: ScriptError) -> int:
    """Of the script itself, from where an include or a macro was reached."""
    place = error.place
    while place is not None and place.parent is not None:
        place = place.parent
    return place.line if place else 0


class ScriptErrors(ScriptError):
    """Several mistakes of one script, a line each, in the order of the file."""

    def __init__(self, errors: Sequence[ScriptError]) -> None:
        self.errors = tuple(sorted(errors, key=_line))
        super().__init__(errors[0].sentence, errors[0].place)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


class Start(NamedTuple):
    place: Place


class Press(NamedTuple):
    """Keys one after the other, each held `hold` ticks and then left alone for a pulse."""

    place: Place
    keys: tuple[str, ...]
    hold: int


class Edge(NamedTuple):
    """One finger going down or up; `at` is its absolute tick, or -1 for now."""

    place: Place
    key: str
    down: bool
    at: int = -1


class At(NamedTuple):
    """The following step happens at this absolute tick."""

    place: Place
    tick: int


class Wait(NamedTuple):
    place: Place
    ticks: int


class ExpectText(NamedTuple):
    """Row A, and row B unless it is None. `limit` in ticks, or None for the ordinary patience."""

    place: Place
    text: str
    value: str | None
    limit: int | None


class ExpectIcons(NamedTuple):
    """These lit and those dark; `exact`: `lit` and no other."""

    place: Place
    lit: frozenset[str]
    dark: frozenset[str]
    exact: bool
    limit: int | None


class ExpectError(NamedTuple):
    """Error `number`; 0 is none."""

    place: Place
    number: int
    limit: int | None


class ExpectBeep(NamedTuple):
    place: Place
    name: str
    limit: int | None


class ExpectNever(NamedTuple):
    """Neither this text (with this value) nor, when `text` is None, any error."""

    place: Place
    text: str | None
    value: str | None
    ticks: int


class ExpectNoun(NamedTuple):
    """The ledger: what the bench gets for `noun` and `which` is `value`."""

    place: Place
    noun: str
    which: tuple[int | str, ...]
    value: tuple[int | str, ...]
    limit: int | None


class ExpectRoll(NamedTuple):
    place: Place
    glob: str
    limit: int | None


class SetNoun(NamedTuple):
    place: Place
    noun: str
    args: tuple[int | str, ...]


class Battery(NamedTuple):
    place: Place
    millivolts: int


class Power(NamedTuple):
    place: Place
    on: bool


class Names(NamedTuple):
    """From here on the players are called so, wherever words stand beside the glass."""

    place: Place
    names: dict[int, str]


class State(NamedTuple):
    """After operation `number` the digest of the whole unit is this one.

    In a save a `record` tells the game as well, or what changed in it; only the unit reads that.
    """

    place: Place
    number: int
    digest: str
    record: str = ""


class Resume(NamedTuple):
    """The unit is started anew with the game that the records so far tell.

    `adopted`: from them alone, since what comes before it cannot be played again.
    """

    place: Place
    number: int
    digest: str
    record: str
    adopted: bool


class MemoryFails(NamedTuple):
    """The save could not be written, and the unit was told."""

    place: Place


Step: TypeAlias = (
    Start
    | Press
    | Edge
    | At
    | Wait
    | ExpectText
    | ExpectIcons
    | ExpectError
    | ExpectBeep
    | ExpectNever
    | ExpectNoun
    | ExpectRoll
    | SetNoun
    | Battery
    | Power
    | Names
    | State
    | Resume
    | MemoryFails
)


def playable(steps: Sequence[Step]) -> tuple[list[str], Sequence[Step]]:
    """The steps from the last adopted game on, and what the records before it told.

    What comes before is only read: its keys would lead elsewhere today, or are lost.
    """
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        if isinstance(step, Resume) and step.adopted:
            told = [old.record for old in steps[:at] if isinstance(old, State | Resume)]
            timed = at > 0 and isinstance(steps[at - 1], At)
            return [record for record in told if record], steps[at - timed :]
    return [], steps
