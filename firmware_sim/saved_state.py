"""The state of a session as a record for saves, and back.

    record = record_of(session, printed=1)     {"format": 2, "firmware": "1.1", "game": {...
    state = state_of(records, load_edition)    StateError if a value is not possible
    state.into(session)

A save has one record an operation, and each is whole. The last one is the state; the records
before it have the roll, and the games to which CORR goes back. Records are dicts of numbers, texts
and lists. Reading checks the range of every number, then the state as a whole.

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
    act       what it was: the fields of an `Act`; older saves have none
    thrown    throws already made, by number from the first on: after CORR the same dice come again
    settings  those of the MENU; warned: debtors warned once; ends: the scan when time is up
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from firmware_sim.dialogue.turn import moment
from firmware_sim.edition import Edition, EditionError
from firmware_sim.field_types import (
    MONEY,
    PLAYER_OR_BANK,
    SQUARE_OR_NONE,
    integer,
    listed,
    rows,
)
from firmware_sim.field_types import StateError as StateError
from firmware_sim.game import (
    BOARD,
    FIELDS,
    NAMES,
    NO_SQUARE,
    Act,
    Bargain,
    Game,
    Phase,
    Variant,
    Why,
)
from firmware_sim.messages import ACTS, VERSION
from firmware_sim.session import (
    MOST_DICE,
    RECORDED,
    SAVED,
    UNDO_DEPTH,
    Operation,
    RollLine,
    Session,
    SessionState,
    strike,
)

FORMAT = 2
OLDEST_THROW = 2 * UNDO_DEPTH
"""CORR does not reach throws that are older than this."""

Record = dict[str, Any]
LoadEdition = Callable[[str], Edition]
Read = TypeVar("Read")


# -- as text


def written(record: Record) -> str:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def parsed(record: str | bytes) -> Record:
    """The record of a line. StateError if it is damaged."""
    try:
        found = json.loads(record, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise StateError("a record that cannot be read") from None
    if not isinstance(found, dict):
        raise StateError("a record that tells nothing")
    return found


def _no_number(word: str) -> object:
    raise ValueError


# -- a session as a record


def record_of(session: Session, printed: int) -> Record:
    """`printed`: how many roll lines are new since the record before."""
    game, roll = session.game, session.roll
    fresh = roll[max(0, len(roll) - printed) :]
    record: Record = {"format": FORMAT, "firmware": VERSION}
    if game is not None:
        record["edition"] = _name_of(session, game.edition)
    record["lines"] = len(roll)
    record["roll"] = [[line.turn, line.text] for line in fresh]
    if fresh and fresh[-1].strikes >= 0:
        record["strikes"] = fresh[-1].strikes
    if session.history:
        undo = session.history[-1]
        record["undo"] = [len(session.history), undo.line, undo.player, undo.name]
        if act := roll[undo.line].act:
            record["act"] = act
    record["game"] = None if game is None else _plain(game)
    if game is not None and fresh:
        record["paid"] = [list(row) for row in game.posted]
    record["thrown"] = thrown(session.future_throws, game.throws if game else 0)
    for name, kept in RECORDED.items():
        record[kept.record] = kept.plain(getattr(session, name))
    return record


def _plain(game: Game) -> Record:
    values = zip(NAMES, game.plain(), strict=True)
    return {name: FIELDS[name].plain(value) for name, value in values}


def thrown(throws: Mapping[int, Sequence[int]], done: int) -> list[int | str]:
    """The first number, then the dice as digits, three a throw; 0: no die, or none thrown."""
    throws = {at: dice for at, dice in throws.items() if at >= done - OLDEST_THROW}
    first = min(throws, default=0)
    dice = (throws.get(at, ()) for at in range(first, max(throws, default=-1) + 1))
    return [first, "".join("".join(map(str, one)).ljust(MOST_DICE, "0") for one in dice)]


def _name_of(session: Session, edition: Edition) -> str:
    """The name or the file that the edition was loaded from."""
    for name in session.editions.names:
        if name == edition.name:
            return name
    for name in session.editions.names:
        if name.endswith(".toml") and session.editions.load(name) == edition:
            return name
    return edition.name


# -- records as a session


def with_own(load_edition: LoadEdition, own: str) -> LoadEdition:
    """Loads editions by the name in a record. For an edition of a player's own that is the file
    `own`: it may have been moved since."""
    return lambda name: load_edition(own if own and name.endswith(".toml") else name)


class SavedState(SessionState):
    """What records say of a session."""

    firmware = ""

    def into(self, session: Session) -> None:
        """Hand the state over to the session."""
        self.try_question(session)
        for name in SAVED:
            setattr(session, name, getattr(self, name))

    def try_question(self, session: Session) -> None:
        """Ask the current question once in a session of its own: a state that cannot is refused."""
        if self.game is None:
            return
        trial = Session(session.editions, lambda: 0)
        trial.game, trial.settings = self.game.copy(), self.settings.copy()
        trial.stage = "game"
        try:
            next(moment(trial), None)
        except Exception as error:
            raise StateError(f"no game can go on from there: {type(error).__name__}") from None


def state_of(records: Sequence[Record], load_edition: LoadEdition) -> SavedState:
    """The state after the last of these records. EditionError: its edition no longer exists."""
    return checked(_state, records, load_edition)


def game_of(record: Record, load_edition: LoadEdition) -> Game | None:
    """The game of one record, with the ledger entries of its operation."""
    return checked(_game, record, load_edition)


def roll_of(records: Iterable[Record]) -> list[RollLine]:
    """The roll after these records; blank lines for records that are lost."""
    return checked(_roll, records)


def checked(read: Callable[..., Read], *facts: Any) -> Read:
    try:
        return read(*facts)
    except (StateError, EditionError):
        raise
    except (TypeError, KeyError, AttributeError, ValueError, IndexError) as error:
        raise StateError(f"no record of a game: {type(error).__name__}") from None


def _state(records: Sequence[Record], load_edition: LoadEdition) -> SavedState:
    last, state = records[-1], SavedState()
    state.game = _game(last, load_edition)
    state.firmware = _text(last["firmware"], 20)
    state.roll = _roll(records)
    if state.game is not None:
        state.history = _history(records, load_edition, state.roll)
    first, dice = last["thrown"]
    integer(first, 0, 10**9)
    for at in range(0, len(dice), MOST_DICE):
        throw = tuple(integer(int(die), 1, 6) for die in dice[at : at + MOST_DICE].rstrip("0"))
        if throw:
            state.future_throws[first + at // MOST_DICE] = throw
    for name, kept in RECORDED.items():
        setattr(state, name, kept.read(last[kept.record]))
    return state


def _roll(records: Iterable[Record]) -> list[RollLine]:
    roll: list[RollLine] = []
    for record in records:
        printed = [
            RollLine(integer(turn, 0, 10**7), _text(text, 3000)) for turn, text in record["roll"]
        ]
        start = integer(record["lines"], len(printed), 10**6) - len(printed)
        del roll[start:]  # of another game
        roll += [RollLine(0, "") for _ in range(start - len(roll))]
        roll += printed
        if "strikes" in record:
            roll[-1].strikes = integer(record["strikes"], 0, start)
            strike(roll, roll[-1].strikes)
    return roll


def _history(
    records: Sequence[Record], load_edition: LoadEdition, roll: Sequence[RollLine]
) -> deque[Operation]:
    """What CORR can undo: until a record is lost, or there is nothing more. The lines of the roll
    learn what these operations were."""
    after = {record["lines"]: record for record in records}
    steps: deque[Operation] = deque(maxlen=UNDO_DEPTH)
    record = records[-1]
    lines = record["lines"]
    depth = integer(record.get("undo", [0])[0], 0, UNDO_DEPTH)
    while len(steps) < depth and "undo" in record:
        _, line, player, name = record["undo"]
        lines = integer(line, 0, lines - 1)
        if "act" in record:
            roll[lines].act = _act(record["act"])
        if lines not in after:
            break
        record = after[lines]
        before = _game(record, load_edition)
        if before is None:
            break
        steps.appendleft(
            Operation(before, integer(player, 1, before.players), _text(name, 2000) or "?", lines)
        )
    return steps


def _act(fields: Sequence[Any]) -> Act:
    kind, player, other, square, numbers, bargain, word = fields
    if kind not in ACTS:
        raise StateError("an operation that cannot be")
    return Act(
        kind, _seat(player), _seat(other), integer(square, -1, BOARD + 1), _row(numbers, 10**6),
        _bargain(*bargain) if bargain else None, _text(word, 2000),
    )  # fmt: skip


def _bargain(
    first: Any, second: Any, mine: Any, yours: Any, my_cards: Any, your_cards: Any, money: Any
) -> Bargain:
    last = BOARD - 1
    return Bargain(
        _seat(first), _seat(second), _row(mine, last), _row(yours, last), _row(my_cards, 1),
        _row(your_cards, 1), integer(money, -MONEY, MONEY),
    )  # fmt: skip


def _seat(player: Any) -> int:
    return integer(player, 0, 8)


def _row(numbers: Any, most: int) -> tuple[int, ...]:
    return tuple(integer(number, 0, most) for number in listed(numbers, BOARD))


def _game(record: Record, load_edition: LoadEdition) -> Game | None:
    version = integer(record["format"], 1, 10**6)
    if version > FORMAT:
        raise NewerFormat(version)
    fields = record["game"]
    if fields is None:
        return None
    lost = FIELDS.keys() - fields.keys()
    if lost and record["firmware"] == VERSION:  # older firmware may not have known all of them
        raise StateError("a record that should be whole and is not")
    edition = load_edition(_text(record["edition"], 4096))
    players = integer(fields["players"], edition.least_players, edition.most_players)
    game = Game(edition, players)
    _set(game, fields)
    _look_over(game)
    game.posted = [
        (payer, payee, amount, Why(why), square[0] if square else NO_SQUARE)
        for payer, payee, amount, why, *square in rows(
            record.get("paid", ()), players,
            PLAYER_OR_BANK, PLAYER_OR_BANK, (0, 10**9), (0, max(Why)), SQUARE_OR_NONE, least=4,
        )
    ]  # fmt: skip
    return game


class NewerFormat(StateError):
    def __init__(self, version: int, known: int = FORMAT) -> None:
        self.version, self.known = version, known
        super().__init__(f"it is of format {version}, newer than the {known} known here")


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise StateError("a text that cannot be")
    return value


def _set(game: Game, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        kind = FIELDS.get(name)
        if kind is None:
            raise StateError(f"no game has a field {ascii(name)[:40]}")
        try:
            setattr(game, name, kind.read(value, game.edition, game.players))
        except StateError as wrong:
            raise StateError(f"{name}: {wrong}") from None
    game.count_deeds()


def _look_over(game: Game) -> None:
    """Checks that concern more than one field."""
    edition = game.edition
    out, here = game.bankrupt_order, game.effect is not None
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
        (any(not game.is_in(claim.owner) for claim in game.claims), "a claim of nobody"),
        (any(not game.is_in(debt.debtor) for debt in game.debts), "a debt of nobody"),
    )
    for holds, sentence in wrong:
        if holds:
            raise StateError(sentence)
