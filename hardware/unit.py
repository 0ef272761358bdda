"""The unit: the chips on their board, and the time that passes for all of them.

    fingers ──▶ Matrix ──▶ Scanner ──▶ Firmware ──▶ Lcd ──▶ glass
                                        ▲  │  │
                             Dice ──────┘  │  └──────▶ Beeper ──▶ piezo
                             Supply ───────┴── stops and starts it all

This file only wires. Two things ever happen by themselves: a scan, at the end of which the
firmware has its turn, and a slot of the glass. The unit jumps from one that matters to the next;
with `stepped` it walks through every slot and every scan. Nothing that can be seen or heard
depends on which.

    unit = Unit(editions(), seed=42)    # banquier/editions/ reads them
    unit.press("OK")                    # down, now
    unit.run(unit.tick + 2048)
    unit.release("OK")
    unit.run_to_change(limit=unit.tick + 32_768)
    unit.said.text, unit.beeper.beeps, unit.digest()

Stopped by a brown-out or without cells, the board scans nothing and the firmware does not run;
the crystal goes on counting (guess: it needs far less than a processor, and one time for all
recordings is worth more than a clock that stands). As soon as the cells would allow a start again
the keypad is scanned, and the first thing the firmware hears of it is ON.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from datasheet.glass import GlassText, Shown
from datasheet.ticks import NEVER
from display.elements import Rows
from display.lcd import SLOT, Lcd, encode
from firmware_sim import debug_port
from firmware_sim.edition import Editions
from firmware_sim.firmware import Firmware
from firmware_sim.game import Game
from firmware_sim.question import Question
from firmware_sim.saved_state import (
    Record,
    integer,
    reading,
    record_of,
    state_of,
    try_question,
    with_own,
)
from firmware_sim.session import RollLine
from hardware.beeper import Beeper
from hardware.crystal import FIRMWARE, LEFT, firmware_tick, next_firmware_scan, next_slot
from hardware.dice import PERIOD, Dice
from hardware.power import Supply
from keypad.keys import BY_NAME, NAMES, PULSE, TWINS
from keypad.matrix import Matrix
from keypad.scanner import SCAN, Scanner

AnyUnit = TypeVar("AnyUnit", bound=Any)
BLANK: Shown = ("", "", 0)

CODES = {name: key.code for name, key in BY_NAME.items()}
EVENTS = {(code, down): (name, down) for code, name in enumerate(NAMES) for down in (True, False)}
ON_PRESSED = ("ON", True)


class Observer:
    """Follows a unit: a recorder, a save, a real keypad.

        unit.observers.append(observer)

    It hears of every input before it is done, and is called after time has passed.
    """

    def input(self, unit: "Unit", verb: str, *facts: object) -> None:
        """`down` and `up` with a key, `battery` in millivolts, `power` on or off, `memory` fails,
        `names` of the players, `set` through the debug port: after it was done."""

    def due(self, unit: "Unit") -> int:
        """The tick at which it wants to be called next, beyond the unit's."""
        return NEVER

    def passed(self, unit: "Unit") -> None:
        """Time has passed; an operation may have been done."""

    def resumed(self, unit: "Unit", records: Sequence[Record]) -> None:
        """The unit has taken up the game of these records."""


class Probe(Protocol):
    def slot(self, tick: int) -> None: ...
    def scan(self, start: int) -> None: ...
    def turn(self, tick: int, event: tuple[int, bool] | None) -> None: ...


