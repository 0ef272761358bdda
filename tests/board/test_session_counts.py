"""The dates, counters and states of a conversation, to the millisecond and the byte."""

from __future__ import annotations

import pytest

from hardware.serial.facts import Counters, Event, State
from hardware.serial.frames import encode
from hardware.serial.pad import Pad
from hardware.serial.session import EVENTS, Session
from tests.board.talk import HELLO, Talk, said, taken

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


def test_a_hello_is_asked_for_at_four_dates_and_then_the_board_is_a_silent_one() -> None:
    session = Session(Counters(), START)
    assert session.due(START) == START + 300
    sent = sent_at(session, START, START + 2_999)
    assert sent == [(START + ms, "?") for ms in (300, 1_000, 2_000)]
    assert session.state is State.ASKING
    assert sent_at(session, START + 3_000, START + 9_000) == [(START + 3_000, "?")]
    assert session.state.name == "SILENT"
    assert session.due(START + 9_000) == START + 69_000


def test_a_board_that_sends_frames_and_no_hello_is_asked_every_second() -> None:
    session = Session(Counters(), START)
    sent = []
    for second in range(7):
        session.hear(encode(second + 1, "T", f"{second},00000000"), START + 1_000 * second)
        sent += sent_at(session, START + 1_000 * second, START + 1_000 * second + 999)
    assert sent == [(START + ms, "?") for ms in (300, *range(1_000, 7_000, 1_000))]
    assert session.state is State.ASKING


def test_a_silent_framed_board_is_asked_four_times_what_it_holds_and_given_up() -> None:
    session = greeted()
    sent = sent_at(session, START, START + 2_999)
    assert sent == [(START + ms, "Q") for ms in (1_400, 1_900, 2_400, 2_800)]
    assert not session.lost
    session.tick(START + 3_000)
    assert session.lost


def test_a_frame_in_between_starts_the_silence_anew() -> None:
    session = greeted()
    assert len(sent_at(session, START, START + 2_500)) == 3
    session.hear(encode(1, "T", "2500,00000000"), START + 2_500)
    sent = sent_at(session, START + 2_500, START + 5_499)
    assert sent == [(START + 2_500 + ms, "Q") for ms in (1_400, 1_900, 2_400, 2_800)]
    session.tick(START + 5_500)
    assert session.lost


def test_a_board_that_comes_back_after_a_silence_is_played_on() -> None:
    session = greeted()
    session.hear(encode(1, "D", "36"), START + 10)
    sent_at(session, START, START + 2_900)
    session.hear(encode(2, "U", "36") + encode(3, "D", "04"), START + 2_950)
    assert [(e.kind, e.key) for e in taken(session)] == [
        ("press", "OK"),
        ("release", "OK"),
        ("press", "7"),
    ]
    assert not session.lost


# -- counters


def test_a_new_conversation_has_counted_nothing() -> None:
    session = Session(Counters(), START)
    assert (session.ghost, session.lost, session.spilled, session.framed) == (False,) * 4
    assert (session.trouble, session.problem, session.last_junk) == ("", "", b"")
    assert session.protocol == 1
    assert session.counters == Counters()


def test_bytes_and_frames_are_counted() -> None:
    session = greeted()
    before = session.counters.bytes_in
    line = encode(1, "D", "36")
    session.hear(line[:4], START + 1)
    session.hear(line[4:], START + 2)
    assert session.counters.bytes_in - before == len(line)
    assert session.counters.frames == 2  # the hello is one


@pytest.mark.parametrize(
    ("line", "damaged", "junk"),
    [(b"READY", 0, 5), (b"$01,D,36*0000", 1, 12), (b"$01D36", 1, 5), (b"\x80bc", 1, 3)],
)
def test_lines_that_are_no_frames_are_counted_and_kept(
    line: bytes, damaged: int, junk: int
) -> None:
    session = greeted()
    session.hear(line + b"\n", START + 1)
    assert (session.counters.damaged, session.counters.junk) == (damaged, junk)
    assert session.last_junk == line.lstrip(b"$")
    assert taken(session) == []


def test_no_more_than_64_bytes_of_a_long_line_are_kept() -> None:
    session = greeted()
    session.hear(b"x" * 200 + b"\n", START + 1)
    assert session.last_junk == b"x" * 64


def test_our_own_lines_come_back_are_junk_and_no_frames() -> None:
    session = Session(Counters(), START)
    session.hear(encode(1, "S", "abc") + encode(2, "?"), START + 1)
    assert session.counters.junk > 0
    assert session.counters.frames == 0 and not session.framed


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


def test_a_first_heartbeat_of_0_ms_is_no_restart() -> None:
    session = greeted()
    session.hear(encode(1, "T", "0,00000000"), START + 1)
    assert session.counters.restarts == 0 and said(session) == []


# -- plain boards


