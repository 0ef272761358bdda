"""A link: step by step at a simulated port, then with its thread at real ones."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from banquier.editions.edition_file import editions
from hardware.keypads.facts import SPEED, KeypadEvent, Status
from hardware.keypads.frames import encode, glass_args
from hardware.keypads.keypad_link import LATER_S, SOON_S, SOON_TRIES, KeypadLink
from hardware.keypads.pad import Pad
from hardware.keypads.port import PortTrouble
from hardware.unit import Unit
from tests.keypads.talk import spell_events
from tests.keypads.wires import Terminal, count_waiting
from tests.support.simulated_keypad import HELLO, Keypad
from tests.support.waiting import LIFETIME, until

TEN_MINUTES_S = 600


@pytest.fixture
def keypad() -> Keypad:
    return Keypad()


@pytest.fixture
def link(keypad: Keypad) -> KeypadLink:
    link = keypad.link()
    greet(keypad, link)
    return link


@pytest.fixture
def unit() -> Unit:
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    return unit


def lose(keypad: Keypad, link: KeypadLink) -> None:
    keypad.unplug()
    link.step()
    assert link.status().state == "looking"


def greet(keypad: Keypad, link: KeypadLink) -> None:
    if link.status().state == "looking":
        link.step()
    say(keypad, link, "H", HELLO)
    assert link.status().state == "framed"


def back(keypad: Keypad, link: KeypadLink) -> None:
    keypad.plug()
    greet(keypad, link)


def say(keypad: Keypad, link: KeypadLink, verb: str, args: str) -> None:
    keypad.say(verb, args)
    link.step()


# -- what is said and kept


@pytest.mark.parametrize(
    ("port", "pad", "speed"),
    [("@9600", Pad(), 9_600), ("@9600", Pad(speed=4_800), 9_600), ("", Pad(speed=4_800), 4_800),
     ("", Pad(), SPEED)],
)  # fmt: skip
def test_the_port_is_opened_at_the_speed_that_is_named(port: str, pad: Pad, speed: int) -> None:
    keypad = Keypad()
    link = KeypadLink(keypad.device + port, keypad.ports, pad=pad, open_port=keypad.open_port)
    link.begin(link.port)
    assert (keypad.speed, link.status().port) == (speed, keypad.device)
    assert link.client != KeypadLink("B").client  # one of two keypads lets go of its own keys only


def test_a_link_says_why_it_looks_for_its_port_until_it_is_back(
    keypad: Keypad, link: KeypadLink
) -> None:
    """Unplugged, or silent for three seconds; it lets go, and what came before is not forgotten."""
    for openings, silence in ((1, 0), (2, 3_000), (3, 0)):
        keypad.send(b"hello\n")
        say(keypad, link, "D", "36")
        counted = link.status().counters
        here = Status("framed", keypad.device, SPEED, counters=counted)
        assert link.status() == here
        assert [counted["openings"], counted["frames"] // 2, counted["junk"] // 5] == [openings] * 3
        began = keypad.now
        if silence:
            for _ in range(silence // 25):
                link.step()
        else:
            lose(keypad, link)
        assert keypad.now - began == silence
        assert link.status() == here._replace(state="looking", problem="gone")
        back(keypad, link)
    assert spell_events(link.take_events()) == "OK OK OK"
    assert link.take_events() == []


def test_a_lost_port_is_looked_for_often_and_later_now_and_then(
    keypad: Keypad, link: KeypadLink
) -> None:
    for _ in range(2):
        lose(keypad, link)
        assert [link.step() for _ in range(SOON_TRIES + 2)] == [
            *[SOON_S] * (SOON_TRIES - 1), *[LATER_S] * 3,
        ]  # fmt: skip
        back(keypad, link)


def test_each_glass_is_written_once_and_again_after_a_hello_without_past_beeps(
    keypad: Keypad, link: KeypadLink, unit: Unit
) -> None:
    """The game goes on by hand while the keypad is away."""
    for _ in range(2):
        lose(keypad, link)
        unit.beeper.play("attention", unit.tick)
        unit.press("OK")
        unit.run(unit.tick + 8_192)
        link.show_unit(unit)
        back(keypad, link)
        link.step()
        assert [frame.verb for frame in keypad.sent] == ["S"]
        assert keypad.heard("S") == [glass_args(*unit.shown)]
        keypad.now += 1_000
        unit.beeper.play("error", unit.tick)
        link.show_unit(unit)
        for _ in range(12):
            link.step()
        assert keypad.heard("B") == ["1365,62"] * 3
        assert keypad.sent == []


def test_what_was_once_a_framed_keypad_is_never_a_plain_one(
    keypad: Keypad, link: KeypadLink
) -> None:
    for _ in range(2):
        lose(keypad, link)
        keypad.plug()
        for data in (b"", b"\n#\n", b""):
            link.step()
            keypad.send(data)
            end = keypad.now + 4_000
            while keypad.now < end:
                link.step()
        assert link.status().state == "asking"
    assert link.take_events() == []


# -- which port is opened


def test_a_keypad_is_found_again_under_another_name_by_what_it_is(
    keypad: Keypad, link: KeypadLink
) -> None:
    """The loss may not have been noticed yet, and another program may be faster."""
    for device, noticed in (("/dev/ttyACM1", True), ("/dev/ttyACM2", False)):
        keypad.unplug()
        if noticed:
            link.step()
        keypad.plug(device)
        keypad.busy = True
        link.step()
        link.step()
        assert link.status().state == "looking"
        keypad.busy = False
        greet(keypad, link)
        assert link.status().port == device


def test_a_port_that_was_there_when_ours_left_is_not_ours() -> None:
    ours, other = Keypad("A"), Keypad("B")
    other.socket = "1-2"
    link = KeypadLink(
        "A", lambda: [*ours.ports(), *other.ports()],
        open_port=lambda port, speed: {"A": ours, "B": other}[port].open_port(port, speed),
        clock=lambda: ours.now,
    )  # fmt: skip
    link.begin(link.port)
    greet(ours, link)
    lose(ours, link)
    link.step()
    assert link.status().state == "looking"
    # The other one leaves too, and its name is free for ours, in whatever socket.
    other.unplug()
    link.step()
    other.plug()
    other.socket = "1-3"
    greet(other, link)
    assert link.status().port == "B"


# -- its thread


def link_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "keypad"]


@pytest.mark.usefixtures("nothing_by_time")
def test_wait_ends_with_an_event_or_its_time(terminal: Terminal) -> None:
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        start = time.monotonic()
        link.wait_for_events(0.05)
        assert time.monotonic() - start > 0.04
        later = threading.Timer(0.05, terminal.say, ["D", "36"])
        later.start()
        link.wait_for_events(TEN_MINUTES_S)
        assert spell_events(link.take_events()) == "+OK"
        terminal.say("U", "36")
        until(lambda: count_waiting(link) > 0)
        link.wait_for_events(TEN_MINUTES_S)  # it waits already
    assert link.take_events() == []  # gone with the port
    assert link.status().counters["presses"] == 1


def test_a_closed_link_leaves_no_thread_and_no_file(terminal: Terminal, tmp_path: Path) -> None:
    """Nor one that found no port; nor does a program that ends without closing it wait for it."""
    files = os.listdir("/proc/self/fd")
    for _ in range(3):
        with KeypadLink(terminal.name) as link:
            assert link_threads() == ["keypad"]
            assert all(one.daemon for one in threading.enumerate() if one.name in link_threads())
        assert link.status().state == "closed"
    with pytest.raises(PortTrouble, match="no port"), KeypadLink(str(tmp_path / "nothing")):
        pass
    assert link_threads() == []
    assert os.listdir("/proc/self/fd") == files


def test_closing_does_not_wait_for_a_read_that_nothing_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("hardware.keypads.port.BEAT_S", 600)
    monkeypatch.setattr("hardware.keypads.keypad_link.JOIN_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        with KeypadLink(f"socket://127.0.0.1:{listener.getsockname()[1]}"):
            pass
        until(lambda: link_threads() == ["keypad"])
        listener.accept()[0].close()
    until(lambda: not link_threads())


def test_a_keypad_behind_a_socket_is_found_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(LIFETIME)
        with KeypadLink(f"socket://127.0.0.1:{listener.getsockname()[1]}") as link:
            for openings in (1, 2):
                board, _ = listener.accept()
                with board:
                    until(lambda: link.status().state == "asking")
                    board.sendall(encode(0, "H", HELLO) + encode(1, "D", "04"))
                    until(lambda: count_waiting(link) == 1)
                    assert link.status().counters["openings"] == openings
                until(lambda: count_waiting(link) == 2)
                assert link.take_events() == [
                    KeypadEvent("press", "7"),
                    KeypadEvent("release", "7"),
                ]


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's own
def test_a_keypad_behind_rfc_2217_is_a_keypad() -> None:
    import serial
    from serial.rfc2217 import PortManager

    def serve() -> None:
        connection, _ = listener.accept()
        # The loop's own end stands for the far serial port: it does what it is asked.
        port: Any = serial.serial_for_url("loop://", timeout=0)
        answers: Any = SimpleNamespace(write=connection.sendall)
        manager = PortManager(port, answers)
        frames = encode(0, "H", HELLO) + encode(1, "D", "04")
        with connection, port:
            while data := connection.recv(1_024):
                if b"?" in b"".join(manager.filter(data)):
                    connection.sendall(b"".join(manager.escape(frames)))

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=serve, daemon=True)
        server.start()
        with KeypadLink(f"rfc2217://127.0.0.1:{listener.getsockname()[1]}") as link:
            until(lambda: count_waiting(link) > 0)
            assert spell_events(link.take_events()) == "+7"
        server.join(LIFETIME)
    assert not server.is_alive()
