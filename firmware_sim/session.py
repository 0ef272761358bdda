"""The session: the game, its settings, queued notices, the roll and the undo history.

Dialogues get the session. They ask by yielding a `Screen` and are resumed with a key. They change
the game only by `do`, which keeps the game before it for `undo` and prints the roll.
"""

from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import NamedTuple

from datasheet.ticks import NEVER
from firmware_sim import screens, texts
from firmware_sim.edition import Editions
from firmware_sim.game import POT, Act, Debt, Entry, Error, Game, Refused, Why
from firmware_sim.menu_settings import DEFAULTS, of_digest
from firmware_sim.rules import speed_die
from firmware_sim.screens import SECOND, Screen

Dialogue = Generator[Screen, str, None]
Answer = Generator[Screen, str, str]

SOUND = texts.BIT["SON"]
MINUTE = 60 * SECOND
MOST_DICE = 3


class Bounds(NamedTuple):
    """The limits on memory of a game; a body with little memory keeps less. Digests ignore them."""

    undo: int = 64  # operations that CORR can undo
    lines: int = 1_000_000  # lines kept of the roll
    throws: int = 1_000_000  # throws kept before the last one; CORR may need two per operation


EMULATOR = Bounds()


def without_balances(printed: str) -> str:
    """Return a line of the roll without the balances that it ends with."""
    return printed.partition(" =")[0]


class RollLine:
    """One operation as printed; an undone one is struck, never removed."""

    struck = False
    strikes = -1  # the first line that this correction struck; -1 for another act
    act: Act | None = None  # None if it was read from a save and CORR could not undo it
    entries: tuple[Entry, ...] = ()  # money moved
    owed: tuple[Debt, ...] = ()  # debts made
    square = -1  # the square of the acting player afterwards
    thrown: tuple[tuple[int, int], ...] = ()  # players and throws for the first turn; not saved

    def __init__(self, turn: int, text: str) -> None:
        self.turn = turn
        self.text = text

    @property
    def brief(self) -> str:
        """The line without the balances."""
        return without_balances(self.text)

    def __str__(self) -> str:
        mark = "x" if self.struck else " "
        return f"{self.turn:>4}{mark} {self.text}"


class TypedDice(NamedTuple):
    turn: int
    throws: int  # made before this one
    digits: str


NOT_TYPED = TypedDice(0, 0, "")


MOST_GIVEN = 5_000
"""The most keys at one question: after more, the question does not come back."""


class ResumeInput(NamedTuple):
    """The origin of the open question: the last point that follows from the game alone, and the
    input since. Given again it leads to the same question."""

    lines: int  # the length of the roll at that point
    typed: TypedDice
    settings: tuple[int, ...]
    warned: tuple[int, ...]
    given: tuple[str | tuple[int, ...], ...]  # keys, and settings as the MENU left them
    overlays: tuple[
        tuple[str, tuple[int, ...], tuple[str, ...]], ...
    ]  # name, settings before, keys


class Operation(NamedTuple):
    """An operation that CORR can undo: the game before it, its name, its roll line."""

    before: Game
    player: int
    name: str
    line: int
    act: Act | None


