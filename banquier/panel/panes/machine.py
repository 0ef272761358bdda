"""The machine: what the chips hold.

    crystal     tick, time, scan, slot, frame; the speed and the step
    calendar    when each part next has something to do
    keypad      strobes and inputs: contact, reading, debounce, the key that holds, lockout
    glass       the memory of the display by common, and what is on the glass already
    rest        the beeper's pin and its last beep; the register of the dice; the cells; the wire

F5 stops time, F6 lets one step of it pass, F7 chooses how long a step is, < and > change the speed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

from banquier.panel.panes.pane import Line, Pane, Shown, joined
from banquier.words import text
from banquier.words.keypad_state import keypad_state
from display.lcd import FRAME, SLOT
from firmware_sim.glass import CRYSTAL as TICKS_A_SECOND
from firmware_sim.glass import NEVER
from keypad.keys import LINES, NAMES, ON_CODE, STROBES
from keypad.scanner import SCAN

if TYPE_CHECKING:
    from banquier.play.driver import Driver
    from hardware.keypads.keypad_link import KeypadLink
    from hardware.unit import Unit

COLUMN = 38
Fact = tuple[str, bool]
"""A line of text, and whether it is a title."""


class MachinePane(Pane):
    animated = True

    def show(self, shown: Shown) -> None:
        unit, lang, timing = shown.unit, shown.lang, shown.timing
        sections = (
            crystal(unit, timing.driver, timing.step_length, lang),
            calendar(unit, lang),
            keypad(unit, lang),
            glass(unit, lang),
            rest(unit, lang),
            *(wire(board, lang) for board in timing.keypads),
        )
        facts = [fact for section in sections for fact in section]
        if not self.is_new(facts):
            return
        width, _ = self.room()
        columns = max(1, width // COLUMN)
        rows = -(-len(facts) // columns)
        title = Style(color=self.app.theme_variables["accent"], bold=True)
        lines: list[Line] = [[] for _ in range(rows)]
        for number, (line, head) in enumerate(facts):
            style = title if head else Style()
            lines[number % rows].append((f" {line}".ljust(width // columns), style))
        self.body.update(joined(lines))


def crystal(unit: Unit, pace: Driver, step: str, lang: str) -> list[Fact]:
    tick = unit.tick
    seconds, part = divmod(tick, TICKS_A_SECOND)
    minutes, seconds = divmod(seconds, 60)
    moves = text(lang, "machine.pace", speed=pace.speed)
    if pace.paused:
        moves = text(lang, "machine.paused", step=text(lang, f"machine.step.{step}"))
    time = {"hours": minutes // 60, "minutes": minutes % 60, "seconds": seconds, "ticks": part}
    scan = {"scan": tick // SCAN, "part": tick % SCAN, "frame": tick // FRAME}
    return [
        (text(lang, "machine.crystal", tick=f"{tick:,}".replace(",", " ")), True),
        (text(lang, "machine.time", **time), False),
        (text(lang, "machine.scan", **scan), False),
        (text(lang, "machine.slot", slot=tick // SLOT, common=tick // SLOT % 4), False),
        (moves, False),
    ]


def calendar(unit: Unit, lang: str) -> list[Fact]:
    lines: list[Fact] = [(text(lang, "machine.calendar"), True)]
    dates = unit.calendar()
    first = min(dates.values())
    for part, due in dates.items():
        when = text(lang, "machine.waits")
        if due < NEVER:
            when = text(lang, "machine.due", ticks=due - unit.tick)
        mark = "◂" if due == first and due < NEVER else " "
        lines.append((f"{text(lang, f'machine.part.{part}'):10}{when} {mark}", False))
    return lines


def keypad(unit: Unit, lang: str) -> list[Fact]:
    down, once, twice, held, locked, events = unit.scanner.snapshot()
    closed = unit.matrix.closed_at(unit.tick)
    read = unit.matrix.inputs(closed)
    strobes = " ".join(f"S{s}" for s in range(STROBES))
    lines: list[Fact] = [(f"{text(lang, 'machine.keypad'):10}{strobes}", True)]
    for line in range(LINES):
        marks = [_contact(1 << s * LINES + line, closed, read, down, once, twice)
                 for s in range(STROBES)]  # fmt: skip
        lines.append((f"       K{line} " + "".join(f"{mark:>3}" for mark in marks)[1:], False))
    on = _contact(1 << ON_CODE, closed, read, down, once, twice)
    holder = NAMES[held] if held >= 0 else text(lang, "machine.nothing_held")
    holds = text(lang, "machine.holder", contact=on, holder=holder)
    lines.append((f"{holds}  {text(lang, 'machine.locked') if locked else ''}".rstrip(), False))
    queued = " ".join(f"{NAMES[code]}{'↓' if way else '↑'}" for code, way in events)
    lines.append((f"{text(lang, 'machine.contacts')}  {queued}", False))
    return lines


def _contact(bit: int, closed: int, read: int, down: int, once: int, twice: int) -> str:
    """Debounced, or on its way (how many equal scans so far), or only touching, or nothing."""
    if twice & bit:
        return "2"
    if once & bit:
        return "1"
    if down & bit:
        return "●"
    if closed & bit:
        return "○"
    return "◌" if read & bit else "·"


def glass(unit: Unit, lang: str) -> list[Fact]:
    memory, driven = unit.lcd.memory, unit.lcd.glass(unit.tick)
    lines: list[Fact] = [(text(lang, "machine.glass"), True)]
    for common, (wanted, seen) in enumerate(zip(memory, driven, strict=True)):
        mark = "=" if wanted == seen else "≠"
        lit = text(lang, "machine.lit", count=wanted.bit_count())
        lines.append((f"c{common} {wanted:018x} {mark} {lit}", False))
    return lines


def rest(unit: Unit, lang: str) -> list[Fact]:
    tick, beeper, supply = unit.tick, unit.beeper, unit.supply
    last, name = beeper.beeps[-1] if beeper.beeps else (0, "—")
    sounding = beeper.next_event(tick) < NEVER
    level = "▔" if sounding and beeper.level(tick) else "▁"
    beep = text(lang, "machine.beep", level=level, beep=name, tick=last)
    if sounding:
        beep += f"  {text(lang, 'machine.sounding')}"
    word = text(lang, "machine.unseeded")
    if unit.dice.seeded:
        register = unit.dice.word(tick)
        word = f"{register:04x}  {register:016b}"
    state = text(lang, "machine.running" if supply.running else "machine.stopped")
    cells = text(lang, "machine.cells", millivolts=supply.millivolts, state=state)
    if supply.low:
        cells += f", {text(lang, 'machine.low')}"
    return [(beep, False), (text(lang, "machine.dice", word=word), False), (cells, False)]


def wire(board: KeypadLink, lang: str) -> list[Fact]:
    """A real keypad on its line, and what has come and gone there."""
    status = board.status()
    counted = status.counters
    return [
        (text(lang, "machine.wire"), True),
        (keypad_state(status, lang), False),
        (text(lang, "machine.presses", presses=counted.presses, frames=counted.frames), False),
        (text(lang, "machine.damaged", damaged=counted.damaged, missing=counted.missing), False),
        (text(lang, "machine.healed", healed=counted.healed, junk=counted.junk), False),
        (text(lang, "machine.openings", openings=counted.openings), False),
    ]
