"""A board's edges as edges on the unit: in order, long enough, none lost, none added."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.glass import NEVER
from hardware.crystal import SCAN
from hardware.keypads.edge_queue import EDGES, EdgeQueue
from hardware.keypads.facts import DROP_ALL, RELEASE_ALL, Event
from keypad.keys import BY_NAME, NAMES
from keypad.matrix import Matrix
from keypad.scanner import Scanner
from tests.support.scans import taken

KEYS = NAMES[:32]


class Keypad:
    """The real matrix and scanner, with a tick: what edges need of a unit."""

    def __init__(self, bounce: str = "worn") -> None:
        self.tick = 0
        self.matrix = Matrix(bounce, 7)
        self.scanner = Scanner(self.matrix)
        self.accepted: list[tuple[str, bool]] = []
        self.touched: list[tuple[int, str, bool]] = []
        self._scan = 0

    def press(self, key: str) -> None:
        self.touched.append((self.tick, key, True))
        self.matrix.close(BY_NAME[key].code, self.tick)

    def release(self, key: str) -> None:
        self.touched.append((self.tick, key, False))
        self.matrix.open(BY_NAME[key].code, self.tick)

    def run(self, until: int) -> None:
        while (self._scan + 1) * SCAN <= until:
            self.scanner.scan(self._scan)
            while (event := taken(self.scanner)) is not None:
                self.accepted.append((NAMES[event[0]], event[1]))
            self._scan += 1
        self.tick = until

    def loop(self, edges: EdgeQueue, ticks: int, step: int = 546) -> None:
        """A front end's loop: a sixtieth of a second at a time."""
        for _ in range(0, ticks, step):
            unit: Any = self
            edges.move(unit)
            self.run(self.tick + step)

    @property
    def presses(self) -> list[str]:
        return [key for key, down in self.accepted if down]


def add(edges: EdgeQueue, *events: str) -> None:
    """`+7` presses, `-7` releases, `7` taps."""
    for event in events:
        kinds = {"+": "press", "-": "release"}
        if len(event) > 1 and event[0] in kinds:
            edges.add(Event(kinds[event[0]], event[1:]))  # type: ignore[arg-type]
        else:
            edges.add(Event("tap", event))


def test_a_tap_of_a_plain_board_is_a_pulse_of_2048_ticks() -> None:
    keypad: Any = Keypad()
    edges = EdgeQueue()
    add(edges, "7")
    keypad.loop(edges, 8_192, step=1)
    assert keypad.touched == [(0, "7", True), (2_048, "7", False)]
    assert keypad.accepted == [("7", True), ("7", False)]


@pytest.mark.parametrize("bounce", ["none", "new", "worn"])
def test_edges_that_come_all_at_once_count_as_they_were_made(bounce: str) -> None:
    keypad: Any = Keypad(bounce)
    edges = EdgeQueue()
    # One after the other, and rolling from key to key.
    add(edges, "+9", "-9", "+DES", "-DES", "+1", "+2", "-1", "+3", "-2", "-3")
    keypad.loop(edges, 65_536)
    assert keypad.presses == ["9", "DES", "1", "2", "3"]
    assert len(keypad.accepted) == 10


def test_slow_edges_are_applied_at_once_and_a_hold_stays_a_hold() -> None:
    keypad: Any = Keypad("none")
    edges = EdgeQueue()
    keypad.run(10_000)
    add(edges, "+F")
    edges.move(keypad)
    keypad.loop(edges, 40_000)
    add(edges, "-F")
    released = keypad.tick
    edges.move(keypad)
    assert keypad.touched == [(10_000, "F", True), (released, "F", False)]


def test_a_lost_link_releases_the_keys_of_the_board_and_no_other() -> None:
    keypad: Any = Keypad("none")
    edges = EdgeQueue()
    keypad.press("F")
    add(edges, "+7")
    keypad.loop(edges, 4_096)
    edges.add(RELEASE_ALL)
    keypad.loop(edges, 4_096)
    assert edges.down == frozenset()
    assert keypad.touched[-1][1:] == ("7", False)
    assert ("F", False) not in keypad.accepted


def test_a_full_queue_drops_whole_presses() -> None:
    keypad: Any = Keypad("none")
    edges = EdgeQueue()
    for _ in range(EDGES):
        add(edges, "+7", "-7")
    assert edges.dropped == EDGES // 2
    assert len(edges) == EDGES
    keypad.loop(edges, EDGES * 4_096)
    assert len(keypad.accepted) == EDGES
    assert edges.down == frozenset()


def test_a_unit_put_back_in_time_has_no_key_down() -> None:
    keypad: Any = Keypad("none")
    edges = EdgeQueue()
    keypad.run(1_000_000)
    add(edges, "+7")
    edges.move(keypad)
    earlier: Any = Keypad("none")
    add(edges, "-7", "8")
    edges.move(earlier)
    assert edges.down == {"8"}
    earlier.loop(edges, 8_192)
    assert earlier.presses == ["8"]


@given(
    st.lists(st.tuples(st.sampled_from(KEYS), st.integers(0, 6_000), st.booleans()), max_size=40),
    st.integers(1, 3_000),
)
def test_one_key_after_another_however_fast_is_accepted_once_each(
    strokes: list[tuple[str, int, bool]], step: int
) -> None:
    keypad: Any = Keypad()
    edges = EdgeQueue()
    for key, pause, tap in strokes:
        add(edges, *((key,) if tap else (f"+{key}", f"-{key}")))
        keypad.loop(edges, pause, step)
    keypad.loop(edges, 6_144 * (len(strokes) + 1), step)
    assert keypad.presses == [key for key, _, _ in strokes]
    assert len(keypad.accepted) == 2 * len(strokes)


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(["+", "-", "", "all"]))))
def test_after_a_release_of_all_no_key_is_down(events: list[tuple[str, str]]) -> None:
    keypad: Any = Keypad()
    edges = EdgeQueue()
    for key, sign in events:
        if sign == "all":
            edges.add(RELEASE_ALL)
        else:
            add(edges, sign + key)
        assert len(edges) <= 2 * EDGES
    edges.add(RELEASE_ALL)
    keypad.loop(edges, 4_096 * (len(events) + 2), 1_024)
    assert edges.down == frozenset()
    assert edges.due == NEVER
    presses = [touch for touch in keypad.touched if touch[2]]
    assert len(presses) <= sum(sign in ("+", "") for _, sign in events)


def test_drop_all_drops_waiting_edges_and_releases_held_keys() -> None:
    keypad, edges = Keypad("none"), EdgeQueue()
    edges.add(Event("press", "5"))
    keypad.loop(edges, 2_184)
    for key in "678":
        edges.add(Event("press", key))
        edges.add(Event("release", key))
    edges.add(DROP_ALL)
    assert edges.dropped == 3 and len(edges) == 1
    edges.add(DROP_ALL)  # nothing more to drop
    assert edges.dropped == 3 and len(edges) == 1
    keypad.loop(edges, 16_384)
    assert keypad.presses == ["5"] and not edges.down
    edges.add(Event("tap", "9"))
    keypad.loop(edges, 16_384)
    assert keypad.presses == ["5", "9"]


def test_a_key_whose_press_was_dropped_counts_again_later() -> None:
    keypad, edges = Keypad("none"), EdgeQueue()
    for _ in range(EDGES // 2):
        add(edges, "7")
    add(edges, "+5", "-5")
    assert edges.dropped == 1
    keypad.loop(edges, EDGES * 4_096)
    add(edges, "+5", "-5")
    keypad.loop(edges, 16_384)
    assert keypad.presses[-1] == "5"
    assert edges.down == frozenset()
