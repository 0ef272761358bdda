"""Plain mode with a real keypad beside the lines."""

import io
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

from banquier.plain.plain_mode import PlainMode
from banquier.saves.open_game import open_game
from hardware.keypads.facts import KeypadState
from hardware.keypads.keypad_link import KeypadLink
from keypad.keys import BY_NAME
from tests.keypads.wires import Terminal
from tests.support.commands import ran
from tests.support.waiting import until


def press(terminal: Terminal, key: str) -> None:
    for edge in "DU":
        terminal.say(edge, f"{BY_NAME[key].line}{BY_NAME[key].strobe}")


@contextmanager
def playing(*terminals: Terminal) -> Iterator[io.StringIO]:
    """Plain mode on a new game, until the block ends; what it has said."""
    out = io.StringIO()
    reading, writing = os.pipe()
    with ExitStack() as links, os.fdopen(reading) as lines:
        boards = [links.enter_context(KeypadLink(terminal.name)) for terminal in terminals]
        game = open_game(players=2)

        def play() -> None:
            PlainMode(game, out, "en", clock=monotonic, keypads=boards).play(lines)

        thread = threading.Thread(target=play)
        thread.start()
        for terminal, link in zip(terminals, boards, strict=True):
            terminal.greet(link)
        yield out
        os.write(writing, b"quit\n")
        os.close(writing)
        thread.join(10)
        assert not thread.is_alive()
        assert all(link.status().state is KeypadState.FRAMED for link in boards)


def test_the_keys_of_a_board_count_while_a_line_is_waited_for() -> None:
    terminal = Terminal()
    with playing(terminal) as out:
        until(lambda: "throw the dice" in out.getvalue())
        until(lambda: "Keypad: framed keypad at 115200 baud" in out.getvalue())
        press(terminal, "DES")
        until(lambda: "J1 throws" in out.getvalue())
        assert out.getvalue().count("Keypad: framed keypad") == 1
    terminal.unplug()


def test_a_board_given_twice_is_in_use() -> None:
    terminal = Terminal()
    board = ["--keypad", terminal.name]
    status, _, err = ran("play", "--plain", "--new", *board, *board)
    assert status == 2 and "in use" in err
    terminal.unplug()
