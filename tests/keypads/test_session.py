"""The conversation with a framed board: when each side sends, and what counts as a key."""

from __future__ import annotations

import pytest

from hardware.keypads.facts import LIFT, Event, State
from hardware.keypads.frames import encode, glass_args
from hardware.keypads.session import EVENTS
from tests.keypads.talk import PAD, Talk, said, tap
from tests.support.simulated_keypad import HELLO

# -- recognising the board -------------------------------------------------------------------------


def test_a_silent_keypad_is_asked_four_times_in_three_seconds_and_then_taken_for_a_plain_one() -> (
    None
):
    talk = Talk(hello=None)
    asked = []
    for ms in range(3_000):
        talk.wait(1)
        asked += [ms + 1 for _ in said(talk.session)]
    assert asked == [300, 1_000, 2_000, 3_000]
    assert talk.session.state is State.SILENT


def test_a_hello_makes_a_framed_keypad_and_is_asked_for_no_more() -> None:
    talk = Talk()
    assert talk.session.state is State.FRAMED
    assert talk.session.hello is not None
    assert talk.session.hello.cols == 8
    for _ in range(9):
        talk.say("T", f"{talk.now},00000000", after=1_000)
    assert said(talk.session) == []


@pytest.mark.parametrize("when", [10, 2_990, 3_500, 20_000])
def test_a_hello_counts_whenever_it_comes(when: int) -> None:
    talk = Talk(hello=None)
    talk.wait(when)
    talk.say("H", HELLO)
    assert talk.session.state is State.FRAMED
    talk.say("D", "13")
    assert talk.events() == [Event("press", "EMPR")]


def test_unknown_fields_of_a_hello_are_ignored() -> None:
    talk = Talk("proto=1,colour=red,rows=4,cols=8,knob,fw=2.7-beta,x=")
    assert talk.session.state is State.FRAMED


@pytest.mark.parametrize(
    "hello",
    [
        "",
        "proto=1",
        "proto=1,rows=4",
        "proto=1,rows=4,cols=9",
        "proto=1,rows=40,cols=8",
        "rows=4,cols=8",
        "proto=x,rows=4,cols=8",
        "proto=-1,rows=4,cols=8",
        "proto=0,rows=4,cols=8",
    ],
)
def test_a_hello_without_protocol_rows_and_columns_is_none(hello: str) -> None:
    talk = Talk(hello)
    assert talk.session.state is State.ASKING
    talk.say("D", "13")
    assert talk.events() == []


def test_a_higher_protocol_is_refused_naming_both() -> None:
    talk = Talk("proto=3,fw=9.0,grid=hex")
    assert talk.session.state is State.REFUSED
    assert (talk.session.problem, talk.session.protocol) == ("protocol", 3)
    talk.say("D", "13")
    assert talk.events() == []
    talk.say("H", HELLO)
    assert not talk.session.problem


def test_a_good_frame_before_any_hello_shows_a_framed_keypad_but_presses_nothing() -> None:
    talk = Talk(hello=None)
    talk.say("D", "13", after=500)
    assert talk.events() == []
    talk.wait(2_600)
    assert talk.session.state is State.ASKING
    assert [verb for verb, _ in said(talk.session)].count("?") >= 3


def test_the_broken_lines_of_a_framed_keypad_are_no_keys_of_a_plain_one() -> None:
    talk = Talk(hello=None)
    talk.say("T", "5,00000000")
    for _ in range(40):
        talk.now += 100
        talk.session.hear(b"5\n", talk.now)
        talk.wait(60)
    assert talk.events() == []


def test_an_echo_of_our_own_lines_is_no_keypad() -> None:
    talk = Talk(hello=None)
    for _ in range(50):
        talk.wait(100)
        echo = b"".join(talk.session.outbox.lines)
        talk.session.outbox.lines.clear()
        talk.session.hear(echo, talk.now)
    assert talk.session.state is State.SILENT and not talk.session.problem
    assert talk.events() == []


@pytest.mark.parametrize("when", [200, 3_100])
def test_a_plain_keypad_types_as_soon_as_it_is_open(when: int) -> None:
    talk = Talk(hello=None)
    talk.wait(when)
    talk.session.hear(b"5\r\n", talk.now)
    talk.session.hear(b"A", talk.now)
    talk.wait(60)
    assert talk.events() == [*tap("5"), *tap("?")]
    assert talk.counters.presses == 2
    assert talk.session.state is State.PLAIN


def test_while_a_framed_keypad_starts_its_torn_lines_are_no_keys() -> None:
    talk = Talk(hello=None)
    talk.wait(200)
    talk.session.hear(b"$01,D,2", talk.now)
    talk.wait(100)
    talk.session.hear(b"\n5\n", talk.now)
    talk.wait(100)
    assert talk.events() == []
    talk.say("H", HELLO)
    assert talk.session.state is State.FRAMED


