"""The token's way round the board, and where it lands."""

from __future__ import annotations

from collections.abc import Callable

from firmware_sim.edition import Kind, Square
from firmware_sim.game import BANK, BOARD, Claim, Game, Phase, Why, new_row
from firmware_sim.ledger import charge, move
from firmware_sim.rules import loans, passport, prison, rent

# Looked up once: an enum's member is slow to find, and these are asked for at every landing.
SQUARE, OFFER, UTILITY, JAILER = Phase.SQUARE, Phase.OFFER, Kind.UTILITY, Kind.JAILER


def pass_depart(game: Game, player: int) -> None:
    """A passage is what pays a salary; it also ages the loans (LOAN-6)."""
    game.passages[player] += 1
    if not game.speed_from[player]:
        game.speed_from[player] = game.turn_number + 1
    move(game, BANK, player, game.edition.salary, Why.SALARY)
    loans.count_passage(game, player)


def advance(game: Game, player: int, steps: int, by_card: bool = False) -> None:
    """Forwards: stopping on or passing Départ pays, but not on the way to prison (SAL-2)."""
    goal = game.square[player] + steps
    if goal >= BOARD:
        goal -= BOARD
        if game.squares[goal].kind is not JAILER:
            pass_depart(game, player)
    game.square[player] = goal
    land(game, player, by_card)


def advance_to(game: Game, player: int, goal: int, by_card: bool = True) -> None:
    advance(game, player, (goal - game.square[player]) % BOARD, by_card)


def go_back(game: Game, player: int, steps: int) -> None:
    """Backwards never pays, not even over Départ."""
    game.square[player] = (game.square[player] - steps) % BOARD
    land(game, player, by_card=True)


def land(game: Game, player: int, by_card: bool) -> None:
    square = game.squares[game.square[player]]
    game.phase = SQUARE
    _LANDINGS[square.kind](game, player, square, by_card)


def _shows_passport(game: Game, player: int, square: Square) -> bool:
    """Did the last wonder end the game, or is there one to be ticked first?"""
    passport.stop(game, player, square)
    if not game.winner and passport.offers_flight(game, player, square):
        game.phase = Phase.VISA
        return True
    return game.winner > 0


def visa(game: Game, number: int) -> None:
    """The wonder ticked from an airport; then the airport is a deed like any other."""
    passport.choose(game, number)
    if not game.winner:
        square = game.squares[game.square[game.turn]]
        _open_deed(game, game.turn, square, by_card=False)


def _on_deed(game: Game, player: int, square: Square, by_card: bool) -> None:
    if game.edition.passport is None or not _shows_passport(game, player, square):
        _open_deed(game, player, square, by_card)


def _open_deed(game: Game, player: int, square: Square, by_card: bool) -> None:
    number = square.number
    owner = game.owner[number]
    if owner == BANK:
        game.phase = OFFER
    elif owner != player and not game.mortgaged[number]:
        if square.kind is UTILITY and rent.needs_throw(game, by_card):
            game.phase = Phase.RETHROW
        else:
            open_claim(game, player, square, rent.due(game, square, sum(game.dice)))


def open_rent(game: Game, tenant: int, pips: int) -> None:
    """The rent those dice set, if the deed still asks one: it may have been sold meanwhile."""
    square = game.squares[game.square[tenant]]
    game.phase = Phase.SQUARE
    if game.owner[square.number] not in (BANK, tenant) and not game.mortgaged[square.number]:
        open_claim(game, tenant, square, rent.due(game, square, pips))


def open_claim(game: Game, tenant: int, square: Square, amount: int) -> None:
    number = square.number
    row = (tenant, game.owner[number], number, amount, game.turn_number)
    game.claims += (new_row(Claim, row),)


def _on_tax(game: Game, player: int, square: Square, by_card: bool) -> None:
    charge(game, player, BANK, square.amount, Why.TAX)


def _on_pile(game: Game, player: int, square: Square, by_card: bool) -> None:
    game.phase = Phase.CARD


def _on_jailer(game: Game, player: int, square: Square, by_card: bool) -> None:
    prison.send(game, player)


def _nothing(game: Game, player: int, square: Square, by_card: bool) -> None:
    """Départ paid on the way; a visit and the park do nothing."""


_LANDINGS: dict[Kind, Callable[[Game, int, Square, bool], None]] = {
    Kind.DEPART: _nothing,
    Kind.STREET: _on_deed,
    Kind.STATION: _on_deed,
    Kind.UTILITY: _on_deed,
    Kind.TAX: _on_tax,
    Kind.CHANCE: _on_pile,
    Kind.CHEST: _on_pile,
    Kind.VISIT: _nothing,
    Kind.PARK: _nothing,
    Kind.JAILER: _on_jailer,
}
