"""The counts of a soak: throws, turns, squares, errors, rules met.

The operations of a game are counted when it is over; CORR removes the last.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from banquier.checks import refusal_coverage, rule_coverage
from firmware_sim.game import Error, Game, Phase, Why

RETHROW, SALARY = Phase.RETHROW, Why.SALARY
STANDS = 41
IN_PRISON = 40

VIEWS = ("VIEW-1", "VIEW-2", "VIEW-3")
TWICE_PAID = "SAL-3"
NAMES = sorted({
    *(rule[0] for rule in rule_coverage.RULES), *rule_coverage.AT_THE_OPENING,
    *(rule[0] for rule in refusal_coverage.RULES),
    *VIEWS, TWICE_PAID,
})  # fmt: skip
"""The rules that can be counted."""
ERRORS = range(1, max(Error) + 1)

SUMS = ("games", "ended", "presses", "ticks", "operations", "rolls", "turns", "salaries",
        "jailings")  # fmt: skip


@dataclass(slots=True)
class Counts:
    """Sums over games, as plain numbers."""

    games: int = 0
    ended: int = 0  # ended by the rules; the others were stopped
    presses: int = 0
    ticks: int = 0
    operations: int = 0
    rolls: int = 0
    turns: int = 0  # in which a player threw
    salaries: int = 0
    jailings: int = 0
    stands: list[int] = field(default_factory=lambda: [0] * STANDS)
    errors: Counter[int] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)

    @classmethod
    def read(cls, plain: dict[str, Any]) -> Counts:
        """The reverse of `plain`."""
        errors = {int(code): count for code, count in plain["errors"].items()}
        sums = {name: plain[name] for name in SUMS}
        return cls(
            **sums, stands=plain["stands"], errors=Counter(errors), rules=Counter(plain["rules"])
        )

    def add(self, other: Counts) -> None:
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.stands = [one + more for one, more in zip(self.stands, other.stands, strict=True)]
        self.errors.update(other.errors)
        self.rules.update(other.rules)

    def plain(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in SUMS},
            "stands": self.stands,
            "errors": {str(code): self.errors[code] for code in ERRORS},
            "rules": {name: self.rules[name] for name in NAMES},
        }


class Line(NamedTuple):
    """The counted part of one operation."""

    thrower: int  # 0: no throw that moves a token
    turn: int
    places: tuple[int, ...]  # the squares after it, from player 1 on
    gone: tuple[int, ...]  # the bankrupt players after it
    salaries: int
    jailings: int
    rules: tuple[str, ...]


class Log:
    """The operations of one game that are not undone."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def note(self, before: Game, game: Game, rules: tuple[str, ...] = ()) -> None:
        moved = game.throws > before.throws and before.phase is not RETHROW
        seats = range(1, game.players + 1)
        self.lines.append(
            Line(
                before.turn if moved else 0,
                before.turn_number,
                tuple([IN_PRISON if game.prison[p] else game.square[p] for p in seats]),
                game.bankrupt_order,
                sum([entry.why is SALARY for entry in game.entries]),
                sum([game.prison[p] > 0 == before.prison[p] for p in seats]),
                rules,
            )
        )

    def undo(self) -> None:
        if self.lines:
            self.lines.pop()

    def count(self, counts: Counts) -> None:
        """Count the square of each token when all that its throw caused is over: before the next
        throw, or before its player went bankrupt."""
        thrower, place = 0, 0
        turn = paid = -1
        for line in self.lines:
            if line.thrower:
                if thrower:
                    counts.stands[place] += 1
                thrower = line.thrower
                counts.rolls += 1
                counts.turns += line.turn != turn
                turn = line.turn
            if thrower and thrower not in line.gone:
                place = line.places[thrower - 1]
            counts.salaries += line.salaries
            if line.salaries:
                counts.rules[TWICE_PAID] += line.turn == paid or line.salaries > 1
                paid = line.turn
            counts.jailings += line.jailings
            counts.rules.update(line.rules)
        if thrower:
            counts.stands[place] += 1
        counts.operations += len(self.lines)
