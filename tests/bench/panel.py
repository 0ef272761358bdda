"""Benchmarks of the panel at a pseudo-terminal: the times of input and output bytes.

The bytes are read but not drawn: the time of a terminal emulator is not included.
"""

import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, monotonic_ns
from typing import NamedTuple

from tests.bench.figures import Figure, MachineFigure
from tests.support.terminal import Terminal, panel_command, processor_seconds

IDLE_SECONDS = 30.0
KEYS = 60

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


# -- start to first frame


def _first_picture(command: Sequence[str]) -> float:
    """Milliseconds from the start of the process to the first text on the screen."""
    with Terminal(command) as terminal:
        shown = terminal.until(lambda out: b"BANQUIER" in out)
        return 1000 * (shown - terminal.begun)


def panel_start() -> float:
    return _first_picture(panel_command())


def hello_start() -> float:
    return _first_picture([sys.executable, "-c", HELLO])


def start_ratio() -> float:
    """The panel against Textual's hello, measured in turn."""
    pairs = [(panel_start(), hello_start()) for _ in range(5)]
    return median(panel for panel, _ in pairs) / median(hello for _, hello in pairs)


# -- a key to the glass

_TO_ROW = re.compile(rb"\x1b\[(\d+);\d+H")
ROW_A = range(2, 7)


def _on_the_glass(out: bytearray) -> bool:
    """Return whether row A of the glass was painted."""
    return any(int(row) in ROW_A for row in _TO_ROW.findall(out))


class Latency(NamedTuple):
    """Milliseconds of each key, and the part of the unit."""

    whole: list[float]
    own: list[float]

    @property
    def beyond(self) -> list[float]:
        return [whole - own for whole, own in zip(self.whole, self.own, strict=True)]


@cache
def latency(keys: int = KEYS) -> Latency:
    """Per key, from its byte to the first byte of the changed glass. The part of the unit is
    debounce, firmware, and the wait for the first common that shows the change."""
    whole: list[float] = []
    with TemporaryDirectory() as folder:
        notes = Path(folder, "notes")
        with Terminal([sys.executable, "-c", WATCHED, str(notes)]) as terminal:
            terminal.until(lambda out: b"BANQUIER" in out)
            terminal.quiet(1.5)
            for number in range(keys):
                terminal.out.clear()
                begun = monotonic()
                terminal.type(b"?" if number % 2 == 0 else b"\x7f")
                whole.append(1000 * (terminal.until(_on_the_glass) - begun))
                terminal.quiet(0.25 + 0.003 * (number % 7))
        own = [float(line) for line in notes.read_text(encoding="ascii").splitlines()]
    return Latency(whole, own[: len(whole)])


# -- at rest


def idle_share(*words: str, seconds: float = IDLE_SECONDS) -> float:
    """Percent of a core without input."""
    with Terminal(panel_command(*words)) as terminal:
        terminal.until(lambda out: b"BANQUIER" in out)
        start = monotonic_ns()
        while monotonic_ns() - start < 6e9:
            terminal.read(0.2)
        before, at = processor_seconds(terminal.process.pid), monotonic()
        while monotonic() - at < seconds:
            terminal.read(1.0)
        return 100 * (processor_seconds(terminal.process.pid) - before) / (monotonic() - at)


def figures() -> tuple[Figure, ...]:
    hello = MachineFigure("Textual's hello", "ms", hello_start)
    return (
        Figure("panel, start to first picture", "ms", 500, False, panel_start, 7, hello),
        Figure("Textual's hello, the same", "ms", 500, False, hello_start, 7),
        Figure("panel's start to hello's", "x", 1.3, False, start_ratio, 3),
        Figure("key to glass, median", "ms", 60, False, lambda: median(latency().whole), 1),
        Figure("key to glass, 95 %", "ms", 70, False,
               lambda: quantiles(latency().whole, n=20)[-1], 1),
        Figure("the unit's own part, median", "ms", 40, False, lambda: median(latency().own), 1),
        Figure("beyond the unit, median", "ms", 15, False, lambda: median(latency().beyond), 1),
        Figure("beyond the unit, 95 %", "ms", 25, False,
               lambda: quantiles(latency().beyond, n=20)[-1], 1),
        Figure("panel idle, waiting for a throw", "% of a core", 0.5, False,
               lambda: idle_share("--players", "4"), 1),
        Figure("panel idle, a question blinking", "% of a core", 2, False,
               lambda: idle_share("--new"), 1),
    )  # fmt: skip
