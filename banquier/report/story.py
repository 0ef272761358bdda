"""What happened in a saved game, told by its records: no key is pressed again.

    story = Story.of("game.keys")       SaveTrouble tells why there is none
    story.steps                         every operation: line, entries of the ledger, balances
    story.laps                          what everybody was worth each time the foremost passed start
    story.rents, story.visits, story.loans

An operation that CORR took back stays in the ledger, struck; figures leave it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from banquier.saves.save_format import names_in, read_header
from banquier.saves.save_listing import SaveTrouble, found_in
from banquier.script.errors import readable
from firmware_sim.board_view import board_view
from firmware_sim.edition.edition_file import EditionError, load
from firmware_sim.game import Entry, Game, Variant
from firmware_sim.interface import NEVER, BoardView, Why
from firmware_sim.rules import passport
from firmware_sim.saved_state import StateError, game_of, parsed, roll_of, with_own

SHARES = (Why.LOAN, Why.REPAID, Why.TAKEN)


class Step(NamedTuple):
    """One operation."""

    number: int
    turn: int
    text: str
    struck: bool
    entries: tuple[Entry, ...]
    cash: tuple[int, ...]
    """Of the bank and of every player, after it."""
    tick: int
    ends_at: int
    """The scan at which a timed game ends."""

    @property
    def brief(self) -> str:
        """The line without the balances."""
        return self.text.partition(" =")[0]


class Lap(NamedTuple):
    """As the foremost player completed it; 0 is the start, the last may be unfinished."""

    number: int
    turn: int
    wealth: tuple[int, ...]
    cash: tuple[int, ...]


class Rent(NamedTuple):
    square: int  # -1: unknown
    payer: int
    payee: int
    amount: int
    turn: int


class Ending(NamedTuple):
    winner: int
    turn: int
    why: str  # ended, time, last, bankruptcy, rules


class Moment(NamedTuple):
    """`kind`: rent, bankrupt, lead."""

    kind: str
    turn: int
    player: int
    other: int = 0
    amount: int = 0


class LoanEntry(NamedTuple):
    turn: int
    player: int
    what: str
    amount: int


class CurvePoint(NamedTuple):
    """The chances to win after an operation, from player 1 on."""

    step: Step
    chances: tuple[float, ...]


class Turning(NamedTuple):
    """An operation that changed the chances much."""

    step: Step
    before: tuple[float, ...]
    after: tuple[float, ...]


class Curve(NamedTuple):
    points: list[CurvePoint]
    turnings: list[Turning]
    games: int
    seed: int
    interrupted: bool = False


_LOANS = {Why.LOAN: "borrowed", Why.REPAID: "repaid", Why.TAKEN: "taken_back"}


class Story:
    def __init__(
        self,
        path: str,
        operations: list[tuple[Step, Game]],
        trouble: str,
        names: Mapping[int, str],
        edition: str,
    ) -> None:
        self.path = path
        self.edition = edition
        """The name or the file of the edition."""
        self.trouble = trouble
        self.names = names
        self.steps = [step for step, _ in operations]
        self.games = [game for _, game in operations]
        """The game after each step."""
        self.curve: Curve | None = None
        """Who was winning, if that was worked out."""
        lasting = [(step, game) for step, game in operations if not step.struck]
        self.end: BoardView = board_view(operations[-1][1])
        self.loans_left = operations[-1][1].loans
        self.ending = _ending(lasting)
        self.laps = _laps(lasting)
        self.rents = [
            Rent(entry.square, entry.payer, entry.payee, entry.amount, step.turn)
            for step, _ in lasting
            for entry in step.entries
            if entry.why is Why.RENT
        ]
        self.visits = _visits(lasting)
        self.moments = _moments(lasting, self.laps, self.rents)
        self.loans = [
            LoanEntry(step.turn, max(entry.payer, entry.payee), _LOANS[entry.why], entry.amount)
            for step, _ in lasting
            for entry in step.entries
            if entry.why in SHARES
        ]

    @classmethod
    def of(cls, path: str) -> Story:
        found = found_in(path)
        own = read_header(found.header, path).edition
        operations: list[tuple[Step, Game]] = []
        edition = ""
        try:
            records = [parsed(mark.record) for mark in found.marks]
            roll = roll_of(records)
            for mark, record in zip(found.marks, records, strict=True):
                game = game_of(record, with_own(load, own))
                if game is None:
                    continue
                edition = record["edition"]
                ends_at = NEVER if record["ends"] is None else record["ends"]
                for back in reversed(range(len(record["roll"]))):
                    line = roll[record["lines"] - 1 - back]
                    step = Step(
                        mark.number - back, line.turn, line.text, line.struck,
                        () if back else tuple(game.entries), tuple(game.cash), mark.tick, ends_at,
                    )  # fmt: skip
                    operations.append((step, game))
        except (StateError, EditionError) as error:
            said = str(error).splitlines()[0]
            raise SaveTrouble(f"{readable(path)} is not to be used: {said}") from None
        if not operations:
            raise SaveTrouble(f"{readable(path)} has no game in it")
        edition = own if edition.endswith(".toml") else edition
        return cls(path, operations, found.trouble, names_in(found.data), edition)

    @property
    def players(self) -> range:
        return range(1, len(self.end.players) + 1)

    def label(self, square: int) -> str:
        return self.end.squares[square].label if square >= 0 else "?"


def _ending(lasting: list[tuple[Step, Game]]) -> Ending | None:
    game = lasting[-1][1]
    if not game.winner:
        return None
    over = next(then for _, then in lasting if then.winner)
    ended = [step for step, then in lasting if then is over][-1]  # the other led to it
    return Ending(game.winner, ended.turn, _why_over(over))


def _why_over(game: Game) -> str:
    short = game.edition.short if game.variant is Variant.SHORT else None
    full = (not passport.unvisited(game, player) for player in game.seats())
    if len(game.seats()) == 1:
        return "last"
    if 0 < game.last_turn < game.turn_number:
        return "time"
    if short and 0 < short.ends_at_bankruptcy <= len(game.bankrupt_order):
        return "bankruptcy"
    return "rules" if game.edition.passport and any(full) else "ended"


def _moments(lasting: list[tuple[Step, Game]], laps: list[Lap], rents: list[Rent]) -> list[Moment]:
    """The highlights of the game: at most three, in the order they happened."""
    found: list[Moment] = []
    leader = 0
    for lap in laps:
        first = max(range(len(lap.wealth)), key=lambda seat: lap.wealth[seat]) + 1
        if leader and first != leader:
            found = [Moment("lead", lap.turn, first)]
        leader = first
    broke: frozenset[int] = frozenset()
    for step, game in lasting:
        if fallen := [player for player in game.bankrupt_order if player not in broke]:
            found.append(Moment("bankrupt", step.turn, fallen[0]))
            break
        broke = frozenset(game.bankrupt_order)
    dearest = sorted(rents, key=lambda rent: -rent.amount)[: 3 - len(found)]
    found += [Moment("rent", r.turn, r.payer, r.payee, r.amount) for r in dearest]
    return sorted(found, key=lambda moment: moment.turn)


def _worth(game: Game) -> tuple[int, ...]:
    return tuple(player.wealth for player in board_view(game).players)


def _laps(lasting: list[tuple[Step, Game]]) -> list[Lap]:
    laps: list[Lap] = []
    done = -1
    for step, game in lasting:
        foremost = max(game.passages)
        if foremost > done:
            done = foremost
            laps.append(Lap(done, step.turn, _worth(game), tuple(game.cash)))
    step, game = lasting[-1]
    if laps[-1].cash != tuple(game.cash) or laps[-1].wealth != _worth(game):
        laps.append(Lap(done + 1, step.turn, _worth(game), tuple(game.cash)))
    return laps


def _visits(lasting: list[tuple[Step, Game]]) -> Counter[int]:
    """How often a token came to stand on each square."""
    visits: Counter[int] = Counter()
    before: Game | None = None
    for _, game in lasting:
        if before is not None:
            visits.update(
                game.square[player]
                for player in range(1, game.players + 1)
                if game.square[player] != before.square[player]
            )
        before = game
    return visits
