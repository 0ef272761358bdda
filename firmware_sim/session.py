"""The session: the game, its settings, queued notices, the roll and the undo history.

Dialogues get the session. They ask by yielding a `Screen` and are resumed with a key. They change
the game only by `do`, which keeps the game before it for `undo` and prints the roll.
"""

# Annotations are evaluated here: those of a SessionState say how its fields are kept.

from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from firmware_sim import messages, screens
from firmware_sim.edition import Editions
from firmware_sim.field_types import annotated, integer, truth
from firmware_sim.game import BANK, Act, Bargain, Debt, Entry, Error, Game, Refused, Why
from firmware_sim.glass import NEVER
from firmware_sim.rules import speed_die
from firmware_sim.screens import SECOND, Screen

Dialogue = Generator[Screen, str, None]
Answer = Generator[Screen, str, str]

SOUND = messages.BIT["SON"]
UNDO_DEPTH = 64
MINUTE = 60 * SECOND
MOST_DICE = 3


class RollLine:
    """One operation as printed; an undone one is struck, never removed."""

    __slots__ = ("act", "entries", "owed", "square", "strikes", "struck", "text", "thrown", "turn")

    def __init__(
        self,
        turn: int,
        text: str,
        struck: bool = False,
        strikes: int = -1,
        act: Act | None = None,
        entries: tuple[Entry, ...] = (),
        owed: tuple[Debt, ...] = (),
        square: int = -1,
        thrown: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """`strikes`: the first line that this correction struck; -1: it is none.
        `act`: what it was; None in a line that was read from a save, which has no `entries`
        (money moved), `owed` (debts made), `square` (where who acted then stood) and `thrown` (who
        threw how much for the first turn) either."""
        self.act = act
        self.entries = entries
        self.owed = owed
        self.square = square
        self.turn = turn
        self.text = text
        self.thrown = thrown
        self.struck = struck
        self.strikes = strikes

    def __str__(self) -> str:
        mark = "x" if self.struck else " "
        return f"{self.turn:>4}{mark} {self.text}"


class Settings:
    """The settings of the MENU; not part of the game, so CORR does not change them."""

    __slots__ = ("auto_cards", "auto_dice", "auto_rent", "contrast", "sound")

    def __init__(
        self,
        sound: bool = True,
        contrast: int = 4,
        auto_rent: bool = False,
        auto_dice: bool = True,
        auto_cards: bool = True,
    ) -> None:
        self.sound = sound
        self.contrast = contrast
        self.auto_rent = auto_rent
        self.auto_dice = auto_dice
        self.auto_cards = auto_cards

    def copy(self) -> "Settings":
        return Settings(*self.plain())

    @staticmethod
    def read(plain: Any) -> "Settings":
        """Decode; StateError if it is not possible."""
        sound, contrast, *auto = plain
        return Settings(truth(sound), integer(contrast, 0, 7), *map(truth, auto))

    def plain(self) -> tuple[bool, int, bool, bool, bool]:
        return self.sound, self.contrast, self.auto_rent, self.auto_dice, self.auto_cards


class TypedDice(NamedTuple):
    turn: int
    throws: int  # made before this one
    digits: str


NOT_TYPED = TypedDice(0, 0, "")


class Operation(NamedTuple):
    """An operation that CORR can undo: the game before it, its name, its roll line."""

    before: Game
    player: int
    name: str
    line: int


def _same(value: Any) -> Any:
    return value


class Kept:
    """How a field of the session is kept.

    start      makes its first value
    fact       the value in digests; None: not in digests
    saved      decoded from a save
    record     its key in save records, written by `plain` and decoded by `read`; game, roll,
               undo history and throws: see saved_state.py
    """

    def __init__(
        self,
        start: Callable[[], Any],
        *,
        fact: Callable[[Any], Any] | None = None,
        saved: bool = False,
        record: str = "",
        plain: Callable[[Any], Any] = _same,
        read: Callable[[Any], Any] = _same,
    ) -> None:
        self.start, self.fact = start, fact
        self.saved, self.record, self.plain, self.read = saved or bool(record), record, plain, read


class SessionState:
    """The fields of a session. A new field is one line here."""

    stage: Annotated[str, Kept(lambda: "cold", fact=_same)]
    game: Annotated[
        Game | None,
        Kept(
            lambda: None, fact=lambda game: game.plain() if game else None, saved=True,
        ),
    ]  # fmt: skip
    settings: Annotated[
        Settings,
        Kept(
            Settings, fact=Settings.plain,
            record="settings", plain=lambda settings: list(settings.plain()), read=Settings.read,
        ),
    ]  # fmt: skip
    notices: Annotated[deque[Screen], Kept(deque, fact=tuple)]
    operations: Annotated[int, Kept(int, fact=_same)]
    """how many operations were done"""
    ends_at: Annotated[
        int,
        Kept(
            lambda: NEVER, fact=_same, record="ends",
            plain=lambda scan: None if scan == NEVER else scan,
            read=lambda plain: NEVER if plain is None else integer(plain, 0, 10**13),
        ),
    ]  # fmt: skip
    """the scan at which a timed game ends"""
    warned: Annotated[
        set[int],
        Kept(
            set, fact=lambda players: tuple(sorted(players)),
            record="warned", plain=sorted,
            read=lambda plain: {integer(player, 1, 8) for player in plain},
        ),
    ]  # fmt: skip
    """debtors already warned by error 22"""
    future_throws: Annotated[dict[int, tuple[int, ...]], Kept(dict, saved=True)]
    """throws by number: after CORR the same dice come again"""
    roll: Annotated[list[RollLine], Kept(list, saved=True)]
    history: Annotated[deque[Operation], Kept(lambda: deque(maxlen=UNDO_DEPTH), saved=True)]
    now: Annotated[int, Kept(int)]
    bargain: Annotated[Bargain | None, Kept(lambda: None, saved=True)]
    """what two players were last asked to agree on"""
    typed_dice: Annotated[TypedDice, Kept(lambda: NOT_TYPED, fact=_same)]
    """real dice typed so far: they stay when a function or LOYER comes between"""

    def __init__(self) -> None:
        for name, kept in KEPT.items():
            setattr(self, name, kept.start())

    def facts(self) -> list[object]:
        """The values of a digest: without the undo history, but with throws that are still to
        come again."""
        thrown, throws = self.game.throws if self.game else 0, self.future_throws
        to_come = tuple(throws[index] for index in sorted(throws) if index >= thrown)
        return [*(fact(getattr(self, name)) for name, fact in _FACTS), to_come]


KEPT: dict[str, Kept] = annotated(SessionState)
SAVED = tuple(name for name, kept in KEPT.items() if kept.saved)
RECORDED = {name: kept for name, kept in KEPT.items() if kept.record}
_FACTS = tuple((name, kept.fact) for name, kept in KEPT.items() if kept.fact)


class Session(SessionState):
    def __init__(self, editions: Editions, noise: Callable[[], int]) -> None:
        super().__init__()
        self.editions = editions
        self.noise = noise
        self.beeps: list[str] = []
        self.short = 0  # of the last refusal: the money that was missing
        self.functions: Mapping[
            str, Callable[[Session], Dialogue]
        ] = {}  # also usable while a bid waits
        self.settled: Callable[[], None] = lambda: None

    # -- screens and sound

    @property
    def current_game(self) -> Game:
        assert self.game is not None
        return self.game

    def notice(self, text: str, value: str = "", icons: int = 0, beep: str = "") -> None:
        self.notices.append(screens.notice(text, value, icons | self.always(), beep))

    def refuse(self, error: Error, short: int = 0) -> None:
        """Queue an error notice; the question stays with what was typed. `short`: money missing."""
        self.short = short
        self.notices.append(screens.error(error, self.always()))

    def always(self) -> int:
        """The icons of every screen: sound, and the currency if there is a game."""
        sound = SOUND if self.settings.sound else 0
        return sound | (messages.BIT[self.game.edition.currency] if self.game else 0)

    def sound(self, name: str) -> None:
        if self.settings.sound:
            self.beeps.append(name)

    def is_timed(self) -> bool:
        return self.ends_at != NEVER

    def minutes_left(self) -> int:
        return max(0, -((self.now - self.ends_at) // MINUTE)) if self.is_timed() else 0

    # -- changing the game

    def do(self, act: Act, rule: Callable[..., object], *facts: object) -> bool:
        """Apply a rule as one operation: printed and undoable. False if it was refused."""
        game = self.current_game
        before = game.copy()
        game.posted.clear()
        turn = game.turn_number
        try:
            rule(game, *facts)
        except Refused as no:
            self.refuse(no.error, no.short)
            return False
        self._still_owing()
        name = messages.act(act, game.edition)
        self.history.append(Operation(before, act.player, name, len(self.roll)))
        self.print(turn, act, game.debts[len(before.debts) :])
        return True

    def _still_owing(self) -> None:
        """A warning holds for one debt; a debtor of a new debt is warned again."""
        if self.warned:
            self.warned = {player for player in self.warned if self.current_game.debt_of(player)}

    def do_merged(self, act: Act, rule: Callable[..., object]) -> None:
        """An operation that follows from the last one without a key: CORR undoes both at once."""
        if self.do(act, rule) and len(self.history) > 1:
            self.history.pop()

    def print(self, turn: int, act: Act, owed: Sequence[Debt] = ()) -> None:
        """Print a roll line; `owed`: the debts that the operation made."""
        self.operations += 1
        game = self.current_game
        who = messages.player(act.player) if act.player else "BANQUE"
        name = messages.act(act, game.edition)
        due = "".join(
            f" DETTE {messages.player(d.debtor)} {messages.amount(d.amount)}" for d in owed
        )
        self.roll.append(
            RollLine(
                turn, f"{who} {name}{_money(game)}{due}", act=act, entries=tuple(game.entries),
                owed=tuple(owed), square=game.square[act.player or game.turn],
            )
        )  # fmt: skip

    def undo(self) -> None:
        operation = self.history.pop()
        last_turn = self.current_game.last_turn  # the end of a timed game is not undone
        self.game = operation.before
        self.game.last_turn = last_turn
        self.game.posted.clear()
        self._still_owing()
        strike(self.roll, operation.line)
        self.print(self.game.turn_number, Act("undo", self.game.turn, text=operation.name))
        self.roll[-1].strikes = operation.line

    def new_game(self, game: Game, minutes: int) -> None:
        self.game = game
        self.ends_at = self.now + minutes * MINUTE if minutes else NEVER
        self.warned.clear()
        self.history.clear()
        self.future_throws.clear()
        self.roll.clear()

    # -- chance

    def throw(self, count: int) -> tuple[int, ...]:
        """The unit's dice. After CORR the same dice come again."""
        index = self.current_game.throws
        known = self.future_throws.get(index, ())
        if len(known) < count:  # the third die may be asked for later
            known += self._dice(MOST_DICE)[len(known) :]
            self.future_throws[index] = known
        return known[:count]

    def _dice(self, count: int) -> tuple[int, ...]:
        word = self.noise()
        dice = []
        for _ in range(count):
            word, pips = divmod(word, 6)
            dice.append(pips + 1)
        dice[2:] = [speed_die.FACES[pips - 1] for pips in dice[2:]]
        return tuple(dice)

    def sequence(self) -> Callable[[int], int]:
        """A generator for many draws at one tick: linear congruential, from the noise word."""
        state = self.noise()

        def draw(below: int) -> int:
            nonlocal state
            state = (state * 69069 + 12345) & 0xFFFFFFFF
            return (state >> 16) % below

        return draw


def strike(roll: list[RollLine], first: int) -> None:
    """CORR strikes the lines from `first` on, but not those of other corrections."""
    for line in roll[first:]:
        line.struck = line.struck or line.strikes < 0


_PRINTED = {
    Why.OPENING: "MISE", Why.SALARY: "SALAIRE", Why.TAX: "IMPOT", Why.RENT: "LOYER",
    Why.FINE: "AMENDE", Why.TAKEN: "PRET PRIS", Why.TRANSFER: "INTERET", Why.CARD: "CARTE",
}  # fmt: skip


def _money(game: Game) -> str:
    """The amounts that the operation moved, then the balance of each account concerned."""
    entries = game.entries
    if not entries:
        return ""
    if len(entries) == 1:
        moved = f" {messages.amount(entries[0].amount)}"
    else:
        moved = "".join(
            f" {_PRINTED.get(entry.why, '')} {messages.amount(entry.amount)}".replace("  ", " ")
            for entry in entries
        )
    touched = sorted({entry.payer for entry in entries} | {entry.payee for entry in entries})
    balances = "".join(
        f" {messages.player(account) if account != BANK else 'BANQUE'} "
        f"{messages.amount(game.cash[account])}"
        for account in touched
    )
    return f"{moved} ={balances}"
