"""Looking without touching: `?` n at any moment, `+` and `-` at one's own turn or debt."""

from __future__ import annotations

from firmware_sim.dialogue.asking import Choice
from firmware_sim.game import BANK, BOARD, POT, Error, Game
from firmware_sim.question import Question
from firmware_sim.rules import loans, passport, rent, speed_die
from firmware_sim.session import Answer, Session

NOT_FUNCTIONS = frozenset("0123456789+-?") | {"C", "OK", "F"}


def inspect(session: Session) -> Answer:
    """`?` then a number: 1 to 8 a player, 0 the bank. Leaves with the key to act on, or none."""
    question = Choice(session, (), lambda at: Question("look"), 0, None)
    looking = question
    while True:
        key = yield from looking.key()
        if key.isdigit():
            if session.game is None or not (session.game.is_in(int(key)) or key == "0"):
                session.refuse(Error.NO_PLAYER)
            else:
                looking = _over(session, _pages(session, int(key)))
        elif key == "?" and looking is not question:
            looking = question
        elif key in ("C", "OK", "FIN", "?"):
            return ""
        elif key in NOT_FUNCTIONS:
            session.refuse(Error.KEY)
        else:
            return key


def walk(session: Session, player: int, first: str, dice: bool = False) -> Answer:
    """Go round a player's goods, from the token's square. Returns the key to act on, or none; a
    digit counts if real `dice` are awaited."""
    pages = _deeds(session.current_game, player, "walk")
    looking = _over(session, pages, 0 if first == "+" else len(pages) - 1)
    while True:
        key = yield from looking.key()
        if not key.isdigit():
            return "" if key == "FIN" or key in NOT_FUNCTIONS else key
        if dice and not session.settings["auto_dice"]:
            return key
        session.refuse(Error.KEY)


def _over(session: Session, pages: list[Question], at: int = 0) -> Choice:
    return Choice(session, range(len(pages)), lambda at: pages[at], at, None)


def _pages(session: Session, number: int) -> list[Question]:
    game = session.current_game

    def page(asks: str, amount: int, label: str = "", rank: int = 0) -> Question:
        return Question(asks, number, amount=amount, label=label, rank=rank)

    if number == BANK:
        has = {"TITRES": game.owner.count(BANK)}
        if game.edition.buildings_counted:
            has |= {"MAISONS": game.house_stock, "HOTELS": game.hotel_stock}
        pages = [page("look_bank", amount, label) for label, amount in has.items()]
        return [*pages, page("look_pot", game.cash[POT])] if game.has_pot else pages
    pages = [page("look_cash", game.cash[number]), *_deeds(game, number, "look")]
    for rank, loan in enumerate(game.loans[number], 1):
        pages.append(page("look_loan", loans.cost(game, loan), rank=rank))
    if game.speed_die:
        pages.append(page("look_speed_die", int(speed_die.is_earned(game, number))))
    if game.edition.passport:
        pages.append(page("look_passport", passport.count(game, number)))
    return pages


def _deeds(game: Game, player: int, asks: str) -> list[Question]:
    """List a player's deeds, clockwise from the token: name, buildings, mortgage, rent."""
    here = game.square[player]
    owned = sorted(game.deeds_of(player), key=lambda number: (number - here) % BOARD)
    return [
        Question(f"{asks}_deed", player, player, _rent_now(game, number), number)
        for number in owned
    ] or [Question(f"{asks}_nothing", player)]


def _rent_now(game: Game, number: int) -> int:
    """Return the rent of a landing; for a utility, per pip of the dice."""
    return 0 if game.mortgaged[number] else rent.due(game, number, pips=1)
