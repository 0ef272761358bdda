"""The unit: its chips, and the time that passes for all of them.

    keys ─────▶ Matrix ──▶ Scanner ──▶ Firmware ──▶ Lcd ──▶ glass
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
    unit.said.text, unit.beeper.beeps, unit.shown

Stopped by a brown-out or without cells, the unit scans nothing and the firmware does not run;
the crystal goes on counting (guess: it needs far less than a processor, and one time for all
recordings is worth more than a clock that stands). As soon as the cells would allow a start again
the keypad is scanned, and the first thing the firmware hears of it is ON.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from datasheet.glass import GlassText, Shown
from datasheet.ticks import NEVER
from display.lcd import SLOT, Lcd, encode
from display.wiring import Rows
from firmware_sim.edition import Editions
from firmware_sim.firmware import Firmware
from firmware_sim.game import Game
from firmware_sim.question import Question
from firmware_sim.saved_state import Record
from firmware_sim.session import EMULATOR, Bounds, RollLine
from hardware.beeper import Beeper
from hardware.crystal import FIRMWARE, LEFT, firmware_tick, next_firmware_scan, next_slot
from hardware.dice import Dice
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
    """A follower of a unit: a recorder, an announcer, a printer.

        unit.observers.append(observer)

    It is notified of every input before that is done, and after time has passed.
    """

    def on_input(self, unit: "Unit", verb: str, *facts: object) -> None:
        """Notify of an input: `down` and `up` with a key, `battery` in millivolts, `power` on or
        off, `memory` fails, `names` of the players, `rules` of the next games, and, after it was
        done, `set` through the debug port."""

    def on_advance(self, unit: "Unit") -> None:
        """Notify that time has passed; an operation may have been done."""

    def on_resume(self, unit: "Unit", records: Sequence[Record]) -> None:
        """Notify that the unit has resumed the game of these records."""


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
        bounds: Bounds = EMULATOR,
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
        self.firmware = Firmware(editions, TWINS, self._noise, bounds)
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
        """The names of the players, for words beside the glass; the firmware has numbers only."""
        if seed is not None:
            self.dice.seed(seed, 0)
        self.connect_power()

    # -- keys

    def press(self, key: str) -> None:
        if self.observers:
            self.notify_observers("down", key)
        self.matrix.close(CODES[key], self.tick)

    def release(self, key: str) -> None:
        if self.observers:
            self.notify_observers("up", key)
        self.matrix.open(CODES[key], self.tick)

    def release_all(self) -> None:
        for code in self.matrix.held_codes():
            self.release(NAMES[code])

    def notify_observers(self, verb: str, *facts: object) -> None:
        for observer in self.observers:
            observer.on_input(self, verb, *facts)

    # -- time

    def run(self, until: int) -> None:
        """Advance to that tick."""
        if not self.observers:
            self._advance(until, None)
            return
        while self.run_to_change(until):
            pass

    def run_to_change(self, limit: int) -> bool:
        """Advance until there is something new to see or hear: a text, an error, a beep, the roll,
        asleep or awake, but not blinking and scrolling. Returns False at the limit."""
        changed = self._advance(limit, self._noticeable())
        self.notify_advanced()
        return changed

    def notify_advanced(self) -> None:
        for observer in self.observers:
            observer.on_advance(self)

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
        self.notify_observers("battery", millivolts)
        ran = self.supply.running
        self.supply.set_cells(millivolts)
        if ran and not self.supply.running:
            self._stop()
        elif self.firmware.low_battery != self.supply.low:
            self.firmware.low_battery = self.supply.low
            self._wake_firmware()

    def power_off(self) -> None:
        """Take the cells out: everything stops, memory stays."""
        self.notify_observers("power", "off")
        self.cut_power()

    def cut_power(self) -> None:
        self.supply.cut()
        self._stop()

    def power_on(self) -> None:
        """Put the cells in. A unit that was stopped begins its cold start; one that runs, runs."""
        self.notify_observers("power", "on")
        self.connect_power()

    def replace_chips(self) -> None:
        """Replace the chips while there is no power; keys stay, and the crystal keeps its count."""
        self.matrix = Matrix(self.matrix.bounce, self.matrix.seed)
        self.cut_power()
        self.supply = Supply()

    def connect_power(self) -> None:
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

    def _wake_firmware(self) -> None:
        self.firmware.next_wake = next_firmware_scan(self.tick)

    def memory_failed(self) -> None:
        """The save cannot be written: the unit says so."""
        self.notify_observers("memory", "fails")
        self.apply_between_scans(self.firmware.memory_failed)

    # -- what can be seen and heard

    @property
    def said(self) -> GlassText:
        """The whole text that the unit says, lit, through pages, scrolling and blink."""
        return self.firmware.said

    @property
    def question(self) -> Question:
        """The open question, as data for words beside the glass."""
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
        """The number of changes to the game so far."""
        return self.session.operations

    @property
    def notices_end(self) -> int:
        """The tick at which the last queued notice ends; the present tick if there is none."""
        return max(self.tick, firmware_tick(self.firmware.notices_end) + 1)


def tap(unit: AnyUnit, *keys: str, hold: int = PULSE) -> AnyUnit:
    """Press each key for so many ticks, and leave it alone for a pulse."""
    for key in keys:
        unit.press(key)
        unit.run(unit.tick + hold)
        unit.release(key)
        unit.run(unit.tick + PULSE)
    return unit
