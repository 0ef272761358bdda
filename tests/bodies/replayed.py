"""Games of CPython, replayed by MicroPython: the entry of a translated body.

A row of the file is a JSON object, as recorded.py writes it. A line is printed for each: its name,
the first difference, and what was counted.
"""

import gc
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from banquier.bodies.body import Body
from banquier.editions.edition_file import load
from banquier.script.record_text import format_record
from datasheet.glass import Shown
from firmware_sim.edition import Editions
from firmware_sim.session import Bounds
from hardware import unit_state
from hardware.unit import Unit, tap
from hardware.unit_inputs import set_fact

Row = dict[str, Any]

DO: dict[str, Callable[..., object]] = {
    "down": Unit.press,
    "up": Unit.release,
    "battery": Unit.set_battery,
    "power": lambda unit, way: unit.power_on() if way == "on" else unit.power_off(),
    "names": lambda unit, names: None,
    "set": lambda unit, noun, facts: set_fact(unit, noun, *facts),
    "memory": lambda unit, _: unit.memory_failed(),
}
"""By the verbs that an observer hears."""


def facts(unit: Unit) -> str:
    """The state of a unit, in the words of both engines. Here a body has rules with its editions,
    and no names."""
    record = unit_state.record(unit, len(unit.roll))
    for name in ("rules", "names"):
        record.pop(name, None)
    told = {
        "record": record,
        "firmware": unit.firmware.facts()[:7],
        "undo": [[one.line, one.player, one.name] for one in unit.session.history],
        "before": [one.before.fields() for one in unit.session.history][-3:],
        "matrix": unit.matrix.state(),
        "scanner": unit.scanner.state(),
        "supply": unit.supply.state(),
        "beeper": unit.beeper.state(unit.tick),
        "asked": unit.question._asdict() | {"edition": ""},
    }
    return format_record(told)


class Difference(Exception):
    pass


def differ(what: str, found: object, wanted: object) -> None:
    if found == wanted:
        return
    found, wanted = str(found), str(wanted)
    at = 0
    while found[at : at + 9] == wanted[at : at + 9] != "":
        at += 1
    raise Difference(f"{what}: {found[at : at + 150]} instead of {wanted[at : at + 150]}")


class Watched:
    """Compares each glass with the one that CPython showed."""

    def __init__(self, glasses: list[Any]) -> None:
        self.glasses = glasses
        self.at = 0

    def show(self, tick: int, shown: Shown) -> None:
        wanted = self.glasses[self.at : self.at + 1]
        differ(f"glass {self.at}", [[tick, *shown]], wanted)
        self.at += 1


def editions_of(row: Row) -> Editions:
    names, labels, keys = row["editions"]
    key_of = dict(zip(names, keys, strict=True))
    return Editions(tuple(names), tuple(labels), lambda name: load(key_of[name]))


def play(row: Row) -> int:
    """Return the number of equal glasses. Raises Difference."""
    unit = Unit(editions_of(row), seed=row["seed"], bounce=row["bounce"])
    watched = Watched(row["glasses"])
    unit.on_display.append(watched.show)
    for tick, verb, told in row["inputs"]:
        unit.run(tick)
        DO[verb](unit, *told)
    unit.run(row["end"])
    differ("glasses", row["glasses"][watched.at :], [])
    differ("beeps", [list(beep) for beep in unit.beeper.beeps], row["beeps"])
    differ("facts", facts(unit), row["facts"])
    return watched.at


# -- a body: what it keeps, and how much memory it takes

BOUNDS = Bounds(undo=24, lines=26, throws=50)


def driven(row: Row, kept: int = 9) -> Iterator[Body]:
    """A body before each input of a game; garbage is collected as on a chip."""
    body = Body(editions_of(row), row["seed"], BOUNDS, kept)
    for tick, verb, told in row["inputs"]:
        body.unit.run(tick)
        body.update_records()
        gc.collect()
        yield body
        DO[verb](body.unit, *told)


def taken_up(body: Body) -> Body:
    """Resume with OK at REPRISE ?, when all notices have ended."""
    unit = body.unit
    while unit.tick < unit.notices_end:
        unit.run(unit.notices_end)
    differ("question", unit.shown[0], "REPRISE ?")
    tap(unit, "OK")
    unit.run(unit.notices_end)
    return body


def cut(row: Row) -> int:
    """Power is cut at keys drawn by chance: REPRISE ?, and the question that stood."""
    chance, cuts = 1 + row["seed"], 0
    for body in driven(row):
        chance = chance * 69069 + 12345 & 0xFFFFFFFF
        if (chance >> 16) % row["every"] or not body.records or body.unit.shown == ("", "", 0):
            continue
        other = Body(body.unit.session.editions, 1, BOUNDS)
        other.resume(["".join(record) for record in body.records])
        found, wanted = (one.unit.firmware.conversation.screen for one in (taken_up(other), body))
        differ(f"at {body.unit.tick}", str(found), str(wanted))
        games = [one.unit.session.current_game.plain() for one in (other, body)]
        differ(f"at {body.unit.tick}", *games)
        cuts += 1
    return cuts


def live(row: Row) -> int:
    """The most bytes that were alive after a key. Inputs are read as they come: the heap has
    nothing but the body."""
    most = 0
    with open(row["file"], encoding="utf-8") as file:
        for body in driven({**row, "inputs": map(json.loads, file)}, kept=1):
            most = max(most, gc.mem_alloc())  # type: ignore[attr-defined]
            largest = max([len(piece) for record in body.records for piece in record], default=0)
            differ("pieces below 2 kB", largest < 2_000, True)
    return most


def main(path: str, check: Callable[[Row], int]) -> None:
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            said, counted = "", 0
            try:
                counted = check(row)
            except Difference as difference:
                said = str(difference)
            except Exception as error:
                sys.print_exception(error)  # type: ignore[attr-defined]
                said = f"{type(error)} {error}"
            print(f"{row['name']}\t{said}\t{counted}")
            row = None
            gc.collect()
