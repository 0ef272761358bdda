"""Scripts and games of bots, played by CPython and written down for another engine.

recording = Recording(unit)        from now on
recording.row("rent")              inputs, glasses, beeps and facts up to now, as JSON
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from banquier.play.bots.bots import Bots
from banquier.play.key_reader import Stuck
from banquier.saves.games import SaveInMemory
from banquier.saves.recorder import record
from banquier.script.header import Header, unit_for
from banquier.script.language import parse
from banquier.script.player import Player
from firmware_sim.edition import Edition
from hardware.unit import Observer, Unit
from tests.bodies.replayed import facts
from tests.support.bot_game import press_strokes
from tests.support.soaked_game import drawn


class Shelf:
    """Every edition that is played, with the rules that a script changed, by a key of its own."""

    def __init__(self) -> None:
        self.editions: dict[str, Edition] = {}
        self.files: set[str] = set()
        """The editions of players that scripts name."""

    def key(self, edition: Edition) -> str:
        known = next((key for key, one in self.editions.items() if one == edition), "")
        key = known or f"edition {len(self.editions)}"
        self.editions[key] = edition
        return key


class Recording(Observer):
    def __init__(self, unit: Unit, header: Header, shelf: Shelf) -> None:
        self.unit = unit
        offered = unit.session.editions
        keys = [shelf.key(offered.load(name)) for name in offered.names]
        self.told: dict[str, Any] = {
            "editions": [offered.names, offered.labels, keys],
            "seed": header.seed,
            "bounce": header.bounce,
            "inputs": [],
            "glasses": [],
        }
        unit.observers.append(self)
        unit.on_display.append(lambda tick, shown: self.told["glasses"].append([tick, *shown]))

    def on_input(self, unit: Unit, verb: str, *facts: object) -> None:
        self.told["inputs"].append([unit.tick, verb, facts])

    def row(self, name: str) -> str:
        unit = self.unit
        told = {"name": name, **self.told, "beeps": unit.beeper.beeps, "end": unit.tick}
        return json.dumps({**told, "facts": facts(unit)}, ensure_ascii=False) + "\n"


def script_rows(scripts: Iterable[tuple[str, str, str]], shelf: Shelf) -> list[str]:
    """Yield rows from a name, a text, and the file of the text."""
    rows = []
    for name, text, path in scripts:
        script = parse(text, path)
        unit = unit_for(script.header)
        if script.header.edition.endswith(".toml"):
            shelf.files.add(script.header.edition)
        recording = Recording(unit, script.header, shelf)
        assert Player(unit, script).play() is None
        rows.append(recording.row(name))
    return rows


def game_row(number: int, shelf: Shelf, turns: int = 150, **facts: object) -> str:
    """A game of bots, drawn by its number, with facts of a test's own."""
    kind = drawn(1, number)
    unit, header = unit_for(kind.script.header), kind.script.header
    recording = Recording(unit, header, shelf)
    file = SaveInMemory("")
    if "file" in facts:
        record(unit, header, file)
    assert Player(unit, kind.script).play() is None
    with suppress(Stuck):
        for _ in press_strokes(unit, Bots(unit, kind.profiles, seed=kind.bots_seed).strokes()):
            if unit.session.current_game.turn_number > turns:
                break
    unit.run(unit.notices_end)
    recording.told |= {"save": file.content.decode(), **facts}
    return recording.row(f"game {number}")
