"""A recording as data: what was done to a unit, and what it was after each operation.

    recording = parse_recording("banquier 1\n@98401 down OK\n…", "game.keys")     None for a script
    recording.events[0]                  Event(2, 98401, "down", ("OK",))
    do(unit, "down", "OK")               what an observer heard, done to another unit

Each operation of a save has a record; those of recordings of 1.2 have none. The language
(language.py) is for scripts, which press, wait and expect; a recording does neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from banquier.jobs import Job, finish
from banquier.script.errors import Place, ScriptError
from banquier.script.grammar import Usage, cut, is_digest, match, usage
from banquier.script.header import Header, first_line
from firmware_sim.debug_port import NOUNS
from hardware.unit import Unit
from hardware.unit_inputs import name_players, set_fact
from keypad.keys import NAMES

DO: dict[str, Callable[..., object]] = {
    "down": Unit.press,
    "up": Unit.release,
    "battery": Unit.set_battery,
    "power": lambda unit, way: unit.power_on() if way == "on" else unit.power_off(),
    "names": name_players,
    "set": lambda unit, noun, facts: set_fact(unit, noun, *facts),
    "memory": lambda unit, _: unit.memory_failed(),
}
"""The functions by the verb that an observer receives, with the same facts."""
MARKS = frozenset(("state", "resume", "adopt"))
"""The verbs of records: after an operation, at a resumed game, and at one without earlier keys."""

EVENTS_A_SLICE = 50
_EDGES = {f"{verb} {name}": (verb, (name,)) for name in NAMES for verb in ("down", "up")}


class Event(NamedTuple):
    line: int
    tick: int
    verb: str
    facts: tuple[Any, ...]
    """The facts for an observer; for a mark the operation and the digest."""
    record: str = ""


class Recording(NamedTuple):
    file: str
    header: Header
    events: list[Event]
    text: str = ""
    """The save itself."""


def do(unit: Unit, verb: str, *facts: Any) -> None:
    DO[verb](unit, *facts)


def parse_recording(text: str, name: str) -> Recording | None:
    """Parse a recording; None if it is not one, or not a whole one."""
    return finish(parsing(text, name))


def parsing(text: str, name: str) -> Job[Recording | None]:
    """Parse a recording in slices."""
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
                if number % EVENTS_A_SLICE == 0:
                    yield
            elif line and not line.startswith("#"):
                if events:
                    return None
                header.read_line(line, Place(name, number))
        header.check()
    except ScriptError:
        return None
    return Recording(name, header, events, text)


def event_of(line: str, number: int) -> Event | None:
    """Parse one line of a recording. Returns None if it is not an event."""
    at, _, step = line[1:].partition(" ")
    if not (line.startswith("@") and is_number(at, 15)):
        return None
    if edge := _EDGES.get(step):
        return Event(number, int(at), *edge)
    tick = int(at)
    verb, _, words = step.partition(" ")
    if verb in MARKS:
        operation, digest, *rest = [*words.split(" ", 3), ""]
        record = rest[1] if len(rest) == 3 else ""
        is_mark = len(rest) == 1 or (record.startswith("{") and record.endswith("}"))
        if not (is_mark and is_number(operation, 12) and is_digest(digest)):
            return None
        return Event(number, tick, verb, (int(operation), digest), record)
    try:
        (told,) = cut(step)
        known, facts = match(USAGES[verb], told)
    except (ScriptError, LookupError, ValueError):
        return None
    return Event(number, tick, verb, known.do(*facts))


def is_number(word: str, longest: int) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= longest


SIMPLE = ("battery VOLTS", "power ON/OFF", "names NAME…", "memory FAILS")
"""The steps besides keys, with the facts that an observer receives."""


def facts_of(noun: str, *facts: int | str | None) -> tuple[str, tuple[int | str, ...]]:
    """The facts of `set`, without the ones left out."""
    return noun, tuple(fact for fact in facts if fact is not None)


SETS = {
    f"set {name} {noun.which} {noun.value}": partial(facts_of, name)
    for name, noun in NOUNS.items()
    if noun.set
}
USAGES: dict[str, list[Usage]] = defaultdict(list)
for text, facts in (dict.fromkeys(SIMPLE, lambda *facts: facts) | SETS).items():
    USAGES[text.split()[0]].append(usage(text, facts))
