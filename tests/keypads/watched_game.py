"""The keys of a whole game, and the unit on which they were pressed by hand.

made = play_by_hand()
made.presses, made.unit.roll
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import NamedTuple

from banquier.script.header import unit_for
from banquier.script.language import parse_file
from banquier.script.player import Player
from hardware.unit import Unit


class Played(NamedTuple):
    unit: Unit
    presses: list[tuple[str, int]]
    """Each key, and how many lines were printed before it."""


def play_by_hand() -> Played:
    """Play a script on the sixteen base keys alone, whose expectations hold."""
    script = parse_file(str(Path(__file__).with_name("sixteen-keys.keys")))
    player = Player(unit_for(script.header), script)
    player.edges = deque()  # for all of them
    assert player.play() is None
    unit, presses = unit_for(script.header), list[tuple[str, int]]()
    for tick, key, down in player.edges:
        unit.run(tick)
        if down:
            presses.append((key, len(unit.roll)))
        (unit.press if down else unit.release)(key)
    return Played(player.unit, presses)
