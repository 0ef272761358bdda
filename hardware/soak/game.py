"""One game of a soak: played by house players, watched after every key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import StringIO
from typing import NamedTuple

from firmware_sim.game import Game
from firmware_sim.invariants import broken, broken_since
from firmware_sim.met import met
from firmware_sim.words import VERSION, WHO
from hardware.rig import unit_for
from hardware.soak.order import Order
from hardware.soak.tally import Log, Tally
from hardware.unit import Unit
from keypad.house import House, Stroke, Stuck
from keypad.script.face import UnitFace
from keypad.script.language import Script
from keypad.script.player import Player
from keypad.script.recording import Tape, Writer
from keypad.script.runner import Bench

TAP = 2048  # ticks a key is down, and up before the next


class Outcome(NamedTuple):
    """What came of a game. `failure` is a sentence, or nothing."""

    number: int
    tally: Tally
    failure: str = ""
    recording: str = ""


class Failed(Exception):
    """Something that must not be."""


Check = Callable[[Game], list[str]]


class Watch:
    """Looks at the game after every key: what it did, and that nothing else has changed."""

    def __init__(self, unit: Unit, tally: Tally, check: Check) -> None:
        self.unit = unit
        self.check = check
        self.table = unit.firmware.table
        self.tally = tally
        self.log = Log()
        self.text = ""
        self._look()

    @property
    def game(self) -> Game:
        return self.table.playing

    def _look(self) -> None:
        self.operations = self.unit.operations
        self.facts = self.game.plain()

    def key(self, key: str) -> None:
        self.tally.presses += 1
        said = self.unit.said
        if said.error:
            self.tally.errors[said.error] += 1
        elif "?" in said.icons and said.text != WHO:
            self.tally.rules["VIEW-3" if "BANQUE" in said.icons else "VIEW-2"] += 1
        elif key in ("+", "-") and self.text.endswith("LANCEZ"):
            self.tally.rules["VIEW-1"] += 1
        self.text = said.text
        if self.unit.operations == self.operations:
            if self.game.plain() != self.facts:
                raise Failed(f"{key} changed the game without an operation: {self._differing()}")
            return
        printed = self.unit.roll[-1].text
        if " ANNULE " in printed:
            self.log.undo()
            faults = self.check(self.game)
        else:
            before = self.table.history[-1].before
            self.log.note(before, self.game, met(before, self.game, printed))
            faults = self.check(self.game) + broken_since(before, self.game)
        if faults:
            raise Failed(f"{printed}: {'; '.join(faults)}")
        self._look()

    def _differing(self) -> str:
        was, now = self.facts, self.game.plain()
        return ", ".join(f"{b} was {a}" for a, b in zip(was, now, strict=True) if a != b)


def play(order: Order, number: int, folder: str = "", check: Check = broken) -> Outcome:
    """Plays it; if it fails, plays it again with a recorder on it, for a file in `folder`.

    `check` tells what is wrong with the game after an operation.
    """
    outcome = _play(order, number, None, folder, check)
    if not outcome.failure:
        return outcome
    tape = StringIO()
    again = _play(order, number, Writer(tape), folder, check)
    assert again.failure == outcome.failure, "the same game went another way"
    return again._replace(recording=tape.getvalue())


def _play(order: Order, number: int, writer: Writer | None, folder: str, check: Check) -> Outcome:
    tally = Tally(games=1)
    script = order.script(number)
    bench = unit_for(script.header)
    unit = bench.unit
    assert isinstance(unit, Unit)
    if writer is not None:
        writer.header(script.header, VERSION, folder)
        bench = bench._replace(unit=Tape(unit, writer))
    fingers = bench.unit
    failure = ""
    try:
        _set_up(bench, script)
        watch = Watch(unit, tally, check)
        tally.ended = _play_on(order, number, fingers, watch)
    except (Failed, Stuck) as fault:
        failure = str(fault)
    except Exception as fault:  # a crash of the program is a failure of the game like any other
        failure = _crash(fault)
    tally.ticks = unit.tick
    return Outcome(number, tally, failure)


def _set_up(bench: Bench, script: Script) -> None:
    failure = Player(bench.unit, script, bench.edition_labels, bench.edition).play()
    if failure is not None:
        raise Failed(f"the set-up led to {failure.found}")


def _play_on(order: Order, number: int, fingers: UnitFace, watch: Watch) -> bool:
    """True when the game ended by the rules."""
    seed = order.seeds(number)[1]
    house = House(watch.unit, order.tempers(number), seed=seed, prison=order.prison)
    try:
        for _ in _pump(house.strokes(), fingers, watch):
            if watch.game.turn_number > order.most_turns:
                break
        else:
            return True
        for _ in _pump(house.end_game(), fingers, watch):
            pass
        if not watch.game.winner:
            raise Failed("the MENU did not end the game")
        return False
    finally:
        watch.log.count(watch.tally)


def _pump(strokes: Iterable[Stroke], fingers: UnitFace, watch: Watch) -> Iterable[None]:
    for key, pause in strokes:
        if key:
            fingers.press(key)
            fingers.run(fingers.tick + TAP)
            fingers.release(key)
            fingers.run(fingers.tick + TAP)
            watch.key(key)
            yield
        if pause:
            fingers.run(fingers.tick + pause)


def _crash(fault: Exception) -> str:
    place = fault.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" in {place.tb_frame.f_code.co_name}, line {place.tb_lineno}" if place else ""
    return f"{type(fault).__name__}: {fault}{where}"