def plain(pad: dict[str, str] | None = None) -> Session:
    session = Session(Counters(), START, pad=Pad(pad or {}))
    session.tick(START + 3_000)
    assert session.state is State.SILENT
    said(session)
    return session


def test_a_key_right_after_the_three_seconds_counts() -> None:
    session = plain()
    session.hear(b"5\r\n", START + 3_010)
    session.tick(START + 3_060)
    assert taken(session) == [Event("tap", "5")]
    assert session.state is State.PLAIN


def test_the_rest_of_a_line_that_began_before_is_no_key() -> None:
    session = Session(Counters(), START)
    session.hear(b"loop 12", START + 2_990)
    session.tick(START + 3_000)
    session.hear(b"5\r\n", START + 3_010)
    session.tick(START + 3_060)
    assert taken(session) == []


def test_a_line_begins_after_the_silence_behind_what_came_before_the_three_seconds() -> None:
    session = Session(Counters(), START)
    session.hear(b"ready\r\n", START + 2_960)
    session.tick(START + 3_000)
    session.hear(b"5\r\n", START + 3_015)
    session.tick(START + 3_070)
    assert taken(session) == [Event("tap", "5")]


def test_a_hello_that_is_no_restart_is_numbered_like_any_frame() -> None:
    session = greeted()
    session.hear(encode(9, "H", HELLO), START + 1)
    assert session.counters.missing == 8


def test_the_presses_releases_and_junk_of_a_plain_board_are_counted_once() -> None:
    session = plain({"E": "OK"})
    now = START + 3_100
    for line in (b"hello\n", b"5 released\n", b"5 pressed\n", b"5 released\n", b"E\n"):
        session.hear(line, now)
        now += 100
    assert [event.kind for event in taken(session)] == ["press", "release", "tap"]
    counters = session.counters
    assert (counters.presses, counters.releases, counters.junk) == (2, 1, 5)
    assert counters.damaged == 0
    assert session.last_junk == b"hello"
    session.tick(now)
    assert session.due(now + 5_000) == now + 65_000


def test_a_lost_release_of_a_plain_board_is_counted_once() -> None:
    session = plain()
    session.hear(b"5 released\n5 pressed\n", START + 3_100)
    for now in range(START + 3_200, START + 8_000, 100):
        session.tick(now)
    assert [event.kind for event in taken(session)] == ["press", "release"]
    assert session.counters.healed == 1


def test_a_frame_ends_a_plain_board_and_the_hello_is_asked_for_again() -> None:
    session = plain()
    session.hear(b"5\r\n", START + 3_100)
    session.tick(START + 3_200)
    session.hear(encode(7, "T", "5,00000000"), START + 3_300)
    assert session.state is State.ASKING and session.plain is None
    assert "?" in {verb for _, verb in sent_at(session, START + 3_300, START + 4_100)}
    session.hear(b"6\r\n", START + 5_000)
    assert [event.key for event in taken(session)] == ["5"]


# -- several of one thing


def test_each_ghost_overflow_and_refusal_is_counted() -> None:
    talk = Talk()
    talk.session.outbox.show("J1 LANCEZ   ,5,000000001", talk.now)
    for verb, args in (("G", "1"), ("G", "0"), ("G", "1"), ("X", ""), ("X", "")):
        talk.say(verb, args)
    talk.say("N", "01,args")
    counters = talk.counters
    assert (counters.ghosts, counters.overflows, counters.refused) == (2, 2, 1)


def test_what_happens_twice_is_counted_twice() -> None:
    session = greeted()
    twice = [
        b"READY\n", encode(1, "D", "99"), b"$01D36\n", encode(3, "T", "x,0"),
        encode(4, "H", "proto=1,rows=9,cols=9"), encode(5, "D", "36"), encode(6, "D", "36"),
    ]  # fmt: skip
    session.hear(b"".join(twice) + encode(0, "H", HELLO), START + 1)
    once = session.counters
    counts = {name: getattr(once, name) for name in COUNTED}
    assert all(counts.values()), counts
    session.hear(b"".join(twice) + encode(0, "H", HELLO), START + 2)
    assert {name: getattr(once, name) for name in COUNTED} == {
        name: 2 * count for name, count in counts.items()
    }


COUNTED = ("junk", "damaged", "missing", "healed", "restarts")


def test_floods_are_counted() -> None:
    session = plain()
    for begin in (START + 3_100, START + 9_000):
        for n in range(40):
            session.hear(b"5\n" if n % 2 else b"6\n", begin + 30 * n)
        session.tick(begin + 5_000)
    first = session.counters.flooded
    for n in range(40):
        session.hear(b"5\n" if n % 2 else b"6\n", START + 20_000 + 30 * n)
    assert session.counters.flooded > first > 0