class Unit:
    """A powered unit at the beginning of its cold start, no key pressed."""

    def __init__(
        self,
        editions: Editions,
        *,
        seed: int | None = None,
        bounce: str = "none",
        stepped: bool = False,
        volts_mv: int = 3_000,
    ) -> None:
        """`seed` fixes the dice and the bounce."""
        self.tick = 0
        self.stepped = stepped
        self.matrix = Matrix(bounce, seed or 0)
        self.scanner = Scanner(self.matrix)
        self.dice = Dice()
        self.beeper = Beeper()
        self.supply = Supply(volts_mv)
        self.lcd = Lcd()
        self.firmware = Firmware(editions, TWINS, self._noise)
        self.session = self.firmware.session
        """Read only: only keys change it."""
        self.shown = BLANK
        """Row A as it stands in the memory of the glass, row B, and the icons as a mask."""
        self.on_display: list[Callable[[int, Shown], None]] = []
        """Called with (tick, shown) whenever the memory of the glass changes."""
        self.observers: list[Observer] = []
        self.probe: Probe | None = None
        """Sees the wires of a stepped unit."""
        self.names: dict[int, str] = {}
        """Of the players, for words beside the glass; the firmware knows numbers only."""
        if seed is not None:
            self.dice.seed(seed, 0)
        self._power_on()

    # -- keys

    def press(self, key: str) -> None:
        if self.observers:
            self._tell("down", key)
        self.matrix.close(CODES[key], self.tick)

    def release(self, key: str) -> None:
        if self.observers:
            self._tell("up", key)
        self.matrix.open(CODES[key], self.tick)

    def release_all(self) -> None:
        for code in self.matrix.held_codes():
            self.release(NAMES[code])

    def name_players(self, names: dict[int, str]) -> None:
        self._tell("names", names)
        self.names = dict(names)

    def _tell(self, verb: str, *facts: object) -> None:
        for observer in self.observers:
            observer.input(self, verb, *facts)

    # -- time

    def run(self, until: int) -> None:
        """Advance to that tick."""
        if not self.observers:
            self._advance(until, None)
            return
        while self.run_to_change(until):
            pass

    def run_to_change(self, limit: int) -> bool:
        """Advance until there is something new to see or hear: what is said, an error, a beep,
        the roll, asleep or awake. Blink and scrolling are nothing new. False at the limit."""
        while True:
            stop = min((observer.due(self) for observer in self.observers), default=limit)
            stop = min(stop, limit)
            changed = self._advance(stop, self._noticeable())
            self._passed()
            if changed or stop == limit:
                return changed

    def _passed(self) -> None:
        for observer in self.observers:
            observer.passed(self)

    def _noticeable(self) -> tuple[object, ...]:
        firmware = self.firmware
        return firmware.said, self.beeper.count, firmware.session.operations, firmware.awake

    def _advance(self, until: int, known: tuple[object, ...] | None) -> bool:
        tick = self.tick
        if until < tick:
            raise ValueError(f"tick {until} is over: the unit is at {tick}")
        scan, last = (tick + LEFT) // SCAN, (until + LEFT) // SCAN
        if not (self.supply.running or self.supply.ready):
            last = scan  # without power nothing runs
        scanner, firmware, walk = self.scanner, self.firmware, self.stepped
        events = scanner.events
        while scan < last:
            wake = firmware.next_wake
            if walk:
                self._walk_slots(firmware_tick(scan))
                scanner.scan(scan)
                firmware.next_wake = wake = scan  # stepped: it runs in every scan
            elif wake > scan:
                scan = scanner.run(scan, wake if wake < last else last - 1)
            else:
                scanner.scan(scan)
            if wake <= scan or events:
                self._turn(scan)
                if known is not None and self._noticeable() != known:
                    self.tick += 1
                    return True
            scan += 1
        if walk:
            self._walk_slots(until)
        self.tick = until
        return False

    def _walk_slots(self, until: int) -> None:
        """Every slot up to that tick: a common is driven, the dice register is clocked."""
        probe = self.probe
        for slot in range(next_slot(self.tick), next_slot(until)):
            self.lcd.advance(SLOT * slot)
            self.dice.advance(SLOT * slot)
            if probe:
                probe.slot(SLOT * slot)
        if probe and (until - FIRMWARE) % SCAN == 0 and until > self.tick:
            probe.scan(until - FIRMWARE)

    def _turn(self, scan: int) -> None:
        """The firmware's turn at the end of a scan."""
        firmware = self.firmware
        self.tick = tick = SCAN * scan + FIRMWARE
        event = None
        events = self.scanner.events
        if self.probe:
            self.probe.turn(tick, events[0] if events else None)
        if events:
            event = EVENTS[events.popleft()]
            if not self.supply.running and (event != ON_PRESSED or not self._start()):
                return
            if event[1] and not self.dice.seeded:
                self.dice.seed(tick, tick)
        firmware.scan(scan, event)
        if firmware.beeps:
            for name in firmware.beeps:
                self.beeper.play(name, tick)
            firmware.beeps.clear()
        shown = firmware.shown
        if shown != self.shown:
            self.shown = shown
            self.lcd.write(encode(*shown), tick)
            for watcher in self.on_display:
                watcher(tick, shown)

    def calendar(self) -> dict[str, int]:
        """The tick at which each part next has something to do, NEVER if it waits for a key.

        Until the first of these dates nothing changes: a front end may sleep.
        """
        tick = self.tick
        scan = next_firmware_scan(tick)
        alive = self.supply.ready
        looked = self.scanner.next_scan(scan - 1) if alive else NEVER
        wake = max(scan, self.firmware.next_wake) if alive else NEVER
        return {
            "scanner": firmware_tick(looked) if looked < NEVER else NEVER,
            "firmware": firmware_tick(wake) if wake < NEVER else NEVER,
            "glass": self.lcd.next_event(tick),
            "beeper": self.beeper.next_event(tick),
        }

    def next_event(self) -> int:
        return min(self.calendar().values())

    def _noise(self) -> int:
        return self.dice.word(self.tick)

    # -- power

    def set_battery(self, millivolts: int) -> None:
        """Give the cells that voltage, in or out of the unit."""
        self._tell("battery", millivolts)
        ran = self.supply.running
        self.supply.set_cells(millivolts)
        if ran and not self.supply.running:
            self._stop()
        elif self.firmware.low_battery != self.supply.low:
            self.firmware.low_battery = self.supply.low
            self._wake_firmware()

    def power_off(self) -> None:
        """Take the cells out: everything stops, memory stays."""
        self._tell("power", "off")
        self._power_off()

    def _power_off(self) -> None:
        self.supply.cut()
        self._stop()

    def power_on(self) -> None:
        """Put the cells in. A unit that was stopped begins its cold start; one that runs, runs."""
        self._tell("power", "on")
        self._power_on()

    def _power_on(self) -> None:
        self.supply.connect()
        if self._start():
            self.firmware.power_on(next_firmware_scan(self.tick))
            self._wake_firmware()

    def _start(self) -> bool:
        started = self.supply.start()
        self.firmware.low_battery = self.supply.low
        return started

    def _stop(self) -> None:
        self.apply_between_scans(self.firmware.power_off)
        self.scanner = Scanner(self.matrix)
        self.beeper.cut(self.tick)
        self.lcd = Lcd()
        if self.shown != BLANK:
            self.shown = BLANK
            for watcher in self.on_display:
                watcher(self.tick, BLANK)

    # -- changes that no key made

    def apply_between_scans(self, change: Callable[[], None]) -> None:
        """Apply a change that no key made, between two scans; the next scan shows it."""
        self.firmware.now = next_firmware_scan(self.tick)
        change()
        self._wake_firmware()

    def fact(self, noun: str, *which: int | str) -> object:
        """Of the game, by the debug port; a tuple for loans, kept cards and wonders."""
        return debug_port.read(self.session, noun, *which)

    def set_fact(self, noun: str, *facts: int | str) -> None:
        """By the debug port; possible only while LANCEZ waits."""
        self.apply_between_scans(lambda: debug_port.change(self.firmware, noun, *facts))
        self._tell("set", noun, facts)
        self._passed()

    def _wake_firmware(self) -> None:
        self.firmware.next_wake = next_firmware_scan(self.tick)

    def memory_failed(self) -> None:
        """The save cannot be written: the unit says so."""
        self._tell("memory", "fails")
        self.apply_between_scans(self.firmware.memory_failed)

    # -- what can be seen and heard

    @property
    def said(self) -> GlassText:
        """The whole text that the unit says, lit, through pages, scrolling and blink."""
        return self.firmware.said

    @property
    def question(self) -> Question:
        """What waits for an answer, as data: for words beside the glass."""
        return self.firmware.question

    def glass(self) -> Rows:
        """The four commons as they are driven now."""
        return self.lcd.glass(self.tick)

    @property
    def game(self) -> Game | None:
        """Read only: only keys change it. None while no game is played."""
        return self.session.game

    @property
    def roll(self) -> list[RollLine]:
        return self.session.roll

    @property
    def operations(self) -> int:
        """How often the game was changed so far."""
        return self.session.operations

    @property
    def notices_end(self) -> int:
        """The tick at which the last queued notice ends; now, if there is none."""
        return max(self.tick, firmware_tick(self.firmware.notices_end) + 1)

    def _chips(self) -> tuple[object, ...]:
        """The state of all chips but the firmware, at this tick."""
        tick = self.tick
        self.lcd.advance(tick)
        self.dice.advance(tick)
        return (
            tick,
            self.matrix.snapshot(),
            self.scanner.snapshot(),
            self.dice.snapshot(),
            self.beeper.snapshot(tick),
            self.supply.snapshot(),
            self.lcd.snapshot(),
        )

    # -- saves

    def record(self, printed: int) -> Record:
        """The state for a save; `printed`: how many roll lines are new since the record before."""
        told = record_of(self.session, printed)
        if asked := self.firmware.conversation.asked:
            told["asked"] = asked
        return {**told, "operation": self.operations, "crystal": list(self.dice.snapshot())}

    def resume(self, records: Sequence[Record], asks: bool = True) -> None:
        """Take up the game of these records by a cold start. StateError: nothing was changed.
        `asks`: by REPRISE ?; otherwise its question stands at once.

        All chips get a state that follows from the records alone: a unit that has played and a new
        one are the same from there on. Only the crystal keeps its count, so that ticks increase
        through a whole save.
        """
        session = self.session
        own = next((name for name in session.editions.names if name.endswith(".toml")), "")
        state = state_of(records, with_own(session.editions.load, own))
        with reading():
            operations = integer(records[-1]["operation"], 0, 10**12)
            tick, word = records[-1]["crystal"]
            dice = integer(tick, 0, self.tick), integer(word, 0, PERIOD)
        try_question(state, session.editions)
        self.matrix = Matrix(self.matrix.bounce, self.matrix.seed)
        self._power_off()
        self.supply = Supply()
        self.dice.restore(dice)
        vars(session).update(state._asdict())
        session.operations = operations
        self._power_on()
        if state.game is None or not asks:  # erased during play: no cold start
            session.stage = "game" if state.game else "set-up"
            self.apply_between_scans(self.firmware.restart)
        for observer in self.observers:
            observer.resumed(self, records)

    def digest(self) -> str:
        """Sixteen hex digits that two units share if, and only if, they are in the same state."""
        from hashlib import blake2b  # three megabytes, for those who compare units

        facts = repr((self._chips(), self.firmware.facts()))
        return blake2b(facts.encode(), digest_size=8).hexdigest()


def tap(unit: AnyUnit, *keys: str, hold: int = PULSE) -> AnyUnit:
    """Press each key for so many ticks, and leave it alone for a pulse."""
    for key in keys:
        unit.press(key)
        unit.run(unit.tick + hold)
        unit.release(key)
        unit.run(unit.tick + PULSE)
    return unit
