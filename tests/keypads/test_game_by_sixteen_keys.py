"""A whole game on sixteen keys at a real process: on a keypad board, and on a numeric keypad.

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
from tests.keypads.watched_game import SIXTEEN_KEYS, Played, a_script
from tests.support.terminal import Terminal, panel_command
from tests.support.waiting import LIFETIME

HELD_S = 0.07
"""A short press: longer than the unit needs, so that no key waits long in the queue."""
SIGNS = {NUMPAD[sign]: sign for sign in "*/."}
"""Keys of the unit that a numeric keypad prints otherwise; its Enter is OK."""


@pytest.fixture(scope="module")
def game() -> Played:
    return a_script(SIXTEEN_KEYS)


def keys_of(game: Played) -> list[str]:
    return [edge.key for edge in game.edges if edge.down]


def check_roll(game: Played, paper: Path, terminal: Terminal) -> None:
    """Read the terminal until the last line is printed, then compare all lines."""
    expected = [str(line) for line in game.unit.roll]
    end = time.monotonic() + LIFETIME
    while (printed := paper.read_text(encoding="utf-8").splitlines()) != expected:
        lives = terminal.lives(end)
        assert terminal.read(0.1) or lives, (printed[-3:], terminal.out[-300:])
    terminal.until(lambda out: b"J1 won" in out)


def test_the_game_needs_the_sixteen_base_keys_and_no_other(game: Played) -> None:
    assert {*PAD_LEGENDS.values()} >= {*keys_of(game)} >= {"F", "?", "+", "-", "C", "OK"}
    assert game.unit.session.current_game.winner == 1


def test_a_whole_game_on_a_keypad_board_in_lines(
    game: Played, make_rig: Callable[..., Rig], home: Path, tmp_path: Path
) -> None:
    """The simulated board, a terminal for lines only, and not one key typed on it."""
    rig = make_rig("banquier-4x4")
    paper = tmp_path / "roll"
    options = ["--plain", "--new", "--lang", "en", "--speed", "4", "--keypad", rig.port]
    options += ["--roll", str(paper)]
    with Terminal(panel_command(*options)) as terminal:
        terminal.until(lambda out: b"framed keypad at 115200 baud" in out and b"ELECTRO" in out)
        # The board's own time may be behind: a key that is down while it starts is no press.
        rig.tell("wait 200")
        places = list(PAD_LEGENDS.values())
        for key in keys_of(game):
            row, col = divmod(places.index(key), 4)
            at = f"{row} {col + 4} 8"
            # In the board's own time: a loaded machine neither shortens a press nor makes a long
            # one of it, which of F opens the MENU.
            rig.tell(f"d {at}", "wait 40", f"u {at}", "wait 40")
            terminal.read(0)
            time.sleep(HELD_S)
        check_roll(game, paper, terminal)
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
        typed = "".join("\n" if key == "OK" else SIGNS.get(key, key) for key in keys_of(game))
        for line in re.findall(r"[^\n.]+\.?|\n|\.", typed):
            terminal.type(b"\n" if line == "\n" else f"{line}\n".encode())
            terminal.read(0.02)
        check_roll(game, paper, terminal)
