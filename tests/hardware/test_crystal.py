"""The crystal, what divides it, and where its scans and slots begin."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from display.lcd import FRAME, SLOT
from firmware_sim.glass import CRYSTAL
from firmware_sim.screens import SECOND as SCANS_A_SECOND
from hardware.crystal import FIRMWARE, firmware_tick, next_firmware_scan, next_slot
from keypad.scanner import LAST_READING, SCAN


def test_every_rate_divides_the_crystal_into_the_rates_of_the_machine() -> None:
    assert CRYSTAL % SLOT == CRYSTAL % SCAN == CRYSTAL % FRAME == 0
    rates = [CRYSTAL // period for period in (SLOT, SCAN, FRAME)]
    assert rates == [256, SCANS_A_SECOND, 64] == [256, 128, 64]


def test_the_firmware_runs_when_the_last_strobe_of_its_scan_has_been_read() -> None:
    assert LAST_READING < FIRMWARE < SCAN


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
