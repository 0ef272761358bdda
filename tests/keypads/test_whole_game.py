"""Whole games, played through the board as they were played by hand."""

from __future__ import annotations

import os
import time

import pytest

from hardware.keypads.facts import State
from hardware.keypads.keypad_link import KeypadLink
from tests.keypads.rig import Rig, number_on
from tests.keypads.watched_game import BoardPlayer, Played, Watched, a_game_of_bots, a_script
from tests.support.paths import ROOT
from tests.support.waiting import until

GAMES = int(os.environ.get("KEYPAD_GAMES", "1"))

SCRIPTED = ROOT / "tests" / "games" / "passport.keys"

GAME_OF_BOTS = """banquier 1
edition electronique
players 3
seed {seed}
bounce worn
start
"""


@pytest.mark.parametrize("seed", range(3, 3 + GAMES))
def test_a_game_on_worn_contacts_through_the_board_is_the_same_game(rig: Rig, seed: int) -> None:
    play_again(rig, a_game_of_bots(GAME_OF_BOTS.format(seed=seed), seed))


def test_a_scripted_game_through_board_wire_and_pyserial_is_the_same_game(rig: Rig) -> None:
    made = a_script(SCRIPTED)
    assert made.watched.unit.firmware.session.current_game.winner
    play_again(rig, made)


def play_again(rig: Rig, made: Played) -> None:
    """Through the board: the same displays, beeps, ledger and state, tick for tick."""
    direct = made.watched.unit
    again = Watched(made.header)
    rig.hold()
    rig.tell("patient 1")
    with KeypadLink(rig.port) as link:
        rig.tell("wait 100")
        until(lambda: link.status().state is State.FRAMED)
        start = time.monotonic()
        BoardPlayer(rig, link, again.unit).play(made.edges)
        again.unit.run(direct.tick)
        link.tell(again.unit)
        took = time.monotonic() - start
        _glass_arrives(rig, again)
        counters = link.status().counters
        stats = rig.stats()

    assert again.displays == made.watched.displays
    assert again.unit.beeps == direct.beeps
    assert [line.text for line in again.unit.roll] == [line.text for line in direct.roll]
    assert again.unit.operations == direct.operations
    assert again.unit.digest() == direct.digest()
    assert counters.missing == counters.damaged == counters.healed == 0
    assert counters.presses == len(made.edges) / 2
    assert stats["contention"] == stats["high"] == 0
    print(
        f"\n{made.header.bounce} contacts: {counters.presses} presses, {direct.operations} "
        f"operations, {len(again.displays)} displays, {direct.tick // 32_768} s of play in "
        f"{took:.1f} s"
    )


def _glass_arrives(rig: Rig, again: Watched) -> None:
    """What the board shows in the end is what the unit shows."""

    def shown() -> bool:
        rig.tell("wait 20")
        return number_on(rig.glass()[1]) == again.unit.shown[1]

    until(shown)
