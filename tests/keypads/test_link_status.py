"""What a link says of itself and hands over, by the state of its board; no date comes."""

from __future__ import annotations

import os
import termios
import threading
import time
from collections.abc import Callable

import pytest

from banquier.editions.edition_file import editions
from hardware.keypads.facts import SPEED, Event, Hello, State, Status
from hardware.keypads.frames import encode, glass_args
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.pad import Pad
from hardware.unit import Unit
from tests.keypads.wires import HELLO, Terminal, waiting
from tests.support.waiting import until

SAID = Hello("1.0", 4, 8, 3, True)
PRESS, RELEASE = Event("press", "OK"), Event("release", "OK")
TEN_MINUTES_S = 600

pytestmark = pytest.mark.usefixtures("nothing_by_time")


def later(act: Callable[[], object]) -> None:
    """Do it in a moment, when the caller waits already; later still, it is done all the same."""
    timer = threading.Timer(0.05, act)
    timer.daemon = True
    timer.start()


# -- status


def test_a_framed_keypad(terminal: Terminal) -> None:
    with KeypadLink(terminal.name) as link:
        assert link.status().problem == ""
        terminal.greet(link)
        os.write(terminal.master, b"hello\n")
        terminal.say("G", "1")
        until(lambda: link.status().ghost)
        status = link.status()
    assert status == Status(
        State.FRAMED,
        terminal.name,
        SPEED,
        SAID,
        ghost=True,
        last_junk="hello",
        counters=status.counters,
    )
    counters = status.counters
    assert (counters.openings, counters.losses, counters.frames, counters.ghosts) == (1, 0, 2, 1)
    sent = encode(0, "H", HELLO) + b"hello\n" + encode(1, "G", "1")
    assert (counters.bytes_in, counters.junk) == (len(sent), len("hello"))


def test_a_keypad_of_a_newer_protocol(terminal: Terminal) -> None:
    with KeypadLink(terminal.name) as link:
        terminal.say("H", HELLO.replace("proto=1", "proto=7"))
        until(lambda: link.status().state is State.REFUSED)
        status = link.status()
    assert status == Status(
        State.REFUSED,
        terminal.name,
        SPEED,
        problem="protocol",
        protocol=7,
        counters=status.counters,
    )


def test_a_plain_keypad(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.keypads.plain_lines.OPENING_MS", 0)
    with KeypadLink(terminal.name) as link:
        os.write(terminal.master, b"\n@\nKey # PRESSED.\n")
        until(lambda: link.status().state is State.PLAIN)
        status = link.status()
        assert link.take() == [PRESS, RELEASE]
    assert status == Status(
        State.PLAIN,
        terminal.name,
        SPEED,
        last_junk="@",
        unknown=("@",),
        counters=status.counters,
    )


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


def test_an_idle_line_is_no_problem(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.keypads.session.PLAIN_MS", 0)
    with KeypadLink(terminal.name) as link:
        until(lambda: link.status().state is State.SILENT)
        status = link.status()
        assert status == Status(State.SILENT, terminal.name, SPEED, counters=status.counters)


def test_edges_wait_in_the_link_until_they_are_taken(terminal: Terminal) -> None:
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        terminal.say("D", "36")
        terminal.say("U", "36")
        until(lambda: waiting(link) == 2)
        assert link.take() == [PRESS, RELEASE]
        terminal.say("D", "13")
        until(lambda: waiting(link) == 1)
        link.close()
        status = link.status()
        # What was not taken is gone with the port.
        assert status == Status(State.CLOSED, terminal.name, SPEED, counters=status.counters)
        assert (status.counters.presses, status.counters.releases) == (2, 1)


def test_a_press_that_finds_no_room_is_dropped_with_its_release(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.keypads.session.EVENTS", 2)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        for verb in "DUD":
            terminal.say(verb, "36")
        until(lambda: link.status().counters.dropped == 1)
        assert link.take() == [PRESS, RELEASE]
        for verb in "UD":
            terminal.say(verb, "36")
        until(lambda: waiting(link) > 0)
        assert link.take() == [PRESS]


# -- waiting


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


# -- the glass and the beeps


def test_each_glass_is_written_once_and_every_byte_is_counted(terminal: Terminal) -> None:
    unit = Unit(editions(), seed=1)
    unit.run(4_096)
    first = glass_args(*unit.shown)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        link.tell(unit)
        assert terminal.hear("S") == first
        terminal.say("A", "01")
        unit.run(65_536)
        link.tell(unit)
        link.tell(unit)
        second = glass_args(*unit.shown)
        assert terminal.hear("S") == second != first
        terminal.say("A", "02")
    assert terminal.rest() == b""


def test_a_glass_shown_before_the_port_is_opened_is_written_after_the_hello(
    terminal: Terminal,
) -> None:
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    link = KeypadLink(terminal.name)
    link.tell(unit)
    with link:
        terminal.greet(link)
        assert terminal.hear("S") == glass_args(*unit.shown)


def test_of_several_beeps_the_last_one_is_played(terminal: Terminal) -> None:
    unit = Unit(editions(), seed=1)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        link.tell(unit)
        for beeps, tone in (
            (("attention", "key"), "4096,31"),
            (("key", "attention"), "2048,62"),
            (("key",), "4096,31"),
        ):
            for name in beeps:
                unit.beeper.play(name, unit.tick)
            link.tell(unit)
            link.tell(unit)
            assert terminal.hear("B") == tone


def test_beeps_from_before_a_unit_is_played_on_the_keypad_are_not_sent(terminal: Terminal) -> None:
    """As those of a saved game that is taken up."""
    unit = Unit(editions(), seed=1)
    unit.beeper.play("attention", unit.tick)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        link.tell(unit)
        unit.beeper.play("key", unit.tick)
        link.tell(unit)
        assert terminal.hear("B") == "4096,31"
