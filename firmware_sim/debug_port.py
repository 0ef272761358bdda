"""The debug port: reads facts of the game by name, and changes them between two scans.

    unit.fact("cash", 1)
    unit.set_fact("owner", 39, 2)          # DebugError where that cannot be

For scripts that test a rule: they set the state in which it applies instead of playing up to it.
No key reaches it. The bank balances money that is set, and the roll prints every change.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import setitem

from firmware_sim.edition import Kind
from firmware_sim.firmware import Firmware
from firmware_sim.game import BANK, NO_DEED, Act, Game, Loan, Phase, Why
from firmware_sim.ledger import move
from firmware_sim.rules import cards, prison
from firmware_sim.session import Session

Fact = int | str
DECKS = ("chance", "caisse")
STOCKS: dict[Fact, str] = {"houses": "house_stock", "hotels": "hotel_stock"}


class DebugError(ValueError):
    """Not a fact of this game; the text says why."""


def read(session: Session, noun: str, *which: Fact) -> object:
    return _done(GETTERS[noun], _game(session), *which)


def change(firmware: Firmware, noun: str, *facts: Fact) -> None:
    session = firmware.session
    game = _game(session)
    if game.phase is not Phase.THROW or game.debts or game.winner:
        raise DebugError("nothing can be set unless LANCEZ waits")
    game.posted.clear()
    if noun == "next-dice":
        session.future_throws[game.throws] = tuple(map(int, facts))
    else:
        _done(SETTERS[noun], game, *facts)
    said = " ".join([noun, *map(str, facts)])
    session.print(game.turn_number, Act("debug", BANK, text=said))
    firmware.restart()


def _game(session: Session) -> Game:
    if session.game is None:
        raise DebugError("no game is being played")
    return session.game


def _done(act: Callable[..., object], game: Game, *facts: Fact) -> object:
    try:
        return act(game, *facts)
    except LookupError:
        raise DebugError(f"the game has no {' '.join(map(str, facts))}") from None


# -- reading


def _player(game: Game, player: Fact) -> int:
    if not 1 <= int(player) <= game.players:
        raise DebugError(f"there is no player {player}")
    return int(player)


def _deed(game: Game, number: Fact) -> int:
    if game.owner[int(number)] == NO_DEED:
        raise DebugError(f"square {number} has no deed")
    return int(number)


def _ticked(game: Game, player: Fact) -> object:
    visited = game.visited[_player(game, player)]
    return tuple(square.number for square in game.edition.squares if visited >> square.number & 1)


GETTERS: dict[str, Callable[..., object]] = {
    "cash": lambda game, player: game.cash[_player(game, player) if player else BANK],
    "owner": lambda game, number: game.owner[_deed(game, number)],
    "houses": lambda game, number: game.houses[_deed(game, number)],
    "mortgaged": lambda game, number: int(game.mortgaged[_deed(game, number)]),
    "square": lambda game, player: game.square[_player(game, player)],
    "stock": lambda game, kind: getattr(game, STOCKS[kind]),
    "prison": lambda game, player: game.prison[_player(game, player)],
    "loan": lambda game, player: tuple(map(tuple, game.loans[_player(game, player)])),
    "free-card": lambda game, player: tuple(
        name for name, holder in zip(DECKS, game.free_cards, strict=True) if holder == player
    ),
    "next-card": lambda game, deck: game.decks[DECKS.index(deck)][0],
    "next-dice": lambda game: game.dice,
    "visited": _ticked,
    "turn": lambda game: game.turn,
}


# -- setting


def _set_cash(game: Game, player: Fact, amount: Fact) -> None:
    missing = int(amount) - game.cash[_player(game, player)]
    payer, payee = (BANK, int(player)) if missing >= 0 else (int(player), BANK)
    move(game, payer, payee, abs(missing), Why.DEBUG)


def _set_owner(game: Game, number: Fact, player: Fact) -> None:
    game.give(_deed(game, number), _player(game, player) if player else BANK)


def _set_houses(game: Game, number: Fact, houses: Fact) -> None:
    lot, wanted = int(number), int(houses)
    if game.edition.squares[lot].kind is not Kind.STREET:
        raise DebugError(f"nothing is built on square {lot}")
    present = game.houses[lot]
    game.set_houses(lot, wanted)
    if min(game.house_stock, game.hotel_stock) < 0:
        game.set_houses(lot, present)
        raise DebugError("the bank has no such building left")


def _set_prison(game: Game, player: Fact, tries: Fact) -> None:
    game.prison[_player(game, player)] = int(tries)
    if tries:
        game.square[int(player)] = game.edition.prison


def _set_loan(game: Game, player: Fact, amount: Fact, passages: Fact) -> None:
    if game.edition.loans is None:
        raise DebugError("this edition lends nothing")
    game.loans[_player(game, player)] += (Loan(int(amount), int(passages)),)


def _set_free_card(game: Game, player: Fact, deck: Fact) -> None:
    pile = DECKS.index(str(deck))
    prison.return_free_card(game, pile)
    cards.keep(game, _player(game, player), pile)


def _set_next_card(game: Game, deck: Fact, number: Fact) -> None:
    pile = DECKS.index(str(deck))
    if number not in game.decks[pile]:
        raise DebugError(f"card {number} is not in the pile")
    rest = tuple(card for card in game.decks[pile] if card != number)
    game.decks[pile] = (int(number), *rest)


def _set_visited(game: Game, player: Fact, number: Fact) -> None:
    if game.edition.squares[int(number)].kind is not Kind.STREET:
        raise DebugError(f"no passport has a place for square {number}")
    game.visited[_player(game, player)] |= 1 << int(number)


SETTERS: dict[str, Callable[..., None]] = {
    "cash": _set_cash,
    "owner": _set_owner,
    "houses": _set_houses,
    "mortgaged": lambda game, number, mortgaged: setitem(
        game.mortgaged, _deed(game, number), bool(mortgaged)
    ),
    "square": lambda game, player, number: setitem(game.square, _player(game, player), int(number)),
    "stock": lambda game, kind, number: setattr(game, STOCKS[kind], int(number)),
    "prison": _set_prison,
    "loan": _set_loan,
    "free-card": _set_free_card,
    "next-card": _set_next_card,
    "visited": _set_visited,
}
