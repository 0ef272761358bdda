"""Sketches of every shape, by their bytes: read as they are, and taught by a person.

`KEYPAD_SHAPES=all` plays all of them through the real command, in test_teach.py.
"""

from __future__ import annotations

import pytest

from hardware.keypads.facts import SPEED
from hardware.keypads.pad import Pad
from hardware.keypads.teaching import SPEEDS, CannotLearn, learn
from tests.keypads.shapes import (
    KEYS,
    PRESSES,
    REFUSED,
    SHAPES,
    Counts,
    Shape,
    Taught,
    named,
    play,
)

ORDINARY = SHAPES[:15]
ONE_OF_EACH_KIND = (
    "Key 5 PRESSED.",
    "NUL in every turn of the loop",
    "Pressed:  [5], again while held",
    "JSON over several lines",
    "number, state and time, commas",
    "touch pad, 0 while nothing is touched",
    "touch pad: a bit for each key",
    "ESPHome log with colours",
    "illuminated pad, numbers from 0 at both edges",
    "a general release",
    "KEY 5 DOWN, 4800",
    "no debounce at both edges",
)


def taught(shape: Shape, held_ms: int = 100, late_ms: int = 0) -> Pad:
    person = Taught(shape, held_ms, late_ms=late_ms)
    pad = learn(person.open_at, SPEEDS, person.tell, person.skipped, person.clock)
    assert len(pad.legends) == len(KEYS)
    return pad


@pytest.mark.parametrize("shape", ORDINARY, ids=lambda shape: shape.name)
def test_common_shapes_are_read_as_they_are(shape: Shape) -> None:
    assert play(shape, speed=shape.baud).whole


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_wrong_speed_types_nothing_and_is_said(shape: Shape) -> None:
    for speed in {*SPEEDS} - {shape.baud}:
        counts = play(shape, speed=speed)
        assert counts == Counts(PRESSES, 0, 0, counts.said), speed
        assert counts.said, speed


@pytest.mark.parametrize("held_ms", [100, 3_000])
@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_a_taught_sketch_is_read_whole_however_long_its_keys_are_held(
    name: str, held_ms: int
) -> None:
    shape = named(name)
    pad = taught(shape, held_ms)
    assert play(shape, pad, pad.speed).whole
    assert play(shape, pad, pad.speed, held_ms=1_500).whole


@pytest.mark.parametrize(
    ("name", "longest"),
    [
        ("touch pad, 0 while nothing is touched", 150),
        ("Pressed:  [5], again while held", 200),
        ("a line while held", 300),
    ],
)
def test_a_busy_machine_learns_no_long_repeat(name: str, longest: int) -> None:
    pad = taught(named(name), late_ms=90)
    assert pad.repeats <= longest
    assert play(named(name), pad, pad.speed).whole


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_program_could_read_is_refused_for_a_true_reason(name: str) -> None:
    with pytest.raises(CannotLearn) as refusal:
        taught(named(name))
    assert refusal.value.name == REFUSED[name]


def test_what_is_learned_is_what_a_person_would_write() -> None:
    pad = taught(named("ESP-IDF log with colours"))
    assert pad.legends["I (…) keypad: key # pressed"] == "OK"
    assert pad.release == ("I (…) keypad: key … released",)
    pad = taught(named("Pressed:  [5], again while held"))
    assert pad == Pad(pad.legends, True, SPEED, pad.repeats) and 110 <= pad.repeats <= 150
    assert pad.legends["Pressed:  [A]"] == "?"
    assert taught(named("the same line at press and release")).twice


def test_a_finger_that_does_not_stay_down_is_understood_too() -> None:
    """It was told to; without that the release is not known, and a press is a tap."""
    shape = named("sentences in French")
    person = Taught(shape, 100, obeys=False)
    pad = learn(person.open_at, SPEEDS, person.tell, person.skipped, person.clock)
    assert not pad.release and play(shape, pad).whole


def test_a_speed_is_found_with_one_press_each() -> None:
    person = Taught(named("a character a line, 57600"), 100)
    pad = learn(person.open_at, SPEEDS, person.tell, person.skipped, person.clock)
    assert pad.speed == 57_600
    assert person.told.count("hold 1") == 3
