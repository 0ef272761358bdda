"""The crystal: what divides it, and the calendar that jumps from date to date."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import (
    CRYSTAL,
    CYCLE,
    FIRMWARE,
    FRAME,
    NEVER,
    READ,
    SCAN,
    SLOT,
    STROBE,
    Calendar,
    firmware_tick,
    next_firmware_scan,
    next_slot,
)


def test_every_rate_divides_the_crystal_into_the_rates_of_the_machine() -> None:
    assert CRYSTAL % CYCLE == CRYSTAL % SLOT == CRYSTAL % SCAN == CRYSTAL % FRAME == 0
    rates = [CRYSTAL // period for period in (CYCLE, SLOT, SCAN, FRAME)]
    assert rates == [16_384, 256, 128, 64]


def test_the_firmware_runs_when_the_last_strobe_of_its_scan_has_been_read() -> None:
    assert 7 * STROBE + READ < FIRMWARE < SCAN


@given(st.integers(0, 1 << 40))
def test_the_next_firmware_scan_is_the_first_that_lies_at_or_after_the_instant(tick: int) -> None:
    scan = next_firmware_scan(tick)
    assert firmware_tick(scan) >= tick
    assert firmware_tick(scan - 1) < tick


def test_the_first_scan_of_all_is_number_zero() -> None:
    assert next_firmware_scan(0) == 0
    assert next_firmware_scan(FIRMWARE) == 0
    assert next_firmware_scan(FIRMWARE + 1) == 1


@given(st.integers(0, 1 << 40))
def test_the_next_slot_begins_at_or_after_the_instant(tick: int) -> None:
    assert SLOT * (next_slot(tick) - 1) < tick <= SLOT * next_slot(tick)


def test_an_empty_calendar_waits_for_ever() -> None:
    assert Calendar().next_event() == NEVER


def test_the_calendar_names_the_earliest_date() -> None:
    calendar = Calendar()
    calendar.plan("firmware", 352)
    calendar.plan("scanner", 96)
    assert calendar.next_event() == 96
    assert calendar.date("scanner") == 96
    assert calendar.date("beeper") == NEVER


def test_planning_a_part_again_replaces_its_date() -> None:
    calendar = Calendar()
    calendar.plan("scanner", 96)
    calendar.plan("scanner", 608)
    assert calendar.next_event() == 608
    calendar.cancel("scanner")
    assert calendar.next_event() == NEVER


def test_parts_are_due_by_date_then_by_name_and_only_before_the_limit() -> None:
    calendar = Calendar()
    for part, date in (("c", 96), ("a", 96), ("b", 1), ("d", 352)):
        calendar.plan(part, date)
    assert calendar.due(352) == ["b", "a", "c"]


def test_a_part_planned_for_never_leaves_the_snapshot_as_if_it_had_not_been_planned() -> None:
    calendar = Calendar()
    calendar.plan("firmware", 96)
    before = calendar.snapshot()
    calendar.plan("scanner", NEVER)
    assert calendar.snapshot() == before
    calendar.reset()
    assert calendar.next_event() == NEVER
    calendar.restore(before)
    assert calendar.next_event() == 96
