"""The places of a script's lines, and the mistakes at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from banquier.say import readable
from banquier.trouble import Trouble


class Place(NamedTuple):
    """A line of a file, and the include or macro call that led to it. Line 0: an option."""

    file: str
    line: int
    via: str = ""
    parent: Place | None = None

    def __str__(self) -> str:
        return f"{readable(self.file)}:{self.line}" if self.line else readable(self.file)

    def chain(self) -> list[str]:
        """The calls, innermost first: `in buy(3, 4), called at opening.keys:7`."""
        links = []
        place = self
        while place.parent is not None:
            links.append(f"{place.via} at {place.parent}")
            place = place.parent
        return links


class ScriptError(Trouble):
    """A wrong script or a wrong word: one sentence, with file and line once they are known."""

    def __init__(self, sentence: str, place: Place | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.place = place

    def __str__(self) -> str:
        if self.place is None:
            return self.sentence
        chain = self.place.chain()
        return f"{self.place}: {self.sentence}" + (f" ({'; '.join(chain)})" if chain else "")


class ScriptErrors(ScriptError):
    """The mistakes of a script, a line each, in the order of reading."""

    def __init__(self, errors: Sequence[ScriptError]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
