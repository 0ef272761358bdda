"""The state of a session as a record for saves, and back.

    record = record_of(session, printed=1)     {"format": 2, "firmware": "1.1", "game": {...
    state = state_of(records, load_edition)    StateError if a value is not possible
    vars(session).update(state._asdict())

A save has one record an operation, and each is whole. The last one is the state; the records
before it have the roll, and the games to which CORR goes back. Records are dicts of numbers, texts
and lists. A field must have the shape that it has in a new game and lie within its limits, which
stand in two tables here; then the state as a whole is checked.

    key       content
    game      all fields of `Game`; null: there is no game
    edition   the name or the file of its edition
    paid      the ledger entries of the operation: payer, payee, amount, reason,
              square
    lines     how many lines the roll has
    roll      the lines printed since the record before: turn, text
    strikes   CORR: the first line that it struck
    undo      how many operations CORR can undo, and the next: its line, player and name. The game
              before it is that of the record with so many lines; what comes next is there too
    act       what the operation that CORR would undo was: the fields of an `Act`
    owed      the debts that the operation made; where who acted then stood
    thrown    throws already made, by number from the first on: after CORR the same dice come again
    asked     what was pressed since the game alone told the question, so that it comes back
    cold      the unit was asking REPRISE ?
    settings  those of the MENU; warned: debtors warned once; ends: the scan when time is up
    rules     those that are others than the edition says; names: of the players; both where there
              are any. A save's header has them too, and either may be damaged
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple, ParamSpec, TypeVar

from datasheet.ticks import NEVER
from firmware_sim.conversation import Conversation
from firmware_sim.edition import CARDS, Card, Edition, Editions
from firmware_sim.game import (
    BOARD,
    HOTEL,
    MONEY,
    NO_DEED,
    POT,
    TURNS,
    Act,
    Bargain,
    Claim,
    Debt,
    Entry,
    Game,
    Lift,
    Loan,
    Phase,
    Variant,
    Why,
)
from firmware_sim.menu_settings import DEFAULTS, SETTINGS, Settings
from firmware_sim.session import (
    EMULATOR,
    MOST_DICE,
    MOST_GIVEN,
    Bounds,
    Operation,
    ResumeInput,
    RollLine,
    Session,
    TypedDice,
    strike,
)
from firmware_sim.texts import ACTS, VERSION

FORMAT = 2

Record = dict[str, Any]
Roll = tuple[int, list[RollLine]]
"""The last lines of the roll, and how many were dropped before them."""
LoadEdition = Callable[[str], Edition]
Read = TypeVar("Read")
Told = ParamSpec("Told")


class StateError(ValueError):
    """Raised if a record is not a possible state; the text gives the reason."""


class NewerFormat(StateError):
    def __init__(self, version: int, known: int = FORMAT) -> None:
        self.version, self.known = version, known
        super().__init__(f"it is of format {version}, newer than the {known} known here")


# -- limits


class Range(NamedTuple):
    least: int
    most: int | None
    """The highest value; None for the number of players."""


class Many(NamedTuple):
    """A row of any length up to the longest."""

    of: Any
    longest: int = BOARD


PLAYER, PLAYER_OR_BANK, ACCOUNT = Range(1, None), Range(0, None), Range(POT, None)
SQUARE, SQUARE_OR_NONE = Range(0, BOARD - 1), Range(-1, BOARD - 1)
SUM, DUE, TURN = Range(0, MONEY), Range(1, MONEY), Range(0, TURNS)
SMALL = Range(0, 1000)
EFFECTS = frozenset((*CARDS, "to_each"))  # "to_each" only for a card keyed by hand


def drawing(pile: int, card: Card) -> tuple[int, Card]:
    return pile, card


LIMITS: dict[str, Any] = {
    "players": PLAYER, "variant": Variant, "speed_die": bool, "cash": Range(-MONEY, MONEY),
    "owner": Range(NO_DEED, None), "houses": Range(0, HOTEL), "mortgaged": bool,
    "house_stock": SMALL, "hotel_stock": SMALL, "square": SQUARE, "prison": Range(0, 3),
    "passages": TURN, "speed_from": TURN, "visited": Range(0, (1 << BOARD) - 1),
    "loans": Many(Loan, 1000), "free_cards": PLAYER_OR_BANK, "decks": Many(SMALL, 1000),
    "turn": PLAYER, "turn_number": Range(1, TURNS), "phase": Phase, "dice": Many(Range(1, 6), 3),
    "third_die": Range(0, 6), "doubles": Range(0, 3), "throws": TURN, "draws": TURN,
    "effect": drawing, "claims": Many(Claim, 1000), "closed_claim": bool, "debts": Many(Debt, 1000),
    "stop": Many(Claim, 1), "lifts": Many(Lift, 1000),
    "estate": Many(Range(0, BOARD + 1), BOARD + 2),
    "bankrupt_order": Many(PLAYER, 8), "last_turn": TURN, "winner": PLAYER_OR_BANK,
}  # fmt: skip
"""The limits of each field of a game; for a list, the limits of each of its parts."""

ROWS: dict[Callable[..., Any], tuple[Any, ...]] = {
    Loan: (DUE, SMALL),
    Claim: (PLAYER, PLAYER, SQUARE, SUM, TURN),
    Debt: (PLAYER, PLAYER_OR_BANK, DUE, Why, SUM, SQUARE_OR_NONE),
    Lift: (PLAYER, SQUARE, SMALL),
    Entry: (ACCOUNT, ACCOUNT, SUM, Why, SQUARE_OR_NONE),
    drawing: (Range(0, 1), Card),
    Card: (SMALL, EFFECTS, SUM, SUM, SUM, SQUARE_OR_NONE, SUM),
    Bargain: (
        PLAYER, PLAYER, *(Many(SQUARE),) * 2, *(Many(Range(0, 1)),) * 2, Range(-MONEY, MONEY),
    ),
    Act: (
        frozenset(ACTS), PLAYER_OR_BANK, PLAYER_OR_BANK, Range(-1, BOARD + 1),
        Many(Range(0, 10**6)), Bargain, str,
    ),
    RollLine: (TURN, str),
    TypedDice: (TURN, TURN, str),
}  # fmt: skip
"""The limits of each part of a row, and the class of the row."""

MAY_BE_NONE = (drawing, Bargain)
LONGEST_TEXT = 4096


def fitting(value: Any, limits: Any, players: int = 8) -> Any:
    """The value, as its limits make it; StateError if it does not fit them."""
    if isinstance(limits, Range):
        return integer(value, limits.least, players if limits.most is None else limits.most)
    if isinstance(limits, Many):
        return tuple(_all_fitting(as_list(value, limits.longest), limits.of, players))
    if isinstance(limits, frozenset):
        return _require(value, isinstance(value, str) and value in limits)
    if limits is bool:
        return _require(value, type(value) is bool)
    if limits is str:
        fits = isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()
        return _require(value, fits)
    if value is None and limits in MAY_BE_NONE:
        return None
    if limits in ROWS:
        parts = zip(as_list(value, BOARD), ROWS[limits], strict=True)
        return limits(*[fitting(part, its, players) for part, its in parts])
    assert issubclass(limits, IntEnum)
    return limits(integer(value, 0, max(limits)))


def _all_fitting(values: list[Any], limits: Any, players: int) -> list[Any]:
    if isinstance(limits, Range):  # most rows are numbers, and a save has a hundred thousand
        most = players if limits.most is None else limits.most
        return [integer(value, limits.least, most) for value in values]
    return [fitting(value, limits, players) for value in values]


def integer(value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise StateError(f"{value!r:.40} is not {least} to {most}")
    return value


def as_list(value: object, longest: int) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > longest:
        raise StateError(f"{value!r:.40} is not a list of at most {longest}")
    return list(value)


def _require(value: Read, holds: bool) -> Read:
    if not holds:
        raise StateError(f"{value!r:.40} cannot be")
    return value


# -- a session as a record


def record_of(session: Session, printed: int) -> Record:
    """`printed`: how many roll lines are new since the record before."""
    game, roll = session.game, session.roll
    fresh = roll[max(0, len(roll) - printed) :]
    record: Record = {"format": FORMAT, "firmware": VERSION}
    if game is not None:
        name, names = game.edition.name, session.editions.names
        record["edition"] = name if name in names else names[-1]  # the file of a player's own
    record["lines"] = session.lines
    record["roll"] = [[line.turn, line.text] for line in fresh]
    if fresh and fresh[-1].strikes >= 0:
        record["strikes"] = fresh[-1].strikes
    if session.history:
        undo = session.history[-1]
        record["undo"] = [len(session.history), undo.line, undo.player, undo.name]
        if undo.act:
            record["act"] = undo.act
    record["game"] = game and game.fields()
    if game is not None and fresh:
        record["paid"] = list(game.posted)
        record["owed"] = [fresh[-1].owed, fresh[-1].square]
    oldest = (game.throws if game else 0) - 2 * session.bounds.undo  # CORR reaches no older ones
    record["thrown"] = thrown(session.future_throws, oldest)
    record["settings"] = list(session.settings.values())
    record["ends"] = None if session.ends_at == NEVER else session.ends_at
    record["warned"] = sorted(session.warned)
    return record


def lasting(session: Session) -> tuple[object, ...]:
    """The values that need a new record when they change."""
    last_turn = session.game.last_turn if session.game else 0
    warned = tuple(sorted(session.warned))
    return session.operations, session.settings, session.ends_at, last_turn, warned


def thrown(throws: Mapping[int, Sequence[int]], oldest: int) -> list[int | str]:
    """Return the first number, then three digits per throw; 0 for a die not there or not thrown."""
    known = [at for at in throws if at >= oldest]
    first, last = min(known, default=0), max(known, default=-1)
    return [first, "".join([_digits(*throws.get(at, ())) for at in range(first, last + 1)])]


@lru_cache(maxsize=512)
def _digits(*dice: int) -> str:
    return ("".join(map(str, dice)) + "000")[:MOST_DICE]


# -- records as a session


def with_own_edition(load_edition: LoadEdition, own: str) -> LoadEdition:
    """Loads editions by the name in a record. For an edition of a player's own that is the file
    `own`: it may have been moved since."""
    return lambda name: load_edition(own if own and name.endswith(".toml") else name)


class State(NamedTuple):
    """The state of a session from its records, by the names that it has there."""

    game: Game | None
    settings: Settings
    asked: ResumeInput | None
    ends_at: int
    warned: set[int]
    future_throws: dict[int, tuple[int, ...]]
    roll: list[RollLine]
    dropped: int
    history: deque[Operation]


def check(state: State, editions: Editions) -> State:
    """Ask its question once in a session of its own. A state that cannot is refused; input that
    leads nowhere, of a record that tells what cannot be, is forgotten."""
    if state.game is None:
        return state
    trial = Session(editions, lambda: 0)
    own = state._replace(game=state.game.copy(), roll=[*state.roll], history=deque(state.history))
    vars(trial).update(own._asdict())
    trial.stage = "game"
    try:
        Conversation(trial).ask_again()
    except Exception as error:
        if state.asked:
            return check(state._replace(asked=None), editions)
        raise StateError(f"no game can go on from there: {type(error).__name__}") from None
    return state


def reading(read: Callable[Told, Read]) -> Callable[Told, Read]:
    """Make a missing or misshapen value raise StateError too."""

    def read_or_raise(*told: Told.args, **more: Told.kwargs) -> Read:
        try:
            return read(*told, **more)
        except StateError:
            raise
        except (TypeError, KeyError, AttributeError, ValueError, IndexError) as error:
            raise StateError(f"no record of a game: {type(error).__name__}") from None

    return read_or_raise


@reading
def state_of(
    records: Sequence[Record],
    load_edition: LoadEdition,
    bounds: Bounds = EMULATOR,
    roll: Roll | None = None,
    history: Iterable[Operation] | None = None,
) -> State:
    """The state after the last of these records. `load_edition` says if it no longer exists.
    `roll`, `history`: those of all these records, if they are known already."""
    last = records[-1]
    game, ends = game_of(last, load_edition), last["ends"]
    dropped, lines = roll or roll_of(records, bounds.lines)
    if history is None:
        history = history_of(records, load_edition, bounds.undo)
    first, dice = last["thrown"]
    throws = {}
    for at in range(0, len(dice), MOST_DICE):
        if throw := [int(die) for die in dice[at : at + MOST_DICE].rstrip("0")]:
            number = fitting(first, TURN) + at // MOST_DICE
            throws[number] = fitting(throw, LIMITS["dice"])
    return State(
        game,
        _settings(last["settings"]),
        _parse_resume_input(last["asked"]) if last.get("asked") else None,
        NEVER if ends is None else integer(ends, 0, 10**13),
        {*fitting(last["warned"], Many(PLAYER))},
        throws,
        lines,
        dropped,
        deque(reversed([*history]) if game else (), bounds.undo),
    )


def _settings(told: Any) -> Settings:
    """A save of before a setting has its default."""
    found = DEFAULTS.copy()
    for (name, setting), value in zip(SETTINGS.items(), as_list(told, len(SETTINGS)), strict=False):
        fits = type(value) is type(setting.default) and value in setting.values
        found[name] = _require(value, fits)
    return found


def _parse_resume_input(told: Any) -> ResumeInput:
    def values(told: Any) -> tuple[int, ...]:
        return tuple(_settings(told).values())

    lines, typed, settings, warned, given, overlays = as_list(told, 6)
    return ResumeInput(
        integer(lines, 0, 10**6), fitting(typed, TypedDice), values(settings),
        fitting(warned, Many(PLAYER)),
        tuple(fitting(one, str) if isinstance(one, str) else values(one)
              for one in as_list(given, MOST_GIVEN)),
        tuple((fitting(name, str), values(before), fitting(keys, Many(str, MOST_GIVEN)))
              for name, before, keys in as_list(overlays, 3)),
    )  # fmt: skip


@reading
def roll_of(records: Iterable[Record], most: int = EMULATOR.lines) -> Roll:
    """Return the roll after all of these records, with `most` lines at most."""
    dropped, roll = 0, list[RollLine]()
    for dropped, roll in rolls_of(records, most):  # noqa: B007 (the last one)
        pass
    over = max(0, len(roll) - most)
    return dropped + over, roll[over:]


def rolls_of(records: Iterable[Record], most: int = EMULATOR.lines) -> Iterator[Roll]:
    """Yield the roll after each of these records, in one list that grows; blank lines stand for
    records that are lost."""
    dropped, roll = 0, list[RollLine]()
    for record in records:
        dropped = _add_lines(roll, dropped, record, most)
        yield dropped, roll


@reading
def _add_lines(roll: list[RollLine], dropped: int, record: Record, most: int) -> int:
    """Add the lines of a record to the roll, and return how many are dropped before it now."""
    printed = fitting(record["roll"], Many(RollLine, 10**6))
    start = integer(record["lines"], len(printed), 10**6) - len(printed)
    del roll[max(0, start - dropped) :]  # these lines are another game's
    first = max(min(dropped, start), start - most)
    del roll[: max(0, first - dropped)]
    roll += [RollLine(0, "") for _ in range(start - first - len(roll))]
    roll += printed
    if "act" in record and start <= (
        line := integer(record["undo"][1], 0, start + len(printed) - 1)
    ):
        roll[line - first].act = fitting(record["act"], Act)
    if printed and "paid" in record:
        roll[-1].entries = fitting(record["paid"], Many(Entry, 1000))
        owed, square = record.get("owed", ((), -1))
        roll[-1].owed = fitting(owed, Many(Debt, 1000))
        roll[-1].square = fitting(square, SQUARE_OR_NONE)
    if "strikes" in record:
        roll[-1].strikes = integer(record["strikes"], 0, start)
        strike(roll, roll[-1].strikes - first)
    return first


def history_of(
    records: Sequence[Record], load_edition: LoadEdition, most: int = EMULATOR.undo
) -> Iterator[Operation]:
    """Yield the operations that CORR can undo, the last one first: up to a lost record or the
    first one."""
    after = {record["lines"]: record for record in records}
    record = records[-1]
    for _ in range(min(most, _undoable(record))):
        if not (undone := _undone(record, after, load_edition)):
            break
        yield undone
        record = after[undone.line]


@reading
def _undoable(record: Record) -> int:
    """Return how many operations CORR can undo."""
    return integer(record.get("undo", [0])[0], 0, EMULATOR.undo)


@reading
def _undone(
    record: Record, after: Mapping[int, Record], load_edition: LoadEdition
) -> Operation | None:
    """Return the operation that CORR would undo; None if the record before it is lost. `after`:
    the records, by the number of lines that the roll has after each."""
    if "undo" not in record:
        return None
    _, line, player, name = record["undo"]
    line = integer(line, 0, record["lines"] - 1)
    if line not in after or not (before := game_of(after[line], load_edition)):
        return None
    player = fitting(player, PLAYER, before.players)
    act = fitting(record["act"], Act) if "act" in record else None
    return Operation(before, player, fitting(name, str) or "?", line, act)


@reading
def check_format(record: Record) -> None:
    """Raises StateError if this program cannot read the record."""
    version = integer(record["format"], 1, 10**6)
    if version > FORMAT:
        raise NewerFormat(version)
    if version < FORMAT:
        raise StateError(f"no record of a game of today: it is of format {version}, before 1.2")


@reading
def game_of(record: Record, load_edition: LoadEdition) -> Game | None:
    """The game of one record, with the ledger entries of its operation."""
    check_format(record)
    if (told := record["game"]) is None:
        return None
    edition = load_edition(fitting(record["edition"], str))
    players = integer(told["players"], edition.least_players, edition.most_players)
    game = Game(edition, players)
    begun = game.fields()
    if unknown := set(told) - set(begun) - {"stop"}:
        raise StateError(f"no game has a field {min(unknown)!r:.40}")
    if set(begun) - set(told) and fitting(record["firmware"], str) == VERSION:
        raise StateError("a record that should be whole and is not")  # older firmware knew fewer
    for name, value in told.items():
        try:
            setattr(game, name, _field(begun.get(name), value, LIMITS[name], players))
        except StateError as wrong:
            raise StateError(f"{name}: {wrong}") from None
    _look_over(game)
    if "stop" not in told:
        game.stop = game.stop_now()
    game.count_deeds()
    game.posted = list(fitting(record.get("paid", ()), Many(Entry, 1000), players))
    return game


def _field(begun: object, value: Any, limits: Any, players: int) -> Any:
    """A list has the length that it has in a new game."""
    if not isinstance(begun, list):
        return fitting(value, limits, players)
    parts = as_list(value, len(begun))
    if len(parts) != len(begun):
        raise StateError(f"{len(parts)} instead of {len(begun)}")
    return _all_fitting(parts, limits, players)


def _look_over(game: Game) -> None:
    """Checks that concern more than one field."""
    edition = game.edition
    out, here = game.bankrupt_order, game.effect is not None
    board = zip(game.owner, edition.group_of, strict=True)
    piles = zip(game.decks, edition.cards, strict=True)
    wrong = (
        (sum(game.cash) != 0, "the accounts do not balance"),
        (len(set(out)) != len(out), "a player is bankrupt twice"),
        (not game.winner and not game.is_in(game.turn), "it is nobody's turn"),
        (game.winner in out, "the winner is bankrupt"),
        ((game.phase is Phase.EFFECT) != here, "a card is drawn, or is not"),
        (game.speed_die and edition.speed_die is None, "there is no such die"),
        (game.variant is Variant.SHORT and edition.short is None, "there is no short game"),
        (game.variant is Variant.TIMED and edition.timed is None, "there is no timed game"),
        (edition.loans is None and any(game.loans), "nothing is lent"),
        (
            any((owner == NO_DEED) != (group < 0) for owner, group in board),
            "a square that has a deed, or has not",
        ),
        (any(edition.group_of[lift.square] < 0 for lift in game.lifts), "a square without a deed"),
        (
            any(len(set(pile)) < len(pile) or set(pile) - set(deck) for pile, deck in piles),
            "a pile with cards not in it",
        ),
        (any(not game.is_in(claim.owner) for claim in game.claims), "a claim of nobody"),
        (any(not game.is_in(debt.debtor) for debt in game.debts), "a debt of nobody"),
    )
    for holds, sentence in wrong:
        if holds:
            raise StateError(sentence)
