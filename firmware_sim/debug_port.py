"""The debug port: reads facts of the game by name, and changes them between two scans.

    debug_port.read(unit.session, "cash", 1)
    set_fact(unit, "owner", 39, 2)          # DebugError where that cannot be

For scripts that test a rule: they set the state in which it applies instead of playing up to it.
A fact is a row of NOUNS: what the script language calls it, how it is read, how it is set.
No key reaches it. The bank balances money that is set, and the roll prints every change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

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


class Noun(NamedTuple):
    """A fact of a game. `which` selects it, `value` is what can be set: kinds of words that the
    script language reads (`banquier/script/vocabulary.py`)."""

    which: str
    value: str
    get: Callable[..., object]
    """Called with the game and which."""
    set: Callable[..., None] | None = None
    """Sets the fact: called with the game, which and the value. None if it cannot be set."""
    found: str = ""
    """The kind of what can be expected, if that is more than what can be set."""
    of_session: bool = False
    """Both are called with the session: the game does not hold the fact."""


def read(session: Session, noun: str, *which: Fact) -> object:
    return _done(session, noun, NOUNS[noun].get, *which)


def change(firmware: Firmware, noun: str, *facts: Fact) -> None:
    session = firmware.session
    game = _game(session)
    if game.phase is not Phase.THROW or game.debts or game.winner:
        raise DebugError("nothing can be set unless LANCEZ waits")
    setter = NOUNS[noun].set
    if setter is None:
        raise DebugError(f"{noun} cannot be set")
    game.posted.clear()
    _done(session, noun, setter, *facts)
    said = " ".join([noun, *map(str, facts)])
    session.print(game.turn_number, Act("debug", BANK, text=said))
    firmware.restart()


def _game(session: Session) -> Game:
    if session.game is None:
        raise DebugError("no game is being played")
    return session.game


def _done(session: Session, noun: str, act: Callable[..., object], *facts: Fact) -> object:
    game = _game(session)
    try:
        return act(session if NOUNS[noun].of_session else game, *facts)
    except LookupError:
        raise DebugError(f"the game has no {' '.join(map(str, facts))}") from None


def _player(game: Game, player: Fact) -> int:
    if not 1 <= int(player) <= game.players:
        raise DebugError(f"there is no player {player}")
    return int(player)


def _deed(game: Game, number: Fact) -> int:
    if game.owner[int(number)] == NO_DEED:
        raise DebugError(f"square {number} has no deed")
    return int(number)


def _set_cash(game: Game, which: Fact, amount: Fact) -> None:
    player = _player(game, which)
    missing = int(amount) - game.cash[player]
    payer, payee = (BANK, player) if missing >= 0 else (player, BANK)
    post(game, payer, payee, abs(missing), Why.DEBUG)


def _set_owner(game: Game, lot: Fact, owner: Fact) -> None:
    game.give(_deed(game, lot), _player(game, owner) if owner else BANK)


def _set_houses(game: Game, lot: int, wanted: int) -> None:
    if game.edition.squares[lot].kind is not Kind.STREET:
        raise DebugError(f"nothing is built on square {lot}")
    present = game.houses[lot]
    game.set_houses(lot, wanted)
    if min(game.house_stock, game.hotel_stock) < 0:
        game.set_houses(lot, present)
        raise DebugError("the bank has no such building left")


def _set_mortgaged(game: Game, lot: Fact, mortgaged: Fact) -> None:
    game.mortgaged[_deed(game, lot)] = bool(mortgaged)


def _set_square(game: Game, player: Fact, square: Fact) -> None:
    game.square[_player(game, player)] = int(square)


def _set_stock(game: Game, kind: Fact, count: Fact) -> None:
    setattr(game, STOCKS[kind], int(count))


def _set_prison(game: Game, which: Fact, tries: Fact) -> None:
    player = _player(game, which)
    game.prison[player] = int(tries)
    if tries:
        game.square[player] = game.edition.prison


def _get_loans(game: Game, player: Fact) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, game.loans[_player(game, player)]))


def _add_loan(game: Game, player: Fact, amount: Fact, passages: Fact) -> None:
    if game.edition.loans is None:
        raise DebugError("this edition lends nothing")
    game.loans[_player(game, player)] += (Loan(int(amount), int(passages)),)


def _get_free_cards(game: Game, player: Fact) -> tuple[str, ...]:
    holders = zip(DECKS, game.free_cards, strict=True)
    return tuple(name for name, holder in holders if holder == player)


def _keep_free_card(game: Game, which: Fact, deck: Fact) -> None:
    player, pile = _player(game, which), DECKS.index(str(deck))
    prison.return_free_card(game, pile)
    cards.keep(game, player, pile)


def _set_next_card(game: Game, deck: Fact, number: Fact) -> None:
    pile = DECKS.index(str(deck))
    if number not in game.decks[pile]:
        raise DebugError(f"card {number} is not in the pile")
    rest = tuple(card for card in game.decks[pile] if card != number)
    game.decks[pile] = (int(number), *rest)


def _get_next_dice(session: Session) -> tuple[int, ...]:
    """Return the dice that are set and not yet thrown."""
    return session.future_throws.get(session.current_game.throws, ())


def _set_next_dice(session: Session, *dice: Fact) -> None:
    session.future_throws[session.current_game.throws] = tuple(map(int, dice))


def _get_last_dice(session: Session) -> tuple[int, ...]:
    """Return the last throw that was not taken back."""
    acts = (line.act for line in reversed(session.roll) if line.act and not line.struck)
    return next((act.numbers for act in acts if act.kind == "throw"), ())


def _get_visited(game: Game, player: Fact) -> tuple[int, ...]:
    visited = game.visited[_player(game, player)]
    return tuple(square.number for square in game.edition.squares if visited >> square.number & 1)


def _visit(game: Game, player: Fact, square: Fact) -> None:
    if game.edition.squares[int(square)].kind is not Kind.STREET:
        raise DebugError(f"no passport has a place for square {square}")
    game.visited[_player(game, player)] |= 1 << int(square)


NOUNS: dict[str, Noun] = {
    "cash": Noun(
        "HOLDER", "SUM", lambda game, who: game.cash[_player(game, who) if who else BANK],
        _set_cash, found="BALANCE",
    ),
    "owner": Noun("SQUARE", "HOLDER", lambda game, lot: game.owner[_deed(game, lot)], _set_owner),
    "houses": Noun(
        "SQUARE", "HOUSES", lambda game, lot: game.houses[_deed(game, lot)], _set_houses
    ),
    "mortgaged": Noun(
        "SQUARE", "YES", lambda game, lot: int(game.mortgaged[_deed(game, lot)]), _set_mortgaged
    ),
    "square": Noun("PLAYER", "SQUARE", lambda game, who: game.square[_player(game, who)],
                   _set_square),
    "stock": Noun("BUILDING", "COUNT", lambda game, kind: getattr(game, STOCKS[kind]), _set_stock),
    "prison": Noun("PLAYER", "THROW", lambda game, who: game.prison[_player(game, who)],
                   _set_prison),
    "loan": Noun("PLAYER", "SUM PASSAGES", _get_loans, _add_loan),
    "free-card": Noun("PLAYER", "DECK", _get_free_cards, _keep_free_card),
    "next-card": Noun("DECK", "CARD", lambda game, deck: game.decks[DECKS.index(deck)][0],
                      _set_next_card),
    "next-dice": Noun("", "DIE DIE [SPEED-DIE]", _get_next_dice, _set_next_dice, of_session=True),
    "last-dice": Noun("", "DIE DIE [SPEED-DIE]", _get_last_dice, of_session=True),
    "visited": Noun("PLAYER", "SQUARE", _get_visited, _visit),
    "turn": Noun("", "PLAYER", lambda game: game.turn),
}  # fmt: skip
