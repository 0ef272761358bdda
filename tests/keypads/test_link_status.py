"""What a link says of itself and hands over, step by step at a simulated port.

Three tests have a real pseudo-terminal: the speed, the waiting, a port that is closed.
"""

from __future__ import annotations

import termios
import threading
import time
from collections.abc import Callable

import pytest

from banquier.editions.edition_file import editions
from hardware.keypads.facts import SPEED, Event, State, Status
from hardware.keypads.frames import glass_args
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import Pad
from hardware.unit import Unit
from tests.keypads.wires import Terminal, waiting
from tests.support.simulated_keypad import HELLO, Keypad
from tests.support.waiting import until

PRESS, RELEASE = Event("press", "OK"), Event("release", "OK")
TEN_MINUTES_S = 600


@pytest.fixture
def keypad() -> Keypad:
    return Keypad()


@pytest.fixture
def link(keypad: Keypad) -> KeypadLink:
    return keypad.link()


@pytest.fixture
def greeted(keypad: Keypad, link: KeypadLink) -> KeypadLink:
    keypad.say("H", HELLO)
    link.step()
    assert link.status().connected
    return link


def later(act: Callable[[], object]) -> None:
    """Do it in a moment, when the caller waits already; later still, it is done all the same."""
    timer = threading.Timer(0.05, act)
    timer.daemon = True
    timer.start()


# -- status


def test_a_framed_keypad(keypad: Keypad, greeted: KeypadLink) -> None:
    keypad.send(b"hello\n")
    keypad.say("G", "1")
    greeted.step()
    status = greeted.status()
    counters = status.counters
    assert status == Status(
        State.FRAMED, keypad.device, SPEED, last_junk="hello", counters=counters
    )
    assert (counters.openings, counters.frames, counters.junk) == (1, 2, len("hello"))


def test_a_plain_keypad(keypad: Keypad, link: KeypadLink) -> None:
    keypad.now = 200
    keypad.send(b"\n@\nKey # PRESSED.\n")
    link.step()
    status = link.status()
    assert link.take() == [PRESS, RELEASE]
    assert status == Status(
        State.PLAIN, keypad.device, SPEED,
        last_junk="@", unknown=("@",), counters=status.counters,
    )  # fmt: skip


# -- at a real port


def test_the_port_is_opened_at_the_speed_that_is_named(terminal: Terminal) -> None:
    for named, pad, speed in (
        ("@9600", Pad(), termios.B9600),
        ("@9600", Pad(speed=4_800), termios.B9600),
        ("", Pad(speed=4_800), termios.B4800),
        ("", Pad(), termios.B115200),
    ):
        with KeypadLink(terminal.name + named, pad=pad) as link:
            # Of a pseudo-terminal both ends see it.
            assert termios.tcgetattr(terminal.master)[5] == speed
            assert link.status().port == terminal.name


@pytest.mark.usefixtures("nothing_by_time")
def test_wait_ends_with_an_event_or_its_time(terminal: Terminal) -> None:
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        start = time.monotonic()
        link.wait(0.05)
        assert time.monotonic() - start > 0.04
        later(lambda: terminal.say("D", "36"))
        link.wait(TEN_MINUTES_S)
        assert link.take() == [PRESS]
        terminal.say("U", "36")
        until(lambda: waiting(link) > 0)
        link.wait(TEN_MINUTES_S)  # it waits already
        assert link.take() == [RELEASE]


@pytest.mark.usefixtures("nothing_by_time")
def test_what_was_not_taken_is_gone_with_the_port(terminal: Terminal) -> None:
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        terminal.say("D", "13")
        until(lambda: waiting(link) == 1)
        link.close()
        status = link.status()
    assert status == Status(State.CLOSED, terminal.name, SPEED, counters=status.counters)
    assert status.counters.presses == 1


# -- the glass and the beeps


def test_each_glass_is_written_once_and_every_byte_is_counted(
    keypad: Keypad, greeted: KeypadLink
) -> None:
    unit = Unit(editions(), seed=1)
    for ticks in (4_096, 65_536):
        unit.run(ticks)
        greeted.tell(unit)
        greeted.tell(unit)
        greeted.step()
        assert keypad.heard("S") == [glass_args(*unit.shown)]
    assert {frame.verb for frame in keypad.sent} <= {"Q"}


def test_a_glass_shown_before_the_port_is_opened_is_written_after_the_hello(
    keypad: Keypad,
) -> None:
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    link = KeypadLink(
        keypad.device, keypad.ports, open_port=keypad.open_port, clock=lambda: keypad.now
    )
    link.tell(unit)
    link.begin()
    keypad.say("H", HELLO)
    link.step()
    link.step()
    assert keypad.heard("S") == [glass_args(*unit.shown)]


def test_of_several_beeps_the_last_one_is_played_and_none_from_before(
    keypad: Keypad, greeted: KeypadLink
) -> None:
    """A unit that is new to the link may be a saved game that is taken up."""
    unit = Unit(editions(), seed=1)
    unit.beeper.play("attention", unit.tick)
    greeted.tell(unit)
    greeted.step()
    assert keypad.heard("B") == []
    for beeps, tone in (
        (("attention", "key"), "4096,31"),
        (("key", "attention"), "2048,62"),
        (("key",), "4096,31"),
    ):
        for name in beeps:
            unit.beeper.play(name, unit.tick)
        greeted.tell(unit)
        greeted.tell(unit)
        keypad.say("T", f"{keypad.now},00000000")
        greeted.step()
        assert keypad.heard("B") == [tone]
