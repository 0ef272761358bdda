"""A unit that plays for a year keeps nothing of finished games."""

from __future__ import annotations

from itertools import islice

from banquier.checks.endurance import days, held
from banquier.editions.edition_file import editions
from firmware_sim.session import UNDO_DEPTH
from hardware.unit import Unit


def test_a_game_is_played_each_day_and_nothing_is_kept_of_the_day_before() -> None:
    unit = Unit(editions(), seed=3)
    games = set()
    for day in islice(days(unit), 4):
        assert unit.firmware.session.current_game.winner
        assert day.presses > 200
        assert unit.roll[0].turn <= 1 < unit.roll[-1].turn
        assert len(unit.firmware.session.history) <= UNDO_DEPTH
        games.add(tuple(line.text for line in unit.roll))
    assert len(games) == 4
    assert held() > 5
