"""What the settings say of a keypad that runs its owner's own sketch.

    Pad({"E": "OK"})                                     a legend that is not the usual
    Pad({"Pressed:  [5]": "5"}, only=True, repeats=200)  a keypad that was taught: whole lines

In a legend and in `release` the sign … stands for any text: a time, a counter.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

ANY = "…"


class Pad(NamedTuple):
    legends: Mapping[str, str] = {}
    """What the keypad sends: the key of the unit. Two strokes are parted by a space."""
    only: bool = False
    """Nothing else that the keypad sends is a key."""
    speed: int = 0
    """Baud; 0 is the usual."""
    repeats: int = 0
    """Milliseconds within which the same line again is the same press, held."""
    twice: bool = False
    """Each line comes at the press and once more at the release."""
    release: tuple[str, ...] = ()
    """Lines that let go of what is held."""


def matcher(lines: Iterable[str]) -> re.Pattern[str] | None:
    """For a whole line that is one of these; None where there are none."""
    parts = [".*?".join(map(re.escape, line.split(ANY))) for line in lines]
    return re.compile("|".join(parts)) if parts else None


def common_form(lines: Sequence[str]) -> str:
    """With what all of them begin and end, and … between."""
    start = _beginning(lines)
    rest = [line[len(start) :] for line in lines]
    end = _beginning([line[::-1] for line in rest])[::-1]
    return f"{start}{ANY}{end}" if any(rest) else start


def _beginning(lines: Sequence[str]) -> str:
    alike = takewhile(lambda column: len({*column}) == 1, zip(*lines, strict=False))
    return "".join(column[0] for column in alike)
