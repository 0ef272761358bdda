"""A game on sixteen keys at a real process: its beginning on a keypad board, and all of it on a
numeric keypad.

The game is a script (sixteen-keys.keys): its keys are pressed on something real, and the process
must print the very roll of the script, to the bankruptcy and the winner.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from keypad.keys import NUMPAD, PAD_LEGENDS
from tests.keypads.rig import Rig
from tests.keypads.watched_game import Played, play_by_hand
from tests.support.terminal import Terminal, panel_command
from tests.support.waiting import LIFETIME

KEYS = 21
"""The presses of the first two turns."""
SIGNS = {NUMPAD[sign]: sign for sign in "*/."}
"""Keys of the unit that a numeric keypad prints otherwise; its Enter is OK."""


@pytest.fixture(scope="module")
def game() -> Played:
    return play_by_hand()


def roll_of(game: Played) -> list[str]:
    return [str(line) for line in game.unit.roll]


def await_roll(lines: list[str], paper: Path, terminal: Terminal) -> None:
    """Read the terminal until these lines are printed and no others."""
    end = time.monotonic() + LIFETIME
    while (printed := paper.read_text(encoding="utf-8").splitlines()) != lines:
        lives = terminal.lives(end)
        assert terminal.read(0.02) or lives, (printed[-3:], terminal.out[-300:])


def test_a_keypad_board_plays_in_lines(
    game: Played, make_rig: Callable[..., Rig], home: Path, tmp_path: Path
) -> None:
    """Two turns on the simulated board, a terminal for lines only, and not one key typed on it.

    The keys wait in the program, which takes as long for each as for a key of a person. Both edges
    come at once: a loaded machine makes no long press of them, which of F opens the MENU."""
    rig = make_rig("banquier-4x4")
    paper = tmp_path / "roll"
    options = ["--plain", "--new", "--lang", "en", "--keypad", rig.port, "--roll", str(paper)]
    places = list(PAD_LEGENDS.values())
    with Terminal(panel_command(*options)) as terminal:
        terminal.until(lambda out: b"framed keypad at 115200 baud" in out and b"ELECTRO" in out)
        # The board's own time may be behind: a key that is down while it starts is no press.
        rig.tell("wait 200")
        for key, _ in game.presses[:KEYS]:
            row, col = divmod(places.index(key), 4)
            at = f"{row} {col + 4} 8"
            rig.tell(f"d {at}", "wait 40", f"u {at}", "wait 40")
        _, lines = game.presses[KEYS]
        await_roll(roll_of(game)[:lines], paper, terminal)
        counts = rig.stats()
        terminal.type(b"quit\n")
        assert terminal.ended() == 0
    assert counts["contention"] == counts["lost"] == 0


def test_a_whole_game_typed_on_a_numeric_keypad_in_lines(
    game: Played, home: Path, tmp_path: Path
) -> None:
    """Enter ends a line of keys; alone it is OK. A line ends after C: 1.5 might be an amount."""
    paper = tmp_path / "roll"
    options = ["--plain", "--new", "--lang", "en", "--roll", str(paper)]
    with Terminal(panel_command(*options)) as terminal:
        terminal.until(lambda out: b"ELECTRONIQUE" in out)
        typed = "".join("\n" if key == "OK" else SIGNS.get(key, key) for key, _ in game.presses)
        for line in re.findall(r"[^\n.]+\.?|\n|\.", typed):
            terminal.type(b"\n" if line == "\n" else f"{line}\n".encode())
            terminal.read(0.02)
        await_roll(roll_of(game), paper, terminal)
        terminal.until(lambda out: b"J1 won" in out)
