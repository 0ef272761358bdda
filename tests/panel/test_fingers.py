"""Fingers over the keys: taps in a queue, keys held by the mouse, guests at the same keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from display.panel.key_queue import APART, TAP, Fingers
from display.panel.keymap import REPEATS, Host
from hardware.unit import Unit
from keypad.keys import HOST, KEYS

SECOND = 32_768


def events(unit: Unit) -> list[str]:
    """The keys that the unit took since the start: it beeps for every one."""
    return [name for _, name in unit.beeps if name == "key"]


def test_typing_faster_than_any_unit_reads_loses_nothing(waiting: Unit) -> None:
    fingers = Fingers(waiting)
    fingers.tap("PAYER")
    fingers.run(waiting.tick + SECOND)
    for key in ("OK", "0", "OK", *"12000"):
        fingers.tap(key)
    fingers.run(waiting.tick + SECOND)
    assert waiting.said.value == "12.000"
    assert not fingers.queue and not fingers.held


def test_what_waits_its_turn_can_be_shown(waiting: Unit) -> None:
    fingers = Fingers(waiting)
    for key in ("4", "3", "OK"):
        fingers.tap(key)
    fingers.run(waiting.tick)
    assert fingers.held == {"4"}
    assert fingers.waiting() == ["3", "OK"]


def test_a_tap_lasts_its_time_and_the_next_leaves_time_to_debounce(waiting: Unit) -> None:
    fingers = Fingers(waiting)
    start = waiting.tick
    fingers.tap("1")
    fingers.tap("2")
    fingers.run(start)
    assert fingers.next_event() == start + TAP
    fingers.run(start + TAP)
    assert not fingers.held
    assert fingers.next_event() == start + TAP + APART


def test_the_mouse_holds_a_key_as_long_as_it_likes(waiting: Unit) -> None:
    fingers = Fingers(waiting)
    fingers.down("F")
    fingers.run(waiting.tick + SECOND // 2)
    assert fingers.held == {"F"}
    assert "FONC" in waiting.said.icons
    fingers.run(waiting.tick + SECOND)
    assert waiting.said.text == "SON"  # held long enough, F opens the MENU
    fingers.up("F")
    assert not fingers.held


@pytest.mark.parametrize("bounce", ["none", "new", "worn"])
def test_a_click_shorter_than_a_scan_is_still_seen(bounce: str) -> None:
    unit = Unit(seed=5, bounce=bounce)
    unit.run(unit.notices_end)
    fingers = Fingers(unit)
    before = len(events(unit))
    fingers.down("+")
    fingers.up("+")
    fingers.run(unit.tick + SECOND)
    assert len(events(unit)) == before + 1


def test_a_lifted_hand_lets_go_of_what_it_holds_but_types_on(waiting: Unit) -> None:
    fingers = Fingers(waiting)
    fingers.down("7")
    fingers.tap("8")
    fingers.lift()
    fingers.run(waiting.tick + TAP)
    assert not fingers.held
    assert fingers.waiting() == ["8"]


def test_before_the_program_stands_still_nothing_stays_down(waiting: Unit) -> None:
    fingers = Fingers(waiting)
    fingers.down("7")
    fingers.tap("8")
    fingers.drop()
    assert not fingers.held and not fingers.queue
    assert not waiting.matrix.fingers()


class Made(NamedTuple):
    key: str
    pause: int = 0


def test_a_guest_is_asked_again_when_its_key_was_pressed_and_its_pause_is_over(
    waiting: Unit,
) -> None:
    seen: list[tuple[int, str]] = []

    def strokes() -> Iterator[Made]:
        seen.append((waiting.tick, waiting.said.text))
        yield Made("DES", SECOND)
        seen.append((waiting.tick, waiting.said.text))
        yield Made("", 5 * SECOND)
        seen.append((waiting.tick, waiting.said.text))

    fingers = Fingers(waiting)
    start = waiting.tick
    fingers.invite(strokes())
    fingers.run(start + 10 * SECOND)
    ticks = [tick - start for tick, _ in seen]
    assert ticks == [0, 2 * TAP + SECOND, 3 * TAP + 6 * SECOND]
    assert seen[0][1] == "J1 LANCEZ" and seen[1][1].startswith("DES ")
    assert fingers.next_event() > start + 10 * SECOND  # it has left


def test_a_guest_waits_for_the_finger_of_a_player(waiting: Unit) -> None:
    fingers = Fingers(waiting)
    fingers.down("?")
    fingers.invite(iter([Made("DES")]))
    fingers.run(waiting.tick + SECOND)
    assert fingers.held == {"?"}
    fingers.up("?")
    fingers.run(waiting.tick + TAP)
    assert fingers.held == {"DES"}


# -- the keyboard of the computer


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_every_key_is_on_the_keyboard_of_a_computer(key: object) -> None:
    name = key.name  # type: ignore[attr-defined]
    host = Host()
    reached = [pressed for pressed, unit in HOST.items() if unit == name]
    assert reached
    for pressed in reached:
        character = pressed if len(pressed) == 1 else None
        assert host.key(pressed, character) == name


def test_a_locked_capital_is_its_letter() -> None:
    assert Host().key("D", "D") == "DES"


@pytest.mark.parametrize(
    ("name", "character", "unit"),
    [
        ("plus", "+", "+"),
        ("question_mark", "?", "?"),
        ("minus", "-", "-"),
        ("ampersand", "&", "1"),
        ("left_parenthesis", "(", "5"),
        ("kp_enter", None, "OK"),
        ("kp_7", None, "7"),
        ("ctrl+d", None, None),
        ("f1", None, None),
        ("w", "w", None),
    ],
)
def test_what_a_terminal_sends_finds_its_key(
    name: str, character: str | None, unit: str | None
) -> None:
    assert Host().key(name, character) == unit


def test_a_remapped_key_goes_first_and_an_emptied_one_nowhere() -> None:
    host = Host({"w": "OK", "d": ""})
    assert host.key("w", "w") == "OK"
    assert host.key("d", "d") is None


def test_a_finger_that_rests_on_a_repeating_keyboard_stops_typing() -> None:
    host = Host()
    rests = [host.rests("OK", 0.5 + 0.03 * nth) for nth in range(40)]
    assert rests == [False] * REPEATS + [True] * (40 - REPEATS)


def test_many_equal_digits_by_hand_or_at_once_are_no_resting_finger() -> None:
    by_hand, at_once = Host(), Host()
    assert not any(by_hand.rests("0", 0.09 * nth) for nth in range(40))
    assert not any(at_once.rests("0", 0.0001 * nth) for nth in range(40))


@pytest.mark.parametrize(
    ("sequence", "unit"),
    [
        ("\x1b[57413;;43u", "+"),  # a numeric keypad told apart, as kitty does
        ("\x1b[57412;;45u", "-"),
        ("\x1b[57414u", "OK"),
        ("\x1b[57406;;55u", "7"),
        ("\x1bOM", "OK"),  # and as old terminals do
        ("\x1bOq", "1"),
        ("\x1bOm", "-"),
        ("\x1b[3~", "C"),
        ("\x7f", "C"),
        ("\t", "F"),
        ("é", "2"),
        ("\x1b[232;;232u", "7"),
    ],
)
def test_what_a_terminal_sends_as_bytes_finds_its_key(sequence: str, unit: str) -> None:
    from textual._xterm_parser import XTermParser
    from textual.events import Key

    parser = XTermParser()
    (event,) = [event for event in parser.feed(sequence) if isinstance(event, Key)]
    assert Host().key(event.key, event.character) == unit
