"""What the settings say of a keypad that runs its owner's own sketch: the table `[pad]`.

    Pad({"E": "OK", "BTN 07 DOWN": "5", "BTN 07 UP": "5 up"})

In a legend and in `release` the sign … stands for any text: a time, a counter.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

ANY = "…"
UP = " up"


class Pad(NamedTuple):
    legends: Mapping[str, str] = {}
    """What the keypad sends: the key of the unit, with ` up` behind it where it is let go; or
    nothing. Two characters parted by a space are two strokes."""
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

    @property
    def tells_releases(self) -> bool:
        return bool(self.release) or any(key.endswith(UP) for key in self.legends.values())


def matcher(lines: Iterable[str]) -> re.Pattern[str] | None:
    """For a whole line that is one of these; None where there are none."""
    parts = [".*?".join(map(re.escape, line.split(ANY))) for line in lines]
    return re.compile("|".join(parts)) if parts else None
