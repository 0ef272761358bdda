"""Benchmarks of the panel at a pseudo-terminal: its start, a key, and its share of a processor.

The bytes are read but not drawn: the time of a terminal emulator is not included.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic

from tests.bench.figures import Figure, in_turn
from tests.support.terminal import Terminal, panel_command

KEYS = 60
SETTLED_S, SHARED_S = 6.0, 30.0

HELLO = """\
from textual.app import App
from textual.widgets import Label

class Hello(App):
    def compose(self):
        yield Label("BANQUIER")

Hello().run()
"""

# A unit that notes for each press the milliseconds until the first common shows what changed.
WATCHED = """\
import sys
from banquier.panel.launch import open_panel
from banquier.panel.settings import Settings
from banquier.saves.open_game import open_game
from display.lcd import SLOT
from datasheet.ticks import CRYSTAL

game = open_game(players=4)
unit = game.unit
unit.run(unit.notices_end + 65_536)
notes = open(sys.argv[1], "w", buffering=1)
press, pressed = unit.press, []

def noted(key):
    pressed[:] = [unit.tick]
    press(key)

def shown(tick, _):
    if pressed:
        print(1000 * (-(-tick // SLOT) * SLOT - pressed.pop()) / CRYSTAL, file=notes)

unit.press = noted
unit.on_display.append(shown)
sys.exit(open_panel(game, Settings()))
"""

TO_ROW = re.compile(rb"\x1b\[(\d+);\d+H")
ROWS_OF_THE_GLASS = range(2, 7)


@contextmanager
def _opened(command: Sequence[str]) -> Iterator[Terminal]:
    """The program with saves of its own, once its first text is on the screen."""
    with TemporaryDirectory() as saves, Terminal(command, XDG_DATA_HOME=saves) as terminal:
        terminal.until(lambda out: b"BANQUIER" in out)
        yield terminal


def _first_picture(command: Sequence[str]) -> float:
    """Seconds from the start of the process to the first text on the screen."""
    with _opened(command) as terminal:
        return monotonic() - terminal.begun


def start_ratio() -> float:
    return in_turn(
        lambda: _first_picture(panel_command()),
        lambda: _first_picture([sys.executable, "-c", HELLO]),
        5,
    )


def _on_the_glass(out: bytearray) -> bool:
    return any(int(row) in ROWS_OF_THE_GLASS for row in TO_ROW.findall(out))


@cache
def beyond_the_unit() -> list[float]:
    """Milliseconds from the byte of each key to the first byte of the changed glass, without those
    of the unit: its debounce, its firmware, and the wait for the common that shows the change."""
    whole = list[float]()
    with TemporaryDirectory() as folder:
        notes = Path(folder, "notes")
        with _opened([sys.executable, "-c", WATCHED, str(notes)]) as terminal:
            terminal.quiet(1.5)
            for number in range(KEYS):
                terminal.out.clear()
                begun = monotonic()
                terminal.type(b"?" if number % 2 == 0 else b"\x7f")
                whole.append(1000 * (terminal.until(_on_the_glass) - begun))
                terminal.quiet(0.25 + 0.003 * (number % 7))
        own = map(float, notes.read_text(encoding="ascii").splitlines()[:KEYS])
        return [taken - part for taken, part in zip(whole, own, strict=True)]


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    used = fields.rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


def share(*words: str) -> float:
    """Percent of a processor without input."""
    with _opened(panel_command(*words)) as terminal:
        pid = terminal.process.pid
        for seconds in (SETTLED_S, SHARED_S):
            before, begun = _processor_seconds(pid), monotonic()
            while monotonic() < begun + seconds:
                terminal.read(0.2)
        return 100 * (_processor_seconds(pid) - before) / (monotonic() - begun)


FIGURES = (
    Figure("panel's start to Textual's hello", "x", 1.3, False, start_ratio, 3),
    Figure("key to glass beyond the unit, median", "ms", 15, False,
           lambda: median(beyond_the_unit()), 1),
    Figure("the same, 95 %", "ms", 25, False, lambda: quantiles(beyond_the_unit(), n=20)[-1], 1),
    Figure("panel at rest", "% of a core", 0.5, False, lambda: share("--players", "4"), 1),
    Figure("panel with a blinking question", "% of a core", 2, False, lambda: share("--new"), 1),
)  # fmt: skip
