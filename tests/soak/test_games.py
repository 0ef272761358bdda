"""Whole games of bots through keypad and glass, told as they are, each drawn by its number.

    make soak GAMES=1000 SEED=7

The recording of a game that fails is kept, and ends at the fault.
"""

import os
from pathlib import Path

import pytest

from firmware_sim.game import Game
from firmware_sim.rules import rent
from hardware import unit_state
from hardware.unit import Unit
from tests.support.commands import ran
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


def test_the_same_number_is_the_same_game(tmp_path: Path) -> None:
    kind, other = (drawn(seed, 3)._replace(slips=True, most_turns=20) for seed in (7, 8))
    once, again = soak(kind, tmp_path), soak(kind, tmp_path)
    assert unit_state.digest(once.unit) == unit_state.digest(again.unit)
    assert once.watch.game.turn_number == 21
    assert unit_state.digest(soak(other, tmp_path).unit) != unit_state.digest(once.unit)


def with_a_card_too_many(game: Game) -> None:
    game.decks[0] += game.decks[0][:1]
    CLAIM(game)


CLAIM = rent.claim


def test_a_fault_is_found_and_its_recording_stands_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rent, "claim", with_a_card_too_many)
    with pytest.raises(Failed, match=r"LOYER .*: pile 0 is ") as failed:
        soak(drawn(1, 0), tmp_path)
    *_, file, _, operation, _, _, _ = str(failed.value).split()
    status, out, _ = ran("replay", file, "--until", operation, "--speed", "max")
    line = str(failed.value).partition(" =")[0]
    assert status == 0 and " LOYER " in line and line not in out
