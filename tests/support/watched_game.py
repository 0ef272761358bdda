"""Checks a unit with a game after every key.

watch = Watch(unit)
tap(unit, "DES"); watch.changed("DES")      Failed: one sentence
"""

from firmware_sim.game import Game
from hardware.unit import Unit
from tests.support.invariants import broken, broken_since


class Failed(AssertionError):
    """Raised for a fault of the game or of a key's effect on it."""


class Watch:
    """Checks a unit after every key: what was done, and that nothing else has changed."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.session = unit.session
        self._refresh()

    @property
    def game(self) -> Game:
        return self.session.current_game

    def changed(self, by: str) -> None:
        if self.unit.operations != self.operations:
            self._operated()
            self._refresh()
        elif self.game.plain() != self.facts:
            if self.game.last_turn == self.last_turn:
                raise Failed(f"{by} changed the game without an operation: {self._differing()}")
            self._refresh()  # a timed game ended meanwhile

    def _refresh(self) -> None:
        self.operations = self.unit.operations
        self.last_turn = self.game.last_turn
        self.facts = self.game.plain()

    def _operated(self) -> None:
        printed = self.unit.roll[self.operations - self.unit.operations :]
        acts = [line.act for line in printed if line.act]
        faults = broken(self.game)
        # Of two merged operations the ledger has the last only.
        if acts[-1].kind != "undo" and len(printed) == 1:
            faults += broken_since(self.session.history[-1].before, self.game)
        if faults:
            raise Failed(f"{printed[-1].text}: {'; '.join(faults)}")

    def _differing(self) -> str:
        was, now = self.facts, self.game.plain()
        return ", ".join(f"{b} was {a}" for a, b in zip(was, now, strict=True) if a != b)
