"""The unit: its chips wired together, seen from outside."""

import pytest

from banquier.editions.edition_file import editions
from display.lcd import FRAME, encode
from display.wiring import DARK
from firmware_sim.screens import LAMP_TEST
from firmware_sim.texts import VERSION
from hardware import unit_state
from hardware.crystal import SECOND, firmware_tick
from hardware.unit import Unit, tap
from hardware.unit_inputs import set_fact
from keypad.keys import PULSE
from tests.support.glasses import ALL_LIT
from tests.support.units import at_the_table

# -- cold start


def test_a_new_unit_lights_every_element_for_thirty_two_frames() -> None:
    unit = Unit(editions())
    unit.run(firmware_tick(0) + 1)
    assert unit.shown == LAMP_TEST[:3]
    unit.run(firmware_tick(0) + FRAME)
    assert unit.glass() == ALL_LIT
    unit.run(firmware_tick(64))
    assert unit.shown == LAMP_TEST[:3]
    unit.run(firmware_tick(64) + 1)
    assert unit.shown[:2] == ("BANQUIER 90", VERSION)


# -- time


def test_a_unit_cannot_be_run_backwards() -> None:
    unit = Unit(editions())
    unit.run(1000)
    with pytest.raises(ValueError, match="999 is over"):
        unit.run(999)


def test_an_edge_is_seen_by_the_strobe_that_reads_at_its_very_tick() -> None:
    """1 lies on strobe 4: scan 100 reads it 54 ticks after its start, and needs three scans."""
    read = 256 * 100 + 4 * 12 + 6
    for tick, accepted in ((read, 102), (read + 1, 103)):
        unit = Unit(editions())
        unit.run(tick)
        unit.press("1")
        unit.run(tick + PULSE)
        assert unit.beeper.beeps == [(firmware_tick(accepted), "key")]


def test_the_run_to_a_change_stops_one_tick_behind_the_firmware_that_made_it() -> None:
    unit = Unit(editions())
    unit.run(40_000)
    unit.press("+")
    assert unit.run_to_change(limit=80_000)
    assert unit.beeper.beeps == [(unit.tick - 1, "key")]
    assert (unit.tick - 1 - 96) % 256 == 0


def test_a_blinking_icon_is_no_change() -> None:
    unit = at_the_table()
    seen = []
    unit.on_display.append(lambda tick, shown: seen.append((tick, shown)))
    unit.set_battery(2_400)
    assert "PILE" in unit.said.icons
    unit.run(unit.tick + SECOND)
    seen.clear()
    limit = unit.tick + 3 * SECOND
    assert not unit.run_to_change(limit)
    assert unit.tick == limit
    assert len(seen) == 6  # half a second on, half a second off


def test_every_display_comes_with_the_tick_at_which_the_firmware_wrote_it() -> None:
    unit = Unit(editions())
    seen: list[tuple[int, tuple[str, str, int]]] = []
    unit.on_display.append(lambda tick, shown: seen.append((tick, shown)))
    tap(unit, "OK", "+", "+", "OK")
    assert len(seen) >= 4
    assert all(tick % 256 == 96 for tick, _ in seen)
    assert seen[-1][1] == unit.shown
    assert unit.lcd.memory == encode(*unit.shown)


# -- keys


def test_release_all_releases_every_key() -> None:
    unit = Unit(editions())
    unit.run(20_000)
    for key in ("7", "OK", "ON"):
        unit.press(key)
    unit.run(unit.tick + 700)
    unit.release_all()
    unit.run(unit.tick + 2 * SECOND)
    assert unit.matrix.closed_at(unit.tick) == 0
    assert unit.firmware.awake


# -- dice


def first_throw(unit: Unit) -> str:
    tap(unit, "DES")
    return unit.roll[-1].text


def test_without_a_seed_the_dice_depend_on_the_tick_of_the_first_key() -> None:
    def game(wait: int) -> Unit:
        unit = Unit(editions())
        unit.run(wait)
        while "LANCEZ" not in unit.said.text:
            tap(unit, "OK")
        return unit

    assert len({first_throw(game(wait)) for wait in range(20_000, 20_000 + 12 * 256, 256)}) > 4
    assert first_throw(game(20_001)) == first_throw(game(20_001))


def test_a_key_that_is_not_accepted_does_not_seed_the_dice() -> None:
    unit = Unit(editions())
    unit.run(10_000)
    unit.press("7")
    unit.run(10_200)
    unit.release("7")
    unit.run(20_000)
    assert not unit.dice.seeded
    tap(unit, "7")
    assert unit.dice.seeded


@pytest.mark.parametrize("seed", [0, 1, 65_535, -1, 1 << 40])
def test_a_seed_makes_two_units_throw_alike(seed: int) -> None:
    one, other = at_the_table(seed=seed), at_the_table(seed=seed)
    assert [first_throw(one) for _ in range(2)] == [first_throw(other) for _ in range(2)]
    assert unit_state.digest(one) == unit_state.digest(other)


# -- power


def test_on_held_down_through_a_brown_out_starts_the_unit_and_does_not_switch_it_off() -> None:
    unit = at_the_table()
    unit.press("ON")
    unit.run(unit.tick + 300)
    unit.set_battery(2_000)
    unit.run(unit.tick + SECOND)
    unit.set_battery(3_000)
    unit.run(unit.tick + 5 * SECOND)
    assert unit.firmware.awake
    assert unit.said.text == "REPRISE ?"


def test_taking_the_cells_out_cuts_the_beep_and_the_unit_stays_dark_until_they_are_in() -> None:
    unit = at_the_table()
    unit.press("7")
    unit.run(unit.tick + 1000)
    unit.power_off()
    assert unit.beeper.beeps[-1] == (unit.tick, "silence")
    unit.release("7")
    unit.run(unit.tick + SECOND)
    assert (unit.glass(), unit.firmware.awake) == (DARK, False)
    unit.power_on()
    unit.run(unit.tick + 1000)
    assert unit.shown == LAMP_TEST[:3]


def test_putting_cells_into_a_unit_that_runs_changes_nothing() -> None:
    unit = at_the_table()
    before = unit_state.digest(unit)
    unit.power_on()
    assert unit_state.digest(unit) == before


def test_a_unit_made_with_flat_cells_stays_dark() -> None:
    unit = Unit(editions(), volts_mv=2_100)
    tap(unit, "ON", "OK")
    assert unit.glass() == DARK
    assert not unit.beeper.beeps


# -- changes without a key


def test_a_refused_set_changes_nothing() -> None:
    unit = Unit(editions())
    unit.run(1000)
    before = unit_state.digest(unit)
    with pytest.raises(ValueError, match="no game"):
        set_fact(unit, "cash", 1, 900)
    assert unit_state.digest(unit) == before
