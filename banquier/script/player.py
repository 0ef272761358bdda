"""The player of scripts: presses keys on a unit and checks expectations.

    player = Player(unit, script)
    failure = player.play()              # None: everything held
    player.presses, unit.tick

An expectation is checked at once, then the unit runs until it holds or its time limit is over. A
failed expectation returns a `Failure` for the report; a mistake of the script that shows only in
play raises `ScriptError`. What each step does is in steps.py and expectations.py.
"""

from __future__ import annotations

from banquier.script.language import Script
from banquier.script.play_state import Failure, PlayState
from banquier.script.steps import playable
from firmware_sim.interface import Shown
from hardware.unit import Unit


class Player(PlayState):
    def __init__(self, unit: Unit, script: Script, *, check_states: bool = True) -> None:
        super().__init__(unit, script.header, check_states=check_states)
        self.script = script

    def play(self) -> Failure | None:
        """Play the steps until the first failure."""
        self.unit.on_display.append(self._shown)
        try:
            self.records, played = playable(self.script.steps)
            for step in played:
                if failure := step.do(self):
                    return failure
        finally:
            self.unit.on_display.remove(self._shown)
        return None

    def _shown(self, tick: int, shown: Shown) -> None:
        self.displays.append((tick, shown))
