"""Whole evenings, each from one number: phones, a disk that fails, kills.

make world EVENINGS=200 SEED=7
"""

import os
from collections.abc import Callable

import pytest

from banquier.page.seat_actions import SeatActions
from banquier.page.table_server import BrowserLine
from banquier.saves.save_file import SaveFile
from banquier.words import Said
from hardware import unit_state
from tests.support.watched_game import Failed
from tests.world.evening import Evening

EVENINGS = int(os.environ.get("BANQUIER_EVENINGS", "6"))
SEED = int(os.environ.get("BANQUIER_SEED", "1"))


@pytest.mark.parametrize("number", range(SEED, SEED + EVENINGS))
def test_an_evening_holds(number: int) -> None:
    Evening(number).play()


def test_an_evening_played_twice_is_the_same() -> None:
    traces = []
    for _ in range(2):
        evening = Evening(7)
        evening.play()
        traces.append((evening.trace, unit_state.digest(evening.unit)))
    assert traces[0] == traces[1]
    assert len(traces[0][0]) > 30


def without_a_sync(file: SaveFile) -> None:
    file._is_due = False


def refused_and_done(actions: SeatActions, browser: object, asked: object) -> Said:
    actions.keys.begin(iter(()))
    return Said("seat.why.busy")


def fault_of(number: int) -> str:
    try:
        Evening(number).play()
    except Failed as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize(
    ("where", "name", "fault", "told"),
    [
        (SaveFile, "make_durable", without_a_sync, "operations were confirmed"),
        (BrowserLine, "may_speak", lambda line: True, "messages in a second and stays"),
        (SeatActions, "_begin", refused_and_done, "was begun"),
    ],
)
def test_a_planted_fault_is_found(
    monkeypatch: pytest.MonkeyPatch, where: type, name: str, fault: Callable[..., object], told: str
) -> None:
    monkeypatch.setattr(where, name, fault)
    assert any(told in fault_of(number) for number in (1, 2, 3))
