"""The steps of a script, a class each: `read` makes a step of its words, `do` plays it.

A step is plain data: words are checked, times are in ticks, includes and macros are expanded.
`place` is its line in the file. A new step is a class here and a line of `STEPS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from banquier.script.errors import Place, ScriptError
from banquier.script.events import Recording, do
from banquier.script.expectations import ExpectText, read_expect
from banquier.script.play_state import Failure, PlayState, Step
from banquier.script.playback import Playback
from banquier.script.reader import Reader
from banquier.script.start import Starter
from banquier.script.vocabulary import NOUNS, BadWord, millivolts, nearest, player_names, quoted
from keypad.keys import PULSE


class Start(NamedTuple):
    """`start`: cold start and the set-up."""

    place: Place

    @classmethod
    def read(cls, words: Reader) -> Start:
        return cls(words.place)

    def do(self, state: PlayState) -> Failure | None:
        state.heard = state.unit.beep_count
        stuck = Starter(state).walk(self.place)
        return state.failure(self, *stuck) if stuck else None


class Press(NamedTuple):
    """`press 1 4 OK`, `press F hold 1200ms`, `type 12000`: keys one after the other, each for
    `hold` ticks, then up for a pulse."""

    place: Place
    keys: tuple[str, ...]
    hold: int

    @classmethod
    def read(cls, words: Reader) -> Press:
        keys = [words.key()]
        while words.more() and words.peek() != "hold":
            keys.append(words.key(("hold",)))
        hold = PULSE
        if words.accept("hold"):
            hold = words.time("a time to hold the key")
            if not hold:
                raise BadWord("a key is held one tick at least")
        return cls(words.place, tuple(keys), hold)

    @classmethod
    def read_digits(cls, words: Reader) -> Press:
        word = words.plain("digits")
        if not word.wild and not (word.text.isascii() and word.text.isdecimal()):
            raise BadWord(f"{quoted(word.text)} is more than digits; for other keys write: press")
        return cls(words.place, tuple(word.text), PULSE)

    def do(self, state: PlayState) -> None:
        state.heard = state.unit.beep_count
        state.tap(self.keys, self.hold)


class At(NamedTuple):
    """`@123456`: the next step is done at this absolute tick."""

    place: Place
    tick: int

    def do(self, state: PlayState) -> Failure | None:
        return state.run_to(self, self.tick)


class Wait(NamedTuple):
    """`wait 80ms`."""

    place: Place
    ticks: int

    @classmethod
    def read(cls, words: Reader) -> Wait | ExpectText:
        if words.accept("until"):
            return ExpectText.read(words, "max")
        word = words.peek()
        if word[:1].isalpha() and not words.words[words.next].wild:
            raise BadWord(f"{quoted(word)} is no time{nearest(word, ('until',))}")
        return cls(words.place, words.time("a time, or until"))

    def do(self, state: PlayState) -> None:
        state.unit.run(state.unit.tick + self.ticks)


class Input(NamedTuple):
    """`down 7`, `set cash 1 900`, `battery 2.3V`, `power off`, `names "Anne"`, `memory fails`: what
    a recording has too."""

    place: Place
    verb: str
    facts: tuple[Any, ...]

    @classmethod
    def read(cls, words: Reader) -> Input:
        return cls(words.place, words.verb, INPUTS[words.verb](words))

    def do(self, state: PlayState) -> None:
        if self.verb in ("down", "up"):
            state.edge(self.facts[0], self.verb == "down")
        try:
            do(state.unit, self.verb, *self.facts)
        except (ValueError, LookupError) as refused:
            sentence = f"the debug port cannot set {self.facts[0]}: {refused}"
            raise ScriptError(sentence, self.place) from None


def _set(words: Reader) -> tuple[Any, ...]:
    settable = [name for name, noun in NOUNS.items() if noun.settable]
    name = words.one_of("something the debug port can set", settable)
    noun = NOUNS.get(name)
    if noun is None:  # a parameter: checked at the call
        words.next = len(words.words)
        return name, ()
    which = tuple(words.kind(kind) for kind in noun.which)
    return name, which + words.values(noun.value, noun.optional)


def _battery(words: Reader) -> tuple[int]:
    word = words.plain("a voltage")
    return (0 if word.wild else millivolts(word.text),)


def _names(words: Reader) -> tuple[dict[int, str]]:
    given = [words.text()]
    while words.more():
        given.append(words.text())
    return (player_names(given),)


INPUTS: dict[str, Callable[[Reader], tuple[Any, ...]]] = {
    "down": lambda words: (words.key(),),
    "up": lambda words: (words.key(),),
    "battery": _battery,
    "power": lambda words: (words.one_of("on or off", ("on", "off")),),
    "set": _set,
    "names": _names,
    "memory": lambda words: (words.one_of("what memory does", ("fails",)),),
}
"""The facts of each, as an observer of a unit hears them."""


class Digest(NamedTuple):
    """`state 3 5f0c…`: the unit's digest after operation `number`."""

    place: Place
    number: int
    digest: str

    @classmethod
    def read(cls, words: Reader) -> Digest:
        number = words.number("an operation", 0, 10**12)
        digest = words.plain("a digest")
        if not digest.wild and (len(digest.text) != 16 or digest.text.strip("0123456789abcdef")):
            raise BadWord(f"{quoted(digest.text)} is no digest: 16 hexadecimal digits")
        return cls(words.place, number, digest.text)

    def do(self, state: PlayState) -> Failure | None:
        number, digest = state.unit.operations, state.unit.digest()
        if (number, digest) == (self.number, self.digest):
            return None
        wanted = f"operation {self.number} with digest {self.digest}"
        return state.failure(self, wanted, f"operation {number} with digest {digest}")


class Recorded(NamedTuple):
    """A whole recording or save."""

    place: Place
    recording: Recording

    def do(self, state: PlayState) -> Failure | None:
        played = Playback(lambda: state.unit, self.recording)
        state.presses += sum(event.verb == "down" for event in self.recording.events)
        if found := played.play():
            return state.failure(self._replace(place=found.place), found.wanted, found.found)
        if played.trouble:
            raise ScriptError(played.trouble)
        return None


STEPS: dict[str, Callable[[Reader], Step]] = {
    "start": Start.read,
    "press": Press.read,
    "type": Press.read_digits,
    "wait": Wait.read,
    "expect": read_expect,
    "state": Digest.read,
    **dict.fromkeys(INPUTS, Input.read),
}
