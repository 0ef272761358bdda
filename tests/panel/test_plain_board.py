"""Plain mode with a real keypad beside the lines."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest

import banquier.cli.main as banquier
from banquier.game.open_game import open_game
from banquier.plain import plain_mode
from hardware.serial.facts import State
from hardware.serial.keypad_link import KeypadLink
from tests.board.wires import Terminal
from tests.support.waiting import until


@contextmanager
def playing(terminal: Terminal) -> Iterator[io.StringIO]:
    """Plain mode on a new game, until the block ends; what it has said."""
    out = io.StringIO()
    reading, writing = os.pipe()
    with KeypadLink(terminal.name) as link, os.fdopen(reading) as lines:
        unit = open_game(players=2).unit

        def play() -> None:
            plain_mode.play(unit, lines, out, lang="en", clock=monotonic, board=link)

        thread = threading.Thread(target=play)
        thread.start()
        terminal.greet(link)
        yield out
        os.write(writing, b"quit\n")
        os.close(writing)
        thread.join(10)
        assert not thread.is_alive()
        assert link.status().state is State.FRAMED


def test_the_keys_of_a_board_count_while_a_line_is_waited_for() -> None:
    terminal = Terminal()
    with playing(terminal) as out:
        until(lambda: "J1 LANCEZ" in out.getvalue())
        until(lambda: "Keypad: framed keypad at 115200 baud" in out.getvalue())
        terminal.say("D", "00")  # DES
        terminal.say("U", "00")
        until(lambda: "| 1 J1 DES" in out.getvalue())
    terminal.unplug()


@pytest.mark.parametrize("terminal_kind", ["dumb", "xterm"])
def test_a_board_that_cannot_be_opened_is_said_in_plain_mode_too(
    terminal_kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", terminal_kind)
    assert banquier.main(["play", "--plain", "--new", "--board", "/dev/ttyNONE"]) == 2
    assert "There is no port /dev/ttyNONE" in capsys.readouterr().err


def test_a_second_board_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert banquier.main(["play", "--board", "A", "--board", "B"]) == 2
    assert "--board: given twice" in capsys.readouterr().err
