"""Looking without touching: `?` n at any moment, `+` and `-` at one's own turn or debt."""

from __future__ import annotations

from firmware_sim import messages
from firmware_sim.dialogue.asking import deed_icons, player_icons
from firmware_sim.game import BANK, BOARD, Error, Game
from firmware_sim.question import Question
from firmware_sim.rules import loans, passport, rent, speed_die
from firmware_sim.screens import Screen
from firmware_sim.session import Answer, Session

NOT_FUNCTIONS = frozenset("0123456789+-?") | {"C", "OK", "F"}


def inspect(session: Session) -> Answer:
    """`?` then a number: 1 to 8 a player, 0 the bank. Leaves with the key to act on, or none."""
    question = [Screen(messages.WHO, "", session.always(), asks=Question("look"))]
    pages, at = question, 0
    while True:
        key = yield pages[at]
        if key.isdigit():
            if session.game is None or not (session.game.is_in(int(key)) or key == "0"):
                session.refuse(Error.NO_PLAYER)
            else:
                pages, at = _pages(session, int(key)), 0
        elif key in ("+", "-") and pages is not question:
            at = _turned(pages, at, key)
        elif key == "?" and pages is not question:
            pages, at = question, 0
        elif key in ("C", "OK", "FIN", "?"):
            return ""
        elif key in NOT_FUNCTIONS:
            session.refuse(Error.KEY)
        else:
            return key


def walk(session: Session, player: int, first: str, dice: bool = False) -> Answer:
    """A player goes round what they own, from the token's square. Leaves with the key to act on,
    or with none; a digit is one where `dice` are awaited and real."""
    pages = _deeds(session, player, "walk")
    at = 0 if first == "+" else len(pages) - 1
    while True:
        key = yield pages[at]
        if key in ("+", "-"):
            at = _turned(pages, at, key)
        elif not key.isdigit():
            return "" if key == "FIN" or key in NOT_FUNCTIONS else key
        elif dice and not session.settings.auto_dice:
            return key
        else:
            session.refuse(Error.KEY)


def _turned(pages: list[Screen], at: int, key: str) -> int:
    return (at + (1 if key == "+" else -1)) % len(pages)


def _pages(session: Session, number: int) -> list[Screen]:
    if number == BANK:
        return _bank(session)
    game = session.current_game
    icons = player_icons(session, number)

    def page(asks: str, text: str, amount: int) -> Screen:
        question = Question(asks, number, amount=amount)
        return Screen(text, messages.amount(amount), icons, asks=question)

    pages = [page("look_cash", f"{messages.player(number)} SOLDE", game.cash[number])]
    pages += _deeds(session, number, "look")
    for rank, loan in enumerate(game.loans[number], 1):
        pages.append(page("look_loan", f"PRET {rank}", loans.cost(game, loan)))
    if game.speed_die:
        pages.append(page("look_speed_die", "DE RAPIDE", int(speed_die.is_earned(game, number))))
    if game.edition.passport:
        pages.append(page("look_passport", "PASSEPORT", passport.count(game, number)))
    return pages


def _bank(session: Session) -> list[Screen]:
    game = session.current_game
    icons = player_icons(session, BANK)
    return [
        Screen(text, str(number), icons, asks=Question("look_bank", amount=number))
        for text, number in (
            ("TITRES", game.owner.count(BANK)),
            ("MAISONS", game.house_stock),
            ("HOTELS", game.hotel_stock),
        )
    ]


def _deeds(session: Session, player: int, asks: str) -> list[Screen]:
    """What a player owns, clockwise from the token: name, buildings, mortgage, rent."""
    game = session.current_game
    here = game.square[player]
    icons = player_icons(session, player)
    owned = sorted(game.deeds_of(player), key=lambda number: (number - here) % BOARD)
    if not owned:
        return [Screen("PAS DE TITRE", "", icons, asks=Question(f"{asks}_nothing", player))]

    def page(number: int) -> Screen:
        rent = _rent_now(game, number)
        return Screen(
            game.edition.squares[number].label,
            messages.amount(rent),
            icons | deed_icons(game, number),
            asks=Question(f"{asks}_deed", player, player, rent, number),
        )

    return [page(number) for number in owned]


def _rent_now(game: Game, number: int) -> int:
    """What a landing would cost; for a utility, each pip of the dice."""
    return 0 if game.mortgaged[number] else rent.due(game, number, pips=1)
