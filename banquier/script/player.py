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
from firmware_sim.glass import Shown
from hardware.unit import Unit


class Player(PlayState):
    def __init__(self, unit: Unit, script: Script) -> None:
        super().__init__(unit, script.header)
        self.script = script

    def play(self) -> Failure | None:
        """Play the steps until the first failure."""
        self.unit.on_display.append(self._shown)
        try:
            for step in self.script.steps:
                if failure := step.do(self):
                    return failure
        finally:
            self.unit.on_display.remove(self._shown)
        return None

    def _shown(self, tick: int, shown: Shown) -> None:
        self.displays.append((tick, shown))
