"""Codec of a session: its state as plain data for saves, and back.

A save holds one record an operation. The first record is whole, and so is one now and then; the
others hold only what changed:

    encoder = Encoder()
    encoder.whole(session)     {"format": 1, "firmware": "1.0", "edition": "euro", "game": {...
    encoder.changes(session)   {"game": {"cash": [...], "phase": 1}, "roll": [[3, "J1 DES 4 3"]]}

    decoder = Decoder(load_edition)
    for record in records:
        decoder.apply(record)  StateError if a value is not possible
    decoder.into(session)

Records are dicts of numbers, texts and lists; the application writes them to a file. Decoding
checks the range of every number, then the state as a whole.

    key       content
    game      the fields of `Game` that changed; null: there is no game
    paid      the ledger entries: payer, payee, amount, reason
    roll      lines printed since the last record; struck: numbers of the lines struck since
    back      operations added to the undo history; undone: how many were removed
    fate      throws already made, by number: after CORR the same dice come again
    settings  those of the MENU; warned: debtors warned once; ends: the scan when time is up
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firmware_sim import messages
from firmware_sim.edition import Edition
from firmware_sim.edition.edition_file import EditionError
from firmware_sim.field_types import PLAYER_OR_BANK, SQUARE_OR_NONE, integer, rows
from firmware_sim.field_types import StateError as StateError
from firmware_sim.game import FIELDS, NAMES, NO_SQUARE, Game, Phase, Variant, Why
from firmware_sim.interface import RollLine
from firmware_sim.session import (
    RECORDED,
    SAVED,
    UNDO_DEPTH,
    Operation,
    Session,
    SessionState,
)

FORMAT = 1
OLDEST_FATE = 2 * UNDO_DEPTH
"""CORR does not reach throws that are older than this."""

Record = dict[str, Any]


def _changes(was: Game | None, game: Game) -> Record:
    """The fields that differ from the game before; all of them if there is none."""
    known = was.plain() if was is not None else ()
    found = {}
    for at, (name, value) in enumerate(zip(NAMES, game.plain(), strict=True)):
        if not known or value != known[at]:
            found[name] = FIELDS[name].plain(value)
    return found


class Encoder:
    """Encodes a session, and keeps what it has encoded: the next record holds only changes."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._history: list[Operation] = []
        self._rest: Record = {}
        self._fate: dict[int, tuple[int, ...]] = {}
        self._lines: list[RollLine] = []
        self._struck: set[int] = set()
        self._operations = 0

    def whole(self, session: Session) -> Record:
        """A whole record: it is decoded without those before it, but for the roll."""
        record: Record = {"format": FORMAT, "firmware": messages.VERSION}
        if session.game is not None:
            record["edition"] = _name_of(session, session.game.edition)
        record["lines"] = len(self._lines) if self._same_roll(session) else 0
        record |= self._record(session, whole=True)
        return record

    def changes(self, session: Session) -> Record:
        return self._record(session, whole=False)

    def knows(self, session: Session) -> bool:
        """Whether `changes` is enough: still the same game and the same roll."""
        return self._game is not None and session.game is not None and self._same_roll(session)

    def _same_roll(self, session: Session) -> bool:
        known = self._lines
        return not known or (len(session.roll) >= len(known) and session.roll[0] is known[0])

    def _record(self, session: Session, *, whole: bool) -> Record:
        record: Record = {}
        if not self._same_roll(session):  # another game has begun since
            self._lines, self._struck = [], set()
            self._history, self._fate = [], {}
        game = session.game
        if game is None:
            record["game"] = None
            self._game = None
        else:
            before = self._game
            changed = _changes(None if whole else before, game)
            if changed or whole:
                record["game"] = changed
            record |= self._steps(session, None if whole else before)
            if game.posted and session.operations != self._operations:
                record["paid"] = [list(row) for row in game.posted]
            self._game = game.copy()
        record |= self._printed(session)
        oldest = game.throws - OLDEST_FATE if game else 0
        told = {} if whole else self._fate
        fate = {at: dice for at, dice in session.future_throws.items() if told.get(at) != dice}
        fate = {at: dice for at, dice in fate.items() if at >= oldest}
        if fate:
            record["fate"] = {str(at): list(dice) for at, dice in fate.items()}
        self._fate = dict(session.future_throws)
        self._operations = session.operations
        rest = {kept.record: kept.plain(getattr(session, name)) for name, kept in RECORDED.items()}
        for name, value in rest.items():
            if whole or value != self._rest.get(name):
                record[name] = value
        self._rest = rest
        return record

    def _steps(self, session: Session, before: Game | None) -> Record:
        """What was added to and removed from the undo history."""
        known, steps = self._history, list(session.history)
        start = next((at for at, old in enumerate(known) if steps and old is steps[0]), len(known))
        kept = 0
        while (
            start + kept < len(known) and kept < len(steps) and known[start + kept] is steps[kept]
        ):
            kept += 1
        self._history = steps
        record: Record = {}
        if len(known) > start + kept:
            record["undone"] = len(known) - start - kept
        if steps[kept:]:
            record["back"] = [
                [step.player, step.name, step.line, _changes(before, step.before)]
                for step in steps[kept:]
            ]
        return record

    def _printed(self, session: Session) -> Record:
        record: Record = {}
        fresh = session.roll[len(self._lines) :]
        struck = {at for at, line in enumerate(session.roll) if line.struck}
        if struck != self._struck:
            record["struck"] = sorted(struck - self._struck)
            self._struck = struck
        if fresh:
            record["roll"] = [[line.turn, line.text] for line in fresh]
            self._lines = self._lines + fresh
        return record


