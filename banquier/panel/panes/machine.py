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

from banquier.panel.panes.pane import Pane, Shown, joined
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
Section = list[str]
"""Lines of text; the first is a title."""


class MachinePane(Pane):
    animated = True

    def show(self, shown: Shown) -> None:
        unit, lang, timing = shown.unit, shown.lang, shown.timing
        sections = (
            crystal(unit, timing.driver, timing.step_length, lang),
            calendar(unit, lang),
            keypad(unit, lang),
            [*glass(unit, lang), *rest(unit, lang)],
            *(wire(board, lang) for board in timing.keypads),
        )
        if not self.is_new(sections):
            return
        width, _ = self.room()
        columns = max(1, width // COLUMN)
        title = Style(color=self.app.theme_variables["accent"], bold=True)
        facts = [
            (f" {line}".ljust(width // columns), Style() if number else title)
            for section in sections
            for number, line in enumerate(section)
        ]
        rows = -(-len(facts) // columns)
        self.body.update(joined([facts[row::rows] for row in range(rows)]))


def crystal(unit: Unit, pace: Driver, step: str, lang: str) -> Section:
    tick = unit.tick
    seconds, part = divmod(tick, TICKS_A_SECOND)
    minutes, seconds = divmod(seconds, 60)
    moves = text(lang, "machine.pace", speed=pace.speed)
    if pace.paused:
        moves = text(lang, "machine.paused", step=text(lang, f"machine.step.{step}"))
    time = {"hours": minutes // 60, "minutes": minutes % 60, "seconds": seconds, "ticks": part}
    scan = {"scan": tick // SCAN, "part": tick % SCAN, "frame": tick // FRAME}
    return [
        text(lang, "machine.crystal", tick=f"{tick:,}".replace(",", " ")),
        text(lang, "machine.time", **time),
        text(lang, "machine.scan", **scan),
        text(lang, "machine.slot", slot=tick // SLOT, common=tick // SLOT % 4),
        moves,
    ]


def calendar(unit: Unit, lang: str) -> Section:
    lines = [text(lang, "machine.calendar")]
    dates = unit.calendar()
    first = min(dates.values())
    for part, due in dates.items():
        when = text(lang, "machine.waits")
        if due < NEVER:
            when = text(lang, "machine.due", ticks=due - unit.tick)
        mark = "◂" if due == first and due < NEVER else " "
        lines.append(f"{text(lang, f'machine.part.{part}'):10}{when} {mark}")
    return lines


def keypad(unit: Unit, lang: str) -> Section:
    down, once, twice, held, locked, events = unit.scanner.snapshot()
    closed = unit.matrix.closed_at(unit.tick)
    read = unit.matrix.inputs(closed)
    marks = (twice, "2"), (once, "1"), (down, "●"), (closed, "○"), (read, "◌")

    def contact(code: int) -> str:
        """Debounced, or on its way (how many equal scans so far), or only touching, or nothing."""
        return next((mark for bits, mark in marks if bits >> code & 1), "·")

    strobes = " ".join(f"S{s}" for s in range(STROBES))
    lines = [f"{text(lang, 'machine.keypad'):10}{strobes}"]
    for line in range(LINES):
        row = "  ".join(contact(strobe * LINES + line) for strobe in range(STROBES))
        lines.append(f"       K{line}  {row}")
    holder = NAMES[held] if held >= 0 else text(lang, "machine.nothing_held")
    holds = text(lang, "machine.holder", contact=contact(ON_CODE), holder=holder)
    lines.append(f"{holds}  {text(lang, 'machine.locked') if locked else ''}".rstrip())
    queued = " ".join(f"{NAMES[code]}{'↓' if way else '↑'}" for code, way in events)
    return [*lines, f"{text(lang, 'machine.contacts')}  {queued}"]


def glass(unit: Unit, lang: str) -> Section:
    memory, driven = unit.lcd.memory, unit.lcd.glass(unit.tick)
    lines = [text(lang, "machine.glass")]
    for common, (wanted, seen) in enumerate(zip(memory, driven, strict=True)):
        mark = "=" if wanted == seen else "≠"
        lit = text(lang, "machine.lit", count=wanted.bit_count())
        lines.append(f"c{common} {wanted:018x} {mark} {lit}")
    return lines


def rest(unit: Unit, lang: str) -> list[str]:
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
    return [beep, text(lang, "machine.dice", word=word), cells]


def wire(board: KeypadLink, lang: str) -> Section:
    """A real keypad on its line, and what has come and gone there."""
    status = board.status()
    counted = status.counters
    return [
        text(lang, "machine.wire"),
        keypad_state(status).text(lang),
        text(lang, "machine.presses", presses=counted.presses, frames=counted.frames),
        text(lang, "machine.damaged", damaged=counted.damaged, missing=counted.missing),
        text(lang, "machine.healed", healed=counted.healed, junk=counted.junk),
        text(lang, "machine.openings", openings=counted.openings),
    ]
