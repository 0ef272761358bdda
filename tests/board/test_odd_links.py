"""Invalid frames of boards, unusual ports, and the description of a link."""

from __future__ import annotations

import os
from time import monotonic

import pytest

import banquier.cli.main as banquier
from banquier.cli.board import describe, summary
from hardware.serial.facts import RELEASE_ALL, Board, Counters, Event, State, Status
from hardware.serial.keypad_link import KeypadLink
from hardware.serial.port import PortFacts, PortTrouble, find_again, open_port
from hardware.unit import Unit
from tests.board.talk import HELLO, PAD, Talk, said
from tests.board.wires import Terminal
from tests.support.waiting import until

# -- what a board may say


def test_answers_without_number_and_unknown_verbs_are_ignored() -> None:
    talk = Talk()
    for verb, args in (("A", "zz"), ("N", ""), ("Q", "7"), ("A", "")):
        talk.say(verb, args)
    talk.say("D", "36")
    assert talk.events() == [Event("press", "OK")]
    assert talk.counters.refused == 0


def test_overflows_are_counted() -> None:
    talk = Talk()
    for _ in range(3):
        talk.say("X", "")
    assert talk.counters.overflows == 3


def test_a_malformed_heartbeat_counts_as_damaged() -> None:
    talk = Talk()
    for args in ("x,0", "1,zz", "", "-1,00000000"):
        talk.say("T", args)
    assert talk.counters.damaged == 4
    early = Talk(hello=None)
    early.say("T", "100,00000000")
    assert early.session.board is None


def test_a_board_that_comes_back_with_fewer_columns_releases_all_keys() -> None:
    talk = Talk(HELLO)
    talk.say("D", "07")
    talk.events()
    talk.say("H", PAD)
    assert talk.events() == [RELEASE_ALL]
    talk.say("U", "07")
    assert talk.events() == []
    assert talk.session.board is not None and talk.session.board.cols == 4


def test_places_beyond_the_board_are_no_keys() -> None:
    talk = Talk(PAD)
    for place in ("04", "44", "9", "xx", ""):
        talk.say("D", place)
    assert talk.events() == []


def test_a_board_without_displays_is_shown_nothing() -> None:
    talk = Talk(PAD)
    talk.session.outbox.show("anything", talk.now)
    talk.wait(5_000)
    assert [verb for verb, _ in said(talk.session) if verb == "S"] == []


# -- what is said of a link

BOARD = Board("1.0", 4, 8, 3, True)


@pytest.mark.parametrize(
    ("status", "line"),
    [
        (Status(State.LOOKING, trouble="It is gone."), "looking for the port: It is gone."),
        (Status(State.FRAMED, board=BOARD), "framed board: firmware 1.0, 4 rows of 8 keys"),
        (
            Status(State.FRAMED, board=BOARD, ghost=True),
            "framed board: firmware 1.0, 4 rows of 8 keys, a ghost: let go of all keys",
        ),
        (Status(State.PLAIN, speed=9600), "plain board at 9600 baud"),
        (Status(State.ASKING), "starting"),
    ],
)
def test_a_link_is_described_in_a_line(status: Status, line: str) -> None:
    assert describe(status) == line


def test_the_counters_are_summed_up_in_a_line() -> None:
    line_of_counters = summary(Status(counters=Counters(presses=7, damaged=2, openings=1)))
    assert line_of_counters.startswith(
        "7 presses, 0 frames, 2 damaged,"
    ) and line_of_counters.endswith("1 openings")


# -- ports


def test_a_port_without_a_chip_has_no_identity_and_is_found_by_its_name() -> None:
    plain = PortFacts("/dev/null", "n/a", None, None, None)
    assert plain.identity is None
    assert find_again("/dev/null", plain, [plain]) == "/dev/null"
    assert find_again("/nowhere", plain, []) is None


def test_what_is_no_port_is_refused_in_a_sentence() -> None:
    for port in ("nonsense://x", "/dev/null", os.devnull + "/x", "socket://127.0.0.1:1"):
        with pytest.raises(PortTrouble) as caught:
            open_port(port)
        assert port in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("port", ["socket://attic", "rfc2217://attic", "socket://", "socket://x:0"])
def test_an_address_on_the_network_needs_a_host_and_a_number(port: str) -> None:
    with pytest.raises(PortTrouble) as caught:
        open_port(port)
    scheme = port.partition("://")[0]
    assert str(caught.value) == f"{port} is no address: it takes {scheme}://HOST:PORT."


# -- links


def test_a_link_opened_twice_is_open_once(terminal: Terminal) -> None:
    link = KeypadLink(terminal.name)
    link.open()
    with link:
        terminal.greet(link)
        assert link.status().counters.openings == 1
    assert link.status().state is State.CLOSED


def test_settle_gives_up_after_its_time_where_a_board_never_answers(
    terminal: Terminal,
) -> None:
    unit = Unit(seed=1)
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        unit.run(8_192)
        link.pump(unit)
        start = monotonic()
        link.settle(0.05)  # the board acknowledges nothing
        assert 0.05 <= monotonic() - start < 5
        assert link.status().connected


def test_events_that_are_not_taken_are_kept_when_the_port_goes(terminal: Terminal) -> None:
    with KeypadLink(terminal.name) as link:
        terminal.greet(link)
        terminal.say("D", "36")
        until(lambda: link.status().waiting > 0)
        terminal.unplug()
        until(lambda: not link.status().connected)
        assert link.take() == [Event("press", "OK"), RELEASE_ALL]


def test_the_ports_of_this_machine_are_listed_or_there_are_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert banquier.main(["board", "list"]) == 0
    out, err = capsys.readouterr()
    assert bool(out) != bool(err)
