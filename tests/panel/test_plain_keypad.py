"""Plain mode with a real keypad beside the lines."""

import io
import os
import threading
from time import monotonic

from banquier.plain.plain_mode import PlainMode
from banquier.saves.open_game import open_game
from hardware.keypads.keypad_link import KeypadLink
from tests.keypads.wires import Terminal
from tests.support.commands import ran
from tests.support.waiting import LIFETIME, until


def test_the_keys_of_a_board_count_while_a_line_is_waited_for() -> None:
    terminal, out = Terminal(), io.StringIO()
    reading, writing = os.pipe()
    with KeypadLink(terminal.name) as link, os.fdopen(reading) as lines:
        game = open_game(players=2)
        plain = PlainMode(game, out, "en", clock=monotonic, keypads=[link])
        thread = threading.Thread(target=plain.play, args=[lines], daemon=True)
        thread.start()
        terminal.greet(link)
        until(lambda: "throw the dice" in out.getvalue())
        until(lambda: "Keypad: framed keypad at 115200 baud" in out.getvalue())
        for edge in "DU":
            terminal.say(edge, "00")  # DES
        until(lambda: "J1 throws" in out.getvalue())
        assert out.getvalue().count("Keypad: framed keypad") == 1
        os.write(writing, b"quit\n")
        os.close(writing)
        thread.join(LIFETIME)
        assert not thread.is_alive()
        assert link.status().state == "framed"
    terminal.unplug()


def test_a_board_given_twice_is_in_use() -> None:
    terminal = Terminal()
    board = ["--keypad", terminal.name]
    status, _, err = ran("play", "--plain", "--new", *board, *board)
    assert status == 2 and "in use" in err
    terminal.unplug()
