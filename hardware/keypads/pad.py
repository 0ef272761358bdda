"""The meaning of a plain keypad's lines, by the table `[pad]` of the settings and a few rules.

    pad = Pad({"E": "OK", "BTN 07 DOWN": "5", "BTN 07 UP": "5 up"})
    pad.parse_line("BTN 07 DOWN")      Meaning("BTN 07 DOWN", "5", "press")
    pad.parse_line("#")                Meaning("#", "OK", "tap")
    pad.parse_line("# released")       Meaning("#", "OK", "release")
    pad.parse_line("Key # PRESSED.")   None

In a line of the table and in `release` the sign … stands for any text: a time, a counter.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from keypad.keys import NAMES, PAD_LEGENDS

ANY = "…"
UP = " up"

CHARACTERS = {**PAD_LEGENDS, "+": "+", "-": "-", "?": "?", "F": "F"}
"""Legends that need no table."""
WORDS = {name: name for name in NAMES if len(name) > 1}
"""Keys of the unit by their names, in lines that say press or release."""
EDGES: dict[str, Literal["press", "release"]] = {
    "pressed": "press", "down": "press", "released": "release", "up": "release",
}  # fmt: skip


class Meaning(NamedTuple):
    """The key that a line names, and what it does."""

    legend: str
    key: str
    """Empty if the settings call the line no key, or if it lets go of every key."""
    what: Literal["tap", "press", "release"]
    """A tap has no line for its end."""


ALL_UP = Meaning("", "", "release")


class Pad(NamedTuple):
    legends: Mapping[str, str] = {}
    """The key of the unit for each text sent by the keypad, with ` up` for a release; or nothing.
    Two keys separated by a space are two strokes."""
    only: bool = False
    """Nothing else that the keypad sends is a key."""
    speed: int = 0
    """Baud; 0 is the usual."""
    repeat_ms: int = 0
    """Milliseconds within which the same line again is the same press, held."""
    both_edges: bool = False
    """Each line comes at the press and once more at the release."""
    release: tuple[str, ...] = ()
    """Lines that let go of what is held."""

    def parse_line(self, text: str) -> Meaning | None:
        """Parse a line; None if it names no key, or if rows of several keys fit it."""
        rows = [text] if text in self.legends else []
        rows = rows or [row for row in self.legends if ANY in row and is_like(text, row)]
        if rows:
            keys = {self.legends[row] for row in rows}
            return self._meaning_of_row(rows[0]) if len(keys) == 1 else None
        if any(is_like(text, line) for line in self.release):
            return ALL_UP
        if self.only:
            return None
        if text in CHARACTERS:
            return Meaning(text, CHARACTERS[text], "tap")
        legend, _, word = text.rpartition(" ")
        what = EDGES.get(word.lower())
        key = self.legends.get(legend, CHARACTERS.get(legend, WORDS.get(legend)))
        return Meaning(legend, key, what) if what and key and not key.endswith(UP) else None

    def _meaning_of_row(self, row: str) -> Meaning:
        key = self.legends[row]
        if key.endswith(UP):
            return Meaning(row, key[: -len(UP)], "release")
        is_told = self.release or any(other == key + UP for other in self.legends.values())
        return Meaning(row, key, "press" if is_told else "tap")


def is_like(text: str, row: str) -> bool:
    """Return whether the text is that row, with any text for each … in it."""
    parts = row.split(ANY)
    if len(parts) == 1:
        return text == row
    at, end = len(parts[0]), len(text) - len(parts[-1])
    if end < at or not (text.startswith(parts[0]) and text.endswith(parts[-1])):
        return False
    for part in parts[1:-1]:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