def test_troubles_have_a_name_for_front_ends_and_a_sentence() -> None:
    session = plain()
    assert (session.problem, session.trouble) == ("", "")
    session.hear(b"\x80\x81", START + 3_100)
    session.tick(START + 3_200)
    assert session.problem == "speed"
    assert session.trouble == (
        "What arrives is no text at another speed: listening at 9600 baud now. Press a few keys."
    )
    session = plain()
    for n in range(40):
        session.hear(b"5\n" if n % 2 else b"6\n", START + 3_100 + 30 * n)
    assert session.problem == "flood"
    assert session.trouble == (
        "The board types more than 20 keys a second: nothing counts until it has been quiet "
        "for a second."
    )
    session = greeted()
    session.hear(encode(1, "H", "proto=2"), START + 1)
    assert session.problem == "protocol" and session.protocol == 2
    assert session.trouble == (
        "The board speaks protocol 2, this program knows protocol 1: a newer banquier is needed, "
        "or the firmware that came with this one."
    )
    session.hear(encode(2, "H", HELLO), START + 2)
    assert (session.problem, session.trouble) == ("", "")


# -- framed boards


def test_a_press_and_its_release_are_two_events_and_counted() -> None:
    session = greeted()
    session.hear(encode(1, "D", "36") + encode(2, "U", "36"), START + 1)
    assert taken(session) == [Event("press", "OK"), Event("release", "OK")]
    session.hear(encode(3, "U", "36"), START + 2)  # it was up
    assert taken(session) == []
    assert (session.counters.presses, session.counters.releases) == (1, 1)


def test_a_press_of_a_key_that_is_down_and_a_release_by_heartbeat_count_as_healed() -> None:
    session = greeted()
    session.hear(encode(1, "D", "36") + encode(3, "D", "36"), START + 1)
    assert session.counters.healed == 1
    assert taken(session) == [Event("press", "OK"), Event("release", "OK"), Event("press", "OK")]
    session.hear(encode(4, "T", "9,00000000"), START + 2)
    assert session.counters.healed == 2
    assert (session.counters.presses, session.counters.releases) == (2, 2)


@pytest.mark.parametrize("held", ["8000000", "08000000", "0800000f"])
def test_the_heartbeat_s_bitmap_is_hexadecimal(held: str) -> None:
    session = greeted()
    session.hear(encode(1, "D", "36") + encode(2, "T", f"9,{held}"), START + 1)
    assert session.counters.healed == session.counters.damaged == 0


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


def test_a_hello_of_another_shape_and_a_key_outside_are_damage() -> None:
    session = greeted()
    session.hear(encode(1, "H", "proto=1,rows=9,cols=9") + encode(2, "D", "99"), START + 1)
    assert session.counters.damaged == 2
    assert session.state is State.FRAMED


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
    ("verb", "args", "sent_again", "refused"),
    [
        ("A", "01", 0, 0),
        ("A", "01,x", 0, 0),
        ("N", "01,crc", 1, 0),
        ("N", "01,args", 0, 1),
        ("N", "01", 0, 1),
        ("A", "zz", 1, 0),
        ("A", "", 1, 0),
    ],
)
def test_an_answer_is_to_a_hexadecimal_number(
    verb: str, args: str, sent_again: int, refused: int
) -> None:
    session = greeted()
    session.outbox.show("J1 LANCEZ   ,5,000000001", START)
    said(session)
    session.hear(encode(1, verb, args), START + 10)
    session.tick(START + 255)
    assert [sent for sent, _ in said(session)] == ["S"] * sent_again
    assert session.counters.refused == refused


def test_answers_count_beyond_number_09() -> None:
    session = greeted()
    for _ in range(0x1A - 1):
        session.outbox.say("Q")
        said(session)
    session.outbox.show("J1 LANCEZ   ,5,000000001", START)
    said(session)
    session.hear(encode(1, "A", "1A"), START + 10)
    session.tick(START + 300)
    assert said(session) == []


def test_presses_that_found_no_room_are_counted_and_releases_are_not() -> None:
    session = greeted()
    seq = 0
    for _ in range(EVENTS):
        for verb in "DU":
            seq = seq % 255 + 1
            session.hear(encode(seq, verb, "36"), START + 1)
    assert session.spilled
    assert session.counters.dropped == EVENTS // 2
    session = plain()
    for n in range(EVENTS + 10):
        session.hear(b"5\n" if n % 2 else b"6\n", START + 4_000 + 60 * n)
    session.tick(START + 60_000)
    assert session.counters.dropped == 10


def test_a_restart_ends_a_ghost_and_begins_the_uptime_anew() -> None:
    session = greeted()
    session.hear(encode(1, "T", "90000,0") + encode(2, "G", "1"), START + 1)
    session.hear(encode(0, "H", HELLO), START + 2)
    assert not session.ghost
    session.hear(encode(1, "T", "0,0"), START + 3)
    assert session.counters.restarts == 1
