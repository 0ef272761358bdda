"""A link whose port goes and comes back: which one is opened again, and what is kept meanwhile."""

from __future__ import annotations

import socket

import pytest

from banquier.editions.edition_file import editions
from hardware.keypads.facts import SPEED, Event, State, Status
from hardware.keypads.frames import encode, glass_args
from hardware.keypads.keypad_link import LATER_S, SOON_S, SOON_TRIES, KeypadLink
from hardware.keypads.port import PortFacts, PortTrouble
from hardware.unit import Unit
from tests.support.simulated_keypad import HELLO, Keypad
from tests.support.waiting import until

PRESS, RELEASE = Event("press", "OK"), Event("release", "OK")


@pytest.fixture
def keypad() -> Keypad:
    return Keypad()


@pytest.fixture
def link(keypad: Keypad) -> KeypadLink:
    link = keypad.link()
    greet(keypad, link)
    return link


def lose(keypad: Keypad, link: KeypadLink) -> None:
    keypad.unplug()
    link.step()
    assert link.status().state is State.LOOKING


def greet(keypad: Keypad, link: KeypadLink) -> None:
    if link.status().state is State.LOOKING:
        link.step()
    keypad.say("H", HELLO)
    link.step()
    assert link.status().connected


def press(keypad: Keypad, link: KeypadLink) -> None:
    keypad.say("D", "36")
    link.step()


# -- what is said and kept


def test_a_link_says_why_it_looks_for_its_port_until_it_is_back(
    keypad: Keypad, link: KeypadLink
) -> None:
    for openings in (1, 2, 3):
        lose(keypad, link)
        status = link.status()
        assert status == Status(
            State.LOOKING, keypad.device, SPEED, problem="gone", counters=status.counters
        )
        assert status.counters.openings == openings
        keypad.plug()
        greet(keypad, link)
        assert (link.status().port, link.status().problem) == (keypad.device, "")


def test_a_lost_port_is_looked_for_often_and_later_now_and_then(
    keypad: Keypad, link: KeypadLink
) -> None:
    lose(keypad, link)
    assert [link.step() for _ in range(SOON_TRIES + 2)] == [
        *[SOON_S] * (SOON_TRIES - 1), *[LATER_S] * 3,
    ]  # fmt: skip


def test_a_framed_keypad_that_falls_silent_is_lost(keypad: Keypad, link: KeypadLink) -> None:
    began = keypad.now
    while link.status().connected:
        link.step()
    assert keypad.now - began == 3_000
    assert (link.status().state, link.status().problem) == (State.LOOKING, "gone")


def test_events_of_all_openings_are_taken_in_their_order(keypad: Keypad, link: KeypadLink) -> None:
    for _ in range(2):
        press(keypad, link)
        lose(keypad, link)
        keypad.plug()
        greet(keypad, link)
    press(keypad, link)
    assert link.take() == [PRESS, RELEASE, PRESS, RELEASE, PRESS]
    assert link.take() == []


def test_the_glass_is_shown_again_and_past_beeps_are_not(keypad: Keypad, link: KeypadLink) -> None:
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    link.tell(unit)
    link.step()
    assert keypad.heard("S") == [glass_args(*unit.shown)]
    for by_hand in (False, True):
        lose(keypad, link)
        if by_hand:  # the game goes on meanwhile
            unit.press("OK")
            unit.run(unit.tick + 8_192)
            unit.beeper.play("attention", unit.tick)
            link.tell(unit)
        keypad.plug()
        greet(keypad, link)
        link.step()
        assert keypad.heard("S") == [glass_args(*unit.shown)]
        assert keypad.heard("B") == []
        keypad.say("T", "5,00000000")
        link.step()
    unit.beeper.play("key", unit.tick)
    link.tell(unit)
    link.step()
    assert keypad.heard("B") == ["4096,31"]


def test_what_was_once_a_framed_keypad_is_never_a_plain_one(
    keypad: Keypad, link: KeypadLink
) -> None:
    for _ in range(2):
        lose(keypad, link)
        keypad.plug()
        link.step()
        keypad.now += 5_000
        junk = link.status().counters.junk
        keypad.send(b"\nKey # PRESSED.\n")
        link.step()
        assert link.status().counters.junk > junk
        assert link.status().state is State.ASKING
    assert link.take() == []


# -- which port is opened


def test_a_keypad_is_found_again_under_another_name_by_what_it_is(
    keypad: Keypad, link: KeypadLink
) -> None:
    lose(keypad, link)
    link.step()
    assert link.status().state is State.LOOKING
    keypad.plug("/dev/ttyACM1")
    greet(keypad, link)
    assert link.status().port == "/dev/ttyACM1"


def test_a_keypad_that_is_back_before_its_loss_was_noticed_is_ours(
    keypad: Keypad, link: KeypadLink
) -> None:
    keypad.unplug()
    keypad.plug("/dev/ttyACM1")
    link.step()
    assert link.status().state is State.LOOKING
    greet(keypad, link)
    assert link.status().port == "/dev/ttyACM1"


def test_a_port_that_was_there_when_ours_left_is_not_ours() -> None:
    ours, other = Keypad("A"), Keypad("B")
    other.socket = "1-2"
    link = KeypadLink(
        "A", lambda: [*ours.ports(), *other.ports()],
        open_port=lambda port, speed: {"A": ours, "B": other}[port].open_port(port, speed),
        clock=lambda: ours.now,
    )  # fmt: skip
    link.begin()
    greet(ours, link)
    lose(ours, link)
    link.step()
    assert link.status().state is State.LOOKING
    # The other one leaves too, and its name is free for ours, in whatever socket.
    other.unplug()
    link.step()
    other.plug()
    other.socket = "1-3"
    greet(other, link)
    assert link.status().port == "B"


def test_a_port_that_cannot_be_opened_is_looked_for_further(
    keypad: Keypad, link: KeypadLink
) -> None:
    lose(keypad, link)
    keypad.plug()
    keypad.busy = True
    link.step()
    assert link.status().state is State.LOOKING
    keypad.busy = False
    greet(keypad, link)


def test_an_address_is_found_again_where_ports_cannot_be_listed() -> None:
    def no_list() -> list[PortFacts]:
        raise PortTrouble("This system has no list of ports.")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        link = KeypadLink(f"socket://127.0.0.1:{listener.getsockname()[1]}", no_list)
        with link:
            for openings in (1, 2):
                board, _ = listener.accept()
                with board:
                    until(lambda: link.status().state is State.ASKING)
                    board.sendall(encode(0, "H", HELLO))
                    until(lambda: link.status().connected)
                assert link.status().counters.openings == openings
                until(lambda: not link.status().connected)