def test_a_keypad_of_which_nothing_is_understood_is_no_keypad() -> None:
    """Three lines, and it is said what came; what a board says while it starts is none of them."""
    talk = Talk(hello=None)
    for n in range(4):
        talk.wait(200)
        talk.session.hear(b"boot: %d\r\n" % n, talk.now)
    talk.wait(3_000)
    for n in range(3):
        assert not talk.session.problem
        talk.wait(400)
        talk.session.hear(b"\x1b[32mPressed:  [%d]\x1b[0m\r\n" % n, talk.now)
        talk.wait(100)
    assert talk.session.state is State.SILENT
    assert talk.session.problem == "unknown"
    assert talk.session.status("", 0, talk.counters).last_junk == "Pressed:  [2]"
    talk.session.hear(b"5\r\n", talk.now)
    talk.wait(100)
    assert not talk.session.problem
    assert talk.counters.presses == 1


def test_a_flood_is_reported_and_waiting_keys_are_dropped() -> None:
    talk = Talk(hello=None)
    talk.wait(3_100)
    for n in range(40):
        talk.wait(30)
        talk.session.hear(b"5\n" if n % 2 else b"6\n", talk.now)
    assert talk.session.problem == "flood"
    assert talk.events() == [LIFT]
    talk.wait(1_100)
    assert not talk.session.problem


def test_a_keypad_that_sends_frames_and_no_hello_is_asked_every_second() -> None:
    talk = Talk(hello=None)
    for second in range(7):
        talk.say("T", f"{second},00000000")
        talk.wait(998)
    assert said(talk.session) == [("?", "")] * 7
    assert talk.session.state is State.ASKING


def test_a_frame_ends_a_plain_keypad_and_the_hello_is_asked_for_again() -> None:
    talk = Talk(hello=None)
    talk.wait(3_000)
    talk.session.hear(b"5\r\n", talk.now)
    talk.wait(100)
    assert talk.session.plain is not None
    talk.say("T", "5,00000000")
    assert talk.session.state is State.ASKING and not talk.session.plain
    talk.session.outbox.lines.clear()
    talk.wait(1_000)
    assert ("?", "") in said(talk.session)
    talk.session.hear(b"6\r\n", talk.now)
    assert talk.events() == tap("5")


def test_a_keypad_that_comes_back_with_fewer_columns_releases_all_keys() -> None:
    talk = Talk(HELLO)
    talk.say("D", "07")
    talk.events()
    talk.say("H", PAD)
    assert talk.events() == [Event("release", "?")]
    talk.say("U", "07")
    assert talk.events() == []
    assert talk.session.hello is not None and talk.session.hello.cols == 4


def test_a_refused_keypad_holds_no_key() -> None:
    talk = Talk()
    talk.say("D", "36")
    talk.say("H", "proto=2")
    assert [event.kind for event in talk.events()] == ["press", "release"]
    assert talk.session.hello is None


