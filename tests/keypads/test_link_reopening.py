"""A link whose port goes and comes back: which one is opened again, and what is kept meanwhile."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from banquier.editions.edition_file import editions
from hardware.keypads.facts import SPEED, Event, State, Status
from hardware.keypads.frames import encode, glass_args
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.port import PortFacts, PortTrouble
from hardware.unit import Unit
from tests.keypads.wires import HELLO, Terminal
from tests.support.waiting import until

LONG_S = 600
PRESS, RELEASE = Event("press", "OK"), Event("release", "OK")

Plug = Callable[[], Terminal]

pytestmark = pytest.mark.usefixtures("nothing_by_time")


@pytest.fixture(autouse=True)
def _looked_for_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.keypads.keypad_link.SOON_S", 0.01)
    monkeypatch.setattr("hardware.keypads.keypad_link.SOON_TRIES", 1_000_000)
    monkeypatch.setattr("hardware.keypads.keypad_link.LATER_S", LONG_S)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A name for a port, as those in /dev/serial/by-id."""
    return tmp_path / "board"


@pytest.fixture
def plug(path: Path) -> Iterator[Plug]:
    """`plug()` is a new board at that port."""
    plugged: list[Terminal] = []

    def terminal() -> Terminal:
        plugged.append(Terminal(path))
        return plugged[-1]

    yield terminal
    for board in plugged:
        board.unplug()


class Ports:
    """The list of ports of a machine into which boards of a kind are plugged."""

    def __init__(self) -> None:
        self.listed: list[PortFacts] = []
        self.calls = 0

    def __call__(self) -> list[PortFacts]:
        self.calls += 1
        return self.listed

    def plug(self, *boards: tuple[Terminal, str]) -> None:
        """Just these, each in its socket; all have the same serial number."""
        self.listed = [
            PortFacts(board.name, "a board", 0x2341, 0x0043, "A1", at) for board, at in boards
        ]

    def wait_for_looks(self) -> None:
        calls = self.calls
        until(lambda: self.calls > calls + 2)


def lose(board: Terminal, link: KeypadLink) -> None:
    losses = link.status().counters.losses
    board.unplug()
    until(lambda: link.status().counters.losses > losses)


def greet(board: Terminal, link: KeypadLink) -> None:
    """What a board says before its port is open is lost."""
    until(lambda: link.status().state is not State.LOOKING)
    board.greet(link)


def press(board: Terminal, link: KeypadLink) -> None:
    presses = link.status().counters.presses
    board.say("D", "36")
    until(lambda: link.status().counters.presses > presses)


# -- what is said and kept


def test_a_link_says_why_it_looks_for_its_port_until_it_is_back(path: Path, plug: Plug) -> None:
    first = plug()
    with KeypadLink(str(path)) as link:
        greet(first, link)
        lose(first, link)
        status = link.status()
        assert status == Status(
            State.LOOKING,
            str(path),
            SPEED,
            problem="gone",
            counters=status.counters,
        )
        assert (status.counters.openings, status.counters.losses) == (1, 1)
        second = plug()
        greet(second, link)
        status = link.status()
        assert (status.port, status.problem) == (str(path), "")
        assert (status.counters.openings, status.counters.losses) == (2, 1)
        lose(second, link)
        greet(plug(), link)
        counters = link.status().counters
        assert (counters.openings, counters.losses) == (3, 2)
    assert link.status().state is State.CLOSED
    assert not link.status().problem


def test_a_framed_keypad_that_falls_silent_is_lost(
    path: Path, plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.keypads.keypad_link.SOON_S", LONG_S)
    monkeypatch.setattr("hardware.keypads.session.LOST_MS", 50)
    board = plug()
    with KeypadLink(str(path)) as link:
        board.say("H", HELLO)
        until(lambda: link.status().counters.losses == 1)
        status = link.status()
        assert status.state is State.LOOKING
        assert status.problem == "gone"


def test_events_of_all_openings_are_taken_in_their_order(path: Path, plug: Plug) -> None:
    board = plug()
    with KeypadLink(str(path)) as link:
        for _ in range(2):
            greet(board, link)
            press(board, link)
            lose(board, link)
            board = plug()
        greet(board, link)
        press(board, link)
        assert link.take() == [PRESS, RELEASE, PRESS, RELEASE, PRESS]
        assert link.take() == []


def test_the_glass_is_shown_again_and_past_beeps_are_not(path: Path, plug: Plug) -> None:
    unit = Unit(editions(), seed=1)
    unit.run(65_536)
    board = plug()
    with KeypadLink(str(path)) as link:
        greet(board, link)
        link.tell(unit)
        assert board.hear("S") == glass_args(*unit.shown)
        lose(board, link)
        board = plug()
        greet(board, link)
        assert board.hear("S") == glass_args(*unit.shown)
        lose(board, link)
        # The game goes on by hand meanwhile.
        unit.press("OK")
        unit.run(unit.tick + 8_192)
        unit.beeper.play("attention", unit.tick)
        link.tell(unit)
        board = plug()
        greet(board, link)
        assert board.hear("S") == glass_args(*unit.shown)
        unit.beeper.play("key", unit.tick)
        link.tell(unit)
        assert board.hear("B") == "4096,31"


def test_what_was_once_a_framed_keypad_is_never_a_plain_one(
    path: Path, plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.keypads.session.PLAIN_MS", 0)
    board = plug()
    with KeypadLink(str(path)) as link:
        greet(board, link)
        for openings in (2, 3):
            lose(board, link)
            board = plug()
            until(lambda openings=openings: link.status().counters.openings == openings)  # type: ignore[misc]
            junk = link.status().counters.junk
            os.write(board.master, b"\nKey # PRESSED.\n")
            until(lambda junk=junk: link.status().counters.junk > junk)  # type: ignore[misc]
            assert link.status().state is State.ASKING
        assert link.take() == []


# -- which port is opened


def test_a_keypad_is_found_again_under_another_name_by_what_it_is(plug: Plug) -> None:
    first, second, ports = plug(), plug(), Ports()
    ports.plug((first, "1-1"))
    with KeypadLink(first.name, ports) as link:
        greet(first, link)
        ports.plug()
        lose(first, link)
        ports.wait_for_looks()
        assert link.status().state is State.LOOKING
        ports.plug((second, "1-1"))
        greet(second, link)
        assert link.status().port == second.name
        # It may be there again before its loss was noticed.
        third = plug()
        ports.plug((third, "1-1"))
        lose(second, link)
        greet(third, link)
        assert link.status().port == third.name


def test_a_port_that_was_there_when_ours_left_is_not_ours(plug: Plug) -> None:
    ours, other, ports = plug(), plug(), Ports()
    ports.plug((ours, "1-1"), (other, "1-2"))
    with KeypadLink(ours.name, ports) as link:
        greet(ours, link)
        ports.plug((other, "1-2"))
        lose(ours, link)
        ports.wait_for_looks()
        assert link.status().state is State.LOOKING
        # The other one leaves too, and its name is free for ours, in whatever socket.
        ports.plug()
        ports.wait_for_looks()
        ports.plug((other, "1-3"))
        greet(other, link)
        assert link.status().port == other.name


def test_what_is_in_the_place_of_a_port_and_is_none_is_left_alone(path: Path, plug: Plug) -> None:
    board = plug()
    with KeypadLink(str(path)) as link:
        greet(board, link)
        lose(board, link)
        path.write_text("no port", encoding="utf-8")
        looks = link._looks
        until(lambda: link._looks > looks + 2)
        assert link.status().state is State.LOOKING
        path.unlink()
        greet(plug(), link)


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
