"""A recording as data: what was done to a unit, and what it was after each operation.

    recording = recorded("banquier 1\n@98401 down OK\n…", "game.keys")     None: it is a script
    recording.events[0]                  Event(2, 98401, "down", ("OK",))
    do(unit, "down", "OK")               what an observer heard, done to another unit

Each operation of a save has a record; those of recordings of 1.2 have none. The language
(language.py) is for scripts, which press, wait and expect; a recording does neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from banquier.script.errors import Place, ScriptError
from banquier.script.header import Header, first_line
from banquier.script.vocabulary import NOUNS, BadWord, fact_of_kind, millivolts, player_names
from hardware.unit import Unit
from keypad.keys import NAMES

DO: dict[str, Callable[..., object]] = {
    "down": Unit.press,
    "up": Unit.release,
    "battery": Unit.set_battery,
    "power": lambda unit, way: unit.power_on() if way == "on" else unit.power_off(),
    "names": Unit.name_players,
    "set": lambda unit, noun, facts: unit.debug_port.set(noun, *facts),
    "memory": lambda unit, _: unit.memory_failed(),
}
"""By the verbs that an observer hears, with the facts that it hears."""
MARKS = frozenset(("state", "resume", "adopt"))
"""After an operation; a game is taken up; the same, and what was before cannot be done again."""

_LINE = re.compile(r"@(\d{1,15}) (\w+) (.*)", re.ASCII)
_MARK = re.compile(r"(\d{1,12}) ([0-9a-f]{16})(?: \S+ (\{.*\}))?", re.ASCII)
_EDGES = {f"{verb} {name}": (verb, (name,)) for name in NAMES for verb in ("down", "up")}


class Event(NamedTuple):
    line: int
    tick: int
    verb: str
    facts: tuple[Any, ...]
    """As an observer hears them; of a mark the operation and the digest."""
    record: str = ""


class Recording(NamedTuple):
    file: str
    header: Header
    events: list[Event]
    text: str = ""
    """The save itself."""


def do(unit: Unit, verb: str, *facts: Any) -> None:
    DO[verb](unit, *facts)


def recorded(text: str, name: str) -> Recording | None:
    """None: it is no recording, or not a whole one."""
    if "\n@" not in text:
        return None
    header, events, tick = Header(), list[Event](), 0
    try:
        first_line(text.partition("\n")[0], Place(name, 1))
        for number, line in enumerate(text.split("\n")[1:], 2):
            if line.startswith("@"):
                event = event_of(line, number)
                if event is None or event.tick < tick:
                    return None
                tick = event.tick
                events.append(event)
            elif line and not line.startswith("#"):
                if events:
                    return None
                header.read_line(line, Place(name, number))
        header.check()
    except ScriptError:
        return None
    return Recording(name, header, events, text)


def event_of(line: str, number: int) -> Event | None:
    """None: it is none."""
    at, _, step = line[1:].partition(" ")
    if (edge := _EDGES.get(step)) and at.isdecimal() and len(at) < 16:
        return Event(number, int(at), *edge)
    if (found := _LINE.fullmatch(line)) is None:
        return None
    tick, verb, words = int(found[1]), found[2], found[3]
    if verb in MARKS:
        mark = _MARK.fullmatch(words)
        return Event(number, tick, verb, (int(mark[1]), mark[2]), mark[3] or "") if mark else None
    try:
        return Event(number, tick, verb, _FACTS[verb](words))
    except (BadWord, LookupError, ValueError):
        return None


def _set(words: str) -> tuple[str, tuple[int | str, ...]]:
    name, *given = words.split()
    kinds = NOUNS[name].kinds()
    if not len(kinds) - NOUNS[name].value.count("[") <= len(given) <= len(kinds):
        raise ValueError
    facts = (fact_of_kind(word, kind) for word, kind in zip(given, kinds, strict=False))
    return name, tuple(facts)


def _names(words: str) -> tuple[dict[int, str]]:
    if not re.fullmatch(r'"[^"]*"( "[^"]*")*', words):
        raise ValueError
    return (player_names(words.split('"')[1::2]),)


def _one_of(*known: str) -> Callable[[str], tuple[str]]:
    return lambda word: (known[known.index(word)],)


_FACTS: dict[str, Callable[[str], tuple[Any, ...]]] = {
    "down": _one_of(*NAMES),
    "up": _one_of(*NAMES),
    "battery": lambda word: (millivolts(word),),
    "power": _one_of("on", "off"),
    "names": _names,
    "set": _set,
    "memory": _one_of("fails"),
}
