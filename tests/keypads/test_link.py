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
from banquier.play.key_queue import KeyQueue
from banquier.play.keypad import exchange
from hardware.keypads.facts import Event, State
from hardware.keypads.frames import encode
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.port import PortTrouble
from hardware.unit import Unit
from tests.keypads.wires import Server, Terminal, waiting
from tests.support.simulated_keypad import HELLO
from tests.support.waiting import until


def link_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "keypad"]


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_closed_link_leaves_no_thread_and_no_file(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does a program that ends without closing it wait for its thread."""
    monkeypatch.setattr("hardware.keypads.port.READ_S", 600)
    files = open_files()
    for _ in range(3):
        link = KeypadLink(terminal.name)
        link.open()
        assert link_threads() == ["keypad"]
        assert all(one.daemon for one in threading.enumerate() if one.name in link_threads())
        link.close()
        assert link.status().state is State.CLOSED
    assert link_threads() == []
    assert open_files() == files


def test_closing_does_not_wait_for_a_read_that_nothing_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hardware.keypads.port.ADDRESS_READ_S", 600)
    monkeypatch.setattr("hardware.keypads.keypad_link.JOIN_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        link = KeypadLink(f"socket://127.0.0.1:{listener.getsockname()[1]}")
        link.open()
        link.close()
        until(lambda: link_threads() == ["keypad"])
        listener.accept()[0].close()
    until(lambda: not link_threads())


def test_a_port_that_cannot_be_opened_starts_nothing(tmp_path: Path) -> None:
    link = KeypadLink(str(tmp_path / "nothing"))
    with pytest.raises(PortTrouble, match="There is no port"):
        link.open()
    assert link_threads() == []


@pytest.mark.usefixtures("nothing_by_time")
def test_a_keypad_that_takes_no_bytes_holds_up_neither_the_game_nor_its_own_keys(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    keys = KeyQueue(unit)
    terminal.fill_up()
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        for turn in range(1, 21):
            terminal.say("D" if turn % 2 else "U", "36")
            until(lambda: waiting(link) > 0)
            exchange(keys, link)
            keys.run(unit.tick + 4_096)
        status = link.status()
    assert status.state is State.FRAMED
    assert status.counters.presses == 10


def test_a_keypad_behind_a_socket_is_a_keypad() -> None:
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
        until(lambda: waiting(link) > 0)
        assert link.take() == [Event("press", "7")]
        done.set()
        # The other end hangs up: the link is lost, and looked for.
        until(lambda: link.status().state is State.LOOKING)
        assert link.take() == [Event("release", "7")]
    server.close()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's own
def test_a_keypad_behind_rfc_2217_is_a_keypad() -> None:
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
        until(lambda: waiting(link) > 0)
        assert link.take() == [Event("press", "7")]
        stop.set()
    server.close()


class _Sender:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def write(self, data: bytes) -> None:
        self._connection.sendall(data)
