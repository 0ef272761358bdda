"""The machine: what the chips hold.

    crystal     tick, time, scan, slot, frame; the speed and the step
    calendar    when each part next has something to do
    keypad      strobes and inputs: contact, reading, debounce, the key that holds, lockout
    glass       the memory of the display by common, and what is on the glass already
    rest        the beeper's pin and its last beep; the register of the dice; the cells; the wire

F5 stops time, F6 lets one step of it pass, F7 chooses how long a step is, < and > change the speed.
"""

from collections.abc import Iterable

from banquier.panel.panes.pane import Pane, Shown
from banquier.panel.timing import Timing
from banquier.words import Said, Several
from banquier.words.keypad_state import keypad_state
from datasheet.ticks import CRYSTAL as TICKS_A_SECOND
from datasheet.ticks import NEVER
from display.lcd import FRAME, SLOT
from hardware.keypads.facts import Status
from hardware.unit import Unit
from keypad.keys import LINES, NAMES, ON_CODE, STROBES
from keypad.scanner import SCAN

COLUMN = 38


class MachinePane(Pane):
    animated = True

    def show(self, shown: Shown) -> None:
        unit, timing = shown.unit, shown.timing
        wires = (wire(link.status()) for link in timing.keypads)
        parts = crystal(unit, timing), calendar(unit), keypad(unit), glass(unit), *wires
        sections = [part.text(shown.lang) for part in parts]
        if not self.is_new(sections):
            return
        width, _ = self.room()
        columns = max(1, width // COLUMN)
        facts = [
            (f" {line}".ljust(width // columns), "" if number else "bold $accent")
            for section in sections
            for number, line in enumerate(section.split("\n"))
        ]
        rows = -(-len(facts) // columns)
        self.paint(facts[row::rows] for row in range(rows))


def crystal(unit: Unit, timing: Timing) -> Said:
    tick, driver = unit.tick, timing.driver
    minutes, seconds = divmod(tick // TICKS_A_SECOND, 60)
    pace = Said("machine.pace", speed=driver.speed)
    if driver.paused:
        pace = Said("machine.paused", step=Said(f"machine.step.{timing.step_length}"))
    return Said(
        "machine.crystal", tick=f"{tick:,}".replace(",", " "),
        hours=minutes // 60, minutes=minutes % 60, seconds=seconds, ticks=tick % TICKS_A_SECOND,
        scan=tick // SCAN, part=tick % SCAN, frame=tick // FRAME,
        slot=tick // SLOT, common=tick // SLOT % 4, pace=pace,
    )  # fmt: skip


def calendar(unit: Unit) -> Said:
    dates = unit.calendar()
    first = min(dates.values())

    def row(name: str, due: int) -> Said:
        part = Said(f"machine.part.{name}")
        if due >= NEVER:
            return Said("machine.waits", part=part)
        return Said("machine.due", part=part, ticks=due - unit.tick, mark="◂" * (due == first))

    return Several(Said("machine.calendar"), *(row(*date) for date in dates.items()), between="\n")


def keypad(unit: Unit) -> Said:
    down, once, twice, held, locked, events = unit.scanner.state()
    closed = unit.matrix.closed_at(unit.tick)
    read = unit.matrix.inputs(closed)
    marks = (twice, "2"), (once, "1"), (down, "●"), (closed, "○"), (read, "◌")

    def contacts(codes: Iterable[int]) -> str:
        """Debounced, or on its way (how many equal scans so far), or only touching, or nothing."""
        found = (next((mark for bits, mark in marks if bits >> code & 1), "·") for code in codes)
        return "  ".join(found)

    return Said(
        "machine.keypad",
        rows=[contacts(range(line, STROBES * LINES, LINES)) for line in range(LINES)],
        on=contacts([ON_CODE]),
        holder=NAMES[held] if held >= 0 else Said("page.nothing"),
        locked=Said("machine.locked") if locked else "",
        queued=" ".join(f"{NAMES[code]}{'↓' if way else '↑'}" for code, way in events),
    )


def glass(unit: Unit) -> Said:
    """And what the other chips hold."""
    tick, beeper, dice, supply = unit.tick, unit.beeper, unit.dice, unit.supply
    commons = zip(unit.lcd.memory, unit.lcd.glass(tick), strict=True)
    last, name = beeper.beeps[-1] if beeper.beeps else (0, "—")
    sounds = beeper.next_event(tick) < NEVER
    word = f"{dice.word(tick):04x}  {dice.word(tick):016b}" if dice.seeded else None
    running = Said("machine.running" if supply.running else "machine.stopped")
    return Said(
        "machine.glass",
        commons=[
            f"{wanted:018x} {'=' if wanted == seen else '≠'} {wanted.bit_count():>2}"
            for wanted, seen in commons
        ],
        level="▔" if sounds and beeper.level(tick) else "▁",
        beep=name,
        tick=last,
        sounds=Said("machine.sounding") if sounds else "",
        dice=word or Said("machine.unseeded"),
        millivolts=supply.millivolts,
        state=Several(running, Said("machine.low") if supply.low else None, between=", "),
    )


def wire(status: Status) -> Said:
    """A real keypad on its line, and what has come and gone there."""
    counts = Said("keypad.counts", **status.counters)
    return Said("machine.wire", state=keypad_state(status), counts=counts)
