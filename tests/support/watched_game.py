"""Checks a unit with a game after every key, and counts where tokens stand.

watch = Watch(unit)
tap(unit, "DES"); watch.changed("DES")      Failed: one sentence
watch.stands.counts()
"""

from __future__ import annotations

from typing import NamedTuple

from firmware_sim.game import Game, Phase
from hardware.unit import Unit
from tests.support.invariants import broken, broken_since

STANDS = 41
IN_PRISON = 40


class Failed(AssertionError):
    """What is wrong with the game or with what a key did to it."""


class Watch:
    """Checks a unit after every key: what was done, and that nothing else has changed."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.session = unit.session
        self.stands = Stands()
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
        if acts[-1].kind == "undo":
            self.stands.undo()
        else:
            before = self.session.history[-1].before
            self.stands.note(before, self.game)
            if len(printed) == 1:  # of two merged operations the ledger has the last only
                faults += broken_since(before, self.game)
        if faults:
            raise Failed(f"{printed[-1].text}: {'; '.join(faults)}")

    def _differing(self) -> str:
        was, now = self.facts, self.game.plain()
        return ", ".join(f"{b} was {a}" for a, b in zip(was, now, strict=True) if a != b)


class Operation(NamedTuple):
    """What is counted of one operation."""

    thrower: int  # 0: no throw that moves a token
    places: tuple[int, ...]  # the squares after it, from player 1 on
    gone: tuple[int, ...]  # the bankrupt players after it


class Stands:
    """The operations of one game that are not undone, and where tokens stand."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []

    def note(self, before: Game, game: Game) -> None:
        moved = game.throws > before.throws and before.phase is not Phase.RETHROW
        places = (
            IN_PRISON if game.prison[p] else game.square[p] for p in range(1, game.players + 1)
        )
        thrower = before.turn if moved else 0
        self.operations.append(Operation(thrower, tuple(places), game.bankrupt_order))

    def undo(self) -> None:
        if self.operations:
            self.operations.pop()

    def counts(self) -> list[int]:
        """By square, the last one for the prison: where a token stands when all that its throw
        caused is over, before the next throw, or before its player went bankrupt."""
        counts = [0] * STANDS
        thrower, place = 0, 0
        for operation in self.operations:
            if operation.thrower:
                if thrower:
                    counts[place] += 1
                thrower = operation.thrower
            if thrower and thrower not in operation.gone:
                place = operation.places[thrower - 1]
        if thrower:
            counts[place] += 1
        return counts
