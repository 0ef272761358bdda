"""The keys of the unit for the keyboard of a computer.

keymap = Keymap({"w": "OK"})         what a user remapped, over the usual map
keymap.key("plus", "+")              "+"
keymap.key("ctrl+q", None)           None: not for the unit
"""

from collections.abc import Mapping

from keypad.keys import BY_NAME, HOST, NUMPAD

OWN = {"q": "q", "<": "less_than_sign", ">": "greater_than_sign"}
"""Characters that the panel keeps for itself, and what Textual calls their keys."""

ARROWS = frozenset(
    {"up", "down", "left", "right", "begin", "home", "end", "pageup", "pagedown", "insert"}
)
"""The keys of a numeric keypad without NumLock, and others without a meaning for the unit."""
ARROWS_SEEN = 3
"""So many different ones in a row, and the panel asks whether NumLock is off."""

REPEATS = 8
"""So many of one key in the rhythm of a repeating keyboard are one press that lasts: no amount has
as many equal digits, and this is money."""
RHYTHM = (0.012, 0.055)


class Keymap:
    def __init__(self, remapped: Mapping[str, str] | None = None) -> None:
        self.map = {**HOST, **NUMPAD, **(remapped or {})}
        self._last = ""
        self._at = 0.0
        self._run = 0
        self._arrows: set[str] = set()

    def without_numlock(self, name: str) -> bool:
        """Return True if arrows of several directions make it likely that digits were meant."""
        if name not in ARROWS:
            self._arrows.clear()
            return False
        new = name not in self._arrows
        self._arrows.add(name)
        return new and len(self._arrows) == ARROWS_SEEN

    def key(self, name: str, character: str | None) -> str | None:
        """Return the unit's key for a key of the computer, if it has one."""
        found = self.map.get(name)
        if found is None and character and not name.startswith(("ctrl+", "alt+")):
            sign = "space" if character == " " else character
            found = self.map.get(sign) or self.map.get(sign.lower())
        return found if found in BY_NAME else None  # remapped to nothing

    def rests(self, key: str, at: float) -> bool:
        """Return True if the keyboard repeats a key that is held: this is not a new press."""
        low, high = RHYTHM
        steady = key == self._last and low <= at - self._at <= high
        self._run = self._run + 1 if steady else 1
        self._last, self._at = key, at
        return self._run > REPEATS

    def host_of(self, key: str) -> str:
        """Return the computer's first key for a key of the unit, "" without one."""
        return next((host for host, name in self.map.items() if name == key), "")
