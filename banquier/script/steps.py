"""The steps of a script, a class each: `read` makes a step of its words, `do` plays it.

A step is plain data: words are checked, times are in ticks, includes and macros are expanded.
`place` is its line in the file. A new step is a class here and a line of `STEPS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from banquier.script.errors import Place, ScriptError
from banquier.script.expectations import EXPECTATIONS, ExpectText, read_expect
from banquier.script.play_state import Failure, PlayState, Step
from banquier.script.reader import Reader
from banquier.script.start import Starter
from banquier.script.vocabulary import NOUNS, BadWord, millivolts, nearest, player_names, quoted
from firmware_sim.saved_state import parsed
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


class Edge(NamedTuple):
    """`down 7`, `up 7`: a raw edge, in a recording with its tick."""

    place: Place
    key: str
    down: bool
    at: int = -1

    @classmethod
    def read(cls, words: Reader) -> Edge:
        return cls(words.place, words.key(), words.verb == "down")

    def do(self, state: PlayState) -> Failure | None:
        if self.at >= 0 and (late := state.run_to(self, self.at)):
            return late
        unit = state.unit
        state.edges.append((unit.tick, self.key, self.down))
        if self.down:
            state.heard = unit.beep_count
            state.presses += 1
            unit.press(self.key)
        else:
            unit.release(self.key)
        return None


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


class SetNoun(NamedTuple):
    """`set cash 1 900`: a change through the debug port."""

    place: Place
    noun: str
    args: tuple[int | str, ...]

    @classmethod
    def read(cls, words: Reader) -> SetNoun:
        settable = [name for name, noun in NOUNS.items() if noun.settable]
        name = words.one_of("something the debug port can set", settable)
        noun = NOUNS.get(name)
        if noun is None:  # a parameter: checked at the call
            words.next = len(words.words)
            return cls(words.place, name, ())
        which = tuple(words.kind(kind) for kind in noun.which)
        return cls(words.place, name, which + words.values(noun.value, noun.optional))

    def do(self, state: PlayState) -> None:
        try:
            state.unit.debug_port.set(self.noun, *self.args)
        except (ValueError, LookupError) as refused:
            sentence = f"the debug port cannot set {self.noun}: {refused}"
            raise ScriptError(sentence, self.place) from None


class Battery(NamedTuple):
    """`battery 2.3V`."""

    place: Place
    millivolts: int

    @classmethod
    def read(cls, words: Reader) -> Battery:
        word = words.plain("a voltage")
        return cls(words.place, 0 if word.wild else millivolts(word.text))

    def do(self, state: PlayState) -> None:
        state.unit.set_battery(self.millivolts)


class Power(NamedTuple):
    """`power on`, `power off`."""

    place: Place
    on: bool

    @classmethod
    def read(cls, words: Reader) -> Power:
        return cls(words.place, words.one_of("on or off", ("on", "off")) == "on")

    def do(self, state: PlayState) -> None:
        if self.on:
            state.unit.power_on()
        else:
            state.unit.power_off()


class Names(NamedTuple):
    """`names "Anne" "Bob"`: the names of the players from here on."""

    place: Place
    names: dict[int, str]

    @classmethod
    def read(cls, words: Reader) -> Names:
        given = [words.text()]
        while words.more():
            given.append(words.text())
        return cls(words.place, player_names(given))

    def do(self, state: PlayState) -> None:
        state.unit.name_players(self.names)


class State(NamedTuple):
    """`state 3 5f0c…`: the unit's digest after operation `number`; in a save with its record."""

    place: Place
    number: int
    digest: str
    record: str = ""

    @classmethod
    def read(cls, words: Reader) -> State:
        return cls(words.place, *_recorded(words))

    def do(self, state: PlayState) -> Failure | None:
        if self.record:
            state.records.append(self.record)
        return _compared(self, state)


class Resume(NamedTuple):
    """`resume`, `adopt`: the game of the records so far is taken up; `adopted`: the steps before
    cannot be replayed."""

    place: Place
    number: int
    digest: str
    record: str
    adopted: bool

    @classmethod
    def read(cls, words: Reader) -> Resume:
        return cls(words.place, *_recorded(words), words.verb == "adopt")

    def do(self, state: PlayState) -> Failure | None:
        state.records.append(self.record)
        try:
            state.unit.resume([parsed(record) for record in state.records])
        except ValueError as wrong:
            sentence = f"the game cannot be taken up again: {wrong}"
            raise ScriptError(sentence, self.place) from None
        return _compared(self, state)


class MemoryFails(NamedTuple):
    """`memory fails`: error 23, the save could not be written."""

    place: Place

    @classmethod
    def read(cls, words: Reader) -> MemoryFails:
        words.one_of("what memory does", ("fails",))
        return cls(words.place)

    def do(self, state: PlayState) -> None:
        state.unit.memory_failed()


STEPS: dict[str, Callable[[Reader], Step]] = {
    "start": Start.read,
    "press": Press.read,
    "type": Press.read_digits,
    "down": Edge.read,
    "up": Edge.read,
    "wait": Wait.read,
    "expect": read_expect,
    "battery": Battery.read,
    "power": Power.read,
    "set": SetNoun.read,
    "names": Names.read,
    "state": State.read,
    "resume": Resume.read,
    "adopt": Resume.read,
    "memory": MemoryFails.read,
}


def _recorded(words: Reader) -> tuple[int, str, str]:
    """An operation and the digest after it; in a save also a check sum and a record."""
    number = words.number("an operation", 0, 10**12)
    digest = words.plain("a digest")
    if not digest.wild and (len(digest.text) != 16 or digest.text.strip("0123456789abcdef")):
        raise BadWord(f"{quoted(digest.text)} is no digest: 16 hexadecimal digits")
    if not words.more():
        return number, digest.text, ""
    words.plain("a check sum")
    return number, digest.text, words.text()


def _compared(step: State | Resume, state: PlayState) -> Failure | None:
    if not state.check_states:
        return None
    number, digest = state.unit.operations, state.unit.digest()
    if (number, digest) == (step.number, step.digest):
        return None
    wanted = f"operation {step.number} with digest {step.digest}"
    return state.failure(step, wanted, f"operation {number} with digest {digest}")


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


def is_recording(steps: Sequence[Step]) -> bool:
    """Whether these are key edges with ticks and no expectations."""
    return not any(isinstance(step, (Start, Press, Wait, *EXPECTATIONS)) for step in steps)
