"""Jumping from event to event shows, sounds and is the same as walking through every slot."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.editions.edition_file import editions
from datasheet.glass import Shown
from hardware import unit_state
from hardware.crystal import SECOND
from hardware.unit import Unit
from hardware.unit_inputs import set_fact
from keypad.keys import NAMES

USUAL = ("OK", "FIN", "DES", "ACHAT", "C", "+", "-", "?", "F", "ON", "1", "2", "CARTE", "EMPR")


class Act(NamedTuple):
    """Wait so many ticks, then do it."""

    wait: int
    what: str
    key: str = ""
    millivolts: int = 0


waits = st.one_of(
    st.integers(0, 12),
    st.integers(0, 1000),
    st.integers(1500, 5000),
    st.sampled_from((256, 512, 768, 769, 2048, 65_536, 300_000)),
)
keys = st.one_of(st.sampled_from(USUAL), st.sampled_from(NAMES))
edges = st.builds(Act, waits, st.sampled_from(("press", "release")), keys)
taps = st.builds(Act, waits, st.just("tap"), keys)
power = st.one_of(
    st.builds(
        Act, waits, st.just("cells"), millivolts=st.sampled_from((2000, 2250, 2400, 2600, 3000))
    ),
    st.builds(Act, waits, st.sampled_from(("out", "in", "hands off"))),
)
acts = st.one_of(edges, edges, edges, taps, taps, power)


def perform(unit: Unit, act: Act) -> None:
    match act.what:
        case "press":
            unit.press(act.key)
        case "release":
            unit.release(act.key)
        case "tap":
            unit.press(act.key)
            unit.run(unit.tick + 2048)
            unit.release(act.key)
        case "cells":
            unit.set_battery(act.millivolts)
        case "out":
            unit.power_off()
        case "in":
            unit.power_on()
        case "hands off":
            unit.release_all()


def play(unit: Unit, story: list[Act]) -> tuple[object, ...]:
    """Return all that was to be seen, heard and compared, with its ticks."""
    displays: list[tuple[int, Shown]] = []
    unit.on_display.append(lambda tick, shown: displays.append((tick, shown)))
    glasses, digests = [], []
    for act in story:
        unit.run(unit.tick + act.wait)
        perform(unit, act)
        glasses.append(unit.glass())
        digests.append(unit_state.digest(unit))
    unit.run(unit.tick + 3000)
    digests.append(unit_state.digest(unit))
    roll = [str(line) for line in unit.roll]
    return displays, unit.beeper.beeps, glasses, digests, unit.shown, roll


def in_the_game(unit: Unit) -> None:
    while "LANCEZ" not in unit.said.text:
        perform(unit, Act(0, "tap", "OK"))
        unit.run(unit.tick + 2048)


def while_a_name_scrolls(unit: Unit) -> None:
    """Return a unit on the electricity company, whose name scrolls."""
    in_the_game(unit)
    set_fact(unit, "next-dice", 6, 6)
    perform(unit, Act(0, "tap", "DES"))
    unit.run(unit.notices_end + 2048)
    assert len(unit.said.text) > 24


STARTS = (None, in_the_game, while_a_name_scrolls)


@pytest.mark.parametrize("bounce", ["none", "new", "worn"])
@given(
    st.sampled_from(STARTS),
    st.one_of(st.none(), st.integers(0, 1 << 16)),
    st.lists(acts, min_size=6, max_size=30),
)
def test_random_keys_give_the_same_run_jumping_and_stepping(
    bounce: str, start: Callable[[Unit], None] | None, seed: int | None, story: list[Act]
) -> None:
    seen = []
    for stepped in (False, True):
        unit = Unit(editions(), seed=seed, bounce=bounce, stepped=stepped)
        if start is not None:
            start(unit)
        seen.append(play(unit, story))
    assert seen[0] == seen[1]


def test_a_unit_left_alone_goes_dark_and_is_the_same_jumping_and_stepping() -> None:
    walked, jumped = Unit(editions(), seed=1, stepped=True), Unit(editions(), seed=1)
    for unit in (walked, jumped):
        unit.run(9 * 60 * SECOND)
        assert not unit.firmware.awake
        unit.run(10 * 60 * SECOND)
    assert unit_state.digest(walked) == unit_state.digest(jumped)


@given(st.lists(acts, min_size=6, max_size=30))
def test_nothing_happens_before_the_next_event_of_the_calendar(story: list[Act]) -> None:
    """Walked there slot by slot, so that a date too late would be caught."""
    unit = Unit(editions(), seed=1, bounce="new", stepped=True)
    in_the_game(unit)
    for act in story:
        end = unit.tick + act.wait
        while unit.tick < end:
            before = unit.shown, unit.glass(), unit.said, len(unit.beeper.beeps), unit.scanner.down
            unit.run(max(unit.tick, min(end, unit.next_event()) - 1))
            after = unit.shown, unit.glass(), unit.said, len(unit.beeper.beeps), unit.scanner.down
            assert after == before
            unit.run(unit.tick + 2)
        perform(unit, act)
