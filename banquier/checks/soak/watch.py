"""Checks a game after every key: what the key did, and that nothing else changed."""

from __future__ import annotations

from collections.abc import Callable
from traceback import extract_tb

from banquier.bots import Stuck
from banquier.checks.invariants import Watched, broken_since
from banquier.checks.refusal_coverage import Asked, rules_of_refusal
from banquier.checks.rule_coverage import rules_met, rules_of_setup
from banquier.checks.soak.counts import Counts, Log
from firmware_sim.game import Error, Game
from hardware.unit import Unit
from keypad.keys import TWINS

Check = Callable[[Game], list[str]]


class Failed(Exception):
    """A check failed."""


def failure_of(play: Callable[[], None]) -> str:
    """The failure as a sentence, or empty. A crash is a failure too."""
    try:
        play()
    except (Failed, Stuck) as fault:
        return str(fault)
    except Exception as fault:
        return _crash(fault)
    return ""


def _crash(fault: Exception) -> str:
    frames = extract_tb(fault.__traceback__)
    where = f" in {frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(fault).__name__}: {fault}{where}"


class Watch:
    def __init__(self, unit: Unit, counts: Counts, check: Check | None) -> None:
        """`check` returns the faults of the game after an operation; None: the invariants."""
        self.unit = unit
        self.check = check or Watched()
        self.session = unit.firmware.session
        self.counts = counts
        self.log = Log()
        self.function = ""
        self.jailed = False
        counts.rules.update(rules_of_setup(self.game))
        self._read()
        self._refresh()

    @property
    def game(self) -> Game:
        return self.session.current_game

    def key(self, key: str) -> None:
        """After a tapped key: count and check. Raises Failed."""
        self.counts.presses += 1
        error, question = self.unit.said.error, self.unit.question
        meant = TWINS.get(key, key) if self.question.kind == "shift" else key
        if error:
            self._refused(error, meant)
        elif question.kind.startswith("look_"):
            if self.question.kind == "look":
                self.counts.rules["VIEW-2" if question.player else "VIEW-3"] += 1
        elif question.kind.startswith("walk_") and self.question.kind.startswith("throw"):
            self.counts.rules["VIEW-1"] += 1
        elif question.kind.startswith("who_"):
            self.function = question.kind.removeprefix("who_")
        self._read()
        self.changed(key)

    def changed(self, by: str) -> None:
        """Count and check what has changed. Raises Failed."""
        if self.unit.operations != self.operations:
            self._operated()
            self._refresh()
        elif self.game.plain() != self.facts:
            if self.game.last_turn == self.last_turn:
                raise Failed(f"{by} changed the game without an operation: {self._differing()}")
            self._refresh()  # a timed game ended meanwhile

    def reread(self) -> None:
        """Without a key: an error may appear."""
        error = self.unit.said.error
        if error and error != self.error:
            self.counts.errors[error] += 1
        self._read()

    def _read(self) -> None:
        self.question, self.error = self.unit.question, self.unit.said.error

    def _refresh(self) -> None:
        self.operations = self.unit.operations
        self.last_turn = self.game.last_turn
        self.facts = self.game.plain()

    def _refused(self, error: int, key: str) -> None:
        self.counts.errors[error] += 1
        if error != Error.MEMORY:
            asked = Asked(self.game, self.function, self.question, key, self.jailed)
            self.counts.rules.update(rules_of_refusal(asked, error))

    def _operated(self) -> None:
        printed = self.unit.roll[self.operations - self.unit.operations :]
        acts = [line.act for line in printed if line.act]
        if acts[-1].kind == "undo":
            self.log.undo()
            faults = self.check(self.game)
        else:
            before = self.session.history[-1].before
            rules = {rule: None for act in acts for rule in rules_met(before, self.game, act)}
            self.log.note(before, self.game, tuple(rules))
            self.jailed = "PRI-1" in rules
            faults = self.check(self.game)
            if len(printed) == 1:  # of two merged operations the ledger has the last only
                faults += broken_since(before, self.game)
        if faults:
            raise Failed(f"{printed[-1].text}: {'; '.join(faults)}")

    def _differing(self) -> str:
        was, now = self.facts, self.game.plain()
        return ", ".join(f"{b} was {a}" for a, b in zip(was, now, strict=True) if a != b)