def _name_of(session: Session, edition: Edition) -> str:
    """The name or the file that the edition was loaded from."""
    for name in session.edition_names:
        if name == edition.name:
            return name
    for name in session.edition_names:
        if name.endswith(".toml") and session.load_edition(name) == edition:
            return name
    return edition.name


class Decoder(SessionState):
    """Decodes records, one after the other, into the state of a session."""

    def __init__(self, load_edition: Callable[[str], Edition]) -> None:
        super().__init__()
        self.load_edition = load_edition
        self.edition_name = ""
        self.firmware = ""

    def apply(self, record: Record) -> None:
        """Apply one record. EditionError: its edition no longer exists.

        After a StateError this decoder must not be used.
        """
        try:
            self._apply(record)
        except (StateError, EditionError):
            raise
        except (TypeError, KeyError, AttributeError, ValueError, IndexError) as error:
            raise StateError(f"no record of a game: {type(error).__name__}") from None

    def apply_roll(self, record: Record) -> None:
        """Read only the roll; the next record applied must be a whole one."""
        try:
            if "format" in record:
                self._lines(integer(record["lines"], 0, 10**6))
            self._print(record)
        except (TypeError, KeyError, AttributeError, ValueError, IndexError) as error:
            raise StateError(f"no record of a game: {type(error).__name__}") from None

    def _apply(self, record: Record) -> None:
        if "format" in record:
            self._begin(record)
        before = self.game
        if "game" in record or "format" in record:
            fields = record.get("game")
            self.game = None if fields is None else self._game_with(before, fields, record)
        elif self.game is None:
            raise StateError("changes of a game that was not told")
        else:
            self.game = self.game.copy()
            self.game.posted = []
        if self.game is not None:
            seats = self.game.players
            self.game.posted = [
                (payer, payee, amount, Why(why), square[0] if square else NO_SQUARE)
                for payer, payee, amount, why, *square in rows(
                    record.get("paid", ()),
                    seats,
                    PLAYER_OR_BANK,
                    PLAYER_OR_BANK,
                    (0, 10**9),
                    (0, max(Why)),
                    SQUARE_OR_NONE,
                    least=4,
                )
            ]
        self._take_back(record, before)
        self._print(record)
        self._rest(record)

    def _begin(self, record: Record) -> None:
        version = integer(record["format"], 1, 10**6)
        if version > FORMAT:
            raise NewerFormat(version)
        self.firmware = _text(record["firmware"], 20)
        self._lines(integer(record["lines"], 0, 10**6))
        self.future_throws.clear()
        self.game = None
        self.edition_name = _text(record["edition"], 4096) if "edition" in record else ""

    def _lines(self, lines: int) -> None:
        if lines < len(self.roll):  # another game
            del self.roll[lines:]
            self.history.clear()
        elif lines > len(self.roll):  # roll lines between were lost
            self.roll += [RollLine(0, "") for _ in range(lines - len(self.roll))]
            self.history.clear()

    def _game_with(self, before: Game | None, fields: Mapping[str, Any], record: Record) -> Game:
        if "format" in record:
            if set(fields) != set(NAMES):
                raise StateError("a record that should be whole and is not")
            edition = self.load_edition(self.edition_name)
            players = integer(fields["players"], edition.least_players, edition.most_players)
            game = Game(edition, players)
        elif before is None:
            raise StateError("changes of a game that was not told")
        else:
            game = before.copy()
        _change(game, fields)
        _look_over(game)
        return game

    def _take_back(self, record: Record, before: Game | None) -> None:
        for _ in range(integer(record.get("undone", 0), 0, UNDO_DEPTH)):
            if self.history:
                self.history.pop()
        steps = record.get("back", ())
        if self.game is None and (steps or self.history):
            self.history.clear()
            return
        for player, name, line, fields in steps:
            assert self.game is not None
            base = before if before is not None else Game(self.game.edition, self.game.players)
            game = base.copy()
            _change(game, fields)
            _look_over(game)
            self.history.append(
                Operation(
                    game,
                    integer(player, 1, self.game.players),
                    _text(name, 2000) or "?",
                    integer(line, 0, 10**6),
                )
            )

    def _print(self, record: Record) -> None:
        for turn, text in record.get("roll", ()):
            self.roll.append(RollLine(integer(turn, 0, 10**7), _text(text, 3000)))
        for at in record.get("struck", ()):
            self.roll[integer(at, 0, len(self.roll) - 1)].struck = True

    def _rest(self, record: Record) -> None:
        for at, dice in record.get("fate", {}).items():
            if not (at.isascii() and at.isdecimal() and len(at) < 9) or not 2 <= len(dice) <= 3:
                raise StateError("a throw that cannot be")
            self.future_throws[int(at)] = tuple(integer(die, 1, 6) for die in dice)
        for name, kept in RECORDED.items():
            if kept.record in record:
                setattr(self, name, kept.read(record[kept.record]))

    def into(self, session: Session) -> None:
        """Write the decoded state into the session; nothing is shared with the decoder."""
        self.try_question(session)
        session.assume(self.copies(SAVED))

    def try_question(self, session: Session) -> None:
        """Ask the current question once in a session of its own: a state that cannot is refused."""
        if self.game is None:
            return
        from firmware_sim.dialogue.turn import moment

        trial = Session(
            session.load_edition, session.edition_names, session.edition_labels, lambda: 0
        )
        trial.assume(self.copies(("game", "settings")))
        trial.stage = "game"
        try:
            next(moment(trial), None)
        except Exception as error:
            raise StateError(f"no game can go on from there: {type(error).__name__}") from None


class NewerFormat(StateError):
    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"it is of format {version}, newer than the {FORMAT} known here")


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise StateError("a text that cannot be")
    return value


def _change(game: Game, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        kind = FIELDS.get(name)
        if kind is None:
            raise StateError(f"no game has a field {ascii(name)[:40]}")
        try:
            setattr(game, name, kind.read(value, game.edition, game.players))
        except StateError as wrong:
            raise StateError(f"{name}: {wrong}") from None
    if "owner" in fields:
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
