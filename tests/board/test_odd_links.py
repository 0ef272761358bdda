"""Invalid frames of boards, unusual ports, and the description of a link."""

from __future__ import annotations

import pytest

import banquier.cli.main as banquier
from banquier.cli.board import describe
from hardware.serial.facts import RELEASE_ALL, Board, Event, State, Status
from tests.board.talk import HELLO, PAD, Talk

# -- what a board may say


def test_answers_without_number_and_unknown_verbs_are_ignored() -> None:
    talk = Talk()
    for verb, args in (("A", "zz"), ("N", ""), ("Q", "7"), ("A", "")):
        talk.say(verb, args)
    talk.say("D", "36")
    assert talk.events() == [Event("press", "OK")]


def test_a_board_that_comes_back_with_fewer_columns_releases_all_keys() -> None:
    talk = Talk(HELLO)
    talk.say("D", "07")
    talk.events()
    talk.say("H", PAD)
    assert talk.events() == [RELEASE_ALL]
    talk.say("U", "07")
    assert talk.events() == []
    assert talk.session.board is not None and talk.session.board.cols == 4


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


# -- links


def test_the_ports_of_this_machine_are_listed_or_there_are_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert banquier.main(["board", "list"]) == 0
    out, err = capsys.readouterr()
    assert bool(out) != bool(err)
