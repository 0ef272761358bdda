"""The queue before the keypad: typed keys, the mouse, browsers, whole actions, bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.play.key_queue import APART, TAP, WAITING_EDGES, KeyQueue, Stroke
from banquier.play.keypad import press
from firmware_sim.glass import NEVER
from hardware.keypads.facts import LIFT, Event
from hardware.unit import Unit
from keypad.keys import BY_NAME, NAMES
from keypad.matrix import Matrix
from keypad.scanner import SCAN, Scanner
from tests.support.scans import taken
from tests.support.units import at_the_table, tap_in_turn


def typed(unit: Unit) -> str:
    return unit.said.value


def amount_asked(bounce: str = "none") -> Unit:
    """PAYER, to the bank: MONTANT ? waits for digits."""
    return tap_in_turn(at_the_table(bounce=bounce), "PAYER", "OK", "0", "OK")


@pytest.mark.parametrize("bounce", ["none", "new", "worn"])
def test_keys_that_roll_into_each_other_are_all_counted(bounce: str) -> None:
    """A network delivers several edges at once: the next key is down before the last is up."""
    keys = KeyQueue(unit := amount_asked(bounce))
    for key, down in (("1", True), ("2", True), ("1", False), ("3", True), ("2", False)):
        (keys.down if down else keys.up)(key, "a")
    keys.up("3", "a")
    keys.run(unit.tick + 20 * TAP)
    assert typed(unit) == "123"
    assert not keys.held


def test_two_browsers_hold_keys_independently() -> None:
    keys = KeyQueue(unit := amount_asked())
    keys.down("7", "a")
    keys.down("8", "b")
    keys.run(unit.tick + TAP)
    assert keys.held == {"7", "8"}
    keys.up("7", "a")
    keys.run(unit.tick + 2 * TAP)
    assert typed(unit) == "78"  # the second, still down, counts when the first is released
    keys.down("8", "a")
    keys.up("8", "b")
    keys.run(unit.tick + 2 * TAP)
    assert keys.held == {"8"}  # one of the two still holds it


def test_waiting_edges_of_a_browser_are_bounded() -> None:
    keys = KeyQueue(amount_asked())
    for _ in range(1_000):
        keys.down("5", "a")
        keys.up("5", "a")
        keys.up("6", "a")
    pressed = 0
    while keys.next_event() < NEVER:
        keys.run(keys.next_event())
        pressed += keys.held == {"5"}
    assert 1 <= pressed <= WAITING_EDGES


def test_a_browser_that_floods_does_not_keep_another_waiting() -> None:
    keys = KeyQueue(unit := amount_asked())
    for key, client in (*[("1", "a")] * 20, ("2", "b")):
        keys.down(key, client)
        keys.up(key, client)
    keys.run(unit.tick + 4 * (TAP + APART))
    assert "2" in typed(unit)


def test_no_other_key_comes_between_the_keys_of_an_action() -> None:
    keys = KeyQueue(unit := amount_asked())

    def three() -> Iterator[Stroke]:
        yield from (Stroke("1"), Stroke("2", 4 * TAP), Stroke("3"))

    keys.down("9", "b")  # a key that is down when the action begins is waited for
    keys.run(unit.tick + TAP)
    assert keys.begin(three())
    keys.up("9", "b")
    keys.run(unit.tick + 3 * TAP)
    keys.down("8", "b")
    keys.up("8", "b")
    keys.run(unit.tick + 20 * TAP)
    assert typed(unit) == "91.238"
    assert not keys.acting


def test_a_key_comes_up_although_a_press_before_it_waits_for_an_action() -> None:
    """The action itself waits until no key is down: else both would wait for ever."""
    keys = KeyQueue(unit := amount_asked())
    keys.down("9", "b")
    keys.run(unit.tick + TAP)
    assert keys.begin(iter([Stroke("1"), Stroke("2")]))
    keys.down("8", "b")
    keys.up("9", "b")
    keys.run(unit.tick + 20 * TAP)
    assert typed(unit) == "9.128"
    assert keys.held == {"8"}


def test_a_bot_presses_when_no_key_is_held() -> None:
    keys = KeyQueue(unit := amount_asked())
    keys.invite(iter([Stroke("4"), Stroke("5")]))
    keys.down("7", "a")
    keys.run(unit.tick + 10 * TAP)
    assert typed(unit) == "7"
    keys.up("7", "a")
    keys.run(unit.tick + 10 * TAP)
    assert typed(unit) == "745"
    keys.run(unit.tick + 10 * TAP)
    assert not keys.held


# -- this computer

SECOND = 32_768


def test_a_tap_lasts_its_time_and_the_next_leaves_time_to_debounce() -> None:
    keys = KeyQueue(waiting := at_the_table())
    start = waiting.tick
    keys.tap("1")
    keys.tap("2")
    keys.run(start)
    assert keys.next_event() == start + TAP
    keys.run(start + TAP)
    assert not keys.held
    assert keys.next_event() == start + TAP + APART


def test_lift_releases_held_keys_and_keeps_typed_ones() -> None:
    keys = KeyQueue(waiting := at_the_table())
    keys.down("7")
    keys.tap("8")
    keys.lift()
    keys.run(waiting.tick + TAP)
    assert not keys.held
    assert keys.waiting == ["8"]


def test_the_next_stroke_of_a_bot_is_taken_after_its_key_and_pause() -> None:
    seen: list[tuple[int, str]] = []

    def strokes() -> Iterator[Stroke]:
        seen.append((waiting.tick, waiting.said.text))
        yield Stroke("DES", SECOND)
        seen.append((waiting.tick, waiting.said.text))
        yield Stroke("", 5 * SECOND)
        seen.append((waiting.tick, waiting.said.text))

    keys = KeyQueue(waiting := at_the_table())
    start = waiting.tick
    keys.invite(strokes())
    keys.run(start + 10 * SECOND)
    ticks = [tick - start for tick, _ in seen]
    assert ticks == [0, TAP + APART + SECOND, TAP + APART + 6 * SECOND]
    assert seen[0][1] == "J1 LANCEZ" and seen[1][1].startswith("DES ")
    assert keys.next_event() > start + 10 * SECOND  # it has ended


def test_what_is_typed_waits_until_a_whole_action_is_over() -> None:
    keys = KeyQueue(unit := amount_asked())
    assert keys.begin(iter([Stroke("1"), Stroke("2", 4 * TAP), Stroke("3")]))
    keys.run(unit.tick + TAP // 2)
    for digit in "89":
        keys.tap(digit)
    keys.run(unit.tick + 30 * TAP)
    assert typed(unit) == "12.389"


def test_an_action_waits_until_the_typed_key_that_is_down_is_up() -> None:
    keys = KeyQueue(unit := amount_asked())
    keys.tap("9")
    keys.run(unit.tick)
    assert keys.held == {"9"}
    assert keys.begin(iter([Stroke("1"), Stroke("2")]))
    keys.tap("8")
    keys.run(unit.tick + 30 * TAP)
    assert typed(unit) == "9.128"


def test_a_key_that_a_browser_holds_delays_what_is_typed_here() -> None:
    keys = KeyQueue(unit := amount_asked())
    keys.down("5", "a")
    keys.tap("6")
    keys.run(unit.tick + 10 * TAP)
    assert typed(unit) == "5" and keys.waiting == ["6"]
    keys.lift("a")
    keys.run(unit.tick + 10 * TAP)
    assert typed(unit) == "56"


def test_everything_is_dropped_while_an_action_is_under_way() -> None:
    keys = KeyQueue(unit := amount_asked())
    keys.begin(iter([Stroke("1"), Stroke("2")]))
    keys.run(unit.tick)
    assert keys.held == {"1"}
    keys.drop()
    assert not keys.held and not unit.matrix.held_codes()
    keys.run(unit.tick + 10 * TAP)
    assert not keys.acting and not keys.held


# -- a real keypad


class Keypad:
    """The real matrix and scanner, with a tick: what the queue needs of a unit."""

    def __init__(self, bounce: str = "worn") -> None:
        self.tick = 0
        self.matrix = Matrix(bounce, 7)
        self.scanner = Scanner(self.matrix)
        self.presses: list[str] = []
        self._scan = 0

    def press(self, key: str) -> None:
        self.matrix.close(BY_NAME[key].code, self.tick)

    def release(self, key: str) -> None:
        self.matrix.open(BY_NAME[key].code, self.tick)

    def run(self, until: int) -> None:
        while (self._scan + 1) * SCAN <= until:
            self.scanner.scan(self._scan)
            while (event := taken(self.scanner)) is not None:
                self.presses += [NAMES[event[0]]] * event[1]
            self._scan += 1
        self.tick = until


KEYS = NAMES[:32]


@given(
    st.lists(st.tuples(st.sampled_from(KEYS), st.integers(0, 6_000)), max_size=40),
    st.integers(1, 3_000),
)
def test_each_key_counts_once_however_fast_they_come(
    strokes: list[tuple[str, int]], step: int
) -> None:
    keypad: Any = Keypad()
    keys = KeyQueue(keypad)
    for key, pause in strokes:
        press(keys, Event("press", key), "keypad")
        press(keys, Event("release", key), "keypad")
        for _ in range(0, pause, step):
            keys.run(keypad.tick + step)
    keys.run(keypad.tick + 6_144 * (len(strokes) + 1))
    assert keypad.presses == [key for key, _ in strokes]


@given(st.lists(st.builds(Event, st.sampled_from(["press", "release"]), st.sampled_from(KEYS))))
def test_a_lost_line_lets_go_after_what_waits(said: list[Event]) -> None:
    keypad: Any = Keypad()
    keys = KeyQueue(keypad)
    keys.down("F", "another")
    for event in [*said, *(Event("release", key) for key in KEYS)]:
        press(keys, event, "keypad")
    keys.run(4_096 * (len(said) + 34))
    assert keys.held == {"F"} and keys.next_event() == NEVER


def test_a_flood_is_dropped_with_what_waits() -> None:
    keypad: Any = Keypad("none")
    keys = KeyQueue(keypad)
    for key in "5678":
        press(keys, Event("press", key), "keypad")
        press(keys, Event("release", key), "keypad")
    press(keys, LIFT, "keypad")
    keys.run(16_384)
    assert keypad.presses == ["5"] and not keys.held
