"""The story of a saved game, read from its records without playing the keys again.

    story = Story.from_path("game.keys") raises Trouble if the save has no game
    story.steps                         every operation: line, entries of the ledger, balances
    story.changes                       those not undone, with the game before and after
    story.laps                          what everybody was worth each time the foremost passed start
    story.entries, story.rents, story.paid, story.visits, story.loans

An operation that CORR undid stays in the ledger, struck; figures leave it out.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise
from time import localtime
from typing import NamedTuple

from banquier.editions.edition_file import EditionError
from banquier.jobs import Job, finish
from banquier.saves.saved_game import SavedGame
from banquier.say import readable
from banquier.trouble import Trouble
from datasheet.ticks import NEVER
from firmware_sim.game import Act, Entry, Game, Variant, Why
from firmware_sim.rules import endings, loans, passport
from firmware_sim.saved_state import StateError
from firmware_sim.session import without_balances

_BACK = (Why.REPAID, Why.TAKEN)


class StoryStep(NamedTuple):
    """An operation of the game."""

    number: int
    tick: int
    turn: int
    text: str
    struck: bool
    act: Act | None
    """The act; None for an operation that CORR could not undo."""
    game: Game
    """The game after it, the same for all lines printed with one record."""
    entries: tuple[Entry, ...]
    ends_at: int
    """The scan at which a timed game ends."""

    @property
    def brief(self) -> str:
        """The line without the balances."""
        return without_balances(self.text)

    @property
    def cash(self) -> tuple[int, ...]:
        """Balances after this operation: the bank, then each player."""
        return tuple(self.game.cash)


class Change(NamedTuple):
    """An operation that was not undone. Lines that were printed with one record are one."""

    step: StoryStep
    before: Game
    after: Game


class Lap(NamedTuple):
    """A lap, as the foremost player completed it; 0 is the start, the last may be unfinished."""

    number: int
    step: StoryStep
    worths: tuple[int, ...]


class GameEnd(NamedTuple):
    winner: int
    turn: int
    why: str  # ended, time, last, bankruptcy, rules


class Borrower(NamedTuple):
    player: int
    borrowed: int
    repaid: int
    owed: int
    """The current debt, with its interest."""
    interest: int
    """All interest, charged and still owed."""


class CurvePoint(NamedTuple):
    """The chances to win after an operation, from player 1 on."""

    step: StoryStep
    chances: tuple[float, ...]


class Turning(NamedTuple):
    """An operation that changed the chances much."""

    step: StoryStep
    before: tuple[float, ...]
    after: tuple[float, ...]


class Curve(NamedTuple):
    points: list[CurvePoint]
    turnings: list[Turning]
    games: int
    seed: int
    interrupted: bool = False


class Story:
    def __init__(self, saved: SavedGame, steps: list[StoryStep]) -> None:
        self.path, self.names, self.trouble = saved.path, saved.names, saved.found.trouble
        self.steps = steps
        self.curve: Curve | None = None
        """The chances over the game, if they were computed."""
        self.lasting = [step for step in steps if not step.struck]
        self.changes = _changes(self.lasting, {step.number for step in steps})
        self.end = steps[-1].game
        self.edition = saved.header.edition or self.end.edition.name
        """The edition's name, or the file of a player's own."""
        self.ending = _ending(self.lasting)
        self.laps = _laps(self.lasting)
        self.entries = [(step, entry) for step in self.lasting for entry in step.entries]
        self.rents = [entry for _, entry in self.entries if entry.why is Why.RENT]
        self.paid: Counter[tuple[int, int]] = Counter()
        """The sums by payer and payee."""
        for _, entry in self.entries:
            self.paid[entry.payer, entry.payee] += entry.amount
        self.visits = _visits(self.changes)
        self.loans = _loans(self.changes, self.end, [entry for _, entry in self.entries])
        self.day = _day_of(self.path)

    @classmethod
    def from_path(cls, path: str) -> Story:
        return finish(cls.reading(path))

    @classmethod
    def reading(cls, path: str) -> Job[Story]:
        """Raises Trouble if the save tells no game."""
        saved = yield from SavedGame.read_in_slices(path)
        steps = yield from _steps(saved)
        return cls(saved, steps)

    @property
    def players(self) -> range:
        return range(1, self.end.players + 1)

    def square(self, number: int) -> str:
        """Return the printed name of a square."""
        return self.end.squares[number].name if number >= 0 else "?"


def _steps(saved: SavedGame) -> Job[list[StoryStep]]:
    steps: list[StoryStep] = []
    mark, game = -1, None
    try:
        for point in saved.points:
            at = point.mark
            if at != mark:
                mark, game = at, saved.game_after(at)
                yield
            if game is not None:
                ends = saved.records[at]["ends"]
                last = point.number == saved.found.marks[at].number
                entries = tuple(game.entries) if last else ()
                ends_at = NEVER if ends is None else ends
                steps.append(StoryStep(*point[:-1], game, entries, ends_at))
    except (StateError, EditionError) as error:
        raise Trouble(f"{readable(saved.path)} is not to be used: {error}") from None
    if not steps:
        raise Trouble(f"{readable(saved.path)} has no game in it")
    return steps


def _day_of(path: str) -> tuple[int, ...]:
    """Return year, month and day of the last write, if known: the file of a link has none."""
    try:
        written = os.stat(path)[8]
        return tuple(localtime(written))[:3] if written else ()
    except (OSError, ValueError, OverflowError):
        return ()


def _ending(lasting: list[StoryStep]) -> GameEnd | None:
    game = lasting[-1].game
    if not game.winner:
        return None
    over = next(step.game for step in lasting if step.game.winner)
    ended = [step for step in lasting if step.game is over][-1]  # the last of the record
    return GameEnd(game.winner, ended.turn, _why_over(over))


def _why_over(game: Game) -> str:
    short = game.edition.short if game.variant is Variant.SHORT else None
    full = (not passport.unvisited_streets(game, player) for player in game.seats())
    if len(game.seats()) == 1:
        return "last"
    if 0 < game.last_turn < game.turn_number:
        return "time"
    if short and 0 < short.ends_at_bankruptcy <= len(game.bankrupt_order):
        return "bankruptcy"
    return "rules" if game.edition.passport and any(full) else "ended"


def _changes(lasting: list[StoryStep], known: set[int]) -> list[Change]:
    """Return all changes except beside a lost operation. `known`: the numbers of all operations."""
    last = {id(step.game): step for step in lasting}.values()
    return [
        Change(step, then.game, step.game)
        for then, step in pairwise(last)
        if known.issuperset(range(then.number, step.number))
    ]


def _loans(changes: list[Change], game: Game, entries: list[Entry]) -> list[Borrower]:
    found = []
    for player in range(1, game.players + 1):
        borrowed = sum(e.amount for e in entries if e.why is Why.LOAN and e.payee == player)
        if borrowed:
            repaid = sum(e.amount for e in entries if e.why in _BACK and e.payer == player)
            due = sum(loans.cost(game, loan) for loan in game.loans[player])
            interest = (
                due - _lent(game, player) + sum(_interest(change, player) for change in changes)
            )
            owed = due + _unpaid_loans(game, player)
            found.append(Borrower(player, borrowed, repaid, owed, interest))
    return found


def _interest(change: Change, player: int) -> int:
    """Return the interest of a loan that ends here; a bankrupt player's loans are remitted."""
    step, before, after = change
    ended = _lent(before, player) - _lent(after, player)
    if ended <= 0 or not after.is_in(player):
        return 0
    paid = sum(e.amount for e in step.entries if e.why in _BACK and e.payer == player)
    return paid + _unpaid_loans(after, player) - _unpaid_loans(before, player) - ended


def _lent(game: Game, player: int) -> int:
    return sum(loan.amount for loan in game.loans[player])


def _unpaid_loans(game: Game, player: int) -> int:
    """Return the loans that were due and could not be repaid."""
    return sum(d.amount for d in game.debts if d.debtor == player and d.why is Why.TAKEN)


def worths(game: Game) -> tuple[int, ...]:
    """Return the worth of every player, as the ranking counts it."""
    return tuple(endings.worth(game, player) for player in range(1, game.players + 1))


def _laps(lasting: list[StoryStep]) -> list[Lap]:
    laps: list[Lap] = []
    done = -1
    for step in lasting:
        foremost = max(step.game.passages)
        if foremost > done:
            done = foremost
            laps.append(Lap(done, step, worths(step.game)))
    last, now = lasting[-1], worths(lasting[-1].game)
    if (laps[-1].step.cash, laps[-1].worths) != (last.cash, now):
        laps.append(Lap(done + 1, last, now))
    return laps


def _visits(changes: list[Change]) -> Counter[int]:
    """Count how often a token stopped on each square."""
    return Counter(
        square
        for _, before, after in changes
        for square, left in zip(after.square[1:], before.square[1:], strict=True)
        if square != left
    )
