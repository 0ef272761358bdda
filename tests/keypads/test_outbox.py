"""The frames for a keypad: the glass when it changed and once more, tones in their time."""

from __future__ import annotations

import pytest

from banquier.editions.edition_file import editions
from hardware.beeper import BEEPS
from hardware.keypads.frames import FrameCutter
from hardware.keypads.outbox import QUEUE, Outbox
from hardware.unit import Unit

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
    for number in (*range(1, 256), *range(1, 46)):
        outbox.queue_frame("Q")
        assert outbox.take_bytes().startswith(b"$%02X," % number)


@pytest.mark.parametrize(
    ("tune", "tones"),
    [
        ("key", [(0, "4096,31")]),
        ("error", [(0, "1365,62"), (125, "1365,62"), (250, "1365,62")]),
        ("salary", [(0, "1638,46"), (46, "2048,46"), (93, "2731,46"), (140, "3277,93")]),
    ],
)
def test_every_note_of_a_tune_is_a_tone_of_its_pitch(
    outbox: Outbox, tune: str, tones: list[tuple[int, str]]
) -> None:
    outbox.play_notes(BEEPS[tune], 1_000)
    heard = []
    for ms in range(500):
        outbox.queue_tones(1_000 + ms)
        heard += [(ms, args) for args in sent(outbox)]
    assert heard == tones


def test_of_several_beeps_the_last_one_is_played_and_none_from_before(outbox: Outbox) -> None:
    """A unit that is new to the link may be a saved game that is taken up."""
    unit = Unit(editions(), seed=1)
    for beeps, tones in (
        ("attention", []), ("attention key", ["4096,31"]), ("key attention", ["2048,62"]),
        ("key", ["4096,31"]), ("", []),
    ):  # fmt: skip
        for name in beeps.split():
            unit.beeper.play(name, unit.tick)
        outbox.show_unit(unit, 5_000)
        assert [args for args in sent(outbox) if args.count(",") == 1] == tones


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
