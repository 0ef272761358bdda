"""The MENU: settings, balances, the end of the game. It lies over any question."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from firmware_sim import texts
from firmware_sim.dialogue.asking import Asking, Choice, ask_yes, pick
from firmware_sim.game import Act, Error, Variant
from firmware_sim.menu_settings import SETTINGS, turned
from firmware_sim.question import Question
from firmware_sim.rules import endings, passport
from firmware_sim.session import Answer, Session

Entering = Asking[str] | str
"""A dialogue, or what it would give at once: what to do on leaving the MENU, or nothing."""


class Item(NamedTuple):
    name: str  # of its question, after menu_
    enter: Callable[[Session], Entering]
    value: Callable[[Session], int | None] = lambda session: None
    in_game: bool = True
    fixed: str = ""  # what row B says where there is no number


def menu(session: Session) -> Answer:
    """Leaves with "switch off", "start over" (the question beneath is no more) or nothing."""

    def item(at: int) -> Question:
        entry = ITEMS[at]
        number = entry.value(session) if session.game or not entry.in_game else None
        return Question(f"menu_{entry.name}", amount=number, choice=entry.fixed)

    choice = Choice(session, range(len(ITEMS)), item, 0, None)
    while True:
        key, entry = (yield from choice.key()), ITEMS[choice.at]
        if key == "C":
            return ""
        if key != "OK":
            session.refuse(Error.KEY)
        elif entry.in_game and session.game is None:
            session.refuse(Error.FORBIDDEN)
        else:
            order = entry.enter(session)
            if not isinstance(order, str):
                order = yield from order
            if order:
                return order


def _setting(name: str) -> Item:
    def turn(session: Session) -> str:
        session.settings = turned(session.settings, name)
        return ""

    return Item(name, turn, lambda session: session.settings[name], SETTINGS[name].in_game)


def _nothing_to_enter(session: Session) -> str:
    session.refuse(Error.KEY)
    return ""


def _of_each(session: Session, asks: str, amount: Callable[[int], int]) -> Asking[str]:
    """Go round who is in the game; OK or C goes back to the MENU."""
    seats = session.current_game.seats()

    def about(player: int) -> Question:
        return Question(asks, player, amount=amount(player))

    yield from pick(session, seats, about, seats[0], Error.NO_PLAYER)
    return ""


def _balances(session: Session) -> Entering:
    return _of_each(session, "balances", session.current_game.cash.__getitem__)


def _minutes_left(session: Session) -> int | None:
    timed = session.current_game.variant is Variant.TIMED
    return session.minutes_left() if timed else None


def _passport(session: Session) -> int | None:
    game = session.current_game
    return passport.count(game, game.turn) if game.edition.passport else None


def _passports(session: Session) -> Entering:
    game = session.current_game
    if game.edition.passport:
        return _of_each(session, "visas", partial(passport.count, game))
    session.refuse(Error.FORBIDDEN)
    return ""


def _end_game(session: Session) -> Asking[str]:
    game = session.current_game
    if game.winner:
        session.refuse(Error.KEY)
    elif (yield from ask_yes(session, Question("end_game"))):
        session.do(Act("end", game.turn), endings.end_now)
        return "start over"
    return ""


def _new_game(session: Session) -> Asking[str]:
    if (yield from ask_yes(session, Question("erase"))):
        session.game = None
        session.stage = "set-up"
        return "start over"
    return ""


ITEMS = (
    _setting("sound"),
    _setting("contrast"),
    Item("balances", _balances),
    Item("time", _nothing_to_enter, _minutes_left),
    Item("passport", _passports, _passport),
    *(_setting(name) for name in SETTINGS if name not in ("sound", "contrast")),
    Item("end", _end_game),
    Item("new", _new_game),
    Item("off", lambda session: "switch off", in_game=False),
    Item("version", _nothing_to_enter, in_game=False, fixed=texts.VERSION),
)
