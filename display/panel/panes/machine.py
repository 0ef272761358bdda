"""The machine: what the chips hold, for people who like to look under the cover.

    Quartz      tick, time, scan, slot, frame; the pace and the step
    Calendrier  when each part next has something to do
    Clavier     strobes and inputs: contact, reading, debounce, who holds, lockout
    Verre       the memory of the display by common, and what is on the glass already
    Bip         the pin, and what was asked of it last; the dice's register; the cells

F5 stops time, F6 lets one step of it pass, F7 chooses how long a step is, < and > change the pace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from display.panel.board_state import board_state
from display.panel.panes.pane import Beside, Pane
from display.panel.ticks import FRAME, NEVER, SCAN, SLOT, TICKS_A_SECOND
from keypad.keys import LINES, NAMES, ON_CODE, STROBES

if TYPE_CHECKING:
    from display.panel.interface import Board, Chips

COLUMN = 38
STEPS = {"slot": "créneau", "scan": "balayage", "frame": "trame", "operation": "opération"}
PARTS = {
    "scanner": "clavier", "firmware": "programme", "glass": "verre", "beeper": "bip",
}  # fmt: skip

Line = tuple[str, bool]
"""A line of text, and whether it is a title."""


class Machine(Pane):
    lively = True

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []
        self._top = 0

    def show(self, panel: Beside) -> None:
        chips = cast("Chips", panel.unit)
        sections = (
            clock(chips, panel),
            calendar(chips),
            keypad(chips),
            glass(chips),
            rest(chips),
            wire(panel.board, panel.lang),
        )
        lines = [line for section in sections for line in section]
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    def scroll_pages(self, pages: float) -> None:
        columns = max(1, self.size.width // COLUMN)
        hidden = max(0, -(-len(self._lines) // columns) - self.size.height)
        self._top = max(0, min(hidden, self._top + int(pages * max(1, self.size.height - 1))))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        columns = max(1, width // COLUMN)
        each = width // columns
        ground = Style(color=self.palette.pane_print, bgcolor=self.palette.pane)
        title = Style(color=self.palette.accent, bgcolor=self.palette.pane, bold=True)
        rows = max(height, -(-len(self._lines) // columns))
        segments = []
        for column in range(columns):
            index = y + self._top + column * rows
            text, head = self._lines[index] if index < len(self._lines) else ("", False)
            segments.append(Segment(f" {text}"[:each].ljust(each), title if head else ground))
        return Strip(segments).adjust_cell_length(width, ground)


# -- the sections, each a title and its lines


def clock(chips: Chips, panel: Beside) -> list[Line]:
    tick = chips.tick
    seconds, part = divmod(tick, TICKS_A_SECOND)
    minutes, seconds = divmod(seconds, 60)
    if panel.pace.paused:
        pace = f"PAUSE  F6 : un {STEPS[panel.step_by]}  F5 : va"
        if panel.step_by == "operation":
            pace = "PAUSE  F6 : une opération  F5 : va"
    else:
        pace = f"× {panel.pace.speed:g}  < > l'allure  F5 : pause"
    grouped = f"{tick:,}".replace(",", " ")
    return [
        (f"QUARTZ 32 768 Hz    tic {grouped}", True),
        (f"{minutes // 60} h {minutes % 60:02} min {seconds:02} s et {part} tics", False),
        (f"balayage {tick // SCAN} +{tick % SCAN}  trame {tick // FRAME}", False),
        (f"créneau {tick // SLOT}  commun {tick // SLOT % 4}", False),
        (pace, False),
    ]


def calendar(chips: Chips) -> list[Line]:
    lines: list[Line] = [("CALENDRIER", True)]
    dates = chips.calendar()
    first = min(dates.values())
    for part, due in dates.items():
        when = "attend" if due >= NEVER else f"dans {due - chips.tick:>8} tics"
        mark = "◂" if due == first and due < NEVER else " "
        lines.append((f"{PARTS.get(part, part):10}{when} {mark}", False))
    return lines


def keypad(chips: Chips) -> list[Line]:
    down, once, twice, held, locked, events = chips.scanner.snapshot()
    closed = chips.matrix.closed_at(chips.tick)
    read = chips.matrix.inputs(closed)
    lines: list[Line] = [("CLAVIER   " + " ".join(f"S{s}" for s in range(STROBES)), True)]
    for line in range(LINES):
        marks = [_contact(1 << s * LINES + line, closed, read, down, once, twice)
                 for s in range(STROBES)]  # fmt: skip
        lines.append((f"       K{line} " + "".join(f"{mark:>3}" for mark in marks)[1:], False))
    on = _contact(1 << ON_CODE, closed, read, down, once, twice)
    holder = NAMES[held] if held >= 0 else "personne"
    lines.append((f"ON {on}  tient : {holder}{'  VERROU' if locked else ''}", False))
    queued = " ".join(f"{NAMES[code]}{'↓' if way else '↑'}" for code, way in events)
    lines.append((f"○ touche ◌ fantôme 1 2 ● admis  {queued}", False))
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


def glass(chips: Chips) -> list[Line]:
    memory, driven = chips.lcd.memory, chips.lcd.glass(chips.tick)
    lines: list[Line] = [("VERRE  mémoire, commun par commun", True)]
    for common, (wanted, seen) in enumerate(zip(memory, driven, strict=True)):
        mark = "=" if wanted == seen else "≠"
        lines.append((f"c{common} {wanted:018x} {mark} {wanted.bit_count():>2} allumés", False))
    return lines


def rest(chips: Chips) -> list[Line]:
    tick = chips.tick
    last, name = chips.beeper.beeps[-1] if chips.beeper.beeps else (0, "—")
    sounding = chips.beeper.next_event(tick) < NEVER
    level = "▔" if sounding and chips.beeper.level(tick) else "▁"
    word = chips.dice.word(tick) if chips.dice.seeded else None
    dice = "pas encore semés" if word is None else f"{word:04x}  {word:016b}"
    supply = chips.supply
    state = "marche" if supply.running else "arrêt"
    return [
        (f"bip {level} {name} à {last}{'  sonne' if sounding else ''}", False),
        (f"dés {dice}", False),
        (f"piles {supply.millivolts} mV, {state}{', faibles' if supply.low else ''}", False),
    ]


def wire(board: Board | None, lang: str) -> list[Line]:
    """A real keypad on its line, and what has come and gone there."""
    if board is None:
        return []
    counted = board.status().counters
    return [
        ("CLAVIER SUR LE FIL", True),
        (board_state(board.status(), lang), False),
        (f"touches {counted.presses}, trames {counted.frames}", False),
        (f"abîmées {counted.damaged}, perdues {counted.missing}", False),
        (f"guéries {counted.healed}, déchets {counted.junk}", False),
        (f"coupures {counted.losses}, ouvertures {counted.openings}", False),
    ]
