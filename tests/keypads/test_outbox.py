"""What goes to a framed keypad: the glass when it changed and once more, tones in their time."""

from __future__ import annotations

import pytest

from firmware_sim.glass import CRYSTAL
from hardware.beeper import BEEPS, REST
from hardware.keypads.frames import Lines
from hardware.keypads.outbox import QUEUE, Outbox

ONE, TWO = "J1 LANCEZ   ,15.000,000000001", "J2 LANCEZ   ,9.000,000000002"


def fitted(*, shows: bool = True, beeps: bool = True) -> Outbox:
    outbox = Outbox()
    outbox.shows, outbox.beeps = shows, beeps
    return outbox


def sent(outbox: Outbox) -> list[str]:
    """Arguments of what waits for the wire; takes it."""
    stream = b"".join(outbox.lines)
    outbox.lines.clear()
    return [reading.frame.args for reading in Lines().feed(stream) if reading.frame]


def test_a_glass_is_sent_when_it_changed_and_again_after_a_hello() -> None:
    outbox = fitted()
    for args in (ONE, ONE, TWO):
        outbox.show(args)
    assert sent(outbox) == [ONE, TWO]
    outbox.heartbeat()
    outbox.heartbeat()
    assert sent(outbox) == [TWO]
    outbox.show_again()
    assert sent(outbox) == [TWO]


def test_before_a_hello_neither_glass_nor_tone_is_sent() -> None:
    outbox = fitted(shows=False, beeps=False)
    outbox.show(ONE)
    outbox.heartbeat()
    outbox.play(BEEPS["key"], 0)
    assert sent(outbox) == [] and outbox.due is None


@pytest.mark.parametrize("name", ["key", "error", "bankruptcy", "victory", "salary"])
def test_every_note_of_a_tune_is_a_tone_of_its_pitch(name: str) -> None:
    outbox = fitted()
    outbox.play(BEEPS[name], 0)
    heard = []
    for now in range(2_000):
        outbox.tick(now)
        heard += [(now, args) for args in sent(outbox)]
    expected, at = [], 0
    for divisor, ticks in BEEPS[name]:
        if divisor != REST:
            tone = f"{round(CRYSTAL / divisor)},{ticks * 1_000 // CRYSTAL}"
            expected.append((at * 1_000 // CRYSTAL, tone))
        at += ticks
    assert heard == expected


def test_a_new_beep_cuts_the_tune_and_silence_cuts_everything() -> None:
    outbox = fitted()
    outbox.play(BEEPS["victory"], 0)
    outbox.play(BEEPS["key"], 20)
    assert sent(outbox)[-1] == "4096,31"
    outbox.tick(5_000)
    assert sent(outbox) == []
    outbox.play(BEEPS["victory"], 6_000)
    outbox.play(BEEPS["silence"], 6_020)
    outbox.tick(9_000)
    assert sent(outbox)[-1] == "0,0"


def test_a_tone_that_comes_too_late_is_left_out() -> None:
    outbox = fitted()
    outbox.play(BEEPS["error"], 0)
    outbox.tick(5_000)
    assert len(sent(outbox)) == 1


def test_a_full_line_gets_no_more_frames_and_works_again_afterwards() -> None:
    outbox = fitted()
    for now in range(0, 100_000, 100):
        outbox.show(f"J1 LANCEZ   ,{now},000000001")
        outbox.play(BEEPS["error"], now)
        outbox.tick(now)
    assert len(outbox.lines) == QUEUE
    outbox.lines.clear()
    outbox.heartbeat()
    assert sent(outbox) == ["J1 LANCEZ   ,99900,000000001"]
