"""The small questions every dialogue is made of: who, how much, yes or no, which one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from firmware_sim import messages
from firmware_sim.game import BANK, HOTEL, Error, Game
from firmware_sim.messages import BIT
from firmware_sim.question import Question
from firmware_sim.screens import Screen
from firmware_sim.session import Session

T = TypeVar("T")
Asking = Generator[Screen, str, T]

LONGEST = 8  # digits of row B


# -- icons


def player_icons(session: Session, player: int) -> int:
    """The icons of every screen, and those of this player."""
    return session.always() | state_icons(session.current_game, player)


def state_icons(game: Game, player: int) -> int:
    """Which player it is, and the loan, prison, card or double that the game has for them."""
    if player == BANK:
        return BIT["BANQUE"]
    mask = BIT[messages.player(player)]
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
    return BIT["BANQUE"] if owner == BANK else BIT[f"P{owner}"]


def deed_icons(game: Game, number: int) -> int:
    """The owner of a square and what stands on it; nothing where there is no deed."""
    if game.owner[number] < BANK:
        return 0
    mask = owner_icon(game.owner[number])
    houses = game.houses[number]
    if houses == HOTEL:
        mask |= BIT["HOTEL"]
    else:
        for house in range(1, houses + 1):
            mask |= BIT[f"M{house}"]
    return mask | (BIT["HYPO"] if game.mortgaged[number] else 0)


# -- questions


def ask_amount(
    session: Session,
    asks: Question,
    text: str,
    icons: int,
    accept: Callable[[int], bool] = lambda amount: True,
    otherwise: Callable[[str], Asking[bool]] | None = None,
    proposed: int | None = None,
    about: str = "",
    leaves: bool = True,
) -> Asking[int | None]:
    """Digits, then OK. C erases the last, C on nothing `leaves` (None).

    `accept` may refuse an amount: it is erased. `otherwise` takes the keys that mean nothing to an
    amount; true leaves too. OK on nothing typed takes what is `proposed`. `about`: a label that
    alternates with the text.
    """
    others = (about,) if about else ()
    typed = ""
    while True:
        amount = int(typed) if typed else proposed
        shown = "" if amount is None else messages.amount(amount)
        question = asks._replace(amount=amount)
        key = yield Screen(text, shown, icons, blink_value=True, others=others, asks=question)
        if key.isdigit():
            if len(typed) == LONGEST:
                session.refuse(Error.TOO_BIG)
            else:
                typed = (typed + key).lstrip("0") or "0"
        elif key == "C" and (typed or leaves):
            if not typed:
                return None
            typed = typed[:-1]
        elif key == "OK":
            if amount is None:
                session.refuse(Error.TOO_BIG)
            elif accept(amount):
                return amount
            typed = ""
        elif otherwise is None:
            session.refuse(Error.KEY)
        elif (yield from otherwise(key)):
            return None


def ask_player(
    session: Session,
    asks: str,
    text: str,
    first: int,
    bank: bool = False,
    of: int | None = None,
) -> Asking[int | None]:
    """A digit names a player, OK accepts, C leaves (None). 0 is the bank, where it may be one.
    Where the partner `of` a player is asked for, the question is theirs."""
    chosen = first
    game = session.current_game
    while True:
        icons = player_icons(session, chosen)
        who, partner = (chosen, BANK) if of is None else (of, chosen)
        question = Question(asks, who, partner, chosen)
        key = yield Screen(text, str(chosen), icons, blink_value=True, asks=question)
        if key.isdigit():
            number = int(key)
            if game.is_in(number) or (bank and number == BANK):
                chosen = number
            else:
                session.refuse(Error.NO_PLAYER)
        elif key in ("+", "-"):
            seats = ([BANK] if bank else []) + game.seats()
            chosen = step(seats, chosen, key)
        elif key == "OK":
            return chosen
        elif key == "C":
            return None
        else:
            session.refuse(Error.KEY)


def ask_yes(
    session: Session, asks: Question, text: str, value: str, icons: int, about: str = ""
) -> Asking[bool]:
    """OK for yes, C for no. `about`: a label that alternates with the text."""
    others = (about,) if about else ()
    while True:
        key = yield Screen(text, value, icons, others=others, asks=asks)
        if key in ("OK", "C"):
            return key == "OK"
        session.refuse(Error.KEY)


def ask_which(
    session: Session, screens: Callable[[int], Screen], count: int, at: int = 0, digits: bool = True
) -> Asking[int | None]:
    """`+` and `-` go round, digits choose by rank, OK accepts, C leaves (None)."""
    while True:
        key = yield screens(at)
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % count
        elif key.isdigit() and digits:
            if 1 <= int(key) <= count:
                at = int(key) - 1
            else:
                session.refuse(Error.TOO_BIG)
        elif key == "OK":
            return at
        elif key == "C":
            return None
        else:
            session.refuse(Error.KEY)


def jump(
    session: Session, numbers: Sequence[int], number: int, typed: str, key: str
) -> tuple[int, str]:
    """The number chosen by digits, and the digits typed so far. Numbers have one digit or two: the
    first may be the whole or a beginning."""
    for digits in (typed + key, key):
        if int(digits) in numbers:
            return int(digits), digits
        if any(str(one).startswith(digits) for one in numbers):
            return number, digits
    session.refuse(Error.TOO_BIG)
    return number, typed


def step(items: Sequence[int], present: int, key: str) -> int:
    """The next item round, or the one before."""
    return items[(items.index(present) + (1 if key == "+" else -1)) % len(items)]
