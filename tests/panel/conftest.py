"""Real units for the panel's tests, brought to a moment by key presses."""

from __future__ import annotations

import pytest

from banquier.editions.edition_file import editions
from hardware.unit import Unit
from keypad.keys import PULSE
from tests.support.units import at_the_table, tap_in_turn


@pytest.fixture(autouse=True)
def _french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "fr_FR.UTF-8")


@pytest.fixture
def cold() -> Unit:
    """Just switched on."""
    return Unit(editions(), seed=1990)


@pytest.fixture
def waiting() -> Unit:
    """A game begun: J1 is to throw."""
    unit = at_the_table(players=4, seed=1990)
    unit.run(unit.tick + 8 * PULSE)
    return unit


@pytest.fixture
def under_way(waiting: Unit) -> Unit:
    """Some squares have been bought."""
    for _ in range(4):
        tap_in_turn(waiting, "DES", "ACHAT", "FIN", "FIN")
    waiting.run(waiting.notices_end + 8 * PULSE)
    return waiting
