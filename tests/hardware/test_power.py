"""The cells: when the unit runs, shows the battery icon and stops."""

import pytest

from hardware.power import Supply


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


def test_cells_that_never_browned_out_start_the_unit_once_from_the_brown_out_limit_on() -> None:
    for millivolts, starts in ((3_000, True), (2_200, True), (2_199, False)):
        supply = Supply(millivolts)
        assert (supply.low, supply.start()) == (millivolts < 2_500, starts)
        assert (supply.running, supply.start()) == (starts, False)
    assert Supply().millivolts == 3_000


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
