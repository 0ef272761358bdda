"""The small questions every dialogue is made of: which one, who, how much, yes or no."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, TypeVar

from firmware_sim import texts
from firmware_sim.game import BANK, BOARD, HOTEL, Error, Game
from firmware_sim.question import KINDS, Question
from firmware_sim.screens import Screen
from firmware_sim.session import Session
from firmware_sim.texts import BIT

T = TypeVar("T")
Asking = Generator[Screen, str, T]

LONGEST = 8  # digits of row B


# -- icons


def player_icons(session: Session, player: int) -> int:
    """The icons of every screen, and those of this player."""
    return session.always() | state_icons(session.current_game, player)


def state_icons(game: Game, player: int) -> int:
    """Return the icons of a player, and of the loan, prison, card or double that they have."""
    if player == BANK:
        return BIT["BANQUE"]
    mask = BIT[texts.player(player)]
    if game.loans[player]:
        mask |= BIT["PRET"]
    if game.prison[player]:
        mask |= BIT["PRISON"]
    if player in game.free_cards:
        mask |= BIT["LIBRE"]
    if game.doubles and player == game.turn:
        mask |= BIT["DOUBLE"]
    return mask


def owner_icon(owner: int) -> int:
    return BIT[f"P{owner}"] if owner > BANK else BIT["BANQUE"]


def deed_icons(game: Game, number: int) -> int:
    """The owner of a square and what stands on it; nothing where there is no deed or square."""
    if not 0 <= number < BOARD or game.owner[number] < BANK:
        return 0
    mask = owner_icon(game.owner[number])
    houses = game.houses[number]
    if houses == HOTEL:
        mask |= BIT["HOTEL"]
    else:
        for house in range(1, houses + 1):
            mask |= BIT[f"M{house}"]
    return mask | (BIT["HYPO"] if game.mortgaged[number] else 0)


_LIT: dict[str, Callable[[Game, Question], int]] = {
    "player": lambda game, question: state_icons(game, question.player),
    "other": lambda game, question: state_icons(game, question.other),
    "owner": lambda game, question: owner_icon(question.other),
    "deed": lambda game, question: deed_icons(game, question.square),
    "mortgage": lambda game, question: deed_icons(game, question.square) & BIT["HYPO"],
    "winners": lambda game, question: (
        state_icons(game, question.player) | sum(BIT[texts.player(one)] for one in question.winners)
    ),
    "J{player}": lambda game, question: BIT[texts.player(question.player)],
}


def show(session: Session, question: Question, value: str | None = None) -> Screen:
    """The screen of a question, as the table of kinds has it. Row B shows what is typed, or else
    the amount or the version, or the `value` that a dialogue gives."""
    game, kind = session.game, KINDS[question.kind]
    blinks, icons = False, session.always()
    for name in kind.lit.split():
        if name == "blink":
            blinks = True
        elif name in _LIT and game:
            icons |= _LIT[name](game, question)
        else:
            icons |= BIT[name]
    label = question.label
    if game and question.square >= 0 and not label:
        label = texts.label(game.edition, question.square)
    row_a, *others = kind.text.format(
        player=question.player,
        other=question.other,
        rank=question.rank,
        choice=question.choice,
        label=label,
    ).split("|")
    if value is None:
        amount = question.choice if question.amount is None else texts.amount(question.amount)
        value = question.typed or amount
    return Screen(row_a, value, icons, blinks, others=tuple(others), asks=question)


# -- questions


class Choice:
    """`+` and `-` go round the items, digits name one or are refused as `wrong`; None: digits name
    nothing here.

    Items have one digit or two: the first may be the whole or a beginning, and the beginning of an
    item is no answer yet. A number that is refused is erased: the item before its first digit
    stands again.
    """

    def __init__(
        self,
        session: Session,
        items: Sequence[int],
        question: Callable[[int], Question],
        at: int,
        wrong: Error | None = Error.TOO_BIG,
    ) -> None:
        self.session, self.items, self.question = session, tuple(items), question
        self.numbers = [item for item in items if item < BOARD]  # a prison card has none
        self.at, self.wrong = at, wrong
        self.typed = ""
        self.before = at  # the first digit

    def key(self) -> Asking[str]:
        """Any other key; `at` is the item that it is about."""
        while True:
            begun = self.typed if self.typed and int(self.typed) != self.at else ""
            asks = self.question(self.at)
            if begun:
                amount = int(begun) if asks.square < 0 else asks.amount
                asks = asks._replace(typed=begun, amount=amount)
            key = yield show(self.session, asks)
            if key in ("+", "-") and self.items:
                self.at, self.typed = step(self.items, self.at, key), ""
            elif key.isdigit() and self.wrong is not None:
                self._jump(key, self.wrong)
            elif key == "OK" and begun:
                self._erase(Error.TOO_BIG)
            else:
                return key

    def _jump(self, key: str, wrong: Error) -> None:
        if not self._goes_on():
            self.typed, self.before = "", self.at
        self.typed += key
        if int(self.typed) in self.numbers:
            self.at = int(self.typed)
        elif not self._begins():
            self._erase(wrong)

    def _goes_on(self) -> bool:
        """Return whether a digit belongs to the number typed. Squares may have two digits, whatever
        the items: if 39 is not an item, 3 and 9 name neither 3 nor 9."""
        return len(self.typed) == 1 and (self.question(self.at).square >= 0 or self._begins())

    def _begins(self) -> bool:
        return any(str(one).startswith(self.typed) for one in self.numbers if one > 9)

    def _erase(self, wrong: Error) -> None:
        self.at, self.typed = self.before, ""
        self.session.refuse(wrong)


def pick(
    session: Session,
    items: Sequence[int],
    question: Callable[[int], Question],
    at: int,
    wrong: Error | None = Error.TOO_BIG,
    accept: Callable[[int], bool] = lambda item: True,
    otherwise: Callable[[str], Asking[bool]] | None = None,
    leaves: bool = True,
) -> Asking[int | None]:
    """Go round; OK takes the item, which `accept` may refuse, C `leaves` (None). `otherwise` takes
    the keys that mean nothing here; true leaves too."""
    choice = Choice(session, items, question, at, wrong)
    while True:
        key = yield from choice.key()
        if key == "OK":
            if accept(choice.at):
                return choice.at
            choice.typed = ""
        elif key == "C" and leaves:
            return None
        elif otherwise is None:
            session.refuse(Error.KEY)
        elif (yield from otherwise(key)):
            return None


def step(items: Sequence[int], present: int, key: str) -> int:
    """The next item round, or the one before; from none of them the first, or the last."""
    if present not in items:
        return items[0 if key == "+" else -1]
    return items[(items.index(present) + (1 if key == "+" else -1)) % len(items)]


def ask_player(
    session: Session,
    asks: str,
    first: int,
    bank: bool = False,
    of: int | None = None,
    check: Callable[[Game, int], None] = lambda game, seat: None,
) -> Asking[int | None]:
    """0 is the bank, where it may be one. Where the partner `of` a player is asked for, the
    question is theirs, and they are no answer. `check`: the rule that may refuse a player."""

    def chosen(seat: int) -> Question:
        who, partner = (seat, BANK) if of is None else (of, seat)
        return Question(asks, who, partner, seat)

    seats = [BANK] * bank + session.current_game.seats()
    while True:
        found = yield from pick(session, seats, chosen, first, Error.NO_PLAYER)
        if found is None:
            return None
        if found == of:
            session.refuse(Error.NO_PLAYER)
        elif session.allows(check, found):
            return found


def ask_yes(session: Session, asks: Question, value: str | None = None) -> Asking[bool]:
    """OK for yes, C for no."""
    while True:
        key = yield show(session, asks, value)
        if key in ("OK", "C"):
            return key == "OK"
        session.refuse(Error.KEY)


class Usual(NamedTuple):
    """The sums that `+` puts where none is typed: the first, and by steps up to the most; by `-`
    down again. Where the first is more than the most, `error` says why there is none."""

    first: int
    most: int
    step: int = 0
    error: Error = Error.FUNDS

    def plus(self, put: int) -> int:
        """The sum behind `+`, where this one was put or none (0)."""
        if self.first > self.most:
            return 0
        return min(put + self.step if put else self.first, self.most)

    def minus(self, put: int) -> int:
        return max(put - self.step, self.first) if put and self.step else 0


def ask_amount(
    session: Session,
    asks: Question,
    accept: Callable[[int], bool] = lambda amount: True,
    otherwise: Callable[[str], Asking[bool]] | None = None,
    proposed: int | None = None,
    leaves: bool = True,
    usual: Callable[[], Usual | None] = lambda: None,
) -> Asking[int | None]:
    """Digits, then OK. C erases the last, C on nothing `leaves` (None).

    `accept` may refuse an amount: it is erased. `otherwise` takes the keys that mean nothing to an
    amount; true leaves too. OK on nothing typed takes what is `proposed`. `usual`: what `+` and `-`
    put in the place of digits.
    """
    typed, put = "", 0
    while True:
        amount = int(typed) if typed else put or proposed
        sums = None if typed else usual()
        puts = {"+": sums.plus(put), "-": sums.minus(put)} if sums else NO_PUTS
        asked = asks._replace(amount=amount, plus=puts["+"], minus=puts["-"])
        key = yield show(session, asked)
        if puts.get(key):
            put = puts[key]
        elif key == "+" and sums:
            session.refuse(sums.error, sums.first - sums.most)
        elif key.isdigit():
            typed, put = type_on(session, typed, key), 0
        elif key == "C" and (typed or put):
            typed, put = typed[:-1], 0
        elif key == "C" and leaves:
            return None
        elif key == "OK":
            if _accepts(session, accept, amount):
                return amount
            typed, put = "", 0
        elif otherwise is None:
            session.refuse(Error.KEY)
        elif (yield from otherwise(key)):
            return None


NO_PUTS = {"+": 0, "-": 0}


def _accepts(session: Session, accept: Callable[[int], bool], amount: int | None) -> bool:
    if amount is None:
        session.refuse(Error.TOO_BIG)
    return amount is not None and accept(amount)


def type_on(session: Session, typed: str, digit: str) -> str:
    """One digit more, without zeros before it; beyond what row B has all are erased."""
    if len(typed) == LONGEST:
        session.refuse(Error.TOO_BIG)
        return ""
    return (typed + digit).lstrip("0") or "0"
