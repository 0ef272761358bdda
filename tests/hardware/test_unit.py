"""The unit: its chips wired together, seen from outside."""

from banquier.editions.edition_file import editions
from display.wiring import DARK
from firmware_sim.screens import LAMP_TEST
from hardware import unit_state
from hardware.crystal import SECOND
from hardware.unit import Unit, tap
from tests.support.units import at_the_table

# -- time


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


# -- power


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
