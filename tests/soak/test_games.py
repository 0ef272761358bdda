"""Whole games of bots through keypad and glass, told as they are, each drawn by its number.

    make soak GAMES=1000 SEED=7

The recording of a game that fails is kept, and ends at the fault.
"""

import os
from pathlib import Path

import pytest

from hardware.unit import Unit
from tests.support.listener import Listener
from tests.support.script_runs import work_out_words
from tests.support.soaked_game import GameKind, SoakedGame, drawn
from tests.support.watched_game import Failed

GAMES = int(os.environ.get("BANQUIER_GAMES", "7"))
SEED = int(os.environ.get("BANQUIER_SEED", "1"))


class ToldAsItIs(Listener):
    def on_advance(self, unit: Unit) -> None:
        super().on_advance(unit)
        if self.faults:
            raise Failed(self.faults[0])


def soak(kind: GameKind, folder: Path) -> SoakedGame:
    recording = folder / f"soak-{SEED}-{kind.number}.keys"
    soaked = SoakedGame(kind, str(recording))
    ToldAsItIs(soaked.unit)
    work_out_words(soaked.unit)
    try:
        soaked.play()
    except Exception as fault:
        recording.write_bytes(soaked.file.content)
        before = f"banquier replay {recording} --until {soaked.good}"
        raise Failed(f"{fault}; {before} stands before it") from fault
    return soaked


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_holds(number: int, tmp_path: Path) -> None:
    soak(drawn(SEED, number), tmp_path)
