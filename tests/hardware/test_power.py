"""The cells: when the unit runs, shows the battery icon and stops."""

import pytest

from hardware.power import Supply


def test_fresh_cells_start_the_unit_once() -> None:
    supply = Supply()
    assert supply.millivolts == 3_000
    assert supply.start()
    assert supply.running
    assert not supply.low
    assert not supply.start()


@pytest.mark.parametrize(
    ("cells", "runs", "low", "starts"),
    [
        ((2_500,), True, False, False),
        ((2_499,), True, True, False),
        ((2_200,), True, True, False),
        ((2_199,), False, True, False),
        ((2_199, 2_299), False, True, False),
        ((2_199, 2_300), False, True, True),
        ((2_000, 3_000), False, False, True),
    ],
)
def test_cells_that_grow_weak_are_told_then_stop_the_unit_which_never_starts_by_itself(
    cells: tuple[int, ...], runs: bool, low: bool, starts: bool
) -> None:
    supply = Supply()
    supply.start()
    for millivolts in cells:
        supply.set_cells(millivolts)
    assert (supply.running, supply.low) == (runs, low)
    assert supply.start() is starts
    assert supply.running is (runs or starts)


def test_weak_cells_that_never_browned_out_start_at_the_brown_out_limit() -> None:
    assert Supply(2_200).start()
    assert not Supply(2_199).start()


def test_without_cells_nothing_reaches_the_board_until_others_are_put_in() -> None:
    supply = Supply()
    supply.start()
    supply.cut()
    assert (supply.millivolts, supply.low, supply.running, supply.start()) == (
        0,
        True,
        False,
        False,
    )
    supply.connect()
    assert not supply.running
    assert supply.start()
    supply.set_cells(2_000)
    supply.cut()
    supply.set_cells(2_250)  # enough for cells that were out
    assert not supply.ready
    supply.connect()
    assert supply.start()
