"""The MENU: settings, balances, the end of the game. It lies over any question."""

from collections.abc import Callable
from functools import partial

from firmware_sim import texts
from firmware_sim.dialogue.asking import Choice, ask_yes, pick
from firmware_sim.game import Error, Variant
from firmware_sim.menu_settings import SETTINGS, advance_setting
from firmware_sim.question import Question
from firmware_sim.rules import passport
from firmware_sim.session import Answer, Dialogue, Session

FIRST = ("sound", "contrast")
ITEMS = (
    *FIRST, "balances", "time", "passport", *(name for name in SETTINGS if name not in FIRST),
    "end", "new", "off", "version",
)  # fmt: skip
"""Names of the questions, after menu_."""
WITHOUT_GAME = {"off", "version"} | {n for n, setting in SETTINGS.items() if not setting.in_game}


def menu(session: Session) -> Answer:
    """Show the MENU. Returns "switch off", "end" of the game, "start over" (which drops the
    question beneath) or an empty text."""

    def item(at: int) -> Question:
        name = ITEMS[at]
        number = _value(session, name) if session.game or name in WITHOUT_GAME else None
        version = texts.VERSION if name == "version" else ""
        return Question(f"menu_{name}", amount=number, choice=version)

    choice = Choice(session, range(len(ITEMS)), item, 0, None)
    while True:
        key, name = (yield from choice.key()), ITEMS[choice.at]
        if key == "C":
            return ""
        if key != "OK":
            session.refuse(Error.KEY)
        elif session.game is None and name not in WITHOUT_GAME:
            session.refuse(Error.FORBIDDEN)
        elif order := (yield from _enter(session, name)):
            return order


def _value(session: Session, name: str) -> int | None:
    if name in SETTINGS:
        return session.settings[name]
    game = session.game
    if game and name == "time" and game.variant is Variant.TIMED:
        return session.minutes_left()
    if game and name == "passport" and game.edition.passport:
        return passport.count(game, game.turn)
    return None


def _enter(session: Session, name: str) -> Answer:
    """Enter a row. Returns the action on leaving the MENU, or None to stay."""
    if name in SETTINGS:
        session.settings = advance_setting(session.settings, name)
        return ""
    match name:
        case "off":
            return "switch off"
        case "balances":
            yield from _of_each(session, name, lambda player: session.current_game.cash[player])
        case "passport" if session.current_game.edition.passport:
            yield from _of_each(session, "visas", partial(passport.count, session.current_game))
        case "passport":
            session.refuse(Error.FORBIDDEN)
        case "end" if not session.current_game.winner:
            if (yield from ask_yes(session, Question("end_game"))):
                return "end"
        case "new":
            if (yield from ask_yes(session, Question("erase"))):
                session.game = None
                session.stage = "set-up"
                return "start over"
        case _:
            session.refuse(Error.KEY)
    return ""


def _of_each(session: Session, asks: str, amount: Callable[[int], int]) -> Dialogue:
    """Go round the players in the game; OK or C goes back to the MENU."""
    seats = session.current_game.seats()

    def about(player: int) -> Question:
        return Question(asks, player, amount=amount(player))

    yield from pick(session, seats, about, seats[0], Error.NO_PLAYER)
