"""Benchmark of the panel at a pseudo-terminal: the time until its first bytes.

The bytes are read but not drawn: the time of a terminal emulator is not included.
"""

import sys
from collections.abc import Sequence
from tempfile import TemporaryDirectory

from tests.bench.figures import Figure, in_turn
from tests.support.terminal import Terminal, panel_command

HELLO = """\
from textual.app import App
from textual.widgets import Label

class Hello(App):
    def compose(self):
        yield Label("BANQUIER")

Hello().run()
"""


def _first_picture(command: Sequence[str]) -> float:
    """Seconds from the start of the process to the first text on the screen."""
    with TemporaryDirectory() as saves, Terminal(command, XDG_DATA_HOME=saves) as terminal:
        return terminal.until(lambda out: b"BANQUIER" in out) - terminal.begun


def start_ratio() -> float:
    return in_turn(
        lambda: _first_picture(panel_command()),
        lambda: _first_picture([sys.executable, "-c", HELLO]),
        5,
    )


FIGURES = (Figure("panel's start to Textual's hello", "x", 1.3, False, start_ratio, 3),)
