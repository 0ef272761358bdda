"""The steps of a script, their places, and ScriptError.

A step is plain data: words are checked, times are in ticks, includes and macros are expanded.
`place` is its line in the file.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias


def readable(path: str) -> str:
    """The name of a file for messages; unprintable characters are escaped."""
    return path if path.isprintable() else ascii(path)


class Place(NamedTuple):
    """A line of a file, and the include or macro call that led to it."""

    file: str
    line: int
    via: str = ""
    parent: "Place | None" = None

    def __str__(self) -> str:
        return f"{readable(self.file)}:{self.line}"

    def chain(self) -> list[str]:
        """The calls, innermost first: `in buy(3, 4), called at opening.keys:7`."""
        links = []
        place = self
        while place.parent is not None:
            links.append(f"{place.via} at {place.parent}")
            place = place.parent
        return links


class ScriptError(Exception):
    """A wrong script: one sentence, with file and line if known."""

    def __init__(self, sentence: str, place: Place | None = None) -> None:
        self.sentence = sentence
        self.place = place

    def __str__(self) -> str:
        if self.place is None:
            return self.sentence
        chain = self.place.chain()
        return f"{self.place}: {self.sentence}" + (f" ({'; '.join(chain)})" if chain else "")


def _line(error: ScriptError) -> int:
    """The line of the script itself that led to an include or macro."""
    place = error.place
    while place is not None and place.parent is not None:
        place = place.parent
    return place.line if place else 0


class ScriptErrors(ScriptError):
    """The mistakes of a script, a line each, in the order of the file."""

    def __init__(self, errors: Sequence[ScriptError]) -> None:
        super().__init__("\n".join(str(error) for error in sorted(errors, key=_line)))


class Start(NamedTuple):
    place: Place


class Press(NamedTuple):
    """Press keys one after the other, each for `hold` ticks, then up for a pulse."""

    place: Place
    keys: tuple[str, ...]
    hold: int


class Edge(NamedTuple):
    """A key going down or up; `at`: absolute tick, or -1 for now."""

    place: Place
    key: str
    down: bool
    at: int = -1


class At(NamedTuple):
    """The next step is done at this absolute tick."""

    place: Place
    tick: int


class Wait(NamedTuple):
    place: Place
    ticks: int


class ExpectText(NamedTuple):
    """Row A, and row B unless it is None. `limit` in ticks, or None for the default."""

    place: Place
    text: str
    value: str | None
    limit: int | None


class ExpectIcons(NamedTuple):
    """Icons lit and dark; `exact`: only those in `lit` are lit."""

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
    """Not this text (with this value); if `text` is None, no error."""

    place: Place
    text: str | None
    value: str | None
    ticks: int


class ExpectNoun(NamedTuple):
    """A fact of the game: the debug port returns `value` for `noun` and `which`."""

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
    """The names of the players from here on."""

    place: Place
    names: dict[int, str]


class State(NamedTuple):
    """The digest of the unit after operation `number`.

    In a save, `record` is the state or what changed in it.
    """

    place: Place
    number: int
    digest: str
    record: str = ""


class Resume(NamedTuple):
    """Resume the game of the records so far.

    `adopted`: the steps before cannot be replayed.
    """

    place: Place
    number: int
    digest: str
    record: str
    adopted: bool


class MemoryFails(NamedTuple):
    """Error 23: the save could not be written."""

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
    """The steps from the last `adopt` on, and the records before it.

    The keys before it are not replayed: the firmware was another, or keys are lost.
    """
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        if isinstance(step, Resume) and step.adopted:
            told = [old.record for old in steps[:at] if isinstance(old, State | Resume)]
            timed = at > 0 and isinstance(steps[at - 1], At)
            return [record for record in told if record], steps[at - timed :]
    return [], steps
