"""Corners of a conversation with a board: what is asked again, damaged or refused."""

from __future__ import annotations

import pytest

from hardware.serial.facts import RELEASE_ALL, Counters, Event, State
from hardware.serial.frames import encode
from hardware.serial.pad import Pad
from hardware.serial.session import Session
from tests.board.talk import HELLO, PAD, Talk, said, taken

START = 10_000
"""Not zero: a date must count from the opening of the port."""


def sent_at(session: Session, first: int, last: int) -> list[tuple[int, str]]:
    """What is sent in each millisecond of that time."""
    found = []
    for now in range(first, last + 1):
        session.tick(now)
        found += [(now, verb) for verb, _ in said(session)]
    return found


def greeted(counters: Counters | None = None) -> Session:
    session = Session(counters or Counters(), START)
    session.hear(encode(0, "H", HELLO), START)
    said(session)
    return session


# -- dates


def test_a_board_that_sends_frames_and_no_hello_is_asked_every_second() -> None:
    session = Session(Counters(), START)
    sent = []
    for second in range(7):
        session.hear(encode(second + 1, "T", f"{second},00000000"), START + 1_000 * second)
        sent += sent_at(session, START + 1_000 * second, START + 1_000 * second + 999)
    assert sent == [(START + ms, "?") for ms in (300, *range(1_000, 7_000, 1_000))]
    assert session.state is State.ASKING


# -- frames


@pytest.mark.parametrize(
    ("before", "after", "missing"),
    [(5, 6, 0), (5, 9, 3), (255, 1, 0), (254, 2, 2), (200, 100, 154)],
)
def test_missing_numbers_are_counted_and_asked_about(before: int, after: int, missing: int) -> None:
    session = Session(Counters(), START)
    session.hear(encode(before, "H", HELLO), START)
    said(session)
    session.hear(encode(after, "T", "5,00000000"), START + 1)
    assert session.counters.missing == missing
    assert [verb for verb, _ in said(session)] == ["Q"] * bool(missing)


# -- plain boards


def plain(pad: dict[str, str] | None = None) -> Session:
    session = Session(Counters(), START, pad=Pad(pad or {}))
    session.tick(START + 3_000)
    assert session.state is State.SILENT
    said(session)
    return session


def test_a_frame_ends_a_plain_board_and_the_hello_is_asked_for_again() -> None:
    session = plain()
    session.hear(b"5\r\n", START + 3_100)
    session.tick(START + 3_200)
    session.hear(encode(7, "T", "5,00000000"), START + 3_300)
    assert session.state is State.ASKING and session.plain is None
    assert "?" in {verb for _, verb in sent_at(session, START + 3_300, START + 4_100)}
    session.hear(b"6\r\n", START + 5_000)
    assert [event.key for event in taken(session)] == ["5"]


# -- framed boards


@pytest.mark.parametrize("held", ["0", "10", "00000010"])
def test_a_key_that_is_not_in_the_bitmap_is_released(held: str) -> None:
    session = greeted()
    session.hear(encode(1, "D", "00") + encode(2, "T", f"9,{held}"), START + 1)
    assert [event.kind for event in taken(session)] == ["press", "release"]
    assert session.counters.damaged == 0


@pytest.mark.parametrize("args", ["9,", "9,0X", "9,000000000", "x,0", ",0", "9,0g"])
def test_a_heartbeat_of_another_shape_is_damage(args: str) -> None:
    session = greeted()
    session.hear(encode(1, "D", "36") + encode(2, "T", args), START + 1)
    assert session.counters.damaged == 1
    assert session.counters.healed == session.counters.restarts == 0


def test_a_refused_board_holds_no_key() -> None:
    session = greeted()
    session.hear(encode(1, "D", "36") + encode(2, "H", "proto=2"), START + 1)
    assert [event.kind for event in taken(session)] == ["press", "release all"]
    assert session.board is None


def test_glass_and_beeper_are_used_as_the_hello_says() -> None:
    for disp, beep in ((0, 0), (1, 0), (2, 1), (3, 1)):
        session = Session(Counters(), START)
        hello = f"proto=1,fw=1,rows=4,cols=8,disp={disp},beep={beep}"
        session.hear(encode(0, "H", hello), START)
        assert session.outbox.shows is (disp > 0)
        assert session.outbox.beeps is (beep > 0)


@pytest.mark.parametrize(
    ("verb", "args", "sent_again"),
    [
        ("A", "01", 0),
        ("A", "01,x", 0),
        ("N", "01,crc", 1),
        ("N", "01,args", 0),
        ("N", "01", 0),
        ("A", "zz", 1),
        ("A", "", 1),
    ],
)
def test_an_answer_is_to_a_hexadecimal_number(verb: str, args: str, sent_again: int) -> None:
    session = greeted()
    session.outbox.show("J1 LANCEZ   ,5,000000001", START)
    said(session)
    session.hear(encode(1, verb, args), START + 10)
    session.tick(START + 255)
    assert [sent for sent, _ in said(session)] == ["S"] * sent_again


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