@pytest.mark.parametrize(("disp", "beep"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_glass_and_beeper_are_used_as_the_hello_says(disp: int, beep: int) -> None:
    talk = Talk(f"proto=1,fw=1,rows=4,cols=8,disp={disp},beep={beep}")
    assert (talk.session.outbox.shows, talk.session.outbox.beeps) == (disp > 0, beep > 0)


# -- keys -----------------------------------------------------------------------------------------


def test_rows_and_columns_are_the_unit_s_own() -> None:
    talk = Talk()
    for place in ("00", "33", "04", "37"):
        talk.say("D", place)
        talk.say("U", place)
    pressed = [event.key for event in talk.events() if event.kind == "press"]
    assert pressed == ["DES", "FIN", "7", "F"]


def test_the_four_columns_of_a_pad_are_the_last_four_strobes() -> None:
    talk = Talk(PAD)
    for place in ("00", "33", "32"):
        talk.say("D", place)
    assert [event.key for event in talk.events()] == ["7", "F", "OK"]


@pytest.mark.parametrize("place", ["", "1", "40", "08", "99", "-1", "1,3", "123", "1 ", "+1"])
def test_a_place_outside_the_matrix_is_damage(place: str) -> None:
    talk = Talk()
    talk.say("D", place)
    assert talk.events() == []


def test_a_lost_release_is_healed_by_the_heartbeat() -> None:
    talk = Talk()
    talk.say("D", "13")
    talk.say("U", "13", lost=True)
    talk.say("T", "1000,00000000")
    assert talk.events() == [Event("press", "EMPR"), Event("release", "EMPR")]
    assert (talk.counters.healed, talk.counters.missing) == (1, 1)


def test_a_gap_in_the_numbers_asks_at_once_what_is_held() -> None:
    talk = Talk()
    talk.say("D", "13")
    talk.say("U", "13", lost=True)
    talk.say("D", "14")
    assert said(talk.session) == [("Q", "")]


def test_a_lost_press_stays_lost_whatever_the_heartbeat_shows() -> None:
    talk = Talk()
    talk.say("D", "13", lost=True)
    talk.say("T", "1000,00002000")
    talk.say("U", "13")
    assert talk.events() == []


def test_a_press_after_a_lost_release_is_a_second_press() -> None:
    talk = Talk()
    talk.say("D", "13")
    talk.say("U", "13", lost=True)
    talk.say("D", "13")
    assert [event.kind for event in talk.events()] == ["press", "release", "press"]


def test_the_same_line_twice_is_one_press() -> None:
    talk = Talk()
    line = encode(1, "D", "13")
    talk.session.hear(line + line, 5)
    assert talk.events() == [Event("press", "EMPR")]


def test_a_restart_releases_all_and_brings_the_glass_back() -> None:
    talk = Talk()
    talk.session.outbox.show(glass_args("J1 LANCEZ", "15.000", 1))
    said(talk.session)
    talk.say("D", "13")
    talk.seq = 0
    talk.say("H", HELLO)
    assert talk.events() == [Event("press", "EMPR"), Event("release", "EMPR")]
    assert [verb for verb, _ in said(talk.session)] == ["S"]
    assert talk.counters.missing == 0


def test_a_restart_whose_hello_is_lost_shows_in_the_heartbeat() -> None:
    talk = Talk()
    talk.say("T", "90000,00000000")
    talk.say("D", "13")
    talk.seq = 0
    talk.say("H", HELLO, lost=True)
    talk.say("T", "1000,00000000")
    assert talk.events() == [Event("press", "EMPR"), Event("release", "EMPR")]
    assert ("?", "") in said(talk.session)


def test_three_seconds_without_a_line_are_the_end_and_the_keypad_was_asked_before() -> None:
    talk = Talk()
    talk.say("D", "13")
    talk.events()
    talk.wait(2_999)
    assert [verb for verb, _ in said(talk.session)].count("Q") == 4
    assert not talk.session.lost
    talk.wait(1)
    assert talk.session.lost
    assert talk.events() == [Event("release", "EMPR")]


def test_noise_does_not_keep_a_link_open() -> None:
    talk = Talk()
    for _ in range(40):
        talk.now += 100
        talk.session.hear(b"\x00garbage\n$05,D,13*0000\n", talk.now)
    assert talk.session.lost
    assert talk.events() == []


def test_events_that_are_not_taken_are_bounded() -> None:
    talk = Talk()
    for _ in range(EVENTS):
        talk.say("D", "13")
        talk.say("U", "13")
    assert talk.events() == [Event("press", "EMPR"), Event("release", "EMPR")] * (EVENTS // 2)


def test_a_heartbeat_with_the_same_uptime_is_no_restart() -> None:
    talk = Talk()
    talk.say("D", "36")
    talk.events()
    for _ in range(2):
        talk.say("T", "5000,08000000")
    assert talk.events() == []
    talk.say("T", "4999,08000000")
    assert talk.events() == [Event("release", "OK")]


@pytest.mark.parametrize(
    ("before", "after", "missing"),
    [(5, 6, 0), (5, 9, 3), (255, 1, 0), (254, 2, 2), (200, 100, 154)],
)
def test_missing_numbers_are_counted_and_asked_about(before: int, after: int, missing: int) -> None:
    talk = Talk(hello=None)
    for talk.seq, verb, args in ((before, "H", HELLO), (after, "T", "5,00000000")):
        talk.session.outbox.lines.clear()
        talk.say(verb, args)
    assert talk.counters.missing == missing
    assert [verb for verb, _ in said(talk.session)] == ["Q"] * bool(missing)


@pytest.mark.parametrize("held", ["0", "10", "00000010"])
def test_a_key_that_is_not_in_the_bitmap_is_released(held: str) -> None:
    talk = Talk()
    talk.say("D", "00")
    talk.say("T", f"9,{held}")
    assert [event.kind for event in talk.events()] == ["press", "release"]
    assert talk.counters.damaged == 0


@pytest.mark.parametrize("args", ["9,", "9,0X", "9,000000000", "x,0", ",0", "9,0g"])
def test_a_heartbeat_of_another_shape_is_damage(args: str) -> None:
    talk = Talk()
    talk.say("D", "36")
    talk.say("T", args)
    assert talk.counters.damaged == 1
    assert talk.counters.healed == 0


def test_the_glass_is_sent_when_it_changed_and_once_more_with_the_next_heartbeat() -> None:
    talk = Talk()
    talk.session.outbox.show("J1 LANCEZ   ,5,000000001")
    assert [verb for verb, _ in said(talk.session)] == ["S"]
    for beats, sent in ((1, ["S"]), (2, []), (3, [])):
        talk.say("N", "01,crc")
        talk.say("T", f"{beats * 1_000},00000000")
        assert [verb for verb, _ in said(talk.session)] == sent


def test_answers_without_number_and_unknown_verbs_are_ignored() -> None:
    talk = Talk()
    for verb, args in (("A", "zz"), ("N", ""), ("Q", "7"), ("A", "")):
        talk.say(verb, args)
    talk.say("D", "36")
    assert talk.events() == [Event("press", "OK")]
