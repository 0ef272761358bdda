"""The link over real pseudo-terminals, sockets and pyserial, to a real unit."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from banquier.editions.edition_file import editions
from hardware.serial.facts import Event, State
from hardware.serial.frames import encode
from hardware.serial.keypad_link import KeypadLink
from hardware.serial.port import PortTrouble
from hardware.unit import Unit
from tests.board.wires import HELLO, Server, Terminal
from tests.support.waiting import until


def link_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("board _")]


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_key_of_the_board_is_a_key_of_the_unit(terminal: Terminal) -> None:
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    before = len(unit.beeps)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        terminal.say("D", "36")
        until(lambda: link.status().waiting > 0)
        link.pump(unit)
        unit.run(unit.tick + 4_096)
        terminal.say("U", "36")
        until(lambda: link.status().waiting > 0)
        link.pump(unit)
        unit.run(unit.tick + 4_096)
    assert [name for _, name in unit.beeps[before:]] == ["key"]


def test_another_unit_starts_without_keys_down_and_its_past_beeps_are_not_sent(
    terminal: Terminal,
) -> None:
    """As when a panel goes back in time, and on from there."""
    present, past = Unit(editions(), seed=1), Unit(editions(), seed=1)
    for unit in (present, past):
        unit.run(8 * 32_768)
    past.press("+")
    past.run(past.tick + 8_192)
    past.release("+")
    past.run(past.tick + 8_192)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        terminal.say("D", "36")
        until(lambda: link.status().waiting > 0)
        link.pump(present)
        assert present.matrix.held_codes()
        link.pump(past)
        assert not present.matrix.held_codes() and not past.matrix.held_codes()
        past.press("DES")  # means nothing here
        past.run(past.tick + 2_048)
        assert past.said.error == 1
        link.pump(past)
        assert terminal.hear("B") == "1365,62"


def test_the_glass_and_the_beeps_of_the_unit_reach_the_board(terminal: Terminal) -> None:
    unit = Unit(editions(), seed=1)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        unit.run(4_096)
        link.pump(unit)
        assert terminal.hear("S").endswith(",FFFFFFFFF")  # the lamp test
        unit.press("OK")
        unit.run(unit.tick + 2_048)
        link.pump(unit)
        assert terminal.hear("B") == "4096,31"


def test_a_closed_link_leaves_no_thread_and_no_file(terminal: Terminal) -> None:
    files = open_files()
    for _ in range(3):
        link = KeypadLink(terminal.name)
        link.open()
        assert link_threads()
        link.close()
        assert link.status().state is State.CLOSED
    assert link_threads() == []
    assert open_files() == files


def test_a_port_that_cannot_be_opened_starts_nothing(tmp_path: Path) -> None:
    link = KeypadLink(str(tmp_path / "nothing"))
    with pytest.raises(PortTrouble, match="There is no port"):
        link.open()
    assert link_threads() == []


def test_unplugged_in_the_middle_of_a_press_and_replugged_under_another_name(
    tmp_path: Path,
) -> None:
    path = tmp_path / "by-id"
    unit = Unit(editions(), seed=1, bounce="worn")
    unit.run(65_536)
    first = Terminal(path)
    with KeypadLink(str(path)) as link:
        first.greet(link)
        first.say("D", "13")
        until(lambda: link.status().waiting > 0)
        link.pump(unit)
        unit.run(unit.tick + 4_096)
        assert unit.matrix.closed_at(unit.tick)
        first.unplug()
        until(lambda: not link.status().connected)
        link.pump(unit)
        unit.run(unit.tick + 4_096)
        assert not unit.matrix.closed_at(unit.tick)
        assert "is gone" in link.status().trouble

        # Another terminal takes the old name.
        other, second = Terminal(), Terminal(path)
        if other.name != first.name:
            other, second = second, other
            path.unlink()
            path.symlink_to(second.name)
        until(lambda: link.status().state is State.ASKING)
        second.greet(link)
        assert link.take() == []
        second.say("D", "36")
        until(lambda: link.status().waiting > 0)
        assert link.take() == [Event("press", "OK")]
        assert link.status().counters.openings == 2
    other.unplug()
    second.unplug()


def test_a_board_that_takes_no_bytes_holds_up_neither_the_game_nor_its_own_keys(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.serial.port.WRITE_S", 600)  # the first write never ends
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    terminal.fill_up()
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        for turn in range(1, 21):
            terminal.say("D" if turn % 2 else "U", "36")
            until(lambda: link.status().waiting > 0)
            link.pump(unit)
            unit.run(unit.tick + 4_096)
        status = link.status()
        terminal.unplug()  # ends the write
    assert status.state is State.FRAMED
    assert status.counters.losses == 0
    assert status.counters.presses == 10


def test_a_loop_is_no_board_and_types_nothing() -> None:
    with KeypadLink("loop://") as link:
        until(lambda: link.status().state is State.SILENT)
        link._show("J1 LANCEZ   ,15.000,000000001")
        assert link.take() == []
        assert link.status().counters.bytes_in > 0


def test_a_board_behind_a_socket_is_a_board() -> None:
    done = threading.Event()

    def serve(connection: socket.socket) -> None:
        connection.settimeout(10)
        # What is sent before the opening is over may be flushed away: a hello is asked for.
        while b"?" not in connection.recv(1_024):
            pass
        connection.sendall(encode(0, "H", HELLO) + encode(1, "D", "04"))
        done.wait(10)

    server = Server(serve)
    with KeypadLink(f"socket://{server.address}") as link:
        until(lambda: link.status().waiting > 0)
        assert link.take() == [Event("press", "7")]
        done.set()
        # The other end hangs up: the link is lost, and looked for.
        until(lambda: link.status().state is State.LOOKING)
        assert [event.kind for event in link.take()] == ["release all"]
    server.close()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's own
def test_a_board_behind_rfc_2217_is_a_board() -> None:
    import serial
    from serial.rfc2217 import PortManager

    stop = threading.Event()

    def serve(connection: socket.socket) -> None:
        connection.settimeout(0.05)
        port: Any = serial.serial_for_url("loop://", timeout=0)
        # The loop's own end stands for the far serial port: it does what it is asked.
        answers: Any = _Sender(connection)
        manager = PortManager(port, answers)
        greeted = False
        while not stop.is_set():
            with suppress(TimeoutError):
                data = connection.recv(1_024)
                if not data:
                    break
                written = b"".join(manager.filter(data))
                if b"?" in written and not greeted:
                    greeted = True
                    frames = encode(0, "H", HELLO) + encode(1, "D", "04")
                    answers.write(b"".join(manager.escape(frames)))
        port.close()

    server = Server(serve)
    with KeypadLink(f"rfc2217://{server.address}") as link:
        until(lambda: link.status().waiting > 0)
        assert link.take() == [Event("press", "7")]
        stop.set()
    server.close()


class _Sender:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def write(self, data: bytes) -> None:
        self._connection.sendall(data)
