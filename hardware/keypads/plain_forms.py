"""What one line of a plain keypad says of a key, by a table of forms.

forms = Forms(Pad({"BTN 07 DOWN": "6"}))
forms.said_by("Key 5 PRESSED.")       Said("5", "5", "press", is_stated=True)
forms.said_by("BTN 07 DOWN")          Said("BTN 07 DOWN", "6", "press", is_stated=False)
forms.said_by("Ready")                None
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from hardware.keypads.pad import ANY, UP, Pad, matcher
from keypad.keys import NAMES, PAD_LEGENDS

What = Literal["press", "hold", "release"]

CHARACTERS = {**PAD_LEGENDS, "+": "+", "-": "-", "?": "?", "F": "F"}

WORDS = {name: name for name in NAMES if len(name) > 1}
"""Keys of the unit by their names, in lines that say press or release."""

FORMS: tuple[tuple[str, What], ...] = (
    (r"(?:Key )?(\S{1,12}) PRESSED\.?", "press"),
    (r"(?:Key )?(\S{1,12}) (?:HOLD|IDLE)\.?", "hold"),
    (r"(?:Key )?(\S{1,12}) RELEASED\.?", "release"),
    (r"(?:Key )?pressed ?:? ?(\S{1,12})", "press"),
    (r"(?:Key )?released ?:? ?(\S{1,12})", "release"),
)
"""As the common Arduino keypad library and its examples print; capitals or not."""
_FORMS = [(re.compile(form, re.IGNORECASE), what) for form, what in FORMS]

RUN = 4
"""Keys that may come bare in one run: no hand is faster."""


class Said(NamedTuple):
    legend: str
    key: str
    """Without one it is a line that the settings call no key."""
    what: What
    is_stated: bool
    """The line names press or release: then the keypad is believed to tell both."""


ALL_UP = Said("", "", "release", True)
"""A line that lets go of every key."""


class Forms:
    """Of one pad."""

    def __init__(self, pad: Pad) -> None:
        self.keys = {**({} if pad.only else CHARACTERS), **pad.legends}
        self._own = {one: matcher([one]) for one in pad.legends if ANY in one}
        self._release = matcher(pad.release)
        self._forms = [] if pad.only else _FORMS
        self._named = {**WORDS, **self.keys}
        self._told = pad.legends if pad.tells_releases else {}  # with press and release

    def said_by(self, text: str) -> Said | None:
        """The settings' lines come before the usual forms. Two of them with different keys are
        none."""
        if text in self.keys:
            return self._mapped(text)
        own = [one for one, form in self._own.items() if form and form.fullmatch(text)]
        if own:
            return self._mapped(own[0]) if len({self.keys[one] for one in own}) == 1 else None
        if self._release and self._release.fullmatch(text):
            return ALL_UP
        for form, what in self._forms:
            if (found := form.fullmatch(text)) and found[1] in self._named:
                return Said(found[1], self._named[found[1]], what, True)
        return None

    def said_in(self, text: str, *, ended: bool) -> list[Said]:
        """The same, or each of the bare characters that no line end follows."""
        if said := self.said_by(text):
            return [said]
        return [] if ended or not self.are_keys(text) else [self._mapped(char) for char in text]

    def are_keys(self, text: str) -> bool:
        return len(text) <= RUN and {*text} <= self.keys.keys()

    def _mapped(self, legend: str) -> Said:
        key = self.keys[legend]
        what: What = "release" if key.endswith(UP) else "press"
        return Said(legend, key.removesuffix(UP), what, legend in self._told)
