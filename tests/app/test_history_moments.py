"""Snapshots: a run goes on from each as it would have, with equal digests."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banquier.editions.edition_file import editions
from hardware.crystal import SECOND
from hardware.unit import Snapshot, Unit, tap
from tests.support.units import at_the_table


def at_power_on() -> Unit:
    return Unit(editions())


def half_typed() -> Unit:
    return tap(at_the_table(), "EMPR", "OK", "1", "2")


def bouncing() -> Unit:
    unit = at_the_table(bounce="worn")
    unit.press("DES")
    unit.run(unit.tick + 77)
    return unit


def in_a_notice() -> Unit:
    """In the middle of a notice and its beep."""
    unit = at_the_table()
    unit.press("FIN")
    unit.run(unit.tick + 3000)
    return unit


def shifted() -> Unit:
    unit = at_the_table()
    unit.press("F")
    unit.run(unit.tick + 2000)
    return unit


def viewing() -> Unit:
    return tap(at_the_table(), "?", "1")


def low_cells() -> Unit:
    unit = tap(at_the_table(), "DES")
    unit.set_battery(2_300)
    unit.run(unit.tick + 5)
    return unit


def browned_out() -> Unit:
    unit = tap(at_the_table(), "DES")
    unit.set_battery(2_000)
    unit.press("ON")
    return unit


def scrolling() -> Unit:
    """On the electricity company, whose name scrolls."""
    unit = at_the_table()
    unit.debug_port.set("next-dice", 6, 6)
    tap(unit, "DES")
    unit.run(unit.notices_end)
    return unit


def bargaining() -> Unit:
    return tap(at_the_table(), "VENTE", "OK", "3", "OK")


MOMENTS = (
    *(
        at_power_on,
        at_the_table,
        half_typed,
        bouncing,
        in_a_notice,
        shifted,
        viewing,
        low_cells,
        browned_out,
    ),
    *(scrolling, bargaining),
)


def go_on(unit: Unit) -> tuple[object, ...]:
    """The rest of a run: displays, beeps, roll and digest."""
    seen: list[object] = []
    unit.on_display.append(lambda tick, shown: seen.append((tick, shown)))
    start = unit.tick
    unit.run(start + 1111)
    unit.release_all()
    for key in ("OK", "F", "7", "ACHAT", "?", "ON", "C", "FIN", "DES"):
        tap(unit, key)
        seen.append((unit.glass(), unit.digest()))
    unit.set_battery(3_000)
    tap(unit, "ON")
    unit.run(unit.tick + 4 * SECOND)
    unit.on_display.clear()
    beeps = [beep for beep in unit.beeps if beep[0] >= start]
    return seen, beeps, [(line.text, line.struck) for line in unit.roll], unit.digest()


@pytest.mark.parametrize("moment", MOMENTS)
@given(st.integers(0, 3 * SECOND))
@settings(max_examples=12)
def test_a_run_goes_on_from_a_restored_snapshot_as_it_would_have(
    moment: Callable[[], Unit], later: int
) -> None:
    unit = moment()
    unit.run(unit.tick + later)
    kept = unit.snapshot()
    future = go_on(unit)
    other = Unit(editions(), seed=99, bounce="new")
    tap(other, "OK", "7")
    for target in (unit, other):  # back in time, and in another unit
        target.restore(kept)
        assert target.snapshot()[:-1] == kept[:-1]
        assert go_on(target) == future


def test_taking_a_snapshot_or_a_digest_changes_nothing() -> None:
    looked, left = bouncing(), bouncing()
    for _ in range(20):
        looked.run(looked.tick + 333)
        assert isinstance(looked.snapshot(), Snapshot)
        looked.digest()
    left.run(looked.tick)
    assert looked.digest() == left.digest()
    assert go_on(looked) == go_on(left)


def test_a_digest_is_sixteen_hex_digits_that_any_difference_changes() -> None:
    unit = at_the_table()
    digests = [unit.digest()]
    unit.press("7")
    digests.append(unit.digest())
    unit.run(unit.tick + 1)
    digests.append(unit.digest())
    unit.set_battery(2_900)
    digests.append(unit.digest())
    assert len(set(digests)) == len(digests)
    assert all(re.fullmatch("[0-9a-f]{16}", digest) for digest in digests)


def test_a_digest_is_the_same_in_every_process() -> None:
    program = (
        "from hardware.unit import tap\n"
        "from tests.support.units import at_the_table\n"
        "print(tap(at_the_table(), 'DES', 'ACHAT', 'FIN').digest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert found == {tap(at_the_table(), "DES", "ACHAT", "FIN").digest() + "\n"}
