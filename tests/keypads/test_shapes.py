"""Sketches of every shape, by their bytes: what is read by itself, and what after a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.keypads.facts import Counters
from hardware.keypads.lesson import CannotLearn, Lesson, Sample
from hardware.keypads.pad import Pad
from hardware.keypads.session import Session
from tests.keypads.shapes import KEYS, SHAPES, Shape, Sketch, lesson_of, play
from tests.keypads.talk import taken

SERVING = [shape for shape in SHAPES if shape.serves]
OTHERS = [shape for shape in SHAPES if not shape.serves]
BY_THEMSELVES = SHAPES[:15]


def named(name: str) -> Shape:
    return next(shape for shape in SHAPES if shape.name == name)


@pytest.mark.parametrize("shape", BY_THEMSELVES, ids=lambda shape: shape.name)
def test_common_shapes_are_read_by_themselves(shape: Shape) -> None:
    """At 9 600 baud the first press finds the speed."""
    counts = play(shape, None)
    assert counts.understood == counts.sent - (shape.baud == 9_600)
    assert counts.invented == 0


@pytest.mark.parametrize("shape", SERVING, ids=lambda shape: shape.name)
def test_every_shape_is_read_whole_once_it_was_taught(shape: Shape) -> None:
    counts = play(shape, lesson_of(shape).learn())
    assert (counts.understood, counts.invented) == (counts.sent, 0)


NUMBERS = [shape for shape in SERVING if shape.press == "{n}\r\n"]


@pytest.mark.parametrize("shape", NUMBERS, ids=lambda shape: shape.name)
def test_numbers_are_no_keys_until_they_are_taught(shape: Shape) -> None:
    """From the first number of two digits on, and it is said."""
    sketch, session = Sketch(shape), Session(Counters(), 0)
    keys: list[list[str]] = []
    for pieces in (sketch.start(), sketch.tap(15), *map(sketch.tap, range(16))):
        for at, data in pieces:
            session.hear(data, at)
        session.tick(sketch.now)
        keys.append([event.key for event in taken(session)])
    assert not any(keys[2:])
    assert session.problem == "numbers" and "teach" in session.trouble


@pytest.mark.parametrize("shape", OTHERS, ids=lambda shape: shape.name)
def test_what_cannot_serve_is_refused(shape: Shape) -> None:
    with pytest.raises(CannotLearn):
        lesson_of(shape).learn()


def test_what_is_learned_is_what_a_person_would_write() -> None:
    pad = lesson_of(named("ESP-IDF log with colours")).learn()
    assert pad.legends["I (…) keypad: key # pressed"] == "OK"
    assert pad.release == ("I (…) keypad: key … released",)
    pad = lesson_of(named("Pressed:  [5], again while held")).learn()
    assert pad == Pad(pad.legends, True, 115_200, pad.repeats) and 150 <= pad.repeats <= 200
    assert pad.legends["Pressed:  [A]"] == "?"
    assert lesson_of(named("the same line at press and release")).learn().twice


def test_a_key_of_which_nothing_came_is_named() -> None:
    lesson = lesson_of(named("KEY:5"))
    lesson.samples[4] = Sample("7", [])
    with pytest.raises(CannotLearn, match="Nothing came for 7"):
        lesson.learn()


def test_two_keys_that_send_the_same_are_noticed_while_they_are_pressed() -> None:
    lesson = lesson_of(named("KEY:5"))
    again = Sketch(named("KEY:5")).tap(KEYS.index("9"))
    assert lesson.seen_for(again, "6") == "9"
    assert lesson.seen_for(again, "9") == ""


def test_a_lesson_is_kept_in_a_file_and_learned_from_again(tmp_path: Path) -> None:
    lesson = lesson_of(named("JSON with time and state"))
    lesson.save(tmp_path / "lesson")
    again = Lesson.load(tmp_path / "lesson")
    assert again.samples == lesson.samples and again.idle == lesson.idle
    assert again.learn() == lesson.learn()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"speed": 9600}', "\x00"])
def test_another_file_is_no_lesson(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="no file of banquier keypad teach"):
        Lesson.load(tmp_path / "file")
