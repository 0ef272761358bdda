"""The driver of time: the unit's time follows a clock given by the test."""

import pytest

from banquier.editions.edition_file import editions
from banquier.play.driver import PANEL, Driver
from banquier.play.key_queue import KeyQueue
from datasheet.ticks import NEVER
from display.lcd import FRAME, SLOT
from hardware.unit import Unit
from keypad.scanner import SCAN
from tests.support.clock import Clock

SECOND = 32_768


@pytest.fixture
def clock() -> Clock:
    return Clock(1000.0)


def paced(unit: Unit, clock: Clock) -> Driver:
    return Driver(KeyQueue(unit), 1.0, clock)


def test_sleeping_until_the_next_change_misses_none(cold: Unit, clock: Clock) -> None:
    """Waiting for each rest shows the same glasses as a read at every slot."""
    pace = paced(cold, clock)
    glasses = [cold.glass()]
    while clock.now < 1008.0:
        pace.catch_up()
        if glasses[-1] != cold.glass():
            glasses.append(cold.glass())
        rest = pace.rest()
        assert rest is not None
        clock.now += rest
    other = Unit(editions(), seed=1990)
    every = [other.glass()]
    while other.tick < 8 * SECOND:
        other.run(other.tick + SLOT)
        if every[-1] != other.glass():
            every.append(other.glass())
    assert len(every) > 20
    assert glasses == every


def test_an_idle_unit_lets_the_panel_sleep_for_minutes(waiting: Unit, clock: Clock) -> None:
    waiting.run(waiting.tick + SECOND)
    pace = paced(waiting, clock)
    rest = pace.rest()
    assert rest is not None and rest > 7 * 60
    for _ in range(12):  # off, then the common after common that goes dark
        clock.now += pace.rest() or 0
        pace.catch_up()
    assert not waiting.firmware.awake  # what it slept for: eight minutes without a key
    assert pace.rest() == PANEL.rest


@pytest.mark.parametrize("paused", [False, True])
def test_after_a_stop_or_a_pause_time_goes_on_from_the_tick_at_which_it_stood(
    waiting: Unit, clock: Clock, paused: bool
) -> None:
    pace = paced(waiting, clock)
    clock.now += 0.5
    pace.catch_up()
    before = waiting.tick
    if paused:
        pace.pause()
    assert (pace.rest() is None) == paused
    clock.now += 3600
    pace.catch_up()
    assert (waiting.tick, waiting.said.text) == (before, "J1 LANCEZ")
    if paused:
        pace.resume()
    clock.now += 1.0
    pace.catch_up()
    assert waiting.tick == before + SECOND


@pytest.mark.parametrize("slots", [0, 1, 2, 3])
def test_paused_in_the_middle_of_a_change_the_glass_is_whole(
    waiting: Unit, clock: Clock, slots: int
) -> None:
    """The commons change one after the other: between them the glass is half old, half new."""
    keys = KeyQueue(waiting)
    keys.tap("+")
    while waiting.lcd.next_event(waiting.tick) == NEVER:
        keys.run(waiting.tick + SCAN)
    keys.run(waiting.tick + slots * SLOT)
    pace = Driver(keys, 1.0, clock)
    assert waiting.glass() != waiting.lcd.memory
    pace.pause()
    assert waiting.glass() == waiting.lcd.memory


@pytest.mark.parametrize(("step", "ticks"), [("slot", SLOT), ("scan", SCAN), ("frame", FRAME)])
def test_a_step_ends_where_the_next_one_begins(
    waiting: Unit, clock: Clock, step: str, ticks: int
) -> None:
    pace = paced(waiting, clock)
    pace.pause()
    waiting.run(waiting.tick + 77)
    for _ in range(3):
        before = waiting.tick
        pace.step(step)
        assert waiting.tick % ticks == 0
        assert 0 < waiting.tick - before <= ticks


def test_each_second_of_the_clock_is_as_many_of_the_unit_as_the_speed_says(
    waiting: Unit, clock: Clock
) -> None:
    pace = paced(waiting, clock)
    start, passed = waiting.tick, 0.0
    for change, speed in ((None, 1.0), (0.25, 0.25), (4.0, 4.0), (-1, 2.0), (1, 4.0), (1, 8.0)):
        if isinstance(change, float):
            pace.set_speed(change)
        elif change:
            pace.shift(change)
        clock.now += 1
        passed += speed
        pace.catch_up()
        assert (pace.speed, waiting.tick) == (speed, start + int(passed * SECOND))


def test_a_pace_too_fast_for_this_machine_leaves_time_to_draw(cold: Unit) -> None:
    from time import process_time

    pace = Driver(KeyQueue(cold), 1e9)
    begun = process_time()
    pace.catch_up()
    assert process_time() - begun < 20 * PANEL.run
    assert 0 < cold.tick < NEVER
