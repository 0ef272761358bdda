"""What goes to a framed board: the glass until it is taken, tones in their time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.glass import CRYSTAL
from hardware.beeper import BEEPS, REST
from hardware.keypads.facts import Counters
from hardware.keypads.frames import Frame, Lines
from hardware.keypads.outbox import QUEUE, Outbox

ONE, TWO, THREE = "J1 LANCEZ   ,15.000,000000001", "J2 LANCEZ   ,9.000,000000002", "FIN,,0"


def a_board(*, shows: bool = True, beeps: bool = True) -> Outbox:
    outbox = Outbox(Counters())
    outbox.shows, outbox.beeps = shows, beeps
    return outbox


def frames(outbox: Outbox) -> list[Frame]:
    """What waits for the wire; takes it."""
    stream = b"".join(outbox.lines)
    outbox.lines.clear()
    return [reading.frame for reading in Lines().feed(stream) if reading.frame]


def sent(outbox: Outbox) -> list[tuple[int, str]]:
    """Number and arguments of what waits for the wire; takes it."""
    return [(frame.seq, frame.args) for frame in frames(outbox)]


def test_a_glass_that_is_taken_is_sent_once() -> None:
    outbox = a_board()
    outbox.show(ONE, 0)
    ((number, args),) = sent(outbox)
    assert args == ONE
    outbox.answered(number, 10)
    outbox.tick(10_000)
    assert sent(outbox) == []
    assert outbox.due is None


def test_a_glass_without_answer_is_sent_twice_more_and_then_given_up() -> None:
    outbox = a_board()
    outbox.show(ONE, 0)
    times = []
    for now in range(5_000):
        outbox.tick(now)
        times += [now for _ in sent(outbox)]
    assert times == [0, 250, 500]
    assert outbox._counters.unanswered == 1


def test_before_a_hello_neither_glass_nor_tone_is_sent() -> None:
    outbox = Outbox(Counters())
    outbox.show(ONE, 0)
    outbox.play(BEEPS["key"], 0)
    assert sent(outbox) == [] and outbox.due is None


def test_an_answer_to_any_of_the_tries_counts() -> None:
    """The first answer may be lost, or late."""
    for which in range(3):
        outbox = a_board()
        outbox.show(ONE, 0)
        numbers = []
        for now in (0, 250, 500):
            outbox.tick(now)
            numbers += [number for number, _ in sent(outbox)]
        outbox.answered(numbers[which], 600)
        outbox.tick(5_000)
        assert sent(outbox) == [] and outbox._counters.unanswered == 0


@pytest.mark.parametrize("name", ["key", "error", "bankruptcy", "victory", "salary"])
def test_every_note_of_a_tune_is_a_tone_of_its_pitch(name: str) -> None:
    outbox = a_board()
    outbox.play(BEEPS[name], 0)
    heard = []
    for now in range(2_000):
        outbox.tick(now)
        heard += [(now, args) for _, args in sent(outbox)]
    expected, at = [], 0
    for divisor, ticks in BEEPS[name]:
        if divisor != REST:
            tone = f"{round(CRYSTAL / divisor)},{ticks * 1_000 // CRYSTAL}"
            expected.append((at * 1_000 // CRYSTAL, tone))
        at += ticks
    assert heard == expected


def test_a_glass_that_was_given_up_comes_again_after_a_hello() -> None:
    outbox = a_board()
    outbox.show(ONE, 0)
    for now in range(1_000):
        outbox.tick(now)
    sent(outbox)
    outbox.show_again(1_000)
    assert [args for _, args in sent(outbox)] == [ONE]


def test_while_a_glass_is_unanswered_only_the_newest_waits() -> None:
    outbox = a_board()
    outbox.show(ONE, 0)
    ((number, _),) = sent(outbox)
    outbox.show(TWO, 1)
    outbox.show(THREE, 2)
    assert sent(outbox) == []
    outbox.answered(number, 10)
    assert [args for _, args in sent(outbox)] == [THREE]


def test_an_answer_to_an_older_glass_does_not_count_for_the_newer() -> None:
    outbox = a_board()
    outbox.show(ONE, 0)
    ((old, _),) = sent(outbox)
    outbox.show(TWO, 1)
    outbox.tick(250)
    sent(outbox)
    outbox.answered(old, 251)
    outbox.tick(500)
    assert [args for _, args in sent(outbox)] == [TWO]


def test_a_glass_that_arrived_damaged_is_sent_again_at_once() -> None:
    outbox = a_board()
    outbox.show(ONE, 0)
    ((number, _),) = sent(outbox)
    outbox.answered(number, 5, "crc")
    assert [args for _, args in sent(outbox)] == [ONE]


def test_a_board_without_glass_or_beeper_is_sent_neither() -> None:
    outbox = a_board(shows=False, beeps=False)
    outbox.show(ONE, 0)
    outbox.play(BEEPS["key"], 0)
    outbox.tick(1_000)
    assert sent(outbox) == []


def test_a_new_beep_cuts_the_tune_and_silence_cuts_everything() -> None:
    outbox = a_board()
    outbox.play(BEEPS["victory"], 0)
    outbox.play(BEEPS["key"], 20)
    assert [args for _, args in sent(outbox)][-1] == "4096,31"
    outbox.tick(5_000)
    assert sent(outbox) == []
    outbox.play(BEEPS["victory"], 6_000)
    outbox.play(BEEPS["silence"], 6_020)
    outbox.tick(9_000)
    assert [args for _, args in sent(outbox)][-1] == "0,0"


def test_a_tone_that_comes_too_late_is_left_out() -> None:
    outbox = a_board()
    outbox.play(BEEPS["error"], 0)
    outbox.tick(5_000)
    assert len(sent(outbox)) == 1


def test_a_full_line_gets_no_more_frames_and_works_again_afterwards() -> None:
    outbox = a_board()
    for now in range(0, 100_000, 100):
        outbox.show(f"J1 LANCEZ   ,{now},000000001", now)
        outbox.play(BEEPS["error"], now)
        outbox.tick(now)
    assert len(outbox.lines) == QUEUE
    outbox.lines.clear()
    outbox.show_again(100_000)
    assert [args for _, args in sent(outbox)] == ["J1 LANCEZ   ,99900,000000001"]


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("show"), st.sampled_from([ONE, TWO, THREE])),
            st.tuples(st.just("wait"), st.integers(1, 400)),
            st.tuples(st.just("answer"), st.sampled_from(["", "crc", "args"])),
            st.tuples(st.just("hello"), st.none()),
        ),
        max_size=60,
    )
)
def test_a_board_that_answers_ends_with_the_newest_glass(actions: list[tuple[str, object]]) -> None:
    outbox, now, on_board, newest = a_board(), 0, "", ""
    last = 0
    for what, value in actions:
        if what == "show":
            newest = str(value)
            outbox.show(newest, now)
        elif what == "wait":
            assert isinstance(value, int)
            now += value
            outbox.tick(now)
        elif what == "answer":
            outbox.answered(last, now, str(value))
        else:
            outbox.show_again(now)
        for last, args in sent(outbox):
            assert 0 < last < 256
            on_board = args
    for _ in range(4):  # from here on it takes all
        now += 250
        outbox.tick(now)
        for last, args in sent(outbox):
            on_board = args
            outbox.answered(last, now)
    assert on_board == newest