class Session:
    def __init__(
        self, editions: Editions, noise: Callable[[], int], bounds: Bounds = EMULATOR
    ) -> None:
        self.editions = editions
        self.noise = noise
        self.bounds = bounds
        self.stage = "cold"
        self.game: Game | None = None
        self.settings = DEFAULTS
        self.notices: deque[Screen] = deque()
        self.operations = 0  # the number of operations done
        self.ends_at = NEVER  # the scan at which a timed game ends
        self.warned: set[int] = set()  # debtors already warned by error 22
        self.future_throws: dict[int, tuple[int, ...]] = {}  # by number, to repeat after CORR
        self.roll: list[RollLine] = []
        self.dropped = 0  # lines at the beginning of the roll that are not kept
        self.history: deque[Operation] = deque(maxlen=self.bounds.undo)  # what CORR can undo
        self.now = 0
        self.asked: ResumeInput | None = None  # the question before the cold start, until REPRISE ?
        self.typed_dice = NOT_TYPED  # typed dice stay during a function or LOYER
        self.beeps: list[str] = []
        self.short = 0  # the sum missing at the last refusal
        self.functions: Mapping[
            str, Callable[[Session], Dialogue]
        ] = {}  # also usable while a bid waits
        self.settled: Callable[[], None] = lambda: None

    def facts(self) -> list[object]:
        """Return the values of a digest: no undo history, but throws that come again."""
        game, throws = self.game, self.future_throws
        thrown = game.throws if game else 0
        return [
            self.stage, game and game.digest_facts(), of_digest(self.settings), tuple(self.notices),
            self.operations, self.ends_at, tuple(sorted(self.warned)), self.typed_dice,
            tuple(throws[index] for index in sorted(throws) if index >= thrown),
        ]  # fmt: skip

    # -- screens and sound

    @property
    def current_game(self) -> Game:
        assert self.game is not None
        return self.game

    def notice(self, text: str, value: str = "", icons: int = 0, beep: str = "") -> None:
        self.notices.append(screens.notice(text, value, icons | self.lasting_icons(), beep))

    def refuse(self, error: Error, short: int = 0) -> None:
        """Queue an error notice; the question stays with what was typed. `short`: money missing."""
        self.short = short
        self.notices.append(screens.error(error, self.lasting_icons()))

    def lasting_icons(self) -> int:
        """The icons of every screen: sound, and the currency if there is a game."""
        sound = SOUND if self.settings["sound"] else 0
        return sound | (texts.BIT[self.game.edition.currency] if self.game else 0)

    def sound(self, name: str) -> None:
        if self.settings["sound"]:
            self.beeps.append(name)

    def is_timed(self) -> bool:
        return self.ends_at != NEVER

    def minutes_left(self) -> int:
        return max(0, -((self.now - self.ends_at) // MINUTE)) if self.is_timed() else 0

    # -- changing the game

    def do(self, act: Act, rule: Callable[..., object], *facts: object) -> bool:
        """Apply a rule as one operation: printed and undoable. False if it was refused."""
        game = self.current_game
        before = game.copy(self.history[-1].before if self.history else None)
        game.posted.clear()
        turn = game.turn_number
        if not self.allows(rule, *facts):
            return False
        self._still_owing()
        name = texts.act(act, game.edition)
        self.history.append(Operation(before, act.player, name, self.lines, act))
        self.print(turn, act, game.debts[len(before.debts) :])
        return True

    def allows(self, rule: Callable[..., object], *facts: object) -> bool:
        """Return whether a rule, or only its check, does not refuse; shows its error."""
        try:
            rule(self.current_game, *facts)
        except Refused as no:
            self.refuse(no.error, no.short)
            return False
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
        who, name = texts.player(act.player), texts.act(act, game.edition)
        due = "".join(f" DETTE {texts.player(d.debtor)} {texts.amount(d.amount)}" for d in owed)
        line = RollLine(turn, f"{who} {name}{_money(game)}{due}")
        line.act, line.entries, line.owed = act, tuple(game.entries), tuple(owed)
        line.square = game.square[act.player or game.turn]
        self.roll.append(line)
        if len(self.roll) > self.bounds.lines:
            del self.roll[0]
            self.dropped += 1

    @property
    def lines(self) -> int:
        """The length of the roll, with lines that are no longer kept."""
        return self.dropped + len(self.roll)

    def undo(self) -> None:
        operation = self.history.pop()
        last_turn = self.current_game.last_turn  # the end of a timed game is not undone
        self.game = operation.before.copy()
        self.game.last_turn = last_turn
        self.game.posted.clear()
        self._still_owing()
        strike(self.roll, operation.line - self.dropped)
        self.print(self.game.turn_number, Act("undo", self.game.turn, text=operation.name))
        self.roll[-1].strikes = operation.line

    def turn_under_way(self) -> int:
        """The sale of what a player left belongs to the turn in which they failed (TIME-1)."""
        game = self.current_game
        for operation in reversed(self.history):
            if not game.estate:
                break
            game = operation.before
        return game.turn_number

    def new_game(self, game: Game, minutes: int) -> None:
        self.game = game
        self.ends_at = self.now + minutes * MINUTE if minutes else NEVER
        self.warned.clear()
        self.forget()

    def forget(self) -> None:
        """Delete the finished game's history and roll."""
        self.history.clear()
        self.future_throws.clear()
        self.roll.clear()
        self.dropped = 0

    # -- the very question, after a cold start

    def resume_invariants(self) -> tuple[object, ...]:
        """The state that a cold start does not change."""
        return self.current_game.plain(), self.settings, self.warned, self.operations

    def back_at(self, asked: ResumeInput) -> "Session":
        """Return another session in the state in which this input began."""
        twin = Session(self.editions, self.noise, self.bounds)
        for name, value in vars(self).items():
            setattr(twin, name, value)
        twin.beeps = []
        twin.go_back(asked)
        return twin

    def go_back(self, asked: ResumeInput) -> None:
        """Go back to the start of that input; nothing is shared with the former session."""
        game = self.current_game
        done = [one.before for one in self.history if one.line >= asked.lines]
        self.game = (done or [game])[0].copy()
        self.game.last_turn = game.last_turn  # the value that CORR restores
        kept = [one for one in self.history if one.line < asked.lines]
        self.history = deque(kept, self.bounds.undo)
        self.operations -= self.lines - asked.lines
        self.roll = self.roll[: max(0, asked.lines - self.dropped)]
        self.typed_dice = asked.typed
        self.settings = dict(zip(DEFAULTS, asked.settings, strict=True))
        self.warned, self.future_throws = set(asked.warned), dict(self.future_throws)
        self.notices = deque()

    # -- chance

    def throw(self, count: int) -> tuple[int, ...]:
        """The unit's dice. After CORR the same dice come again."""
        index = self.current_game.throws
        known = self.future_throws.get(index, ())
        if len(known) < count:  # the third die may be asked for later
            known += self._dice(MOST_DICE)[len(known) :]
            self.future_throws[index] = known
            oldest = index - self.bounds.throws
            for old in [at for at in self.future_throws if at < oldest]:
                del self.future_throws[old]
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
    for line in roll[max(0, first) :]:
        line.struck = line.struck or line.strikes < 0


def _word(entry: Entry) -> str:
    """Return the word for a sum's reason; a sum put into the pot has another than one taken out."""
    if entry.why is Why.POT and entry.payee == POT:
        return "A CAGNOTTE"
    return texts.PRINTED.get(entry.why, "")


def _money(game: Game) -> str:
    """The amounts that the operation moved, then the balance of each account concerned."""
    entries = game.entries
    if not entries:
        return ""
    if len(entries) == 1:
        moved = f" {texts.amount(entries[0].amount)}"
    else:
        moved = "".join(
            f" {_word(entry)} {texts.amount(entry.amount)}".replace("  ", " ") for entry in entries
        )
    touched = sorted({entry.payer for entry in entries} | {entry.payee for entry in entries})
    balances = "".join(
        f" {texts.player(account)} {texts.amount(game.cash[account])}" for account in touched
    )
    return f"{moved} ={balances}"
