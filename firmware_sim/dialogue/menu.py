"""The MENU: settings, balances, the end of the game. It lies over any question."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from firmware_sim import messages
from firmware_sim.dialogue.asking import Asking, ask_yes, player_icons, step
from firmware_sim.game import Act, Error, Variant
from firmware_sim.question import Question
from firmware_sim.rules import endings, passport
from firmware_sim.screens import Screen
from firmware_sim.session import Answer, Session

CONTRASTS = 8


class Item(NamedTuple):
    name: str
    asks: str
    value: Callable[[Session], int | None]
    enter: Callable[[Session], Asking[str]]  # what to do on leaving the MENU, or nothing
    in_game: bool = False
    changes: bool = False  # OK changes the value: it blinks
    fixed: str = ""  # what row B says where there is no number


def menu(session: Session) -> Answer:
    """Leaves with "switch off", "start over" (the question beneath is no more) or nothing."""
    at = 0
    while True:
        item = ITEMS[at]
        number = item.value(session) if session.game or not item.in_game else None
        value = item.fixed if number is None else messages.amount(number)
        key = yield Screen(
            item.name, value, session.always(), blink_value=item.changes,
            asks=Question(item.asks, amount=number, choice=item.fixed),
        )  # fmt: skip
        if key in ("+", "-"):
            at = (at + (1 if key == "+" else -1)) % len(ITEMS)
        elif key == "C":
            return ""
        elif key != "OK":
            session.refuse(Error.KEY)
        elif item.in_game and session.game is None:
            session.refuse(Error.FORBIDDEN)
        else:
            order = yield from item.enter(session)
            if order:
                return order


def _is_on(field: str, session: Session) -> int:
    return int(getattr(session.settings, field))


def _switch(field: str, session: Session) -> Asking[str]:
    session.settings = session.settings._replace(**{field: not getattr(session.settings, field)})
    return ""
    yield  # a question's shape, though it asks nothing


def _setting(name: str, asks: str, field: str, in_game: bool = True) -> Item:
    return Item(name, asks, partial(_is_on, field), partial(_switch, field), in_game, changes=True)


def _contrast(session: Session) -> Asking[str]:
    settings = session.settings
    session.settings = settings._replace(contrast=(settings.contrast + 1) % CONTRASTS)
    return ""
    yield


def _nothing_to_enter(session: Session) -> Asking[str]:
    session.refuse(Error.KEY)
    return ""
    yield


def _round_the_players(session: Session, about: Callable[[int], Screen]) -> Asking[str]:
    """`+` `-` go round who is in the game, a digit names one, OK or C goes back to the MENU."""
    game = session.current_game
    player = game.seats()[0]
    while True:
        key = yield about(player)
        if key in ("+", "-"):
            player = step(game.seats(), player, key)
        elif key in ("OK", "C"):
            return ""
        elif not key.isdigit():
            session.refuse(Error.KEY)
        elif game.is_in(int(key)):
            player = int(key)
        else:
            session.refuse(Error.NO_PLAYER)


def _balances(session: Session) -> Asking[str]:
    def balance(player: int) -> Screen:
        cash = session.current_game.cash[player]
        text = f"{messages.player(player)} SOLDE"
        question = Question("balances", player, amount=cash)
        return Screen(text, messages.amount(cash), player_icons(session, player), asks=question)

    return (yield from _round_the_players(session, balance))


def _minutes_left(session: Session) -> int | None:
    timed = session.current_game.variant is Variant.TIMED
    return session.minutes_left() if timed else None


def _passport(session: Session) -> int | None:
    game = session.current_game
    return passport.count(game, game.turn) if game.edition.passport else None


def _show_passports(session: Session) -> Asking[str]:
    game = session.current_game
    if not game.edition.passport:
        session.refuse(Error.FORBIDDEN)
        return ""

    def ticked(player: int) -> Screen:
        visas = passport.count(game, player)
        text = f"{messages.player(player)} VISAS"
        question = Question("visas", player, amount=visas)
        return Screen(text, str(visas), player_icons(session, player), asks=question)

    return (yield from _round_the_players(session, ticked))


def _end_game(session: Session) -> Asking[str]:
    game = session.current_game
    if game.winner:
        session.refuse(Error.KEY)
    elif (yield from ask_yes(session, Question("end_game"), "FIN PARTIE ?", "", session.always())):
        session.do(Act("end", game.turn), endings.end_now)
        return "start over"
    return ""


def _new_game(session: Session) -> Asking[str]:
    if (yield from ask_yes(session, Question("erase"), "EFFACER ?", "", session.always())):
        session.game = None
        session.stage = "set-up"
        return "start over"
    return ""


def _switch_off(session: Session) -> Asking[str]:
    return "switch off"
    yield


def _blank(session: Session) -> None:
    return None


ITEMS = (
    _setting("SON", "menu_sound", "sound", in_game=False),
    Item(
        "CONTRASTE",
        "menu_contrast",
        lambda session: session.settings.contrast,
        _contrast,
        changes=True,
    ),
    Item("SOLDES", "menu_balances", _blank, _balances, in_game=True),
    Item("TEMPS", "menu_time", _minutes_left, _nothing_to_enter, in_game=True),
    Item("PASSEPORT", "menu_passport", _passport, _show_passports, in_game=True),
    _setting("LOYER AUTO", "menu_auto_rent", "auto_rent"),
    _setting("DES AUTO", "menu_auto_dice", "auto_dice"),
    _setting("CARTES AUTO", "menu_auto_cards", "auto_cards"),
    Item("FIN PARTIE", "menu_end", _blank, _end_game, in_game=True),
    Item("NOUVELLE", "menu_new", _blank, _new_game, in_game=True),
    Item("ETEINDRE", "menu_off", _blank, _switch_off),
    Item("VERSION", "menu_version", _blank, _nothing_to_enter, fixed=messages.VERSION),
)
