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
    """Return the icons of every screen, and those of this player."""
    return session.lasting_icons() | state_icons(session.current_game, player)


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
    """Return the icons of a square's owner and buildings; empty if it has no deed."""
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
    """Make the screen of a question from the table of kinds. Row B shows the typed digits, else the
    amount or the version, or the `value` of a dialogue."""
    game, kind = session.game, KINDS[question.kind]
    blinks, icons = False, session.lasting_icons()
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
    """A choice of items: `+` and `-` go round them, digits name one or are refused with the error
    `wrong`; None if digits are not accepted.

    Items have one digit or two: the first may be the whole or a beginning, and the beginning of an
    item is not an answer yet. A number that is refused is erased, and the item before its first
    digit comes back.
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
        """Return any other key; `at` is the item chosen by then."""
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
    on_other_key: Callable[[str], Asking[bool]] | None = None,
    cancellable: bool = True,
) -> Asking[int | None]:
    """Ask for an item; OK takes it, unless `accept` refuses. If `cancellable`, C returns None.
    `on_other_key` handles keys without a meaning here; if it returns True, so does this None."""
    choice = Choice(session, items, question, at, wrong)
    while True:
        key = yield from choice.key()
        if key == "OK":
            if accept(choice.at):
                return choice.at
            choice.typed = ""
        elif key == "C" and cancellable:
            return None
        elif on_other_key is None:
            session.refuse(Error.KEY)
        elif (yield from on_other_key(key)):
            return None


def step(items: Sequence[int], present: int, key: str) -> int:
    """Return the next item of the cycle, or the one before; at the start the first, or the last."""
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
    """Ask for a player, or with `bank` also for the bank, 0. `of`: the player whose partner is
    asked for, who is not an answer. `check`: the rule that may refuse a player."""

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
    """Ask for OK, which returns True, or C."""
    while True:
        key = yield show(session, asks, value)
        if key in ("OK", "C"):
            return key == "OK"
        session.refuse(Error.KEY)


class Usual(NamedTuple):
    """The sums that `+` puts at an empty sum: the first, then by steps up to the most, and `-` down
    again. If the first is more than the most, there is none, for the reason `error`."""

    first: int
    most: int
    step: int = 0
    error: Error = Error.FUNDS

    def plus(self, put: int) -> int:
        """Return the sum that `+` puts after this one, or after none (0)."""
        if self.first > self.most:
            return 0
        return min(put + self.step if put else self.first, self.most)

    def minus(self, put: int) -> int:
        return max(put - self.step, self.first) if put and self.step else 0


def ask_amount(
    session: Session,
    asks: Question,
    accept: Callable[[int], bool] = lambda amount: True,
    on_other_key: Callable[[str], Asking[bool]] | None = None,
    proposed: int | None = None,
    cancellable: bool = True,
    usual: Callable[[], Usual | None] = lambda: None,
) -> Asking[int | None]:
    """Ask for an amount: digits, then OK. C erases the last digit; without any it returns None, if
    `cancellable`.

    `accept` may refuse an amount, which is then erased. `on_other_key` handles other keys; if it
    returns True, this returns None. OK without digits takes the `proposed` amount. `usual`: the
    sums that `+` and `-` put.
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
        elif key == "C" and cancellable:
            return None
        elif key == "OK":
            if _accepts(session, accept, amount):
                return amount
            typed, put = "", 0
        elif on_other_key is None:
            session.refuse(Error.KEY)
        elif (yield from on_other_key(key)):
            return None


NO_PUTS = {"+": 0, "-": 0}


def _accepts(session: Session, accept: Callable[[int], bool], amount: int | None) -> bool:
    if amount is None:
        session.refuse(Error.TOO_BIG)
    return amount is not None and accept(amount)


def type_on(session: Session, typed: str, digit: str) -> str:
    """Append a digit, without leading zeros; a number too long for row B is erased."""
    if len(typed) == LONGEST:
        session.refuse(Error.TOO_BIG)
        return ""
    return (typed + digit).lstrip("0") or "0"
