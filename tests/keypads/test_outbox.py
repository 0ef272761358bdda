"""The frames for a keypad: the glass when it changed and once more, tones in their time."""

from __future__ import annotations

import pytest

from datasheet.ticks import CRYSTAL
from hardware.beeper import BEEPS, REST
from hardware.keypads.frames import FrameCutter
from hardware.keypads.outbox import QUEUE, Outbox

ONE = "J1 LANCEZ   ,15.000,000000001"


@pytest.fixture
def outbox() -> Outbox:
    outbox = Outbox()
    outbox.shows = outbox.beeps = True
    return outbox


def sent(outbox: Outbox) -> list[str]:
    """Take what waits for the wire; return the arguments."""
    readings = FrameCutter().feed(outbox.take_bytes())
    return [reading.frame.args for reading in readings if reading.frame]


def test_no_number_means_that_this_side_restarted(outbox: Outbox) -> None:
    numbers = []
    for _ in range(300):
        outbox.queue_frame("Q")
        numbers += [reading.frame.seq for reading in FrameCutter().feed(outbox.lines.popleft())
                    if reading.frame]  # fmt: skip
    assert numbers == [*range(1, 256), *range(1, 46)]


@pytest.mark.parametrize("name", ["key", "error", "bankruptcy", "victory", "salary"])
def test_every_note_of_a_tune_is_a_tone_of_its_pitch(outbox: Outbox, name: str) -> None:
    outbox.play_notes(BEEPS[name], 0)
    heard = []
    for now in range(2_000):
        outbox.queue_tones(now)
        heard += [(now, args) for args in sent(outbox)]
    expected, at = [], 0
    for divisor, ticks in BEEPS[name]:
        if divisor != REST:
            tone = f"{round(CRYSTAL / divisor)},{ticks * 1_000 // CRYSTAL}"
            expected.append((at * 1_000 // CRYSTAL, tone))
        at += ticks
    assert heard == expected


def test_a_new_beep_or_silence_cuts_the_tune_and_late_tones_are_left_out(outbox: Outbox) -> None:
    for then, tones in (("key", ["4096,31"]), ("silence", ["0,0"]), ("error", ["1365,62"])):
        outbox.play_notes(BEEPS["victory"], 0)
        sent(outbox)
        outbox.play_notes(BEEPS[then], 20)
        outbox.queue_tones(5_000)
        assert sent(outbox) == tones


def test_a_full_line_gets_no_more_frames_and_works_again_afterwards(outbox: Outbox) -> None:
    for now in range(0, 100_000, 100):
        outbox.show_glass(f"J1 LANCEZ   ,{now},000000001")
        outbox.play_notes(BEEPS["error"], now)
        outbox.queue_tones(now)
    assert len(outbox.lines) == QUEUE
    outbox.lines.clear()
    outbox.repeat_glass()
    assert sent(outbox) == ["J1 LANCEZ   ,99900,000000001"]
