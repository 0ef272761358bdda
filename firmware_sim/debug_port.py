"""The debug port: reads facts of the game by name, and changes them between two scans.

    debug_port.read(unit.session, "cash", 1)
    set_fact(unit, "owner", 39, 2)          # DebugError where that cannot be

For scripts that test a rule: they set the state in which it applies instead of playing up to it.
No key reaches it. The bank balances money that is set, and the roll prints every change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_sim.edition import Kind
from firmware_sim.firmware import Firmware
from firmware_sim.game import BANK, NO_DEED, Act, Game, Loan, Phase, Why
from firmware_sim.ledger import post
from firmware_sim.rules import cards, prison
from firmware_sim.session import Session

Fact = int | str
DECKS = ("chance", "caisse")
STOCKS: dict[Fact, str] = {"houses": "house_stock", "hotels": "hotel_stock"}


class DebugError(ValueError):
    """Not a fact of this game; the text says why."""


def read(session: Session, noun: str, *which: Fact) -> object:
    game = _game(session)
    return DICE[noun](session) if noun in DICE else _done(partial(GETTERS[noun], game), *which)


def change(firmware: Firmware, noun: str, *facts: Fact) -> None:
    session = firmware.session
    game = _game(session)
    if game.phase is not Phase.THROW or game.debts or game.winner:
        raise DebugError("nothing can be set unless LANCEZ waits")
    game.posted.clear()
    if noun == "next-dice":
        session.future_throws[game.throws] = tuple(map(int, facts))
    else:
        _done(partial(_set, game, noun), *facts)
    said = " ".join([noun, *map(str, facts)])
    session.print(game.turn_number, Act("debug", BANK, text=said))
    firmware.restart()


def _game(session: Session) -> Game:
    if session.game is None:
        raise DebugError("no game is being played")
    return session.game


def _done(act: Callable[..., object], *facts: Fact) -> object:
    try:
        return act(*facts)
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
    "visited": _ticked,
    "turn": lambda game: game.turn,
}


def _last_dice(session: Session) -> tuple[int, ...]:
    """Of the last throw that was not taken back."""
    acts = (line.act for line in reversed(session.roll) if line.act and not line.struck)
    return next((act.numbers for act in acts if act.kind == "throw"), ())


DICE: dict[str, Callable[[Session], object]] = {
    "next-dice": lambda session: session.future_throws.get(session.current_game.throws, ()),
    "last-dice": _last_dice,
}
"""What is set and not yet thrown; the last throw."""


# -- setting


def _set(game: Game, noun: str, which: Fact, value: Fact, passages: Fact = 0) -> None:
    match noun:
        case "cash":
            player = _player(game, which)
            missing = int(value) - game.cash[player]
            payer, payee = (BANK, player) if missing >= 0 else (player, BANK)
            post(game, payer, payee, abs(missing), Why.DEBUG)
        case "owner":
            game.give(_deed(game, which), _player(game, value) if value else BANK)
        case "houses":
            _set_houses(game, int(which), int(value))
        case "mortgaged":
            game.mortgaged[_deed(game, which)] = bool(value)
        case "square":
            game.square[_player(game, which)] = int(value)
        case "stock":
            setattr(game, STOCKS[which], int(value))
        case "prison":
            player = _player(game, which)
            game.prison[player] = int(value)
            if value:
                game.square[player] = game.edition.prison
        case "loan":
            if game.edition.loans is None:
                raise DebugError("this edition lends nothing")
            game.loans[_player(game, which)] += (Loan(int(value), int(passages)),)
        case "free-card":
            player, pile = _player(game, which), DECKS.index(str(value))
            prison.return_free_card(game, pile)
            cards.keep(game, player, pile)
        case "next-card":
            pile = DECKS.index(str(which))
            if value not in game.decks[pile]:
                raise DebugError(f"card {value} is not in the pile")
            rest = tuple(card for card in game.decks[pile] if card != value)
            game.decks[pile] = (int(value), *rest)
        case "visited":
            if game.edition.squares[int(value)].kind is not Kind.STREET:
                raise DebugError(f"no passport has a place for square {value}")
            game.visited[_player(game, which)] |= 1 << int(value)
        case _:
            raise DebugError(f"{noun} cannot be set")


def _set_houses(game: Game, lot: int, wanted: int) -> None:
    if game.edition.squares[lot].kind is not Kind.STREET:
        raise DebugError(f"nothing is built on square {lot}")
    present = game.houses[lot]
    game.set_houses(lot, wanted)
    if min(game.house_stock, game.hotel_stock) < 0:
        game.set_houses(lot, present)
        raise DebugError("the bank has no such building left")
