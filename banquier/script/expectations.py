"""The expectations of a script: `expect`, and `wait until`.

They wait for the unit to agree. Those of a beep or an error are about what the last key caused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from banquier.script.errors import Place
from banquier.script.play_state import Failure, GlassText, PlayState, Step
from banquier.script.reader import Reader
from banquier.script.vocabulary import (
    BEEPS,
    ERRORS,
    NOUNS,
    TUNES,
    BadWord,
    matches,
    nearest,
    quoted,
    shortened,
)
from firmware_sim.glass import ICONS, Said


class ExpectText(NamedTuple):
    """`expect "J1 LANCEZ" 150.000`: row A, and row B unless it is None. `limit` in ticks, or None
    for the default."""

    place: Place
    text: str
    value: str | None
    limit: int | None

    @classmethod
    def read(cls, words: Reader, limit: str = "within") -> ExpectText:
        return cls(words.place, words.text(), words.value(), words.limit(limit))

    def do(self, state: PlayState) -> Failure | None:
        unit = state.unit
        if state.until(lambda: reads(unit.said, self.text, self.value), self.limit):
            return None
        said = unit.said
        text = said.text if reads(said, self.text, None) else self.text
        value = self.value
        if value is None or matches(value, said.value):
            value = said.value
        wanted = f'"{self.text}"' + ("" if self.value is None else f" {_row_b(self.value)}")
        found = f'"{said.text}" {_row_b(said.value)}'
        return state.failure(self, wanted, found, GlassText(text, value, said.icons))


class ExpectIcons(NamedTuple):
    """`expect icons +J1 -PRET`: lit and dark; `exact`, `= J1 SON F`: only those in `lit` are."""

    place: Place
    lit: frozenset[str]
    dark: frozenset[str]
    exact: bool
    limit: int | None

    @classmethod
    def read(cls, words: Reader) -> ExpectIcons:
        exact = words.accept("=")
        lit: set[str] = set()
        dark: set[str] = set()
        while words.more() and words.peek() != "within":
            word = words.plain("an icon")
            sign, name = ("+", word.text) if exact else (word.text[:1], word.text[1:])
            if word.wild:
                continue
            if sign not in "+-" or (name not in ICONS and word.text in ICONS):
                icon = shortened(word.text)
                raise BadWord(f"an icon is expected lit or dark: +{icon} or -{icon}")
            if name not in ICONS:
                raise BadWord(f"{quoted(name)} is no icon{nearest(name, ICONS)}")
            (lit if sign == "+" else dark).add(name)
        if not exact and not lit | dark and not any(word.wild for word in words.words):
            raise BadWord("expect icons wants icons: +J1 -PRET, or = J1 SON F")
        if lit & dark:
            raise BadWord(f"{min(lit & dark)} cannot be lit and dark at once")
        return cls(words.place, frozenset(lit), frozenset(dark), exact, words.limit())

    def do(self, state: PlayState) -> Failure | None:
        def agrees() -> bool:
            icons = state.unit.said.icons
            return icons == self.lit if self.exact else self.lit <= icons and not self.dark & icons

        if state.until(agrees, self.limit):
            return None
        said = state.unit.said
        icons = self.lit if self.exact else (said.icons | self.lit) - self.dark
        missing = [f"{name} is dark" for name in sorted(icons - said.icons)]
        extra = [f"{name} is lit" for name in sorted(said.icons - icons)]
        wanted = f"the icons {' '.join(sorted(icons))}"
        glass = GlassText(said.text, said.value, icons)
        return state.failure(self, wanted, ", ".join(missing + extra), glass)


class ExpectError(NamedTuple):
    """`expect error 14`, `expect no error`: 0."""

    place: Place
    number: int
    limit: int | None

    @classmethod
    def read(cls, words: Reader) -> ExpectError:
        return cls(words.place, words.number("an error", 1, ERRORS), words.limit())

    @classmethod
    def read_no(cls, words: Reader) -> ExpectError:
        words.one_of('the word "error"', ("error",))
        return cls(words.place, 0, words.limit())

    def do(self, state: PlayState) -> Failure | None:
        if state.until(lambda: state.unit.said.error == self.number, self.limit):
            return None
        return state.failure(self, _error(self.number), _error(state.unit.said.error))


class ExpectBeep(NamedTuple):
    """`expect beep error`, `expect beep tune salary`."""

    place: Place
    name: str
    limit: int | None

    @classmethod
    def read(cls, words: Reader) -> ExpectBeep:
        name = words.one_of("a beep", (*BEEPS, "tune"))
        if name == "tune":
            name = words.one_of("a tune", TUNES)
        return cls(words.place, name, words.limit())

    def do(self, state: PlayState) -> Failure | None:
        def heard() -> list[str]:
            return [name for _, name in state.unit.beeps_since(state.heard)]

        if state.until(lambda: self.name in heard(), self.limit):
            return None
        found = f"only {', '.join(heard()[-10:])}" if heard() else "silence"
        return state.failure(self, f"the beep {self.name} since the last step", found)


class ExpectNever(NamedTuple):
    """`expect never "text" during 2s`: not this text (with this value); None: no error."""

    place: Place
    text: str | None
    value: str | None
    ticks: int

    @classmethod
    def read(cls, words: Reader) -> ExpectNever:
        if words.more() and not words.words[words.next].wild:
            word = words.peek()
            if word not in ("", "error"):
                raise BadWord(f"{quoted(word)} is no text{nearest(word, ('error',))}")
        text = None if words.accept("error") else words.text()
        value = None if text is None else words.value()
        words.one_of('the word "during"', ("during",))
        return cls(words.place, text, value, words.time("a time"))

    def do(self, state: PlayState) -> Failure | None:
        def seen() -> bool:
            said = state.unit.said
            return said.error != 0 if self.text is None else reads(said, self.text, self.value)

        if not state.until(seen, self.ticks):
            return None
        said = state.unit.said
        if self.text is None:
            what, found = "no error", _error(said.error)
        else:
            value = "" if self.value is None else f" {_row_b(self.value)}"
            what, found = f'never "{self.text}"{value}', f'"{said.text}" {_row_b(said.value)}'
        return state.failure(self, f"{what} during {self.ticks} ticks", found)


class ExpectNoun(NamedTuple):
    """`expect cash 1 138000`: a fact of the game, read by the debug port."""

    place: Place
    noun: str
    which: tuple[int | str, ...]
    value: tuple[int | str, ...]
    limit: int | None

    @classmethod
    def read(cls, words: Reader, name: str) -> ExpectNoun:
        noun = NOUNS[name]
        which = tuple(words.kind(kind) for kind in noun.which)
        value = words.values(noun.found or noun.value, noun.optional)
        return cls(words.place, name, which, value, words.limit())

    def do(self, state: PlayState) -> Failure | None:
        wanted = self.value if len(self.value) > 1 else self.value[0]

        def get() -> object:
            try:
                return state.unit.debug_port.get(self.noun, *self.which)
            except (ValueError, LookupError) as refused:
                return refused

        def agrees() -> bool:
            found = get()
            if isinstance(found, tuple) and wanted in found:  # one of several: loans, squares
                return True
            return bool(found == wanted)

        if state.until(agrees, self.limit):
            return None
        name, found = " ".join([self.noun, *map(str, self.which)]), get()
        there = str(found) if isinstance(found, Exception) else f"{name} {_fact(self.noun, found)}"
        return state.failure(self, f"{name} {_fact(self.noun, wanted)}", there)


class ExpectRoll(NamedTuple):
    """`expect roll "J1 ACHAT*"`."""

    place: Place
    glob: str
    limit: int | None

    @classmethod
    def read(cls, words: Reader) -> ExpectRoll:
        return cls(words.place, words.text(), words.limit())

    def do(self, state: PlayState) -> Failure | None:
        roll = state.unit.roll

        def agrees() -> bool:
            roll = state.unit.roll
            return bool(roll) and any(
                matches(self.glob, form)
                for form in (roll[-1].text, f"{roll[-1].turn} {roll[-1].text}", str(roll[-1]))
            )

        if state.until(agrees, self.limit):
            return None
        roll = state.unit.roll
        found = f'"{str(roll[-1]).strip()}"' if roll else "an empty roll"
        return state.failure(self, f'"{self.glob}" as the newest line of the roll', found)


EXPECTATIONS = (
    ExpectText, ExpectIcons, ExpectError, ExpectBeep, ExpectNever, ExpectNoun, ExpectRoll,
)  # fmt: skip
_BY_WORD: dict[str, Callable[[Reader], Step]] = {
    "icons": ExpectIcons.read,
    "error": ExpectError.read,
    "no": ExpectError.read_no,
    "beep": ExpectBeep.read,
    "never": ExpectNever.read,
    "roll": ExpectRoll.read,
}


def read_expect(words: Reader) -> Step:
    if words.more() and words.words[words.next].quoted:
        return ExpectText.read(words)
    if words.more() and words.words[words.next].wild:  # a text or a noun: checked at the call
        words.next = len(words.words)
        return ExpectText(words.place, "", None, None)
    what = words.plain("what is expected").text
    if what in _BY_WORD:
        return _BY_WORD[what](words)
    if what not in NOUNS:
        raise BadWord(f"{quoted(what)} is nothing to expect{nearest(what, (*_BY_WORD, *NOUNS))}")
    return ExpectNoun.read(words, what)


def reads(said: Said, text: str, value: str | None) -> bool:
    """Whether the unit says this: the text, or one of two that alternate."""
    if value is not None and not matches(value, said.value):
        return False
    return matches(text, said.text) or any(matches(text, page) for page in said.pages)


def _row_b(value: str) -> str:
    """Row B in the notation of scripts."""
    return value if value and not value.strip("0123456789.*") else f'"{value}"'


def _error(number: int) -> str:
    return f"error {number}" if number else "no error"


def _fact(noun: str, value: object) -> str:
    """A fact in the notation of scripts; several are joined."""
    if isinstance(value, tuple):
        return " ".join(_fact(noun, one) for one in value) or "nothing"
    if value in (0, 1) and "yes" in NOUNS[noun].value[0].words:
        return "yes" if value else "no"
    return str(value)
